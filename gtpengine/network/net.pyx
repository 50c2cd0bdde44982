"""The network of net.pxd."""

from dataclasses import dataclass

import numpy as np

from libc.stdint cimport int8_t, int16_t, int32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.board cimport Board
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport (
    EMPTY, MAX_POINTS, N_VERTICES, PASS_VERTEX, point_to_vertex, uint8_t, vertex_to_point,
)
from board_ext.position cimport Position
from board_ext.scoring cimport stones_placed
from gtpengine.network.answers cimport KeptAnswers
from gtpengine.network.forward cimport (
    Block, Linear, Net, Outputs, PointHead, net_forward, scratch_free, scratch_new,
)
from gtpengine.network.kernel.convolution cimport (
    GROUP, Conv, path_named, winograd_count, winograd_weights,
)
from gtpengine.network.planes cimport (
    EXPECTED_STEPS, FULL, N_BINARY, N_NUMBERS, N_PLANES, PASS_UNITS, input_fill,
)
from gtpengine.network.softmax cimport exponentials, sigmoid
from gtpengine.network.turning cimport ALL_SYMMETRIES, SYMMETRIES
from gtpengine.prediction.features cimport FeatureContext, features_read_chains
from gtpengine.prediction.keptshapes cimport KeptShapes
from gtpengine.prediction.movemodel cimport MoveModel, MoveModelData, model_probabilities

