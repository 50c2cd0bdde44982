"""Uniformly random playouts: all legal moves are equally likely, but own true eyes are not filled.

Towards the end most empty points are eyes that neither side may fill, and drawing them again and
again would cost as much as the moves. So such an eye is *parked* when it is drawn: it moves to the
front of ``Board.empties``, where no draw reaches it, for as long as neither colour may play there.
"""

from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memset

from board_ext.board cimport (
    Board, chain_first_liberty, chain_of, is_stone, is_true_eye, neighbours_and,
)
from board_ext.legal cimport is_not_suicide_tight
from board_ext.lowlevel.bits cimport (
    DIAGONALS, bit_of, bits_has, lowest_bit64, window_high, window_low,
)
from board_ext.lowlevel.rng cimport Rng, rng_below
from board_ext.lowlevel.types cimport (
    BLACK, CELL_COLOR, CELL_EMPTY, CELL_OCCUPIED, EMPTY, NO_VERTEX, STRIDE, WHITE, WORDS, opponent,
    uint64_t,
)
from board_ext.playing cimport BOARD_CHECKS, board_pass, board_play


cdef struct Parked:
    # True eyes without an adjacent chain in atari: their owner does not fill them, and for the
    # enemy they are suicide. The chains around them are marked (Chain.mark).
    int n                         # they are the first ``n`` of Board.empties
    uint64_t eyes[3][WORDS]       # the same as sets, indexed by the owner's colour


cdef inline bint is_playable(const Board* b, Py_ssize_t v, int color) noexcept nogil:
    """Return whether the empty ``v`` is legal for ``color`` and no own true eye.

    Legal means by simple ko and without suicide.
    """
    cdef int all_of = neighbours_and(b, v)
    if not (all_of & CELL_OCCUPIED):
        return True
    if all_of & color and is_true_eye(b, v, color):
        return False
    if v == b.ko and color == b.ko_color:
        return False
    return is_not_suicide_tight(b, v, color)


cdef inline void swap_empties(Board* b, int i, int j) noexcept nogil:
    """Let two empty points change places in ``Board.empties``."""
    cdef int v = b.empties[i], other = b.empties[j]
    b.empties[i] = other
    b.empty_index[other] = i
    b.empties[j] = v
    b.empty_index[v] = j


cdef inline void _mark_chain(Board* b, Py_ssize_t n) noexcept nogil:
    """Mark the chain at ``n``, unless it is the dummy."""
    b.chains[b.chain[n]].mark = b.chain[n] != 0


cdef inline void _park(Board* b, Parked* parked, int v, int owner) noexcept nogil:
    """Park the eye ``v`` of ``owner`` and mark the chains around it."""
    swap_empties(b, b.empty_index[v], parked.n)
    parked.n += 1
    parked.eyes[owner][v >> 6] |= bit_of(v)
    _mark_chain(b, v - STRIDE)
    _mark_chain(b, v - 1)
    _mark_chain(b, v + 1)
    _mark_chain(b, v + STRIDE)


cdef inline void _unpark(Board* b, Parked* parked, int v, int owner) noexcept nogil:
    """Let ``v`` be drawn again."""
    parked.n -= 1
    swap_empties(b, b.empty_index[v], parked.n)
    parked.eyes[owner][v >> 6] ^= bit_of(v)


cdef inline Py_ssize_t uniform_move(Board* b, int color, Rng* rng, Parked* parked) noexcept nogil:
    """Return a uniformly chosen playable vertex, or NO_VERTEX when nothing is playable.

    Draws without replacement: a rejected vertex is parked, or changes places with the last one not
    yet drawn. So ``empties`` is permuted, but no move is more likely than another.
    """
    cdef int n = b.n_empty, i, all_of, owner
    cdef Py_ssize_t v
    cdef bint eye, attackable
    while n > parked.n:
        i = parked.n + rng_below(rng, n - parked.n)
        v = b.empties[i]
        all_of = neighbours_and(b, v)
        if not (all_of & CELL_OCCUPIED):
            return v
        owner = all_of & CELL_COLOR
        if owner == EMPTY:
            if is_not_suicide_tight(b, v, color):
                return v
        else:
            eye = is_true_eye(b, v, owner)
            if owner == color:
                if not eye and is_not_suicide_tight(b, v, color):
                    return v
                attackable = eye and is_not_suicide_tight(b, v, opponent(owner))
            else:
                attackable = is_not_suicide_tight(b, v, color)
                # A ko point has stones of one colour alone around it.
                if attackable and v != b.ko:
                    return v
            if eye and not attackable:
                _park(b, parked, v, owner)
                continue
        n -= 1
        swap_empties(b, i, n)
    return NO_VERTEX


