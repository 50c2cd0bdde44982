"""Playout rule: take a liberty of the enemy in a capturing race that the side to move first wins.

The count is Mueller's, 1999 (``board_ext.solvers.semeai``); as a playout rule it is ours.
"""

from board_ext.board cimport (
    Board, Chain, board_color, board_liberties, board_stones, chain_first_liberty, chain_of,
    is_eyelike, stone_bit,
)
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport CELL_EMPTY, NO_VERTEX, WORDS, opponent, uint64_t
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.solvers.semeai cimport Semeai, semeai_count, semeai_for
from board_ext.tactics.atari cimport chain_neighbours, liberties_after
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_add, candidates_take
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_race_rate", float, 0.0, 0.0, 1.0,
        doc="rate of counting the capturing races of the chains that the last move touched, to "
        "fill a liberty where that decides",
        source="Mueller 1999 for the count; as a playout rule ours",
    ),
    ParamSpec(
        "playout_race_liberties", int, 5, 2, 20,
        doc="most liberties of an own chain whose races are counted",
        source="ours; not tuned",
    ),
)


cdef enum:
    # Races considered: confined chains of at least RACE_STONES stones whose liberties differ by at
    # most RACE_MARGIN. The count itself sees approach moves and eyes.
    RACE_STONES = 2
    RACE_MARGIN = 2
    MAX_RIVALS = 8


cdef void _fill(const Board* b, int own_stone, int enemy_stone, int color,
                Candidates* out) noexcept nogil:
    """Add the enemy's outside liberties that are no self-atari.

    When each would be one, add the points beside them that prepare (approach moves); when there are
    none, add the shared ones.
    """
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
            if (b.cell[u] == CELL_EMPTY and not is_eyelike(b, u, opponent(color))
                    and liberties_after(b, u, color, 2) > 1):
                candidates_add(out, u)
        v = bits_next(outside, v)
    if n_outside == 0:
        v = bits_first(enemy)
        while v:
            if liberties_after(b, v, color, 2) > 1:
                candidates_add(out, v)
            v = bits_next(enemy, v)


cdef inline bint _is_confined(const Board* b, int stone) noexcept nogil:
    """Return whether no move on a liberty gives the chain more of them than it has.

    A chain that can run into the open is in no race.
    """
    cdef const Chain* chain = chain_of(b, stone)
    cdef int v = chain_first_liberty(chain), limit = chain.n_liberties + 1
    cdef int color = board_color(b, stone)
    while v:
        if liberties_after(b, v, color, limit) == limit:
            return False
        v = bits_next(chain.liberties, v)
    return True


cdef inline bint _is_close(const Board* b, int own_stone, int enemy_stone) noexcept nogil:
    """Return whether the race depends on who moves first."""
    cdef Semeai race
    semeai_count(b, own_stone, enemy_stone, &race)
    return semeai_for(&race, 0) > -semeai_for(&race, 1)


cdef void _add_moves(const Board* b, int color, int most_liberties,
                     Candidates* out) noexcept nogil:
    """Add moves for close races of own chains that the last move touched.

    Only chains of up to ``most_liberties`` liberties count.
    """
    cdef int i, j, n, liberties, enemy_liberties, n_beside
    cdef int own = stone_bit(color)
    cdef int[MAX_RIVALS] beside
    for i in range(4):
        n = b.last_move + NEIGHBOURS[i]
        if not (b.cell[n] & own) or board_stones(b, n) < RACE_STONES:
            continue
        liberties = board_liberties(b, n)
        if liberties < 2 or liberties > most_liberties or not _is_confined(b, n):
            continue
        n_beside = chain_neighbours(b, n, beside, MAX_RIVALS)
        for j in range(n_beside):
            enemy_liberties = board_liberties(b, beside[j])
            if (enemy_liberties >= 2 and abs(enemy_liberties - liberties) <= RACE_MARGIN
                    and board_stones(b, beside[j]) >= RACE_STONES
                    and _is_confined(b, beside[j])
                    and _is_close(b, n, beside[j])):
                _fill(b, n, beside[j], color, out)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return a move of a close race, or NO_VERTEX."""
    cdef Candidates list
    list.n = 0
    if not chance(playout.rng, values_of(playout.params).playout_race_rate):
        return NO_VERTEX
    _add_moves(b, color, values_of(playout.params).playout_race_liberties, &list)
    return candidates_take(b, color, &list, refusal, playout.rng)


RULE = PlayoutRule(
    name="race", reason="race", parameter="playout_race_rate", place=50, answers=True,
).plays(move)
