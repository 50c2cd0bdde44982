"""The rules of the heavy playouts."""

from board_ext.atari cimport is_bad_self_atari, is_self_atari, liberties_after
from board_ext.bits cimport bits_count, bits_next
from board_ext.board cimport (
    Chain, board_is_legal, board_liberties, board_pass, board_play, chain_first_liberty, chain_of,
    is_stone, neighbours_or, stone_bit,
)
from board_ext.ladder cimport ladder_escapes
from board_ext.nakade cimport nakade_vital_point
from board_ext.rng cimport rng_below, rng_float
from board_ext.types cimport (
    BLACK, CELL_EMPTY, CELL_STONE, NO_VERTEX, STRIDE, WHITE, opponent,
)
from gtpengine.mcts.patterns3 cimport PATTERN3, pattern3_code
from gtpengine.mcts.uniform cimport is_playable

cdef int[8] AROUND
AROUND[:] = [-STRIDE, -1, 1, STRIDE, -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1]


cdef inline void _add_captures_beside(const Board* b, int start, Candidates* out) noexcept nogil:
    """Add the captures of enemy chains in atari that touch the chain at ``start``."""
    cdef int v = start, i, n
    cdef int own = b.cell[start]
    while True:
        for i in range(4):
            n = v + AROUND[i]
            # is_stone is false for the border; another cell code means the other colour.
            if is_stone(b, n) and b.cell[n] != own and board_liberties(b, n) == 1:
                candidates_add(out, chain_first_liberty(chain_of(b, n)))
        v = b.next_stone[v]
        if v == start:
            break


cdef inline void _keep_legal(const Board* b, int color, Candidates* list) noexcept nogil:
    """Drop what the simple ko, or suicide, forbids."""
    cdef int i = 0
    while i < list.n:
        if board_is_legal(b, list.vertices[i], color):
            i += 1
        else:
            list.n -= 1
            list.vertices[i] = list.vertices[list.n]


cdef void atari_moves(const Board* b, int color, bint read_ladders,
                      Candidates* out) noexcept nogil:
    """Add what the last move calls for: saving own chains it put in atari, by capturing around
    them or by running to two liberties, and capturing its own chain when that is in atari."""
    cdef int last = b.last_move, i, n, liberty, liberties, move
    cdef int own = stone_bit(color)
    cdef int seen[4]
    cdef int n_seen = 0, j
    cdef bint known
    for i in range(4):
        n = last + AROUND[i]
        if not (b.cell[n] & own) or board_liberties(b, n) != 1:
            continue
        known = False
        for j in range(n_seen):
            known = known or seen[j] == b.chain[n]
        if known:
            continue
        seen[n_seen] = b.chain[n]
        n_seen += 1
        _add_captures_beside(b, n, out)
        liberty = chain_first_liberty(chain_of(b, n))
        liberties = liberties_after(b, liberty, color, 3)
        if liberties == 3 or (liberties == 2 and not (read_ladders
                                                      and not ladder_escapes(b, n, &move))):
            candidates_add(out, liberty)
    if is_stone(b, last) and board_liberties(b, last) == 1:
        candidates_add(out, chain_first_liberty(chain_of(b, last)))
    _keep_legal(b, color, out)


cdef inline void _attack(const Board* b, int target, int color, Candidates* out) noexcept nogil:
    """Add the ataris on the two-liberty chain at ``target`` after which it can not run to three
    liberties, as far as counting shows, and that are no self-atari."""
    cdef const Chain* chain = chain_of(b, target)
    cdef int first = chain_first_liberty(chain), second = bits_next(chain.liberties, first)
    cdef int enemy = opponent(color)
    # The runner's count includes the liberty that the atari takes.
    if liberties_after(b, second, enemy, 4) < 4 and liberties_after(b, first, color, 2) > 1:
        candidates_add(out, first)
    if liberties_after(b, first, enemy, 4) < 4 and liberties_after(b, second, color, 2) > 1:
        candidates_add(out, second)


cdef inline void _defend(const Board* b, int target, int color, Candidates* out) noexcept nogil:
    """Add the captures beside the own two-liberty chain at ``target`` and the extensions of it to
    three liberties."""
    cdef const Chain* chain = chain_of(b, target)
    cdef int first = chain_first_liberty(chain), second = bits_next(chain.liberties, first)
    _add_captures_beside(b, target, out)
    if liberties_after(b, first, color, 3) >= 3:
        candidates_add(out, first)
    if liberties_after(b, second, color, 3) >= 3:
        candidates_add(out, second)


