"""The tables of circles.pxd, and the view of a board with a wide border."""

from libc.string cimport memset

from board_ext.lowlevel.rng cimport mix64
from board_ext.board cimport Board
from board_ext.lowlevel.types cimport CELL_COLOR, STRIDE, uint8_t


cdef void view_fill(View* view, const Board* b, int color) noexcept nogil:
    """Draw the board as ``color``, to move, sees it."""
    cdef uint8_t[4] code
    cdef const uint8_t* cells
    cdef uint8_t* to
    cdef int row, column
    code[0] = VIEW_EMPTY
    code[color] = VIEW_OWN
    code[3 - color] = VIEW_ENEMY
    code[3] = VIEW_BORDER
    memset(view.cell, VIEW_BORDER, sizeof(view.cell))
    for row in range(b.size):
        cells = &b.cell[(row + 1) * STRIDE + 1]
        to = &view.cell[(row + RADIUS) * VIEW_STRIDE + RADIUS]
        for column in range(b.size):
            to[column] = code[cells[column] & CELL_COLOR]


def _image(symmetry, dx, dy):
    """Return where one of the eight symmetries of the square takes an offset."""
    if symmetry & 1:
        dx = -dx
    if symmetry & 2:
        dy = -dy
    return (dy, dx) if symmetry & 4 else (dx, dy)


cdef int _build() except -1:
    """Fill the tables.

    Keys are the same in every process and on every machine, because model files hold hashes of
    them.
    """
    cdef int i, code, symmetry, image
    reach = range(-RADIUS, RADIUS + 1)
    points = sorted(
        (ring_distance(dx, dy), dy, dx) for dy in reach for dx in reach
        if 0 < ring_distance(dx, dy) <= MAX_RING
    )
    assert len(points) == N_RING_POINTS
    place = {(dx, dy): i for i, (_, dy, dx) in enumerate(points)}
    for dy in reach:
        for dx in reach:
            RING_PLACE[dy + RADIUS][dx + RADIUS] = place.get((dx, dy), -1)
    for ring in range(MAX_RING + 1):
        RING_END[ring] = sum(distance <= ring for distance, _, _ in points)
    for i, (_, dy, dx) in enumerate(points):
        RING_OFFSET[i] = dy * VIEW_STRIDE + dx
        for symmetry in range(8):
            image = place[_image(symmetry, dx, dy)]
            RING_KEYS[i][VIEW_EMPTY][symmetry] = 0
            for code in range(1, 4):
                RING_KEYS[i][code][symmetry] = mix64(mix64(image + 1000) + code)
            MARK_KEYS[i][symmetry] = mix64(mix64(image + 1000) + 4)
    around = [(dx, dy) for _, dy, dx in points[:8]]
    for i, (dx, dy) in enumerate(around):
        LOCAL_OFFSET[i] = dy * STRIDE + dx
        for symmetry in range(8):
            image = around.index(_image(symmetry, dx, dy))
            LOCAL_KEYS[i][0][symmetry] = 0
            for code in range(1, 8):
                LOCAL_KEYS[i][code][symmetry] = mix64(mix64(image + 2000) + code)
    return 0


_build()
