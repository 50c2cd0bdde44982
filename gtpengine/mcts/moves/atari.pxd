"""Playout rule: save or capture the chains that the last move put in atari.

From Gelly, Wang, Munos and Teytaud 2006.
"""

from board_ext.tactics.atari cimport liberties_after
from board_ext.board cimport Board, board_liberties, chain_first_liberty, chain_of, stone_bit
from board_ext.tactics.ladder cimport ladder_escapes
from board_ext.neighbours cimport NEIGHBOURS
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_add, candidates_keep_legal


cdef inline void captures_beside(const Board* b, int start, Candidates* out) noexcept nogil:
    """Add the captures of enemy chains in atari that touch the chain at ``start``."""
    cdef int v = start, i, number
    cdef int own = b.chain[start]
    while True:
        for i in range(4):
            number = b.chain[v + NEIGHBOURS[i]]
            # Empty points and border belong to the dummy chain, which is never in atari.
            if (b.chains[number].n_liberties == 1) & (number != own):
                candidates_add(out, chain_first_liberty(&b.chains[number]))
        v = b.next_stone[v]
        if v == start:
            break


cdef inline void atari_moves(const Board* b, int color, bint read_ladders,
                             Candidates* out) noexcept nogil:
    """Add the moves that the last move calls for.

    These save own chains it put in atari, by capturing around them or by running to two liberties,
    and capture its own chain when that is in atari. With ``read_ladders`` a run to two liberties is
    left out when a ladder captures it.
    """
    cdef int last = b.last_move, i, n, liberty, liberties, move
    cdef int own = stone_bit(color)
    cdef int seen[4]
    cdef int n_seen = 0, j
    cdef bint known
    for i in range(4):
        n = last + NEIGHBOURS[i]
        # Few chains are in atari, so this test comes first.
        if board_liberties(b, n) != 1 or not (b.cell[n] & own):
            continue
        known = False
        for j in range(n_seen):
            known = known or seen[j] == b.chain[n]
        if known:
            continue
        seen[n_seen] = b.chain[n]
        n_seen += 1
        captures_beside(b, n, out)
        liberty = chain_first_liberty(chain_of(b, n))
        liberties = liberties_after(b, liberty, color, 3)
        if liberties == 2 and read_ladders and not ladder_escapes(b, n, &move):
            continue
        if liberties >= 2:
            candidates_add(out, liberty)
    if board_liberties(b, last) == 1:
        candidates_add(out, chain_first_liberty(chain_of(b, last)))
    candidates_keep_legal(b, color, True, out)