cdef void two_liberty_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add attacks on the last move's chain and on chains beside it, and the defence of own chains
    beside it, where they have two liberties."""
    cdef int last = b.last_move, i, n
    cdef int own = stone_bit(color)
    if board_liberties(b, last) == 2:
        _attack(b, last, color, out)
    for i in range(4):
        n = last + AROUND[i]
        if b.cell[n] & own and board_liberties(b, n) == 2:
            _defend(b, n, color, out)
    _keep_legal(b, color, out)


cdef inline bint _may_be_small_region(const Board* b, int v) noexcept nogil:
    """A quick look before the region is filled: one or two empty neighbours, and stones of one
    colour. The centre of a pyramid or a cross does not pass, but a point beside it does."""
    cdef int n_empty = ((b.cell[v - STRIDE] == CELL_EMPTY) + (b.cell[v - 1] == CELL_EMPTY)
                        + (b.cell[v + 1] == CELL_EMPTY) + (b.cell[v + STRIDE] == CELL_EMPTY))
    cdef int stones = neighbours_or(b, v) & CELL_STONE
    return (n_empty == 1 or n_empty == 2) and stones != CELL_STONE


cdef void nakade_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add the vital points of the small empty regions beside the last move."""
    cdef int i, n, vital
    for i in range(8):
        n = b.last_move + AROUND[i]
        if b.cell[n] != CELL_EMPTY or not _may_be_small_region(b, n):
            continue
        vital = nakade_vital_point(b, n)
        if vital != NO_VERTEX and board_is_legal(b, vital, color):
            candidates_add(out, vital)


cdef void pattern_moves(const Board* b, int around, int color, Candidates* out) noexcept nogil:
    """Add the legal matches of a 3x3 pattern among the eight points around a vertex."""
    cdef int i, v
    for i in range(8):
        v = around + AROUND[i]
        if b.cell[v] != CELL_EMPTY:
            continue
        if PATTERN3[pattern3_code(b, v)] & color and is_playable(b, v, color):
            candidates_add(out, v)


cdef inline int _take_good(const Board* b, int color, Candidates* list, bint strict,
                           Rng* rng) noexcept nogil:
    """Return a random candidate that is no bad self-atari (unless not ``strict``), or none."""
    cdef int i, v
    while list.n > 0:
        i = rng_below(rng, list.n)
        v = list.vertices[i]
        if not strict or not is_self_atari(b, v, color) or not is_bad_self_atari(b, v, color):
            return v
        list.n -= 1
        list.vertices[i] = list.vertices[list.n]
    return NO_VERTEX


cdef inline int _uniform_good_move(Board* b, int color, bint strict, Rng* rng) noexcept nogil:
    """`uniform_move`, without bad self-ataris when ``strict``."""
    cdef int n = b.n_empty, i, v, other
    while n > 0:
        i = rng_below(rng, n)
        v = b.empties[i]
        if is_playable(b, v, color) and (
                not strict or not is_self_atari(b, v, color) or not is_bad_self_atari(b, v, color)):
            return v
        n -= 1
        other = b.empties[n]
        b.empties[n] = v
        b.empty_index[v] = n
        b.empties[i] = other
        b.empty_index[other] = i
    return NO_VERTEX


cdef int playout_move(Board* b, int color, const CParams* p, Rng* rng, int* reason) noexcept nogil:
    """Return the move of a playout (PASS_VERTEX when nothing is left) and why it was chosen."""
    cdef Candidates list
    cdef int v
    cdef bint strict = rng_float(rng) < p.playout_self_atari_rate
    if b.last_move != NO_VERTEX and is_stone(b, b.last_move):
        list.n = 0
        if rng_float(rng) < p.playout_atari_rate:
            atari_moves(b, color, p.playout_ladder_rate > 0.0
                        and rng_float(rng) < p.playout_ladder_rate, &list)
            if list.n:
                reason[0] = REASON_ATARI
                return list.vertices[rng_below(rng, list.n)]
        if rng_float(rng) < p.playout_two_liberty_rate:
            two_liberty_moves(b, color, &list)
            v = _take_good(b, color, &list, strict, rng)
            if v != NO_VERTEX:
                reason[0] = REASON_TWO_LIBERTIES
                return v
            list.n = 0
        if rng_float(rng) < p.playout_nakade_rate:
            nakade_moves(b, color, &list)
            v = _take_good(b, color, &list, True, rng)
            if v != NO_VERTEX:
                reason[0] = REASON_NAKADE
                return v
        if rng_float(rng) < p.playout_pattern_rate:
            list.n = 0
            pattern_moves(b, b.last_move, color, &list)
            if b.last_move2 != NO_VERTEX:
                pattern_moves(b, b.last_move2, color, &list)
            v = _take_good(b, color, &list, strict, rng)
            if v != NO_VERTEX:
                reason[0] = REASON_PATTERN
                return v
    v = _uniform_good_move(b, color, strict, rng)
    reason[0] = REASON_UNIFORM if v != NO_VERTEX else REASON_PASS
    return v


cdef void playout_run(Board* b, const CParams* p, Rng* rng, Record* record) noexcept nogil:
    """Play to the end and append the moves to ``record``.

    The end is two passes in a row, ``playout_max_moves`` a point, or a lead in stones beyond
    ``mercy``.
    """
    cdef int limit = <int>(p.playout_max_moves * b.size * b.size), played = 0, v, reason, lead
    cdef int mercy = <int>(p.mercy * b.size * b.size)
    limit = min(limit, MAX_SIMULATION_MOVES - 2 - record.n)
    while b.n_passes < 2 and played < limit:
        v = playout_move(b, b.to_play, p, rng, &reason)
        record.vertices[record.n] = v
        record.reasons[record.n] = reason
        record.n += 1
        played += 1
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
        # Only captures can make a lead.
        elif board_play(b, v, b.to_play) and mercy:
            lead = bits_count(b.points[BLACK]) - bits_count(b.points[WHITE])
            if lead > mercy or -lead > mercy:
                break
