"""Playout rule: in a capturing race that the last move made close, take a liberty of the enemy."""

from board_ext.atari cimport liberties_after
from board_ext.bits cimport bits_first, bits_next
from board_ext.board cimport (
    Board, Chain, board_is_legal, board_liberties, board_stones, chain_of, is_eyelike, stone_bit,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.semeai cimport Semeai, semeai_count, semeai_outcome
from board_ext.types cimport WORDS, opponent, uint64_t
from gtpengine.mcts.candidates cimport Candidates, candidates_add

cdef enum:
    RACE_LIBERTIES = 6        # chains with more are in no race


cdef inline void _fill(const Board* b, int own_stone, int enemy_stone, int color,
                       Candidates* out) noexcept nogil:
    """Add the outside liberties of the enemy that are no self-atari; when each would be one, the
    points beside them that prepare (approach moves); when there are none, the shared ones."""
    cdef const uint64_t* own = &chain_of(b, own_stone).liberties[0]
    cdef const uint64_t* enemy = &chain_of(b, enemy_stone).liberties[0]
    cdef uint64_t[WORDS] outside
    cdef int i, v, u, n_outside = 0, before = out.n
    for i in range(WORDS):
        outside[i] = enemy[i] & ~own[i]
    v = bits_first(outside)
    while v:
        n_outside += 1
        if liberties_after(b, v, color, 2) > 1 and board_is_legal(b, v, color):
            candidates_add(out, v)
        v = bits_next(outside, v)
    if out.n > before:
        return
    v = bits_first(outside)
    while v:
        for i in range(4):
            u = v + NEIGHBOURS[i]
            if (b.cell[u] == 0 and not is_eyelike(b, u, opponent(color))
                    and liberties_after(b, u, color, 2) > 1):
                candidates_add(out, u)
        v = bits_next(outside, v)
    if n_outside == 0:
        v = bits_first(enemy)
        while v:
            if liberties_after(b, v, color, 2) > 1:
                candidates_add(out, v)
            v = bits_next(enemy, v)


cdef inline void race_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add moves for the races between the last move's chain and own chains beside it that the side
    to move wins, and would not win if it played elsewhere."""
    cdef int last = b.last_move, i, n, enemy_liberties, liberties
    cdef int own = stone_bit(color)
    cdef Semeai race
    enemy_liberties = board_liberties(b, last)
    if enemy_liberties > RACE_LIBERTIES or enemy_liberties < 2:
        return
    for i in range(4):
        n = last + NEIGHBOURS[i]
        if not (b.cell[n] & own) or board_stones(b, n) < 2:
            continue
        liberties = board_liberties(b, n)
        if liberties < 2 or liberties > RACE_LIBERTIES or abs(liberties - enemy_liberties) > 2:
            continue
        semeai_count(b, n, last, &race)
        # First if we move, then if they do.
        if (semeai_outcome(race.sides[0].outside, race.sides[1].outside, race.shared,
                           race.sides[0].eye, race.sides[1].eye)
                > -semeai_outcome(race.sides[1].outside, race.sides[0].outside, race.shared,
                                  race.sides[1].eye, race.sides[0].eye)):
            _fill(b, n, last, color, out)
