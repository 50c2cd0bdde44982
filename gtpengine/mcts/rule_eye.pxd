"""Playout rule: when the last move leaves an own eye one stone from false, complete it."""

from board_ext.board cimport Board, board_is_legal, count_diagonal, is_eyelike, neighbours_or
from board_ext.types cimport CELL_BORDER_BIT, CELL_EMPTY, opponent
from gtpengine.mcts.around cimport AROUND
from gtpengine.mcts.candidates cimport Candidates, candidates_add


cdef inline void eye_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add the empty diagonals of own eyes that the last move touched diagonally, where one more
    enemy stone makes the eye false and the enemy may play."""
    cdef int last = b.last_move, i, j, v, d, enemies
    cdef int enemy = opponent(color)
    for i in range(4, 8):
        v = last + AROUND[i]
        if b.cell[v] != CELL_EMPTY or not is_eyelike(b, v, color):
            continue
        enemies = count_diagonal(b, v, enemy)
        if enemies != (0 if neighbours_or(b, v) & CELL_BORDER_BIT else 1):
            continue
        for j in range(4, 8):
            d = v + AROUND[j]
            if (b.cell[d] == CELL_EMPTY and not is_eyelike(b, d, color)
                    and board_is_legal(b, d, enemy) and board_is_legal(b, d, color)):
                candidates_add(out, d)
