"""Which proofs of a search with one ko master hold whoever wins the kos.

A win against the ko master does. Any other proof does where nobody takes back at once what the rule
forbids the others, and where the loser never has anything to take back.
"""

from board_ext.solvers.proofs.replies cimport Ply, Solver
from board_ext.lowlevel.types cimport EMPTY, NO_VERTEX, opponent


cdef inline bint beats_master(const Solver* s, int winner) noexcept nogil:
    """Return whether a win is one against the ko master."""
    return s.master != EMPTY and winner != s.master


cdef inline bint is_sure(const Solver* s, const Ply* p, int color, bint wins, int move,
                         bint sure) noexcept nogil:
    """Return whether it holds with any master that ``color``, to move, wins by a move, or loses.

    ``sure`` says the same of the proofs that this rests on.
    """
    if beats_master(s, color if wins else opponent(color)):
        return True
    if wins:
        return sure and (p.retake == NO_VERTEX or move != p.retake)
    return sure and p.board.ko == NO_VERTEX
