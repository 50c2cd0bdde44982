"""Playout rule: complete an own eye that an enemy stone beside the last move would make false.

From Pachi, ``eyefixrate`` of playout/moggy.c.
"""

from board_ext.board cimport Board, count_diagonal, is_eyelike, neighbours_or
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport CELL_BORDER_BIT, CELL_EMPTY, NO_VERTEX, opponent
from board_ext.neighbours cimport AROUND
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_add, candidates_take
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_eye_rate", float, 0.0, 0.0, 1.0,
        doc="rate of completing an own eye that an enemy stone beside the last move would make "
        "false",
        source="Pachi (playout/moggy.c), eyefixrate 1",
    ),
)


cdef inline int _open_diagonals(const Board* b, int v, int color) noexcept nogil:
    """Return the number of empty diagonals of ``v`` that are no eyes of ``color`` themselves."""
    cdef int i, d, count = 0
    for i in range(4, 8):
        d = v + AROUND[i]
        count += b.cell[d] == CELL_EMPTY and not is_eyelike(b, d, color)
    return count


cdef void _add_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add the empty points around the last move that are the one open diagonal of an own eye which
    an enemy stone there would make false."""
    cdef int i, j, v, d
    cdef int enemy = opponent(color)
    for i in range(8):
        d = b.last_move + AROUND[i]
        if b.cell[d] != CELL_EMPTY:
            continue
        for j in range(4, 8):
            v = d + AROUND[j]
            if b.cell[v] != CELL_EMPTY or not is_eyelike(b, v, color):
                continue
            if (count_diagonal(b, v, enemy) == (0 if neighbours_or(b, v) & CELL_BORDER_BIT else 1)
                    and _open_diagonals(b, v, color) == 1
                    and board_is_legal(b, d, enemy) and board_is_legal(b, d, color)):
                candidates_add(out, d)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef Candidates list
    list.n = 0
    if not chance(playout.rng, values_of(playout.params).playout_eye_rate):
        return NO_VERTEX
    _add_moves(b, color, &list)
    return candidates_take(b, color, &list, refusal, playout.rng)


RULE = PlayoutRule(
    name="eye", reason="eye", parameter="playout_eye_rate", place=90, answers=True,
).plays(move)
