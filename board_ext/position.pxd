"""The C side of ``Position``, for code that copies its board and history into a search."""

from board_ext.board cimport Board
from board_ext.board_view cimport BoardView
from board_ext.lowlevel.types cimport int8_t, int16_t, uint64_t


cdef struct PlayedMove:
    int16_t vertex            # PASS_VERTEX for a pass
    int8_t color
    int8_t to_play_before     # the side to move before; the setter of to_play may have changed it


cdef class Position(BoardView):
    # Keys of the situations so far (superko.pxd); the last one is the present situation.
    cdef uint64_t* history
    cdef int history_len
    cdef int history_capacity
    cdef int ko_rule                      # KoRule of superko.pxd
    cdef bint rules_suicide
    # board.move_number of them.
    cdef PlayedMove* played
    cdef int played_capacity
    # What undo replays from: the board before the first move.
    cdef Board start
    cdef int n_handicap
    cdef object rules_value
    cdef double komi_value

    cdef int reserve(self) except -1
    cdef void begin(self) noexcept
    cdef void apply(self, int v, int color) noexcept
    cdef bint repeats(self, int v, int color) noexcept