cdef inline bint _is_marked_in_atari(const Board* b, Py_ssize_t n) noexcept nogil:
    """Return whether the chain at ``n`` is marked and in atari."""
    # A mark is 0 or 1, and no chain is without liberties.
    return chain_of(b, n).n_liberties == chain_of(b, n).mark


cdef inline void _unpark_last_liberty(Board* b, Parked* parked, int n) noexcept nogil:
    """Unpark the last liberty of the chain at ``n`` if it is in atari: the enemy may now take it.
    """
    cdef int liberty, owner
    if not (is_stone(b, n) and _is_marked_in_atari(b, n)):
        return
    liberty = chain_first_liberty(chain_of(b, n))
    owner = b.cell[n] & CELL_COLOR
    if parked.eyes[owner][liberty >> 6] & bit_of(liberty):
        _unpark(b, parked, liberty, owner)


cdef inline void update_parked(
    Board* b, Parked* parked, Py_ssize_t v, int color
) noexcept nogil:
    """Unpark the eyes that the stone of ``color`` just played at ``v`` makes uncertain.

    Those it touches diagonally may be false now, and eyes of chains in atari can be taken.
    """
    cdef Py_ssize_t begin = v - STRIDE - 1, word = begin >> 6
    cdef int owner = opponent(color)
    cdef uint64_t low, high
    if parked.n == 0:
        return
    low = window_low(DIAGONALS, begin) & parked.eyes[owner][word]
    high = window_high(DIAGONALS, begin) & parked.eyes[owner][word + 1]
    while low:
        _unpark(b, parked, (word << 6) + lowest_bit64(low), owner)
        low &= low - 1
    while high:
        _unpark(b, parked, (word + 1 << 6) + lowest_bit64(high), owner)
        high &= high - 1
    if (_is_marked_in_atari(b, v - STRIDE) | _is_marked_in_atari(b, v - 1)
            | _is_marked_in_atari(b, v + 1) | _is_marked_in_atari(b, v + STRIDE)):
        _unpark_last_liberty(b, parked, v - STRIDE)
        _unpark_last_liberty(b, parked, v - 1)
        _unpark_last_liberty(b, parked, v + 1)
        _unpark_last_liberty(b, parked, v + STRIDE)


cdef inline void assert_parked(const Board* b, const Parked* parked) noexcept nogil:
    """Stop the process if a parked point is playable; debug builds call this before each move."""
    cdef int i, v
    for i in range(parked.n):
        v = b.empties[i]
        if (b.cell[v] != CELL_EMPTY or is_playable(b, v, BLACK) or is_playable(b, v, WHITE)
                or not bits_has(parked.eyes[neighbours_and(b, v) & CELL_COLOR], v)):
            fprintf(stderr, "gtpengine: vertex %d is parked wrongly, move %d\n", v, b.move_number)
            abort()


cdef inline void uniform_playout(Board* b, Rng* rng, int max_moves) noexcept nogil:
    """Play on until two passes in a row, or until the board has had ``max_moves`` moves since its
    set-up."""
    cdef Py_ssize_t v
    cdef int color
    cdef Parked parked
    cdef Rng local = rng[0]       # may live in registers
    memset(&parked, 0, sizeof(Parked))
    while b.n_passes < 2 and b.move_number < max_moves:
        color = b.to_play
        if BOARD_CHECKS:
            assert_parked(b, &parked)
        v = uniform_move(b, color, &local, &parked)
        if v == NO_VERTEX:
            board_pass(b, color)
        else:
            board_play(b, v, color)
            update_parked(b, &parked, v, color)
    rng[0] = local
