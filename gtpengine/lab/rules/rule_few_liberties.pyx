"""Playout rule: defend an own chain of few liberties by attacking a chain of two beside it.

From Pachi, ``nlibrate`` of playout/moggy.c.
"""

from board_ext.board cimport Board, board_liberties, stone_bit
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.lowlevel.types cimport NO_VERTEX
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_keep_legal, candidates_take
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.two_liberties cimport attacks_beside
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_few_liberties_rate", float, 0.0, 0.0, 1.0,
        doc="rate of looking for enemy chains with two liberties beside own chains with few at the "
        "last move",
        source="Pachi (playout/moggy.c, tactics/nlib.c), nlibrate 0.25",
    ),
    ParamSpec(
        "playout_few_liberties", int, 4, 3, 20,
        doc="most liberties of a chain that has few; three is the least",
        source="Pachi (playout/moggy.c), nlib_count 4",
    ),
)


cdef void _add_moves(const Board* b, int color, int few, Candidates* out) noexcept nogil:
    """Add attacks on enemy chains of two liberties beside own chains of three to ``few`` that the
    last move touched."""
    cdef int last = b.last_move, i, n, liberties
    cdef int own = stone_bit(color)
    for i in range(4):
        n = last + NEIGHBOURS[i]
        if not (b.cell[n] & own):
            continue
        liberties = board_liberties(b, n)
        if 3 <= liberties <= few:
            attacks_beside(b, n, color, out)
    candidates_keep_legal(b, color, False, out)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef Candidates list
    list.n = 0
    if not chance(playout.rng, values_of(playout.params).playout_few_liberties_rate):
        return NO_VERTEX
    _add_moves(b, color, values_of(playout.params).playout_few_liberties, &list)
    return candidates_take(b, color, &list, refusal, playout.rng)


RULE = PlayoutRule(
    name="few_liberties", reason="few liberties", parameter="playout_few_liberties_rate",
    place=80, answers=True,
).plays(move)
