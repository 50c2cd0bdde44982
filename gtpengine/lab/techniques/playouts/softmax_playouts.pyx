"""Softmax playouts: every legal move is drawn by its weight, a product of learned gammas.

Coulom, Computing Elo ratings of move patterns in the game of Go, 2007. What the gammas are of, and
how the weights are kept up to date, is told in `softmax/softmax.pxd`.

Not done: the rules of ``playout_order`` are not asked.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.playing cimport board_pass, board_play
from gtpengine.lab.doors.door cimport Door, Learned, TechniqueDoor
from gtpengine.lab.softmax.softmax cimport (
    SoftModel, SoftmaxModel, SoftState, soft_begin, soft_model, soft_move, soft_played,
)
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.params.playout_values cimport playout_values
from gtpengine.mcts.playout.playout cimport Playout, Record, chance, record_append

from gtpengine.base.arguments.paramspec import ParamSpec, reader
from gtpengine.lab.weights.weight_files import WEIGHTS

SWITCH = "playout_policy=softmax"
PARAMS = (
    ParamSpec(
        "playout_weights_file", str, "shipped",
        reads=reader("gtpengine.lab.weights.weight_files", "WEIGHTS.read"),
        doc="the weights of the policy softmax: the program's own, or a file of gtpengine "
        "patterns playouts or balance, for boards of its class (up to 11x11, or larger)",
        source="docs/explanation/patterns.md",
    ),
)


cdef class _Weights(Learned):
    """The weights for boards of one size."""
    cdef SoftmaxModel model


cdef class _SoftmaxDoor(TechniqueDoor):
    cdef Learned learned(self, object params, int size, list notices):
        """Return the weights of ``playout_weights_file``; without any the rules play."""
        cdef _Weights learned = _Weights()
        weights, found = WEIGHTS.serving(params.playout_weights_file, size)
        notices.extend(found)
        if weights is None:
            return None
        learned.model = soft_model(weights)
        learned.data = learned.model.data
        return learned


cdef void _run(Playout* playout, Board* b, int limit, Record* record) noexcept nogil:
    """Append moves drawn by their weights up to the end, at most ``limit``."""
    cdef const SoftModel* model = <const SoftModel*>playout.policy
    cdef SoftState state
    cdef Refusal refusal
    cdef int v, played = 0, reason
    soft_begin(&state, model, b)
    refusal.stones = playout_values(playout.params).playout_self_atari_stones
    while b.n_passes < 2 and played < limit:
        # 1. Draw a move.
        refusal.strict = chance(playout.rng, playout_values(playout.params).playout_self_atari_rate)
        v = soft_move(&state, model, b, b.to_play, &refusal, playout.rng, &reason)
        record_append(record, v, reason)
        played += 1
        # 2. Play it, and weigh anew what it has changed; or pass.
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
            continue
        playout.captured = board_play(b, v, b.to_play)
        soft_played(&state, model, b, playout.captured)
        # 3. Is it decided before the board is full?
        if playout.ends != NULL and playout.ends(playout, b):
            break


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    if door.learned != NULL:
        playout.run = _run
        playout.policy = door.learned


cdef TechniqueDoor _door = _SoftmaxDoor()
_door.hooks.playout = _playout
DOOR = _door
