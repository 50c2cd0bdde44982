"""The memory that all threads of a search share."""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.doors cimport Techniques
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.playout.rules cimport PlayoutOrder


cdef class SearchMemory:
    cdef Search* search
    cdef readonly object params      # of whoever searches; never changed
    cdef uint64_t limit              # bytes
    cdef int receivers               # of digests, 0 without
    cdef bint own_judge              # whether an evaluator that was set judges, as a network does
    cdef tuple layout                # what the tree was opened for, of `_layout`
    # Whether techniques and tree fit the parameters: not after an error between the two.
    cdef bint ready
    cdef Techniques techniques       # what search.techniques was made from
    cdef PlayoutOrder order          # and search.order

    cdef int use(self, params) except -1
    cdef int resize(self, uint64_t limit) except -1
    cdef int lay_out(self) except -1
    cdef int make_ready(self) except -1
    cdef void clear(self) noexcept
    cdef uint64_t most_simulations(self) noexcept
    cdef tuple _layout(self)
    cdef bint _judges(self) except -1
