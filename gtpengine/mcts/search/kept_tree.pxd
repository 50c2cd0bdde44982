"""The game that the tree belongs to, and the part of the tree that the next position keeps."""

from board_ext.board cimport Board
from board_ext.position cimport Position
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.search.memory cimport SearchMemory
from gtpengine.mcts.search.terms cimport Terms


cdef class KeptTree:
    cdef SearchMemory memory
    cdef bint has_position
    cdef Terms terms              # of the root
    # The game behind the root: its set-up; and at which move, and for whom, the tree begins.
    cdef Board* start
    cdef int origin_moves
    cdef int origin_side
    cdef double komi_offset       # of the first search of the tree

    cdef void forget(self) noexcept
    cdef int follow(self, Position position, Terms terms) except -1
    cdef void begin_at_root(self) noexcept
    cdef uint32_t _node_for(self, Position position, Terms terms) except? 0
    cdef uint32_t _find(self, Position position, Terms terms) except? 0
    cdef bint _children_are_legal(self, uint32_t node, Position position) except -1
    cdef void _move_root(self, uint32_t node) noexcept
