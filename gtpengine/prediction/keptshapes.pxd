"""Rows of shapes that are kept, because the positions of a search are mostly alike.

A new stone changes the shapes around it, and most of these were seen at another node of the tree.
So the rows that `movemodel.shapes_of_move` found for a move are kept under a hash of all that it
looked at: the stones as far as it had to go, the liberties beside the move, and where the last move
was. It rarely has to go beyond the rings of the first reach, and hardly ever beyond the second.

One thread uses a memory, for one model and one size of board.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES, WORDS, uint32_t, uint64_t
from gtpengine.prediction.features cimport FeatureContext

cdef enum:
    PLACES = 65536            # a power of two; 1.5 MB, of which a search touches what it fills
    MOST_ROWS = 3             # of a summed model: 3x3, the largest shape, and that of a reply
    REACHES = 2
    MARGIN = 2                # words of zeros below and above the stones
    # In the place of a number of rows.
    BEYOND = -1               # a longer reach is needed
    UNKNOWN = -2


cdef struct KeptShape:
    uint64_t key              # 0: the place is free
    uint32_t[MOST_ROWS] rows
    int n                     # how many rows, or BEYOND


cdef struct ShapesOfMove:
    # Of a move of the present position.
    uint64_t key              # under the reach that is looked at
    int mark, mark_ring       # where the last move is from here, or -1; on which ring
    int n                     # how many rows
    uint32_t[MOST_ROWS] rows


cdef struct KeptShapes:
    uint64_t[2][MARGIN + WORDS + MARGIN] stones    # own and the enemy's, of the present position
    ShapesOfMove[N_VERTICES] moves
    KeptShape[PLACES] places


cdef class ShapeMemory:
    cdef KeptShapes* kept


cdef int[REACHES] REACH       # the last ring within each reach

cdef KeptShapes* kept_shapes_new() noexcept nogil
cdef void kept_shapes_free(KeptShapes* kept) noexcept nogil
cdef void kept_shapes_look(KeptShapes* kept, const Board* b, int color) noexcept nogil
cdef uint64_t kept_shapes_key(const KeptShapes* kept, const FeatureContext* c, int v,
                              int reach) noexcept nogil


cdef inline KeptShape* kept_shapes_place(KeptShapes* kept, uint64_t key) noexcept nogil:
    """Return where the rows of a key are, or go."""
    return &kept.places[key & (PLACES - 1)]


cdef inline int kept_shapes_find(KeptShapes* kept, ShapesOfMove* move) noexcept nogil:
    """Set the rows of a move to those kept under its key; return how many there are, or BEYOND, or
    UNKNOWN, when there are none."""
    cdef const KeptShape* place = kept_shapes_place(kept, move.key)
    cdef int i
    move.n = 0
    if place.key != move.key:
        return UNKNOWN
    for i in range(MOST_ROWS):
        move.rows[i] = place.rows[i]
    move.n = max(place.n, 0)
    return place.n


cdef inline void kept_shapes_keep(KeptShapes* kept, const ShapesOfMove* move, int n) noexcept nogil:
    """Keep the rows of a move under its key, in place of what is there; ``n`` may be BEYOND."""
    cdef KeptShape* place = kept_shapes_place(kept, move.key)
    cdef int i
    place.key = move.key
    place.n = n
    for i in range(MOST_ROWS):
        place.rows[i] = move.rows[i]
