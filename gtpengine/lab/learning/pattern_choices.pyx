"""The choices of players among the points around the last two moves, for 3x3 weights."""

import numpy as np

from libc.stdlib cimport free, malloc

from board_ext.board cimport Board, board_free, board_init, board_new, is_stone
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport (
    CELL_EMPTY, PASS_VERTEX, WHITE, int8_t, int16_t, int32_t, point_to_vertex, uint8_t,
    uint16_t,
)
from board_ext.neighbours cimport AROUND, is_around
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.uniform cimport is_playable
from gtpengine.mcts.moves.atari cimport atari_moves
from gtpengine.mcts.moves.candidates cimport Candidates
from gtpengine.mcts.moves.patterns3 cimport (
    KIND3_BESIDE, KIND3_DIAGONAL, KIND3_SECOND, pattern3_code, pattern3_swapped,
)
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.moves.two_liberties cimport two_liberty_moves

cdef enum:
    MAX_LOCAL = 16


cdef struct Local:
    int n
    int chosen                # the place of the move that was played; -1: elsewhere
    uint16_t codes[MAX_LOCAL]
    uint8_t kinds[MAX_LOCAL]


cdef inline void _add(const Board* b, int v, int kind, int color, const Refusal* refusal,
                      int played, Local* local) noexcept nogil:
    """Add a point if a playout may play it."""
    cdef int code
    if (b.cell[v] != CELL_EMPTY or not is_playable(b, v, color)
            or is_refused(b, v, color, refusal)):
        return
    code = pattern3_code(b, v)
    if v == played:
        local.chosen = local.n
    local.codes[local.n] = pattern3_swapped(code) if color == WHITE else code
    local.kinds[local.n] = kind
    local.n += 1


cdef bint _look(const Board* b, int color, int played, Local* local) noexcept nogil:
    """Collect the points that the pattern rule chooses from.

    Return False where an earlier rule has a move, or one of the last two moves is no stone on the
    board.
    """
    cdef Candidates list
    cdef Refusal refusal
    cdef int i
    if not is_stone(b, b.last_move) or not is_stone(b, b.last_move2):
        return False
    list.n = 0
    atari_moves(b, color, False, &list)
    two_liberty_moves(b, color, False, &list)
    if list.n:
        return False
    refusal.strict = True
    refusal.stones = 0
    local.n = 0
    local.chosen = -1
    for i in range(8):
        _add(b, b.last_move + AROUND[i], KIND3_BESIDE if i < 4 else KIND3_DIAGONAL, color,
             &refusal, played, local)
    for i in range(8):
        if not is_around(b.last_move2 + AROUND[i], b.last_move):
            _add(b, b.last_move2 + AROUND[i], KIND3_SECOND, color, &refusal, played, local)
    return local.n > 0


def local_choices(int size, const int16_t[::1] points, int colors):
    """Replay a game (Black first, -1 a pass) and return the choices of the sides in ``colors``.

    The arrays are the codes (uint16) and kinds (int8) of all points, the number of points of each
    choice (int32), and the place of the move among them (int8), -1 where it was played elsewhere.
    """
    cdef Board* b = board_new()
    cdef Local* found = <Local*>malloc(max(1, points.shape[0]) * sizeof(Local))
    cdef int i, j, v, color, n = 0, total = 0
    if b == NULL or found == NULL:
        board_free(b)
        free(found)
        raise MemoryError
    board_init(b, size)
    for i in range(points.shape[0]):
        color = b.to_play
        v = PASS_VERTEX if points[i] < 0 else point_to_vertex(points[i], size)
        if v == PASS_VERTEX:
            board_pass(b, color)
            continue
        if not board_is_legal(b, v, color):
            break
        if colors & color and _look(b, color, v, &found[n]):
            total += found[n].n
            n += 1
        board_play(b, v, color)
    codes = np.empty(total, dtype=np.uint16)
    kinds = np.empty(total, dtype=np.int8)
    counts = np.empty(n, dtype=np.int32)
    chosen = np.empty(n, dtype=np.int8)
    cdef uint16_t[::1] codes_view = codes
    cdef int8_t[::1] kinds_view = kinds
    cdef int32_t[::1] counts_view = counts
    cdef int8_t[::1] chosen_view = chosen
    total = 0
    for i in range(n):
        counts_view[i] = found[i].n
        chosen_view[i] = found[i].chosen
        for j in range(found[i].n):
            codes_view[total] = found[i].codes[j]
            kinds_view[total] = found[i].kinds[j]
            total += 1
    board_free(b)
    free(found)
    return codes, kinds, counts, chosen
