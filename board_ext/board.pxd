"""The board: one C struct, and the functions that look at it.

legal.pxd says which moves are legal, playing.pxd plays them, placing.pxd sets stones.

Each chain has the set of its liberties as a bitset, kept up to date move by move. So taking a
liberty away clears one bit, merging two chains is an OR, being in atari is a counter, and the
liberties can be listed. Empty vertices and the border belong to chain 0, a dummy. Its liberties are
counted too high to be ever in atari. So neither updates nor tests have to ask what a neighbour is.

Vertices are ``Py_ssize_t`` in the functions that every move calls: no address then needs a sign
extension.

The board knows the simple ko and the suicide rule. Superko needs the history of the game, which
``Position`` and the search keep.
"""

from libc.string cimport memcpy

from board_ext.lowlevel.bits cimport bits_set, lowest_bit64
from board_ext.lowlevel.types cimport (
    BLACK, CELL_BORDER_BIT, CELL_COLOR, CELL_EMPTY, CELL_OCCUPIED, CELL_STONE, EMPTY, MAX_POINTS,
    N_VERTICES, NO_VERTEX, PASS_VERTEX, STRIDE, WORDS, opponent, uint8_t, uint16_t, uint32_t,
    uint64_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_ko, zobrist_side

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


# In board.pyx: functions that not every move calls.
cdef Board* board_new() noexcept nogil
cdef void board_free(Board* b) noexcept nogil
cdef void board_init(Board* b, int size) noexcept nogil
cdef int board_check(const Board* b) noexcept nogil
cdef void board_assert(const Board* b) noexcept nogil


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


cdef inline uint64_t board_situation(const Board* b, int to_play) noexcept nogil:
    """Return the hash of the stones and the side to move."""
    return b.hash ^ zobrist_side(to_play)


cdef inline uint64_t board_hash_with_ko(const Board* b, int to_play) noexcept nogil:
    """Return the hash of the stones, the side to move and the ko point."""
    return b.hash ^ zobrist_side(to_play) ^ zobrist_ko(b.ko)


cdef inline void add_chain(const Board* b, int start, uint64_t* stones) noexcept nogil:
    """Add the stones of the chain of ``start`` to a bitboard."""
    cdef int v = start
    while True:
        bits_set(stones, v)
        v = b.next_stone[v]
        if v == start:
            return


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
