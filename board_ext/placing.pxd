"""Setting a stone on the board, and the hash that a move would leave: not every move asks."""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint64_t

cdef uint64_t board_hash_after(const Board* b, int v, int color) noexcept nogil
cdef bint board_place(Board* b, int v, int color) noexcept nogil
