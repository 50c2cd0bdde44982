"""Playout rule: the vital point of a small eye space beside the last move.

From Chaslot, Fiter, Hoock, Rimmel and Teytaud 2009.
"""

from board_ext.board cimport Board, neighbours_or
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport CELL_EMPTY, CELL_STONE, NO_VERTEX, STRIDE
from board_ext.neighbours cimport AROUND
from board_ext.tactics.nakade cimport nakade_vital_point
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_add, candidates_take
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_nakade_rate", float, 0.0, 0.0, 1.0,
        doc="rate of looking for the vital point of a small eye space beside the last move",
        source="Chaslot et al. 2009",
    ),
)


cdef inline bint _may_be_small_region(const Board* b, int v) noexcept nogil:
    """Return whether the region of ``v`` is worth filling: a quick look.

    It wants one or two empty neighbours, and stones of one colour. The centre of a pyramid or a
    cross does not pass, but a point beside it does.
    """
    cdef int n_empty = ((b.cell[v - STRIDE] == CELL_EMPTY) + (b.cell[v - 1] == CELL_EMPTY)
                        + (b.cell[v + 1] == CELL_EMPTY) + (b.cell[v + STRIDE] == CELL_EMPTY))
    cdef int stones = neighbours_or(b, v) & CELL_STONE
    return (n_empty == 1 or n_empty == 2) and stones != CELL_STONE


cdef void _add_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add the vital points of the small empty regions beside the last move."""
    cdef int i, n, vital
    for i in range(8):
        n = b.last_move + AROUND[i]
        if b.cell[n] != CELL_EMPTY or not _may_be_small_region(b, n):
            continue
        vital = nakade_vital_point(b, n)
        if vital != NO_VERTEX and board_is_legal(b, vital, color):
            candidates_add(out, vital)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef Candidates list
    cdef Refusal every
    list.n = 0
    every.strict = True
    every.stones = 0
    if not chance(playout.rng, values_of(playout.params).playout_nakade_rate):
        return NO_VERTEX
    _add_moves(b, color, &list)
    return candidates_take(b, color, &list, &every, playout.rng)


RULE = PlayoutRule(
    name="nakade", reason="nakade", parameter="playout_nakade_rate", place=100, answers=True,
).plays(move)
