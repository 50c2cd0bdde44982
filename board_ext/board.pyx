"""Functions of the board that not every move calls."""

from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memset

from board_ext.lowlevel.bits cimport bits_has, bits_set, bits_zero
from board_ext.lowlevel.bitsets cimport bits_count
from board_ext.lowlevel.system cimport aligned_free, aligned_new
from board_ext.lowlevel.types cimport (
    CELL_BLACK, CELL_BORDER, CELL_WHITE, WHITE, vertex_of,
)
from board_ext.lowlevel.zobrist cimport zobrist_stone


cdef Board* board_new() noexcept nogil:
    """Return memory for a board with each chain on a cache line of its own, or NULL."""
    return <Board*>aligned_new(64, sizeof(Board))


cdef void board_free(Board* b) noexcept nogil:
    """Free a board; NULL does nothing."""
    aligned_free(b)


cdef void board_init(Board* b, int size) noexcept nogil:
    """Set up the empty board of ``size`` (MIN_SIZE to MAX_SIZE): Black to play, no suicide."""
    cdef int row, column, v, i
    memset(b, 0, sizeof(Board))
    b.size = size
    b.to_play = BLACK
    memset(b.cell, CELL_BORDER, sizeof(b.cell))
    for row in range(size):
        for column in range(size):
            v = vertex_of(row, column)
            b.cell[v] = CELL_EMPTY
            bits_set(b.points[EMPTY], v)
            b.empty_index[v] = b.n_empty
            b.empties[b.n_empty] = v
            b.n_empty += 1
    # The lowest numbers are on top of the stack, so that a copy of the board is short.
    for i in range(MAX_CHAINS - 1):
        b.free_chains[i] = MAX_CHAINS - 1 - i
    b.n_free = MAX_CHAINS - 1
    b.n_chains_used = 1
    b.chains[0].n_liberties = DUMMY_LIBERTIES


cdef int _check_chain(const Board* b, int start, uint64_t* checked) noexcept nogil:
    """Recompute the chain at ``start`` by a flood fill; return 0, or the code of the first
    difference."""
    cdef uint64_t liberties[WORDS]
    cdef uint64_t seen[WORDS]
    cdef int stack[MAX_POINTS]
    cdef int offsets[4]
    cdef int n_stack = 1, n_stones = 0, v, n, i, listed = 0
    cdef const Chain* chain = chain_of(b, start)
    offsets[:] = [-STRIDE, -1, 1, STRIDE]
    bits_zero(liberties)
    bits_zero(seen)
    stack[0] = start
    bits_set(seen, start)
    while n_stack:
        n_stack -= 1
        v = stack[n_stack]
        n_stones += 1
        bits_set(checked, v)
        if b.chain[v] != b.chain[start]:
            return 11
        for i in range(4):
            n = v + offsets[i]
            if b.cell[n] == CELL_EMPTY:
                bits_set(liberties, n)
            elif b.cell[n] == b.cell[start] and not bits_has(seen, n):
                bits_set(seen, n)
                stack[n_stack] = n
                n_stack += 1
    v = start
    while True:
        if not bits_has(seen, v) or listed > n_stones:
            return 12
        listed += 1
        v = b.next_stone[v]
        if v == start:
            break
    if listed != n_stones or <int>chain.n_stones != n_stones:
        return 13
    if <int>chain.n_liberties != bits_count(liberties) or chain.n_liberties == 0:
        return 14
    for i in range(WORDS):
        if chain.liberties[i] != liberties[i]:
            return 15
    return 0


cdef int board_check(const Board* b) noexcept nogil:
    """Recompute every field that moves keep up to date; return 0, or a code for the first
    difference.

    Codes: 1 cells, 2 border, 3 bitboards, 4 empty points, 5 hash, 6 ko, 7 chain numbers; 11 to 15 a
    chain's number, list of stones, size, number of liberties, set of liberties.
    """
    cdef uint64_t checked[WORDS]
    cdef uint8_t used[MAX_CHAINS]
    cdef uint64_t key = 0
    cdef int v, row, column, color, code, n_empty = 0, n_used = 0, i
    bits_zero(checked)
    memset(used, 0, sizeof(used))
    # board_copy does not copy what lies beyond.
    for v in range((b.size + 2) * STRIDE):
        row = v // STRIDE - 1
        column = v % STRIDE - 1
        if row < 0 or row >= b.size or column < 0 or column >= b.size:
            if b.cell[v] != CELL_BORDER or b.chain[v] != 0:
                return 2
            for color in range(3):
                if bits_has(b.points[color], v):
                    return 3
            continue
        color = board_color(b, v)
        if b.cell[v] != (CELL_BLACK if color == BLACK else
                         (CELL_WHITE if color == WHITE else CELL_EMPTY)):
            return 1
        for i in range(3):
            if bits_has(b.points[i], v) != (i == color):
                return 3
        if color == EMPTY:
            n_empty += 1
            if b.empties[b.empty_index[v]] != v or b.empty_index[v] >= b.n_empty:
                return 4
            if b.chain[v] != 0:
                return 7
            continue
        key ^= zobrist_stone(color, v)
        if not bits_has(checked, v):
            code = _check_chain(b, v, checked)
            if code:
                return code
            if b.chain[v] == 0 or b.chain[v] >= b.n_chains_used or used[b.chain[v]]:
                return 7
            used[b.chain[v]] = 1
            n_used += 1
    if n_empty != b.n_empty:
        return 4
    if <int>b.chains[0].n_liberties != DUMMY_LIBERTIES + bits_count(b.chains[0].liberties):
        return 7
    if key != b.hash:
        return 5
    if b.ko and (b.cell[b.ko] != CELL_EMPTY or not is_eyelike(b, b.ko, opponent(b.ko_color))):
        return 6
    if n_used + b.n_free != MAX_CHAINS - 1 or b.n_chains_used > MAX_CHAINS:
        return 7
    for i in range(b.n_free):
        if used[b.free_chains[i]]:
            return 7
    return 0


cdef void board_assert(const Board* b) noexcept nogil:
    """Stop the process at the first inconsistency; debug builds call this after each move."""
    cdef int code = board_check(b)
    if code:
        fprintf(stderr, "gtpengine: board inconsistent, code %d, size %d, move %d at vertex %d\n",
                code, b.size, b.move_number, b.last_move)
        abort()
