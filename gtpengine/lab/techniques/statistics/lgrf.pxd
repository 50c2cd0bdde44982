"""Last good replies with forgetting (LGRF-2: Baier and Drake 2010).

A table remembers, for each move and for each two moves in a row, the last answer from a simulation
that its player won. The answer is forgotten when it loses. The tables belong to one worker and
begin empty with each search, so one thread with one seed plays the same game again.
"""

from libc.string cimport memset

from board_ext.lowlevel.types cimport N_VERTICES, NO_VERTEX, PASS_VERTEX, opponent, uint16_t


cdef struct Replies:
    # Indexed by who answers, then by the last move, and the one before it. About 700 KiB.
    uint16_t one[3][N_VERTICES]
    uint16_t two[3][N_VERTICES][N_VERTICES]


cdef inline void replies_clear(Replies* replies) noexcept nogil:
    """Forget all answers."""
    memset(replies, 0, sizeof(Replies))


cdef inline void replies_learn(Replies* replies, const uint16_t* moves, int n, int last, int last2,
                               int first, int winner, bint forget) noexcept nogil:
    """Learn from the ``n`` moves of a simulation that ``first`` began after ``last2`` and ``last``.

    Answers that lose are forgotten if ``forget``. Answers to a pass, and passes as answers, are
    left out.
    """
    cdef int i, move, color = first
    for i in range(n):
        move = moves[i]
        if move != PASS_VERTEX and last != PASS_VERTEX:
            if color == winner:
                replies.one[color][last] = move
                if last2 != PASS_VERTEX:
                    replies.two[color][last][last2] = move
            elif forget:
                if replies.one[color][last] == move:
                    replies.one[color][last] = NO_VERTEX
                if replies.two[color][last][last2] == move:
                    replies.two[color][last][last2] = NO_VERTEX
        last2 = last
        last = move
        color = opponent(color)
