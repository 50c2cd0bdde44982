"""Softmax playouts: a move is drawn by its weight from all legal moves that fill no own eye.

The weight of an empty point is a product of gammas (Coulom 2007): of the 3x3 pattern around it, of
the chains in atari beside it that the move would capture or extend, and of the place and the answer
that the last two moves give it (answers.pxd). The first two are kept for every point and colour
(``SoftState``), with sums of blocks of points, and updated where a move changes the neighbourhood.
The last two concern few points and are found when a move is drawn.

Weights are whole numbers, so the sums stay exact however often they are updated.
"""

from board_ext.board cimport Board, chain_of, is_true_eye, neighbours_and
from board_ext.legal cimport is_not_suicide_tight
from board_ext.lowlevel.rng cimport Rng
from board_ext.lowlevel.types cimport (
    BLACK, CELL_COLOR, CELL_OCCUPIED, N_VERTICES, STRIDE, WHITE, uint16_t, uint32_t, uint64_t,
)
from board_ext.neighbours cimport NEIGHBOURS
from gtpengine.lab.softmax.answers cimport N_ANSWERS, N_PLACES
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES, pattern3_code
from gtpengine.mcts.moves.refusal cimport Refusal

cdef enum:
    SOFT_ONE = 512            # a weight of 1
    SOFT_MOST = 1 << 20       # the greatest weight of a point, by its neighbourhood
    SOFT_MOST_NEAR = 1 << 24  # the greatest weight of a point near the last two moves
    FACTOR_ONE = 64
    # Classes of chains in atari beside a point, by the stones of the largest: none, 1, 2, 4.
    N_STAKES = 4
    # A tree of sums, eight below each: vertices from 0 on, blocks of 8, regions of 64.
    BLOCK_SHIFT = 3
    N_BLOCKS = 53
    REGION_SHIFT = 6
    N_REGIONS = 7
    # Draws that may hit a point near the last moves before the others are counted one by one.
    SOFT_DRAWS = 4


cdef struct SoftModel:
    # [code][colour - 1], in 1 / SOFT_ONE; 1 at least.
    uint16_t pattern[PATTERN3_CODES][2]
    # [class of own chains in atari][class of enemy ones], in 1 / FACTOR_ONE.
    uint32_t stakes[N_STAKES][N_STAKES]
    # [place][answer], in 1 / FACTOR_ONE.
    uint32_t near[N_PLACES][N_ANSWERS]


cdef struct SoftState:
    # Both colours in one number, Black's in the lower 32 bits, so that one addition serves both.
    # 0 for stones, border, own eyes and suicides. The ko is not looked at. The last corner has a
    # diagonal beyond the vertices.
    uint64_t weight[N_VERTICES + 4]
    uint64_t block[N_BLOCKS]
    uint64_t region[N_REGIONS]
    uint64_t total


cdef class SoftmaxModel:
    cdef SoftModel* data
    cdef readonly object weights     # patterns.playoutfile.PlayoutWeights


cdef SoftmaxModel soft_model(object weights)
cdef void soft_begin(SoftState* state, const SoftModel* m, const Board* b) noexcept nogil
cdef void soft_played(SoftState* state, const SoftModel* m, const Board* b,
                      int captured) noexcept nogil
cdef int soft_move(const SoftState* state, const SoftModel* m, const Board* b, int color,
                   const Refusal* refusal, Rng* rng, int* reason) noexcept nogil


cdef inline int stake_of(int stones) noexcept nogil:
    """Return the class of a chain in atari by its stones."""
    return 3 if stones > 3 else (stones + 2) // 2 if stones > 1 else stones


cdef inline void stakes_beside(const Board* b, Py_ssize_t v, int* stakes) noexcept nogil:
    """Set ``stakes[colour - 1]`` to the class of the largest chain in atari beside ``v``."""
    cdef int i, color, stake
    cdef Py_ssize_t n
    stakes[0] = 0
    stakes[1] = 0
    for i in range(4):
        n = v + NEIGHBOURS[i]
        # The dummy chain is never in atari, so this is a stone.
        if chain_of(b, n).n_liberties == 1:
            color = b.cell[n] & CELL_COLOR
            stake = stake_of(chain_of(b, n).n_stones)
            stakes[color - 1] = max(stakes[color - 1], stake)


cdef inline bint is_atari_beside(const Board* b, Py_ssize_t v) noexcept nogil:
    """Return whether a chain beside ``v`` is in atari."""
    return ((b.chains[b.chain[v - STRIDE]].n_liberties == 1)
            | (b.chains[b.chain[v - 1]].n_liberties == 1)
            | (b.chains[b.chain[v + 1]].n_liberties == 1)
            | (b.chains[b.chain[v + STRIDE]].n_liberties == 1))


cdef inline uint32_t weight_for(uint64_t both, int color) noexcept nogil:
    """Return the part of a colour of two weights, or two sums, in one number."""
    return <uint32_t>(both >> (32 * (color - 1)))


cdef inline uint64_t weights_of(const SoftModel* m, const Board* b, Py_ssize_t v) noexcept nogil:
    """Return the weights of the empty ``v``, Black's in the lower half."""
    cdef int code = pattern3_code(b, v), all_of = neighbours_and(b, v)
    cdef int[2] stakes
    cdef uint32_t black = m.pattern[code][0], white = m.pattern[code][1]
    if is_atari_beside(b, v):
        stakes_beside(b, v, stakes)
        black = min(black * m.stakes[stakes[0]][stakes[1]] // FACTOR_ONE + 1, <uint32_t>SOFT_MOST)
        white = min(white * m.stakes[stakes[1]][stakes[0]] // FACTOR_ONE + 1, <uint32_t>SOFT_MOST)
    if all_of & CELL_OCCUPIED:
        if not is_not_suicide_tight(b, v, BLACK) or (all_of & BLACK and is_true_eye(b, v, BLACK)):
            black = 0
        if not is_not_suicide_tight(b, v, WHITE) or (all_of & WHITE and is_true_eye(b, v, WHITE)):
            white = 0
    return black | <uint64_t>white << 32


cdef inline uint32_t near_weight(const SoftModel* m, uint32_t weight, int place,
                                 int answer) noexcept nogil:
    """Return the weight of a point near the last two moves.

    ``weight`` is the weight of its neighbourhood alone.
    """
    cdef uint64_t product = <uint64_t>weight * m.near[place][answer] // FACTOR_ONE
    cdef uint64_t most = SOFT_MOST_NEAR
    # A point that is possible stays possible.
    return <uint32_t>(product if product < most else most) + (weight != 0)
