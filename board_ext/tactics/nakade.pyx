"""Enclosed spaces of up to six points; nakade.pxd lists what they are worth."""

from libc.string cimport memset

from board_ext.lowlevel.bits cimport bits_has, bits_set
from board_ext.board cimport Board, stone_bit
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.shapes cimport MAX_NAKADE, Shape, is_one_eye, shape_of, vital_point
from board_ext.lowlevel.types cimport (
    BLACK, CELL_COLOR, CELL_EMPTY, CELL_STONE, EMPTY, NO_VERTEX, WHITE, WORDS, opponent, uint64_t,
)


cdef int _enclosed(const Board* b, int v, int through, int* points) noexcept nogil:
    """List the region of ``v`` over empty points and stones of ``through``; return its size.

    0 means more than six points, or not exactly one colour around it. This is lighter than
    ``region_fill``: it ends at the first stone of the second colour.
    """
    cdef int passed = stone_bit(through) if through != EMPTY else 0
    cdef int count = 1, done = 0, colors = 0, i, n, cell
    cdef uint64_t[WORDS] seen
    memset(seen, 0, sizeof(seen))
    points[0] = v
    bits_set(seen, v)
    while done < count:
        v = points[done]
        done += 1
        for i in range(4):
            n = v + NEIGHBOURS[i]
            cell = b.cell[n]
            if cell == CELL_EMPTY or cell & passed:
                if not bits_has(seen, n):
                    if count == MAX_NAKADE:
                        return 0
                    bits_set(seen, n)
                    points[count] = n
                    count += 1
            elif cell & CELL_STONE:
                colors |= cell & CELL_COLOR
                if colors == BLACK + WHITE:
                    return 0
    return count if colors else 0


cdef int nakade_vital_point(const Board* b, int v) noexcept nogil:
    """Return the vital point of the empty region of ``v``, or NO_VERTEX.

    The region must have 3 to 6 points, stones of one colour around it, and a vital point.
    """
    cdef int[MAX_NAKADE] points
    cdef int count = _enclosed(b, v, EMPTY, points)
    return vital_point(shape_of(points, count)) if count >= 3 else NO_VERTEX


cdef EyeSpace nakade_space(const Board* b, int v, int owner, int* vital) noexcept nogil:
    """Judge the space of ``v`` that stones of ``owner`` enclose; enemy stones in it are part of it.

    ``v`` is empty or an enemy stone. ``vital`` becomes the empty vital point, or NO_VERTEX. The
    surroundings are taken to be strong: short liberties and false eyes are not looked at.
    """
    cdef int[MAX_NAKADE] points
    cdef int i, stones = 0, count = _enclosed(b, v, opponent(owner), points)
    cdef Shape shape
    vital[0] = NO_VERTEX
    if count == 0:
        return SPACE_OPEN
    shape = shape_of(points, count)
    if is_one_eye(shape):
        i = vital_point(shape)
        if i == NO_VERTEX or b.cell[i] != CELL_EMPTY:
            return SPACE_ONE_EYE
        vital[0] = i
        return SPACE_VITAL
    for i in range(count):
        stones += b.cell[points[i]] != CELL_EMPTY
    return SPACE_UNREAD if stones else SPACE_TWO_EYES