from board_ext.rules import Scoring
from gtpengine.network.kernel.convolution import paths
from gtpengine.network.netshape import BOARD_ALONE, check


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a network says of a position, for the side to move.

    - ``policy``: float32, (points + 1,), the pass last: probabilities of the legal moves, sum 1.
    - ``value``: expected reward, 0 (lost) to 1 (won).
    - ``score``: expected lead in points, komi counted.
    - ``ownership``: float32, (points,): probability that it owns the point at the end.
    """

    policy: object
    value: float
    score: float
    ownership: object


cdef class Network:
    """A network: its shape, its weights and where it comes from; immutable once made.

    :param shape: a ``NetShape``.
    :param found: the arrays that ``netshape.arrays`` names.
    :param provenance: plain data about how it was learned.
    :param path: which of ``paths()`` computes it; the fastest when ``None``.
    :raises ValueError: when the arrays do not fit the shape, or the machine lacks the path.
    """

    def __init__(self, shape, found, provenance=None, path=None):
        cdef int i
        check(shape, found)
        if (shape.planes, shape.numbers) not in ((N_PLANES, N_NUMBERS), BOARD_ALONE):
            raise ValueError(f"a network of {shape.planes} planes and {shape.numbers} numbers, but"
                             f" this program has {N_PLANES} and {N_NUMBERS}, the move model's"
                             " included")
        self.path = paths()[0] if path is None else path
        self.shape = shape
        self.provenance = dict(provenance or {})
        self.kept = []
        memset(&self.net, 0, sizeof(Net))
        self.net.path = path_named(self.path)
        self.net.planes = shape.planes
        self.net.numbers = shape.numbers
        self.net.channels = _padded(shape.channels)
        self.net.head = shape.head
        self.net.n_blocks = shape.blocks
        self._convolution(&self.net.stem, found, "stem")
        whole = {"bias": np.zeros(shape.channels, "<f4"), "weights": found["whole.weights"]}
        self._linear(&self.net.whole, {f"whole.{n}": a for n, a in whole.items()}, "whole",
                     shape.numbers, self.net.channels)
        self._convolution(&self.net.look, found, "heads.look")
        self.net.inputs = self.net.stem.inputs
        self.net.middle = self.net.channels
        self.net.wide = self.net.look.outputs
        for i in range(shape.blocks):
            self._block(&self.net.blocks[i], found, i)
        self.net.scale = <const float*>self._keep(_wider(found["heads.scale"], self.net.channels))
        self._linear(&self.net.policy_told, found, "policy.told", 2 * shape.head, shape.head)
        self._points(&self.net.points, found, "policy.points")
        self._linear(&self.net.passes, found, "policy.pass", 2 * shape.head, 1)
        self.net.sees_model = shape.sees_model
        self.net.skip = found["policy.skip"][0]
        self._linear(&self.net.value_hidden, found, "value.hidden",
                     2 * shape.head + shape.numbers, 2 * shape.head)
        self._linear(&self.net.value, found, "value.out", 2 * shape.head, 2)
        self._points(&self.net.ownership, found, "ownership.points")

    cdef KeptAnswers answers_with(self, object model):
        """Return where the answers to searches are kept, of which ``model`` is the move model."""
        if self.answers is None or self.answers.model is not model:
            self.answers = KeptAnswers(model)
        return self.answers

    cdef const void* _keep(self, object array) except NULL:
        """Keep a copy whose address is a multiple of 64; return the address."""
        cdef uint8_t[::1] room
        cdef Py_ssize_t first
        data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        memory = np.empty(len(data) + 64, np.uint8)
        first = -memory.ctypes.data % 64
        memory[first:first + len(data)] = data
        self.kept.append(memory)
        room = memory
        return &room[first]

    cdef int _block(self, Block* to, object found, int number) except -1:
        cdef int i
        cdef str name = f"blocks.{number}"
        to.n_convs = len(self.shape.convolutions())
        to.scale = <const float*>self._keep(_wider(found[name + ".scale"], self.net.channels))
        for i in range(to.n_convs):
            self._convolution(&to.convs[i], found, f"{name}.{i}")
            self.net.middle = max(self.net.middle, to.convs[i].outputs)
        to.pools = self.shape.pools(number)
        if to.pools:
            to.pool_scale = <const float*>self._keep(
                _wider(found[name + ".pool.scale"], self.net.channels))
            self._convolution(&to.look, found, name + ".pool.look")
            self._linear(&to.told, found, name + ".pool.told", 2 * self.shape.pool_width,
                         self.net.channels)
            self.net.wide = max(self.net.wide, to.look.outputs)
        return 0

    cdef int _convolution(self, Conv* to, object found, str name) except -1:
        """Lay the weights out in the order of conv.h."""
        weights = found[name + ".weights"]
        outputs, inputs, width, _ = weights.shape
        to.outputs = _padded(outputs)
        to.depthwise = inputs == 1 and outputs > 1
        to.taps = width * width
        to.inputs = to.outputs if to.depthwise else _padded(inputs)
        if to.depthwise:
            laid = np.zeros((to.taps, to.outputs), np.int8)
            laid[:, :outputs] = weights.reshape(outputs, to.taps).T
        else:
            room = np.zeros((to.outputs, to.inputs, to.taps), np.int8)
            room[:outputs, :inputs] = weights.reshape(outputs, inputs, to.taps)
            laid = room.reshape(to.outputs // GROUP, GROUP, to.inputs // 4, 4, to.taps)
            laid = laid.transpose(0, 4, 2, 1, 3)
        to.weights = <const int8_t*>self._keep(laid)
        to.bias = <const int32_t*>self._keep(_wider(found[name + ".bias"], to.outputs))
        to.gain = <const float*>self._keep(_wider(found[name + ".gain"], to.outputs))
        if self.net.path.winograd and winograd_count(to):
            to.winograd = <const int16_t*>self._keep(np.zeros(winograd_count(to), "<i2"))
            winograd_weights(to, <int16_t*>to.winograd)
        return 0

    cdef int _linear(self, Linear* to, object found, str name, int inputs, int outputs) except -1:
        to.inputs = inputs
        to.outputs = outputs
        weights = np.zeros((inputs, outputs), np.float32)
        weights[:, :found[name + ".weights"].shape[1]] = found[name + ".weights"]
        to.weights = <const float*>self._keep(weights)
        to.bias = <const float*>self._keep(_wider(found[name + ".bias"], outputs))
        return 0

    cdef int _points(self, PointHead* to, object found, str name) except -1:
        to.scale = <const float*>self._keep(found[name + ".scale"])
        to.weights = <const int16_t*>self._keep(found[name + ".weights"])
        to.gain = found[name + ".gain"][0]
        to.bias = found[name + ".bias"][0]
        return 0

    def evaluate(self, Position position not None, MoveModel model not None, int symmetry=0):
        """Return the ``Judgement`` of a position; ``model`` is the move model of its board size.

        Komi and the way to count are the position's. Superko is not looked at. The network sees
        the board under ``symmetry`` (turning.pxd), with ``ALL_SYMMETRIES`` under each of them; the
        answer is about the board as it is.

        :raises ValueError: when there is no such symmetry.
        """
        cdef FeatureContext context
        cdef NetAnswer answer
        cdef float[N_VERTICES] probability
        cdef const Board* b = &position.board
        cdef int point, area = b.size * b.size
        cdef double komi = position.komi
        cdef bint territory = position.rules.scoring is Scoring.TERRITORY
        cdef NetScratch* scratch
        if symmetry != ALL_SYMMETRIES:
            check_symmetry(symmetry)
        scratch = net_scratch_new(&self.net)
        if scratch == NULL:
            raise MemoryError
        with nogil:
            net_prepare(&self.net, &model.data, b, probability, &context, NULL)
            net_evaluate(&self.net, scratch, &context, probability, b, komi, territory, symmetry,
                         True, &answer)
            net_scratch_free(scratch)
        policy = np.zeros(area + 1, np.float32)
        ownership = np.zeros(area, np.float32)
        for point in range(area):
            policy[point] = answer.probability[point_to_vertex(point, b.size)]
            ownership[point] = answer.ownership[point_to_vertex(point, b.size)]
        policy[area] = answer.probability[PASS_VERTEX]
        return Judgement(policy, answer.value, answer.score, ownership)


def check_symmetry(int symmetry):
    """Check that a board has a symmetry.

    :raises ValueError: when it has none of this number.
    """
    if not 0 <= symmetry < SYMMETRIES:
        raise ValueError(f"symmetry {symmetry}: a board has those from 0 to {SYMMETRIES - 1}")


cdef inline int _padded(int channels) noexcept nogil:
    """Return the multiple of GROUP that has room for them."""
    return (channels + GROUP - 1) // GROUP * GROUP


def _wider(array, int length):
    """Return a vector with zeros added to reach a length."""
    wider = np.zeros(length, array.dtype)
    wider[:len(array)] = array
    return wider


cdef NetScratch* net_scratch_new(const Net* net) noexcept nogil:
    """Return what one thread needs to evaluate, NULL when there is no memory."""
    cdef NetScratch* scratch = <NetScratch*>calloc(1, sizeof(NetScratch))
    if scratch == NULL:
        return NULL
    scratch.trunk = scratch_new(net)
    if scratch.trunk == NULL:
        free(scratch)
        return NULL
    return scratch


cdef void net_scratch_free(NetScratch* scratch) noexcept nogil:
    """Free it; NULL is nothing."""
    if scratch != NULL:
        scratch_free(scratch.trunk)
        free(scratch)


cdef void _forward_all(const Net* net, NetScratch* scratch, int size, bint owners) noexcept nogil:
    """Let the outputs of the scratch be the means of those under the eight symmetries."""
    cdef Outputs* out = &scratch.outputs
    cdef Outputs* one = &scratch.turned
    cdef float share = 1.0 / SYMMETRIES
    cdef int symmetry, point, area = size * size
    memset(one, 0, sizeof(Outputs))
    net_forward(net, scratch.trunk, scratch.planes, scratch.numbers, size, 0, owners, out)
    for symmetry in range(1, SYMMETRIES):
        net_forward(net, scratch.trunk, scratch.planes, scratch.numbers, size, symmetry, owners,
                    one)
        out.passes += one.passes
        out.value += one.value
        out.score += one.score
        for point in range(area):
            out.policy[point] += one.policy[point]
            out.ownership[point] += one.ownership[point]
    # An eighth of a float is exact, so that all machines say the same.
    out.passes *= share
    out.value *= share
    out.score *= share
    for point in range(area):
        out.policy[point] *= share
        out.ownership[point] *= share


cdef void net_prepare(const Net* net, const MoveModelData* model, const Board* b,
                      float* probability, FeatureContext* context,
                      KeptShapes* kept) noexcept nogil:
    """Read on a board what ``net_evaluate`` needs. ``probability`` (N_VERTICES) becomes the move
    model's where the network sees it, and stays as it is where not."""
    if net.sees_model:
        model_probabilities(model, b, b.to_play, probability, context, kept)
    else:
        features_read_chains(context, b, b.to_play)


