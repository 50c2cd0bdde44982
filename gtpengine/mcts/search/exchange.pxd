"""Digests of a search: what it tells another one, and takes over from it."""

from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.search.worker_pool cimport WorkerPool

cdef object digest_of(Search* s, int receiver, double least_share, int max_depth)
cdef object absorb_into(Search* s, WorkerPool pool, int receiver, digest)
