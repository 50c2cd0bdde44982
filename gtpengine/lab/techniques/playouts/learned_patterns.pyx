"""Learned 3x3 patterns: a point around the last two moves is drawn by the weight of its pattern.

Coulom, Computing Elo ratings of move patterns in the game of Go, 2007. The weights are fitted to
what players chose (docs/explanation/search.md); against them stands the weight of leaving the last
two moves alone. The rule stands before the hand-made patterns; ``playout_pattern_rate=0`` leaves
those out.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.neighbours cimport empties_around, is_around, is_beside
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Learned, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.moves.patterns3 cimport KIND3_BESIDE, KIND3_DIAGONAL, KIND3_SECOND
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec
from gtpengine.lab.weights.local3 import symmetric_codes
from gtpengine.lab.weights.weight_files import local_weights

SWITCH = "playout_learned_pattern_rate"
PARAMS = (
    ParamSpec(
        "playout_learned_pattern_rate", float, 0.0, 0.0, 1.0,
        doc="rate of drawing a point around the last two moves, or none, by learned weights of 3x3 "
        "patterns",
        source="Coulom 2007",
    ),
    ParamSpec(
        "playout_pattern_elsewhere", float, 1.0, 0.0, 100.0,
        doc="weight, beside the learned ones, of leaving the last two moves alone; 1 as players do",
        source="after Coulom 2007; the number is ours, not tuned",
    ),
)


cdef int _list(const Board* b, int color, int* vertices, int* weights) noexcept nogil:
    """List the empty points around the last two moves with their weights; return their number."""
    cdef int n = 0, n_first, i, v, kind, weight
    n_first = empties_around(b, b.last_move, vertices)
    for i in range(n_first):
        v = vertices[i]
        kind = KIND3_BESIDE if is_beside(v, b.last_move) else KIND3_DIAGONAL
        weights[i] = pattern3_weight(b, v, color) * WEIGHT3_KIND[kind]
    n = n_first
    if b.last_move2 != NO_VERTEX:
        for i in range(n_first, n_first + empties_around(b, b.last_move2, &vertices[n])):
            v = vertices[i]
            weight = pattern3_weight(b, v, color) * WEIGHT3_KIND[KIND3_SECOND]
            if weight != 0 and not is_around(v, b.last_move):
                vertices[n] = v
                weights[n] = weight
                n += 1
    return n


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return a point around the last two moves, drawn by its weight, or NO_VERTEX.

    NO_VERTEX has the weight of playing elsewhere. When the point is not playable, or refused, the
    draw is repeated without it.
    """
    cdef int[16] vertices
    cdef int[16] weights
    cdef int n, i, v, total, draw
    if not chance(playout.rng, values_of(playout.params).playout_learned_pattern_rate):
        return NO_VERTEX
    total = <int>(values_of(playout.params).playout_pattern_elsewhere * (WEIGHT3_ONE * KIND3_ONE))
    n = _list(b, color, vertices, weights)
    for i in range(n):
        total += weights[i]
    while n:
        draw = rng_below(playout.rng, total)
        i = 0
        while i < n and draw >= weights[i]:
            draw -= weights[i]
            i += 1
        if i == n:
            return NO_VERTEX
        v = vertices[i]
        if is_playable(b, v, color) and not is_refused(b, v, color, refusal):
            return v
        total -= weights[i]
        n -= 1
        vertices[i] = vertices[n]
        weights[i] = weights[n]
    return NO_VERTEX


def _read():
    """Fill the tables; without the file they stay 0."""
    learned, _ = local_weights()
    if learned is None:
        return
    for i, factor in enumerate(learned.kinds):
        WEIGHT3_KIND[<int>i] = <int>(KIND3_ONE * <double>factor + 0.5)
    for code, weight in learned.weights.items():
        for image in symmetric_codes(code):
            WEIGHT3[<int>image] = min(<int>(WEIGHT3_ONE * <double>weight + 0.5), 65535)


_read()


RULE = PlayoutRule(
    name="learned_pattern", reason="learned pattern", parameter="playout_learned_pattern_rate",
    place=115, answers=True,
).plays(move)


cdef class _PatternDoor(TechniqueDoor):
    cdef Learned learned(self, object params, int size, list notices):
        """Say so where the file is missing; what the rule reads is read at import."""
        notices.extend(local_weights()[1])
        return None


cdef TechniqueDoor _door = _PatternDoor()
DOOR = _door
