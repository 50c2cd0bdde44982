"""Liberties after a move, self-atari, and moves that capture or save a chain in atari.

The questions that a playout asks about every candidate are inline here; the rest is in atari.pyx.
Nothing here plays a move: all answers come from the liberty sets of the board. What each call
costs: docs/explanation/budget.md.
"""

from board_ext.lowlevel.bits cimport bit_of, bits_has, popcount64
from board_ext.board cimport Board, Chain, chain_first_liberty, chain_of, stone_bit
from board_ext.lowlevel.types cimport (
    CELL_EMPTY, CELL_STONE, NO_VERTEX, STRIDE, WORDS, uint64_t,
)

# In atari.pyx.
cdef int liberties_after_capture(const Board* b, int v, int color, int limit) noexcept nogil
cdef bint self_atari_excused(const Board* b, int v, int color) noexcept nogil
cdef int chain_neighbours(const Board* b, int v, int* out, int limit) noexcept nogil
cdef int capture_moves(const Board* b, int v, int* out, int limit) noexcept nogil


cdef inline bint is_in_atari(const Board* b, int n, int bit) noexcept nogil:
    """Return whether the chain at ``n`` is in atari and has the colour of the CELL_* bit ``bit``.
    """
    return (b.cell[n] & bit) != 0 and b.chains[b.chain[n]].n_liberties == 1


cdef inline bint captures_at(const Board* b, int v, int color) noexcept nogil:
    """Return whether a stone of ``color`` at the empty ``v`` captures something."""
    cdef int enemy = CELL_STONE ^ stone_bit(color)
    return (is_in_atari(b, v - STRIDE, enemy) or is_in_atari(b, v - 1, enemy)
            or is_in_atari(b, v + 1, enemy) or is_in_atari(b, v + STRIDE, enemy))


cdef inline int atari_liberty(const Board* b, int v) noexcept nogil:
    """Return the last liberty of the chain at ``v``, or NO_VERTEX when it is not in atari.

    The enemy captures there, and the chain would extend there.
    """
    cdef const Chain* chain = chain_of(b, v)
    return chain_first_liberty(chain) if chain.n_liberties == 1 else NO_VERTEX


cdef inline int _join(const Board* b, int n, int number0, int number1) noexcept nogil:
    """Return the number of the chain at ``n``, or 0 when it is one of the other two."""
    cdef int number = b.chain[n]
    return 0 if number == number0 or number == number1 else number


cdef inline int liberties_after(const Board* b, int v, int color, int limit) noexcept nogil:
    """Return how many liberties the chain of a stone of ``color`` at the empty ``v`` would have.

    Captures are included; 0 means suicide. When there are ``limit`` or more, ``limit`` is returned.
    Ko is not looked at. A small limit is cheaper: two free neighbours answer a limit of 2.
    """
    cdef int own = stone_bit(color), enemy = CELL_STONE ^ own
    cdef int down = v - STRIDE, left = v - 1, right = v + 1, up = v + STRIDE
    cdef int cell0 = b.cell[down], cell1 = b.cell[left], cell2 = b.cell[right], cell3 = b.cell[up]
    cdef int free0 = cell0 == CELL_EMPTY, free1 = cell1 == CELL_EMPTY
    cdef int free2 = cell2 == CELL_EMPTY, free3 = cell3 == CELL_EMPTY
    cdef int count = free0 + free1 + free2 + free3
    cdef int number0 = 0, number1 = 0, number2 = 0, number3 = 0, first, i
    cdef uint64_t word
    cdef const Chain* chain
    if count >= limit:
        return limit
    # 1. Find the distinct own chains; 0, the dummy, stands for none. One with liberties enough
    # settles it, whatever is captured besides.
    if cell0 & own:
        number0 = b.chain[down]
        if <int>b.chains[number0].n_liberties > limit:
            return limit
    if cell1 & own:
        number1 = _join(b, left, number0, 0)
        if number1 and <int>b.chains[number1].n_liberties > limit:
            return limit
    if cell2 & own:
        number2 = _join(b, right, number0, number1)
        if number2 and <int>b.chains[number2].n_liberties > limit:
            return limit
    if cell3 & own:
        number3 = b.chain[up]
        if number3 == number0 or number3 == number1 or number3 == number2:
            number3 = 0
        elif <int>b.chains[number3].n_liberties > limit:
            return limit
    # 2. Captures, and moves without own neighbours.
    if (cell0 | cell1 | cell2 | cell3) & enemy and captures_at(b, v, color):
        return liberties_after_capture(b, v, color, limit)
    if not ((cell0 | cell1 | cell2 | cell3) & own):
        return count
    first = number0 or number1 or number2 or number3
    if first == number0 + number1 + number2 + number3:
        # 3. One chain: its liberties without v, and the free neighbours that are new to it.
        chain = &b.chains[first]
        count = chain.n_liberties - 1
        if free0:
            count += not bits_has(chain.liberties, down)
        if free1:
            count += not bits_has(chain.liberties, left)
        if free2:
            count += not bits_has(chain.liberties, right)
        if free3:
            count += not bits_has(chain.liberties, up)
        return limit if count > limit else count
    # 4. Several chains: the union of their liberties and the free neighbours. Each has v in it.
    count = -1
    for i in range(WORDS):
        word = 0
        if number0:
            word |= b.chains[number0].liberties[i]
        if number1:
            word |= b.chains[number1].liberties[i]
        if number2:
            word |= b.chains[number2].liberties[i]
        if number3:
            word |= b.chains[number3].liberties[i]
        if free0 and down >> 6 == i:
            word |= bit_of(down)
        if free1 and left >> 6 == i:
            word |= bit_of(left)
        if free2 and right >> 6 == i:
            word |= bit_of(right)
        if free3 and up >> 6 == i:
            word |= bit_of(up)
        count += popcount64(word)
        if count >= limit:
            return limit
    return count


cdef inline bint is_self_atari(const Board* b, int v, int color) noexcept nogil:
    """Return whether a stone of ``color`` at the empty ``v`` would have fewer than two liberties.

    Captures are included. A single stone that takes a ko is a self-atari, and so is a suicide.
    """
    return liberties_after(b, v, color, 2) < 2


cdef inline bint is_bad_self_atari(const Board* b, int v, int color) noexcept nogil:
    """Return whether the move is a self-atari without an excuse.

    This is the cheap judgement, for playouts: it looks at the neighbourhood and reads nothing.
    Excuses:

    - The move captures. Every own chain it joins was then in atari at that very point, so it loses
      at most one stone more and wins the captured ones. Ko captures are among these.
    - A single stone whose capture is a snapback, or whose point cannot become an eye (throw-in).
    - A chain that fills a closed eye space up to one point with a nakade shape, so that the space
      left after its capture is still one eye. No chain around it may have a true eye elsewhere
      (then it is a seki, or lost).
    """
    return liberties_after(b, v, color, 2) < 2 and not self_atari_excused(b, v, color)
