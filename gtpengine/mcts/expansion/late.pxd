"""Answers of an evaluator that come after a node's children were made: they become priors.

A worker keeps a few requests, each with a copy of its position, and looks for answers between
simulations, so only the worker changes priors. While all its requests are under way, further nodes
are not asked about and keep the priors of the rules.

Not done: a value that comes late is not used, and the order of the children does not change.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Request, Search, Worker

cdef enum:
    LATE_REQUESTS = 64


cdef bint late_open(Worker* w) noexcept nogil
cdef void late_close(Worker* w) noexcept nogil
cdef void late_ask(Worker* w, const Board* b, uint32_t node) noexcept nogil
cdef void late_take(Worker* w) noexcept nogil
cdef void take_priors(Search* s, const Board* b, Request* answer) noexcept nogil
cdef void late_finish(Worker* w) noexcept nogil
