"""Setting a stone on the board, and the hash that a move would leave."""

from board_ext.board cimport board_liberties, neighbours_and, stone_bit
from board_ext.legal cimport is_not_suicide_tight
from board_ext.lowlevel.types cimport (
    CELL_EMPTY, CELL_OCCUPIED, CELL_STONE, NO_VERTEX, STRIDE, opponent,
)
from board_ext.lowlevel.zobrist cimport zobrist_stone
from board_ext.playing cimport board_play


cdef bint board_place(Board* b, int v, int color) noexcept nogil:
    """Add a set-up stone: no capture, no ko, no move counted.

    Return False, and leave the board as it is, when the stone or a chain beside it would have no
    liberty.
    """
    cdef int captured, passes = b.n_passes, number = b.move_number
    cdef int last = b.last_move, last2 = b.last_move2, to_play = b.to_play
    cdef int own = stone_bit(color), n, i
    cdef int offsets[4]
    if b.cell[v] != CELL_EMPTY:
        return False
    offsets[:] = [-STRIDE, -1, 1, STRIDE]
    for i in range(4):
        n = v + offsets[i]
        if b.cell[n] & (CELL_STONE ^ own) and board_liberties(b, n) == 1:
            return False
    if neighbours_and(b, v) & CELL_OCCUPIED and not is_not_suicide_tight(b, v, color):
        return False
    captured = board_play(b, v, color)
    b.ko = NO_VERTEX
    b.n_passes = passes
    b.move_number = number
    b.last_move = last
    b.last_move2 = last2
    b.to_play = to_play
    return captured == 0


cdef uint64_t _keys_around(const Board* b, int v, int color, bint in_atari) noexcept nogil:
    """Return the XOR of the keys of all stones in the chains of ``color`` beside ``v``, each chain
    once.

    With ``in_atari`` only chains whose last liberty is ``v`` count.
    """
    cdef int offsets[4]
    cdef int seen[4]
    cdef int n_seen = 0, i, j, n, u, bit = stone_bit(color)
    cdef uint64_t key = 0
    cdef bint known
    offsets[:] = [-STRIDE, -1, 1, STRIDE]
    for i in range(4):
        n = v + offsets[i]
        if not (b.cell[n] & bit) or (in_atari and board_liberties(b, n) != 1):
            continue
        known = False
        for j in range(n_seen):
            known = known or seen[j] == b.chain[n]
        if known:
            continue
        seen[n_seen] = b.chain[n]
        n_seen += 1
        u = n
        while True:
            key ^= zobrist_stone(color, u)
            u = b.next_stone[u]
            if u == n:
                break
    return key


cdef uint64_t board_hash_after(const Board* b, int v, int color) noexcept nogil:
    """Return the hash of the stones after a move that ``board_is_legal`` allows, without playing
    it."""
    if neighbours_and(b, v) & CELL_OCCUPIED and not is_not_suicide_tight(b, v, color):
        return b.hash ^ _keys_around(b, v, color, False)
    return b.hash ^ zobrist_stone(color, v) ^ _keys_around(b, v, opponent(color), True)
