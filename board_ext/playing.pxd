"""Playing on the board: a stone, its captures and the ko it makes, or a pass.

A file of its own, because few modules play: what stands in a .pxd file is translated for each
module that reads the file.
"""

from libc.string cimport memset

from board_ext.board cimport Board, Chain, board_assert, stone_bit
from board_ext.lowlevel.bits cimport CROSS, popcount64, window_high, window_low
from board_ext.lowlevel.types cimport (
    CELL_EMPTY, CELL_OCCUPIED, CELL_STONE, EMPTY, NO_VERTEX, PASS_VERTEX, STRIDE, WORDS, opponent,
    uint64_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_stone

cdef extern from *:
    """
    #ifdef GTPENGINE_DEBUG
    #define GTPENGINE_BOARD_CHECKS 1
    #else
    #define GTPENGINE_BOARD_CHECKS 0
    #endif
    """
    const bint BOARD_CHECKS "GTPENGINE_BOARD_CHECKS"


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
