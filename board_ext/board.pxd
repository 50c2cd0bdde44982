"""The board: one C struct, and the functions that play on it.

Each chain has the set of its liberties as a bitset, kept up to date move by move. So taking a
liberty away clears one bit, merging two chains is an OR, being in atari is a counter, and the
liberties can be listed. Empty vertices and the border belong to chain 0, a dummy. Its liberties are
counted too high to be ever in atari. So neither updates nor tests have to ask what a neighbour is.

Vertices are ``Py_ssize_t`` in the functions that every move calls: no address then needs a sign
extension.

The board knows the simple ko and the suicide rule. Superko needs the history of the game, which
``Position`` and the search keep.
"""

from libc.string cimport memcpy, memset

from board_ext.lowlevel.bits cimport (
    CROSS, bits_set, lowest_bit64, popcount64, window_high, window_low,
)
from board_ext.lowlevel.types cimport (
    BLACK, CELL_BORDER_BIT, CELL_COLOR, CELL_EMPTY, CELL_OCCUPIED, CELL_STONE, EMPTY, MAX_POINTS,
    N_VERTICES, NO_VERTEX, PASS_VERTEX, STRIDE, WORDS, opponent, uint8_t, uint16_t, uint32_t,
    uint64_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_ko, zobrist_side, zobrist_stone

cdef enum:
    # e empty points are liberties of at most 4 e chains, and 361 - e stones form at most 361 - e
    # chains: never more than 289 at once.
    MAX_CHAINS = 296
    # The dummy chain's number of liberties never falls below this.
    DUMMY_LIBERTIES = 1 << 20


cdef struct Chain:
    uint64_t liberties[WORDS]     # the set of liberties
    uint32_t n_liberties          # its size
    uint16_t n_stones
    uint16_t mark                 # 0 or 1, for the caller; merging chains ORs their marks


cdef struct Board:
    Chain chains[MAX_CHAINS]                 # [0] is the dummy; kept first for its alignment
    uint64_t points[3][WORDS]                # bitboards of EMPTY, BLACK, WHITE, indexed by colour
    uint64_t hash                            # Zobrist hash of the stones alone
    int size
    int n_empty
    int ko                                   # vertex forbidden to ko_color by the simple ko rule
    int ko_color
    int to_play
    int move_number                          # moves and passes since the board was set up
    int n_passes                             # consecutive passes at the end of the game
    int last_move                            # vertex, PASS_VERTEX or NO_VERTEX
    int last_move2                           # the one before
    int prisoners[3]                         # stones captured *by* a colour; [0] unused
    int suicide_allowed                      # of chains of two stones or more
    int n_free                               # chain numbers on the stack free_chains
    int n_chains_used                        # every chain number in use is below this
    uint16_t empties[MAX_POINTS + 3]         # the empty vertices in no particular order
    uint16_t free_chains[MAX_CHAINS]
    # CELL_* bits. The diagonals of the last corner of a 19x19 board reach one beyond the vertices.
    uint8_t cell[N_VERTICES + 4]
    uint16_t chain[N_VERTICES]               # number of the chain of a stone, 0 elsewhere
    uint16_t next_stone[N_VERTICES]          # circular list of the stones of a chain
    uint16_t empty_index[N_VERTICES]         # place of an empty vertex in `empties`


cdef extern from *:
    """
    #ifdef GTPENGINE_DEBUG
    #define GTPENGINE_BOARD_CHECKS 1
    #else
    #define GTPENGINE_BOARD_CHECKS 0
    #endif
    """
    const bint BOARD_CHECKS "GTPENGINE_BOARD_CHECKS"


# In board.pyx: functions that not every move calls.
cdef Board* board_new() noexcept nogil
cdef void board_free(Board* b) noexcept nogil
cdef void board_init(Board* b, int size) noexcept nogil
cdef int board_check(const Board* b) noexcept nogil
cdef void board_assert(const Board* b) noexcept nogil
cdef uint64_t board_hash_after(const Board* b, int v, int color) noexcept nogil
cdef bint board_place(Board* b, int v, int color) noexcept nogil


# --- looking ----------------------------------------------------------------------------------

cdef inline int board_color(const Board* b, int v) noexcept nogil:
    """Return EMPTY, BLACK, WHITE, or 3 for the border."""
    return b.cell[v] & CELL_COLOR


cdef inline int stone_bit(int color) noexcept nogil:
    """Return the CELL_* bit of a stone of ``color``."""
    return CELL_OCCUPIED << color


cdef inline bint is_stone(const Board* b, int v) noexcept nogil:
    """Return whether there is a stone at ``v``."""
    return (b.cell[v] & CELL_STONE) != 0


cdef inline const Chain* chain_of(const Board* b, int v) noexcept nogil:
    """Return the chain of the stone at ``v``, or the dummy chain if ``v`` has no stone."""
    return &b.chains[b.chain[v]]


cdef inline int board_liberties(const Board* b, int v) noexcept nogil:
    """Return the number of liberties of the chain of the stone at ``v``."""
    return b.chains[b.chain[v]].n_liberties


cdef inline int board_stones(const Board* b, int v) noexcept nogil:
    """Return the number of stones of the chain of the stone at ``v``."""
    return b.chains[b.chain[v]].n_stones


cdef inline int chain_first_liberty(const Chain* chain) noexcept nogil:
    """Return the lowest liberty of a chain. Every chain on the board has one."""
    cdef int i = 0
    while chain.liberties[i] == 0:
        i += 1
    return (i << 6) + lowest_bit64(chain.liberties[i])


cdef inline int neighbours_and(const Board* b, Py_ssize_t v) noexcept nogil:
    """Return the AND of the four neighbours' cells.

    ``& color`` is then true when all are of that colour or border, ``& CELL_OCCUPIED`` when none is
    empty.
    """
    return b.cell[v - STRIDE] & b.cell[v - 1] & b.cell[v + 1] & b.cell[v + STRIDE]


cdef inline int neighbours_or(const Board* b, Py_ssize_t v) noexcept nogil:
    """Return the OR of the four neighbours' cells."""
    return b.cell[v - STRIDE] | b.cell[v - 1] | b.cell[v + 1] | b.cell[v + STRIDE]


cdef inline int count_diagonal(const Board* b, int v, int color) noexcept nogil:
    """Return how many of the four diagonal neighbours are stones of ``color``."""
    cdef int bit = stone_bit(color)
    cdef int total = ((b.cell[v - STRIDE - 1] & bit) + (b.cell[v - STRIDE + 1] & bit)
                      + (b.cell[v + STRIDE - 1] & bit) + (b.cell[v + STRIDE + 1] & bit))
    return total >> (2 + color)


cdef inline bint is_eyelike(const Board* b, int v, int color) noexcept nogil:
    """Return whether the empty vertex ``v`` has only stones of ``color`` and the border beside it.
    """
    return (neighbours_and(b, v) & color) != 0


cdef inline bint is_true_eye(const Board* b, Py_ssize_t v, int color) noexcept nogil:
    """Return whether the diagonals make the eye-like ``v`` safe.

    It is safe with fewer than two enemy stones there, on the edge with none. This is the usual rule
    of playouts; the two false eyes of a ring are misjudged (``eye_kind`` mends that).
    """
    cdef int bit = stone_bit(opponent(color))
    cdef int total, limit
    total = ((b.cell[v - STRIDE - 1] & bit) + (b.cell[v - STRIDE + 1] & bit)
             + (b.cell[v + STRIDE - 1] & bit) + (b.cell[v + STRIDE + 1] & bit))
    limit = bit if neighbours_or(b, v) & CELL_BORDER_BIT else 2 * bit
    return total < limit


cdef inline bint neighbour_allows(const Board* b, Py_ssize_t n, int own) noexcept nogil:
    """Return whether the neighbour ``n`` alone gives a new stone a liberty.

    ``own`` is the CELL_* bit of the stone's colour. The neighbour does so as an own chain with a
    second liberty, or as an enemy chain in atari.
    """
    return ((b.cell[n] & own) != 0) ^ (b.chains[b.chain[n]].n_liberties == 1)


cdef inline bint is_not_suicide_tight(const Board* b, Py_ssize_t v, int color) noexcept nogil:
    """Return whether a stone at ``v`` has a liberty, given that no neighbour is empty."""
    cdef int own = stone_bit(color)
    return (neighbour_allows(b, v - STRIDE, own) or neighbour_allows(b, v - 1, own)
            or neighbour_allows(b, v + 1, own) or neighbour_allows(b, v + STRIDE, own))


cdef inline bint board_is_legal(const Board* b, int v, int color) noexcept nogil:
    """Return whether ``color`` may play at ``v``, a vertex of the board. Superko is not looked at.

    The suicide of a single stone is always refused: it would change nothing on the board.
    """
    if b.cell[v] != CELL_EMPTY:
        return False
    if not (neighbours_and(b, v) & CELL_OCCUPIED):
        return True
    if v == b.ko and color == b.ko_color:
        return False
    if is_not_suicide_tight(b, v, color):
        return True
    return b.suicide_allowed and (neighbours_or(b, v) & stone_bit(color)) != 0


cdef inline uint64_t board_situation(const Board* b, int to_play) noexcept nogil:
    """Return the hash of the stones and the side to move."""
    return b.hash ^ zobrist_side(to_play)


cdef inline uint64_t board_hash_with_ko(const Board* b, int to_play) noexcept nogil:
    """Return the hash of the stones, the side to move and the ko point."""
    return b.hash ^ zobrist_side(to_play) ^ zobrist_ko(b.ko)


# --- playing ----------------------------------------------------------------------------------

cdef inline int _take_liberty(
    Board* b, Py_ssize_t n, Py_ssize_t word, uint64_t bit
) noexcept nogil:
    """Take a liberty from the chain of ``n``; return how many are left."""
    cdef Chain* chain = &b.chains[b.chain[n]]
    cdef uint64_t old = chain.liberties[word]
    cdef int left = chain.n_liberties - ((old & bit) != 0)
    chain.n_liberties = left
    chain.liberties[word] = old & ~bit
    return left


cdef inline void _give_liberty(
    Board* b, Py_ssize_t n, Py_ssize_t word, uint64_t bit
) noexcept nogil:
    """Give a liberty to the chain of ``n``."""
    cdef Chain* chain = &b.chains[b.chain[n]]
    cdef uint64_t old = chain.liberties[word]
    chain.n_liberties += (old & bit) == 0
    chain.liberties[word] = old | bit


cdef inline void _add_liberties(Board* b, Chain* chain, Py_ssize_t v) noexcept nogil:
    """Give the chain the empty neighbours of its stone at ``v``."""
    cdef Py_ssize_t low = v - STRIDE, word = low >> 6
    cdef uint64_t* liberties = &chain.liberties[word]
    cdef uint64_t add0 = window_low(CROSS, low) & b.points[EMPTY][word] & ~liberties[0]
    cdef uint64_t add1 = window_high(CROSS, low) & b.points[EMPTY][word + 1] & ~liberties[1]
    chain.n_liberties += popcount64(add0) + popcount64(add1)
    liberties[0] |= add0
    liberties[1] |= add1


cdef inline int _remove_chain(Board* b, int start, int color) noexcept nogil:
    """Take the chain at ``start`` off the board; return its number of stones."""
    cdef int number = b.chain[start], v = start, count = 0, word
    cdef uint64_t bit
    while True:
        word = v >> 6
        bit = <uint64_t>1 << (v & 63)
        b.cell[v] = CELL_EMPTY
        b.chain[v] = 0
        b.points[color][word] ^= bit
        b.points[EMPTY][word] ^= bit
        b.hash ^= zobrist_stone(color, v)
        b.empty_index[v] = b.n_empty
        b.empties[b.n_empty] = v
        b.n_empty += 1
        # Stones of the removed chain get liberties too; nobody looks at them.
        _give_liberty(b, v - STRIDE, word, bit)
        _give_liberty(b, v - 1, word, bit)
        _give_liberty(b, v + 1, word, bit)
        _give_liberty(b, v + STRIDE, word, bit)
        count += 1
        v = b.next_stone[v]
        if v == start:
            break
    b.free_chains[b.n_free] = number
    b.n_free += 1
    b.prisoners[opponent(color)] += count
    return count


cdef inline void add_chain(const Board* b, int start, uint64_t* stones) noexcept nogil:
    """Add the stones of the chain of ``start`` to a bitboard."""
    cdef int v = start
    while True:
        bits_set(stones, v)
        v = b.next_stone[v]
        if v == start:
            return


cdef inline int _merge_chains(Board* b, int v, int other) noexcept nogil:
    """Join the chains of ``v`` and ``other``; return the number of the chain they make."""
    cdef int keep = b.chain[v], drop = b.chain[other], start = other, i, u, count = 0
    cdef uint64_t word
    cdef Chain* kept
    cdef Chain* dropped
    if b.chains[keep].n_stones < b.chains[drop].n_stones:
        keep, drop, start = drop, keep, v
    kept = &b.chains[keep]
    dropped = &b.chains[drop]
    for i in range(WORDS):
        word = kept.liberties[i] | dropped.liberties[i]
        kept.liberties[i] = word
        count += popcount64(word)
    kept.n_liberties = count
    kept.n_stones += dropped.n_stones
    kept.mark |= dropped.mark
    u = start
    while True:
        b.chain[u] = keep
        u = b.next_stone[u]
        if u == start:
            break
    b.next_stone[v], b.next_stone[other] = b.next_stone[other], b.next_stone[v]
    b.free_chains[b.n_free] = drop
    b.n_free += 1
    return keep


cdef inline bint _is_captured(const Board* b, int n, int enemy) noexcept nogil:
    """Return whether there is an enemy chain without liberties at ``n``; ``enemy`` is its CELL_*
    bit."""
    return (b.cell[n] & enemy) != 0 and b.chains[b.chain[n]].n_liberties == 0


cdef inline int board_play(Board* b, Py_ssize_t v, int color) noexcept nogil:
    """Play a stone that ``board_is_legal`` allows; return how many enemy stones it captured.

    Either colour may play at any time; afterwards the other one is to play.
    """
    # Long because: a fifth of its lines name variables, and its steps share most of these.
    cdef int own = stone_bit(color), enemy = CELL_STONE ^ own
    cdef Py_ssize_t word = v >> 6, down = v - STRIDE, left = v - 1, right = v + 1, up = v + STRIDE
    cdef int cell0 = b.cell[down], cell1 = b.cell[left], cell2 = b.cell[right], cell3 = b.cell[up]
    cdef int liberties0, liberties1, liberties2, liberties3, number, last, index
    cdef int captured = 0, first_captured
    cdef bint captures
    cdef Py_ssize_t mate
    cdef uint64_t bit = <uint64_t>1 << (v & 63)
    cdef Chain* chain

    # 1. Put the stone on the board: list of empty points, cell, bitboards, hash.
    b.n_empty -= 1
    last = b.empties[b.n_empty]
    index = b.empty_index[v]
    b.empties[index] = last
    b.empty_index[last] = index
    b.cell[v] = own | CELL_OCCUPIED | color
    b.points[EMPTY][word] ^= bit
    b.points[color][word] ^= bit
    b.hash ^= zobrist_stone(color, v)

    # 2. Take the liberty from all four neighbours. For empty ones and the border that is the dummy.
    liberties0 = _take_liberty(b, down, word, bit)
    liberties1 = _take_liberty(b, left, word, bit)
    liberties2 = _take_liberty(b, right, word, bit)
    liberties3 = _take_liberty(b, up, word, bit)
    # Something is captured if a neighbour that is no own stone has 0 left: only 0 - 1 is negative.
    captures = ((liberties0 | (cell0 & own)) - 1 | (liberties1 | (cell1 & own)) - 1
                | (liberties2 | (cell2 & own)) - 1 | (liberties3 | (cell3 & own)) - 1) < 0

    # 3. Without an own neighbour the stone is a new chain; else it joins one and merges the others.
    if not ((cell0 | cell1 | cell2 | cell3) & own):
        b.n_free -= 1
        number = b.free_chains[b.n_free]
        if number >= b.n_chains_used:
            b.n_chains_used = number + 1
        chain = &b.chains[number]
        memset(chain, 0, sizeof(Chain))
        chain.n_stones = 1
        b.chain[v] = number
        b.next_stone[v] = v
        _add_liberties(b, chain, v)
    else:
        mate = down if cell0 & own else (left if cell1 & own else (right if cell2 & own else up))
        number = b.chain[mate]
        chain = &b.chains[number]
        chain.n_stones += 1
        b.chain[v] = number
        b.next_stone[v] = b.next_stone[mate]
        b.next_stone[mate] = v
        _add_liberties(b, chain, v)
        if ((cell1 & own) != 0) & (b.chain[left] != number):
            number = _merge_chains(b, v, left)
        if ((cell2 & own) != 0) & (b.chain[right] != number):
            number = _merge_chains(b, v, right)
        if ((cell3 & own) != 0) & (b.chain[up] != number):
            number = _merge_chains(b, v, up)

    # 4. Remove captured chains. One stone that took one stone and is in atari now makes a ko.
    b.ko = NO_VERTEX
    if captures:
        first_captured = b.n_empty
        if _is_captured(b, down, enemy):
            captured += _remove_chain(b, down, opponent(color))
        if _is_captured(b, left, enemy):
            captured += _remove_chain(b, left, opponent(color))
        if _is_captured(b, right, enemy):
            captured += _remove_chain(b, right, opponent(color))
        if _is_captured(b, up, enemy):
            captured += _remove_chain(b, up, opponent(color))
        chain = &b.chains[b.chain[v]]
        if captured == 1 and chain.n_stones == 1 and chain.n_liberties == 1:
            b.ko = b.empties[first_captured]
            b.ko_color = opponent(color)
    # 5. A move that captures nothing and has no liberty is a suicide.
    elif b.chains[number].n_liberties == 0:
        _remove_chain(b, v, color)

    # 6. The other side is to move.
    b.last_move2 = b.last_move
    b.last_move = v
    b.move_number += 1
    b.n_passes = 0
    b.to_play = opponent(color)
    if BOARD_CHECKS:
        board_assert(b)
    return captured


cdef inline void board_pass(Board* b, int color) noexcept nogil:
    """Pass for ``color``."""
    b.ko = NO_VERTEX
    b.last_move2 = b.last_move
    b.last_move = PASS_VERTEX
    b.move_number += 1
    b.n_passes += 1
    b.to_play = opponent(color)


cdef inline void board_copy(Board* to, const Board* source) noexcept nogil:
    """Copy the parts of a board that are in use: a small board costs less than a large one."""
    cdef size_t n = (source.size + 2) * STRIDE
    memcpy(&to.points, &source.points, <size_t>(<const char*>&source.cell
                                               - <const char*>&source.points))
    memcpy(&to.cell, &source.cell, n + 1)
    memcpy(&to.chain, &source.chain, n * sizeof(uint16_t))
    memcpy(&to.next_stone, &source.next_stone, n * sizeof(uint16_t))
    memcpy(&to.empty_index, &source.empty_index, n * sizeof(uint16_t))
    memcpy(&to.chains, &source.chains, source.n_chains_used * sizeof(Chain))
