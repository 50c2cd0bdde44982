"""The longer parts of atari.pxd: captures, excuses of a self-atari, neighbouring chains."""

from libc.string cimport memset

from board_ext.board cimport (
    Board, Chain, chain_first_liberty, count_diagonal, is_eyelike, is_true_eye, neighbours_or,
    stone_bit,
)
from board_ext.lowlevel.bits cimport bit_of, bits_clear, bits_has, bits_set
from board_ext.lowlevel.bitsets cimport bits_count, bits_first, bits_next
from board_ext.lowlevel.types cimport (
    CELL_BORDER_BIT, CELL_COLOR, CELL_EMPTY, CELL_STONE, NO_VERTEX, WORDS, uint64_t,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.shapes cimport MAX_NAKADE, is_one_eye, shape_of


cdef struct Joined:
    # What a stone would connect to.
    int chains[4]             # the distinct own chains around it
    int n_chains
    int n_stones              # of the chain it would make
    uint64_t liberties[WORDS]    # of that chain, without what captures would add


cdef inline void _join_chains(const Board* b, int v, int color, Joined* joined) noexcept nogil:
    """Collect what a stone of ``color`` at ``v`` would connect to."""
    cdef int own = stone_bit(color), i, j, n, number
    cdef bint known
    joined.n_chains = 0
    joined.n_stones = 1
    memset(joined.liberties, 0, sizeof(joined.liberties))
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if b.cell[n] == CELL_EMPTY:
            bits_set(joined.liberties, n)
        elif b.cell[n] & own:
            number = b.chain[n]
            known = False
            for j in range(joined.n_chains):
                known = known or joined.chains[j] == number
            if not known:
                joined.chains[joined.n_chains] = number
                joined.n_chains += 1
                joined.n_stones += b.chains[number].n_stones
                for j in range(WORDS):
                    joined.liberties[j] |= b.chains[number].liberties[j]
    bits_clear(joined.liberties, v)


cdef inline bint _belongs(const Board* b, int n, int v, const Joined* joined) noexcept nogil:
    """Return whether ``n`` is the vertex ``v`` or a stone of a chain it connects to."""
    cdef int j
    if n == v:
        return True
    for j in range(joined.n_chains):
        if b.chain[n] == joined.chains[j]:
            return True
    return False


cdef int liberties_after_capture(const Board* b, int v, int color, int limit) noexcept nogil:
    """Answer ``liberties_after`` for a move that captures."""
    cdef int enemy = CELL_STONE ^ stone_bit(color), i, j, n, u, count
    cdef Joined joined
    _join_chains(b, v, color, &joined)
    # The captured neighbours alone settle most cases.
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if (b.cell[n] & enemy) and b.chains[b.chain[n]].n_liberties == 1:
            bits_set(joined.liberties, n)
    count = bits_count(joined.liberties)
    if count >= limit:
        return limit
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if not (b.cell[n] & enemy) or b.chains[b.chain[n]].n_liberties != 1:
            continue
        u = b.next_stone[n]
        while u != n:
            if not bits_has(joined.liberties, u):
                for j in range(4):
                    if _belongs(b, u + NEIGHBOURS[j], v, &joined):
                        bits_set(joined.liberties, u)
                        count += 1
                        if count == limit:
                            return limit
                        break
            u = b.next_stone[u]
    return count


cdef inline bint _breathes_elsewhere(const Chain* chain, int v, int w) noexcept nogil:
    """Return whether the chain has a liberty that is neither ``v`` nor ``w``."""
    cdef int i
    cdef uint64_t word
    if chain.n_liberties > 2:
        return True
    for i in range(WORDS):
        word = chain.liberties[i]
        if word:
            if v >> 6 == i:
                word &= ~bit_of(v)
            if w >> 6 == i:
                word &= ~bit_of(w)
            if word:
                return True
    return False


cdef bint _is_snapback(const Board* b, int v, int w, int color) noexcept nogil:
    """Return whether the enemy cannot capture a lone stone of ``color`` at ``v`` without a
    snapback.

    The stone's liberty is ``w``. The chain that captures there must have ``v`` as its only liberty,
    and two stones or more, so that it is no ko.
    """
    cdef int enemy = CELL_STONE ^ stone_bit(color), i, n
    cdef bint larger = False
    for i in range(4):
        n = w + NEIGHBOURS[i]
        if n == v:
            continue
        if b.cell[n] == CELL_EMPTY:
            return False
        if b.cell[n] & enemy:
            larger = True
            if _breathes_elsewhere(&b.chains[b.chain[n]], v, w):
                return False
        elif b.cell[n] & CELL_STONE and b.chains[b.chain[n]].n_liberties == 1:
            return False          # the capture at w takes this own chain too
    return larger


cdef bint _has_eye(const Board* b, int n) noexcept nogil:
    """Return whether a liberty of the chain at ``n`` is a true eye of its colour."""
    cdef int color = b.cell[n] & CELL_COLOR, u
    cdef const Chain* chain = &b.chains[b.chain[n]]
    u = bits_first(chain.liberties)
    while u:
        if is_eyelike(b, u, color) and is_true_eye(b, u, color):
            return True
        u = bits_next(chain.liberties, u)
    return False


cdef bint self_atari_excused(const Board* b, int v, int color) noexcept nogil:
    """Return whether the self-atari of ``color`` at ``v`` has an excuse (``is_bad_self_atari``)."""
    cdef int own = stone_bit(color), enemy = CELL_STONE ^ own, i, j, n, u, w, count
    cdef int points[MAX_NAKADE + 1]
    cdef Joined joined
    if captures_at(b, v, color):
        return True
    _join_chains(b, v, color, &joined)
    if joined.n_stones > MAX_NAKADE:
        return False
    w = bits_first(joined.liberties)
    if w == NO_VERTEX:
        return False
    if joined.n_chains == 0:
        count = count_diagonal(b, v, color)
        if count >= (1 if neighbours_or(b, v) & CELL_BORDER_BIT else 2):
            return True
        return _is_snapback(b, v, w, color)
    # A closed eye space: nothing around w but the enemy, the border and this chain.
    for i in range(4):
        n = w + NEIGHBOURS[i]
        if n != v and (b.cell[n] == CELL_EMPTY
                       or (b.cell[n] & own and not _belongs(b, n, v, &joined))):
            return False
    points[0] = v
    count = 1
    for j in range(joined.n_chains):
        for i in range(4):
            n = v + NEIGHBOURS[i]
            if b.cell[n] & own and b.chain[n] == joined.chains[j]:
                break
        u = n
        while True:
            points[count] = u
            count += 1
            u = b.next_stone[u]
            if u == n:
                break
    if not is_one_eye(shape_of(points, count)):
        return False
    # There is nothing to gain when the enclosing side has an eye elsewhere.
    points[count] = w
    for j in range(count + 1):
        for i in range(4):
            n = points[j] + NEIGHBOURS[i]
            if b.cell[n] & enemy and _has_eye(b, n):
                return False
    return True


cdef int chain_neighbours(const Board* b, int v, int* out, int limit) noexcept nogil:
    """Write one stone of each enemy chain beside the chain at ``v`` to ``out``, at most ``limit``;
    return how many were written."""
    cdef int enemy = CELL_STONE ^ (b.cell[v] & CELL_STONE), u = v, i, n, number, count = 0
    cdef uint64_t seen[5]         # one bit a chain number, of MAX_CHAINS = 296
    memset(seen, 0, sizeof(seen))
    while True:
        for i in range(4):
            n = u + NEIGHBOURS[i]
            if b.cell[n] & enemy:
                number = b.chain[n]
                if not bits_has(seen, number):
                    if count == limit:
                        return count
                    bits_set(seen, number)
                    out[count] = n
                    count += 1
        u = b.next_stone[u]
        if u == v:
            return count


cdef int capture_moves(const Board* b, int v, int* out, int limit) noexcept nogil:
    """Write the distinct points that capture an enemy chain beside the chain at ``v`` to ``out``.

    At most ``limit`` are written; return how many. Ko is not looked at.
    """
    cdef int enemy = CELL_STONE ^ (b.cell[v] & CELL_STONE), u = v, i, j, n, point, count = 0
    cdef const Chain* chain
    while True:
        for i in range(4):
            n = u + NEIGHBOURS[i]
            if not (b.cell[n] & enemy):
                continue
            chain = &b.chains[b.chain[n]]
            if chain.n_liberties != 1:
                continue
            point = chain_first_liberty(chain)
            for j in range(count):
                if out[j] == point:
                    break
            else:
                if count == limit:
                    return count
                out[count] = point
                count += 1
        u = b.next_stone[u]
        if u == v:
            return count
