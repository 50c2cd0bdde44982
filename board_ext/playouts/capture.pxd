"""Games won by capturing a number of stones (*goal*), as in atari go. A pass loses."""

from board_ext.board cimport Board, board_liberties, board_stones, chain_first_liberty, chain_of
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport BLACK, EMPTY, WHITE, opponent
from board_ext.neighbours cimport NEIGHBOURS


cdef inline int capture_winner(const Board* b, int goal) noexcept nogil:
    """Return the colour that has captured ``goal`` stones, EMPTY while neither has."""
    if b.prisoners[BLACK] >= goal:
        return BLACK
    return WHITE if b.prisoners[WHITE] >= goal else EMPTY


cdef inline int _taken_at(const Board* b, int v, int color) noexcept nogil:
    """Return how many stones ``color`` captures at the empty vertex ``v``."""
    cdef int i, k, u, taken = 0
    cdef bint seen
    for i in range(4):
        u = v + NEIGHBOURS[i]
        if not b.points[opponent(color)][u >> 6] >> (u & 63) & 1 or board_liberties(b, u) != 1:
            continue
        seen = False
        for k in range(i):
            seen = seen or b.chain[v + NEIGHBOURS[k]] == b.chain[u]
        if not seen:
            taken += board_stones(b, u)
    return taken


cdef inline bint can_capture(const Board* b, int color, int goal) noexcept nogil:
    """Return whether ``color`` reaches the goal by its next move."""
    cdef int missing = goal - b.prisoners[color], other = opponent(color)
    cdef int u = bits_first(b.points[other]), v
    while u:
        if board_liberties(b, u) == 1:
            v = chain_first_liberty(chain_of(b, u))
            if not (v == b.ko and color == b.ko_color) and _taken_at(b, v, color) >= missing:
                return True
        u = bits_next(b.points[other], u)
    return False


cdef inline int game_winner(const Board* b, int goal) noexcept nogil:
    """Return who has reached the goal, or whose opponent has passed; EMPTY where nobody."""
    cdef int winner = capture_winner(b, goal)
    return b.to_play if winner == EMPTY and b.n_passes else winner


cdef inline int sure_winner(const Board* b, int goal) noexcept nogil:
    """Return who has won, or does by the move that is next; EMPTY where nobody."""
    cdef int winner = game_winner(b, goal)
    if winner == EMPTY and can_capture(b, b.to_play, goal):
        winner = b.to_play
    return winner
