"""Ladders: is a chain captured by one atari after the other?

The attacker may only put the chain in atari or take it. The runner may only run from its last
liberty, or capture an enemy chain in atari beside its own; it is safe once it has three liberties
on the attacker's turn. Stones on the path, captures by either side, the edge, snapbacks and kos are
read out on a copy of the board. Nobody plays ko threats: a capture that the ko rule forbids is not
played. Not read: the runner's ataris elsewhere, and attacks that are no atari (nets).

Reading ends after LADDER_PLIES moves over all variations, and a line has at most LADDER_BRANCHES
forks. A chain that is not captured within these bounds counts as not captured. What a call costs:
docs/explanation/budget.md.
"""

from board_ext.board cimport Board
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport opponent
from board_ext.tactics.atari cimport captures_at, liberties_after

cdef enum:
    LADDER_PLIES = 300        # the longest simple ladder on 19x19 has about 70
    LADDER_BRANCHES = 6       # each may keep a board of 23 KiB on the stack

cdef bint ladder_captures(const Board* b, int v, int* move) noexcept nogil
cdef int ladder_attack_moves(const Board* b, int v, int* out, int limit) noexcept nogil
cdef bint ladder_escapes(const Board* b, int v, int* move) noexcept nogil
cdef int ladder_escape_moves(const Board* b, int v, int* out, int limit) noexcept nogil
cdef bint ladder_holds(Board* b, int v, bint runner_moves) noexcept nogil


cdef inline int room_after_atari(const Board* b, int at, int away, int runner) noexcept nogil:
    """Return how many liberties a runner has after an atari and its run, at most 3.

    The runner has the liberties ``at`` and ``away``; the atari is at the one, the run to the other.
    0 means that captures make it uncertain, 4 that the atari is illegal. No ladder begins with 3 or
    4.
    """
    if not board_is_legal(b, at, opponent(runner)):
        return 4
    if captures_at(b, at, opponent(runner)) or captures_at(b, away, runner):
        return 0
    # `at` is still free and counted, once.
    return liberties_after(b, away, runner, 4) - 1
