"""The eight symmetries of the square: where each takes the points of a board."""

from board_ext.lowlevel.types cimport uint16_t

cdef enum:
    SYMMETRIES = 8
    ALL_SYMMETRIES = 8        # in the place of one: the mean of what is said under each


cdef inline void turn_places(int size, int symmetry, uint16_t* places) noexcept nogil:
    """Write for each point where a symmetry takes it, size * size points of row * size + column.

    Bit 0 turns columns round, bit 1 rows; bit 2 then swaps rows and columns.
    """
    cdef int row, column, to_row, to_column
    for row in range(size):
        for column in range(size):
            to_row = size - 1 - row if symmetry & 2 else row
            to_column = size - 1 - column if symmetry & 1 else column
            if symmetry & 4:
                to_row, to_column = to_column, to_row
            places[row * size + column] = to_row * size + to_column
