"""What a position means for the search of it."""

from board_ext.position cimport Position
from board_ext.lowlevel.types cimport N_VERTICES, uint16_t, uint64_t
from gtpengine.mcts.doors.doors cimport Techniques
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.mcts.doors.search_state cimport Search


cdef class Terms:
    cdef list moves               # (vertex, colour) of each move of the game so far
    cdef tuple game               # what all searches of one tree have in common
    cdef readonly tuple notices   # what the user should know of the files and settings
    cdef EvaluatorDoor evaluator  # None without
    cdef Techniques techniques    # those that are on
    cdef list learned             # of theirs
    cdef bint takes_the_lead      # whether one of them takes it from a network
    cdef uint64_t* history
    cdef int n_history
    cdef int ko_rule
    cdef double komi
    cdef double komi_offset
    cdef bint area
    cdef bint area_after_passes
    cdef int goal
    cdef bint restricted
    cdef uint16_t avoid_until[3][N_VERTICES]
    cdef int avoid_depth

    cdef int _avoid(self, dict avoid, int size) except -1
    cdef int _copy_history(self, Position position) except -1
    cdef void apply(self, Search* search) noexcept


cdef Terms terms_of(Position position, avoid, double komi_offset, params, Techniques techniques,
                    EvaluatorDoor asked)