cdef void net_evaluate(const Net* net, NetScratch* scratch, const FeatureContext* context,
                       const float* probability, const Board* b, double komi, bint territory,
                       int symmetry, bint owners, NetAnswer* answer) noexcept nogil:
    """Judge a position for the side to move.

    Networks have learned from area scores alone. Where territory is counted, an area score exceeds
    it by the stones that Black has placed more than White, so komi is raised by these.

    ``context`` and ``probability`` (N_VERTICES) are as ``net_prepare`` left them for the same
    board. The scratch belongs to this net and this thread. ``symmetry`` may be ``ALL_SYMMETRIES``,
    at eight times the price: the mean of the logits, and of the points. The ownership is left as it
    is unless ``owners`` are wanted.
    """
    if territory:
        komi += stones_placed(b)
    input_fill(context, probability if net.sees_model else NULL, b, komi, scratch.planes,
               scratch.numbers)
    if symmetry == ALL_SYMMETRIES:
        _forward_all(net, scratch, b.size, owners)
    else:
        net_forward(net, scratch.trunk, scratch.planes, scratch.numbers, b.size, symmetry,
                    owners, &scratch.outputs)
    _answer(net, scratch, b, answer)
    if owners:
        _answer_owners(&scratch.outputs, b, answer)


cdef void _answer(const Net* net, NetScratch* scratch, const Board* b,
                  NetAnswer* answer) noexcept nogil:
    """Make probabilities of the heads' outputs.

    The policy's logits are the head's plus ``skip`` times ln p of the move model.
    """
    cdef const uint8_t* expected = scratch.planes + N_BINARY * b.size * b.size
    cdef Outputs* out = &scratch.outputs
    cdef int[MAX_POINTS + 1] moves
    cdef float[MAX_POINTS + 1] logits
    cdef float most, total = 0
    cdef int v, point, i, n = 1
    moves[0] = PASS_VERTEX
    logits[0] = out.passes + net.skip * (PASS_UNITS * scratch.numbers[N_NUMBERS - 1])
    most = logits[0]
    v = bits_first(b.points[EMPTY])
    while v:
        point = vertex_to_point(v, b.size)
        if expected[point]:
            moves[n] = v
            logits[n] = (out.policy[point]
                         + net.skip * (<float>(expected[point] - FULL) / EXPECTED_STEPS))
            most = max(most, logits[n])
            n += 1
        v = bits_next(b.points[EMPTY], v)
    for i in range(n):
        logits[i] = logits[i] - most
    exponentials(logits, n)
    for i in range(n):
        total += logits[i]
    memset(answer.probability, 0, sizeof(answer.probability))
    for i in range(n):
        answer.probability[moves[i]] = logits[i] / total
    answer.value = sigmoid(out.value)
    answer.score = out.score


cdef void _answer_owners(const Outputs* out, const Board* b, NetAnswer* answer) noexcept nogil:
    """Make probabilities of the ownership."""
    cdef int point
    memset(answer.ownership, 0, sizeof(answer.ownership))
    for point in range(b.size * b.size):
        answer.ownership[point_to_vertex(point, b.size)] = sigmoid(out.ownership[point])
