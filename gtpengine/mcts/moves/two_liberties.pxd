"""Playout rule: attack and defend chains of two liberties, by counting liberties only.

An attack that is a self-atari does not count.
"""

from board_ext.board cimport (
    Board, Chain, board_liberties, chain_first_liberty, chain_of, stone_bit,
)
from board_ext.lowlevel.bitsets cimport bits_next
from board_ext.lowlevel.types cimport opponent
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.atari cimport liberties_after
from gtpengine.mcts.moves.atari cimport captures_beside
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_add, candidates_keep_legal

cdef enum:
    MAX_BESIDE = 8            # enemy chains beside an own one that are looked at


cdef inline void attack_two(const Board* b, int target, int color, Candidates* out) noexcept nogil:
    """Add the ataris on the two-liberty chain at ``target`` that stop it, as far as counting shows.

    The chain must not be able to run to three liberties, and the atari must be no self-atari.
    """
    cdef const Chain* chain = chain_of(b, target)
    cdef int first = chain_first_liberty(chain), second = bits_next(chain.liberties, first)
    cdef int enemy = opponent(color)
    # The runner's count includes the liberty that the atari takes.
    if liberties_after(b, second, enemy, 4) < 4 and liberties_after(b, first, color, 2) > 1:
        candidates_add(out, first)
    if liberties_after(b, first, enemy, 4) < 4 and liberties_after(b, second, color, 2) > 1:
        candidates_add(out, second)


cdef inline void attacks_beside(const Board* b, int target, int color,
                                Candidates* out) noexcept nogil:
    """Add the attacks on enemy chains of two liberties that touch the own chain at ``target``."""
    cdef int[MAX_BESIDE] seen
    cdef int v = target, n_seen = 0, i, j, n, number
    cdef int own = b.chain[target]
    while True:
        for i in range(4):
            n = v + NEIGHBOURS[i]
            number = b.chain[n]
            # Empty points and border belong to the dummy chain, which has many.
            if b.chains[number].n_liberties != 2 or number == own:
                continue
            for j in range(n_seen):
                if seen[j] == number:
                    break
            else:
                if n_seen < MAX_BESIDE:
                    seen[n_seen] = number
                    n_seen += 1
                    attack_two(b, n, color, out)
        v = b.next_stone[v]
        if v == target:
            break


cdef inline void defend_two(const Board* b, int target, int color, bint counter,
                            Candidates* out) noexcept nogil:
    """Add moves that defend the own two-liberty chain at ``target``.

    These are captures beside it and extensions to three liberties. With ``counter``, when there are
    none, attacks on chains of two liberties beside it are added.
    """
    cdef const Chain* chain = chain_of(b, target)
    cdef int first = chain_first_liberty(chain), second = bits_next(chain.liberties, first)
    cdef int by_first = liberties_after(b, first, color, 4)
    cdef int by_second = liberties_after(b, second, color, 4), before = out.n
    captures_beside(b, target, out)
    if by_first >= 3:
        candidates_add(out, first)
    if by_second >= 3:
        candidates_add(out, second)
    if counter and out.n == before:
        attacks_beside(b, target, color, out)


cdef inline void two_liberty_moves(const Board* b, int color, bint counter,
                                   Candidates* out) noexcept nogil:
    """Add attacks on the last move's chain, and the defence of own chains beside it.

    Both are about chains of two liberties. ``counter`` is as for ``defend_two``.
    """
    cdef int last = b.last_move, i, n
    cdef int own = stone_bit(color)
    if board_liberties(b, last) == 2:
        attack_two(b, last, color, out)
    for i in range(4):
        n = last + NEIGHBOURS[i]
        if (board_liberties(b, n) == 2) & ((b.cell[n] & own) != 0):
            defend_two(b, n, color, counter, out)
    candidates_keep_legal(b, color, False, out)
