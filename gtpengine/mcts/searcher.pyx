"""The searcher: what Python code sees of a search.

Its parts lie in `search/`: the memory that the threads share (`memory`), what a position means for
the search (`terms`), the tree that is kept from one position to the next (`kept_tree`), the threads
(`worker_pool`), and what is told (`reports`).
"""

import threading

from board_ext.lowlevel.atomics cimport store_u32
from board_ext.position cimport Position
from board_ext.lowlevel.system cimport monotonic_seconds
from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.search.worker_pool cimport WorkerPool
from gtpengine.mcts.search.kept_tree cimport KeptTree
from gtpengine.mcts.search.memory cimport SearchMemory
from gtpengine.mcts.search.reports cimport move_ownership_of, nodes_of, report_of, variation_of
from gtpengine.mcts.search.rootview cimport count_simulations
from gtpengine.mcts.search.terms cimport Terms, terms_of

from gtpengine.mcts.params.search_params import SearchParams


cdef class Searcher:
    """Monte-Carlo tree search from one position at a time.

    Threads: one thread owns a searcher and calls its methods. Any thread may call these at any
    time, also while a search runs: `stop`, `snapshot`, `variation` and `move_ownership`. All but
    `stop` raise RuntimeError when no position is set.

    With one thread and a limit in simulations, equal seeds give equal trees.
    """

    def __init__(self, params=None, int threads=1, int memory_mb=512, seed=1):
        self.lock = threading.Lock()
        self.stopped_by = "nothing searched"
        self.memory = SearchMemory()
        self.kept = KeptTree(self.memory)
        self.pool = self._make_pool()
        self.set_memory(memory_mb)
        self.set_params(SearchParams() if params is None else params)
        self.set_threads(threads)
        self.set_seed(seed)

    cdef WorkerPool _make_pool(self):
        """Return the threads of this searcher."""
        return WorkerPool(self.memory)

    # --- settings: each forgets the tree when it changes what the tree means ---

    def set_params(self, params):
        """Use a copy of these parameters from now on, and forget the tree.

        :raises MemoryError: when the system refuses.
        """
        params = params.copy()
        self.lock.acquire()
        try:
            self.kept.has_position = False
            self.memory.use(params)
        finally:
            self.lock.release()

    def set_threads(self, int threads):
        """Search with this many threads, 1 to 1024, from now on.

        :raises ValueError: for another number.
        :raises MemoryError: when the system refuses; the number stays as it was.
        """
        self.lock.acquire()
        try:
            self.pool.resize(threads)
        finally:
            self.lock.release()

    def set_evaluator(self, EvaluatorDoor evaluator):
        """Ask this evaluator from the next position on; forget the tree.

        One that judges leads the search, as a network does. None is the network, or the move model.

        :raises MemoryError: when the system refuses.
        """
        self.lock.acquire()
        try:
            self.evaluator = evaluator
            self.kept.has_position = False
            self.memory.ready = False
            self.memory.own_judge = evaluator is not None and evaluator.door.judges
            self.memory.lay_out()
        finally:
            self.lock.release()

    def set_memory(self, int memory_mb):
        """Limit the tree to this many megabytes (2**20 bytes); forget it when the limit changes.

        The tables of techniques and the lists that are made while the tree is moved count, too.

        :raises ValueError: when it is not from 1 to 1048576.
        :raises MemoryError: when the system refuses; a tree of 1 MB is left.
        """
        cdef uint64_t size
        if not 1 <= memory_mb <= 1 << 20:
            raise ValueError(f"memory {memory_mb} MB: give 1 to {1 << 20}")
        size = <uint64_t>memory_mb << 20
        if size == self.memory.limit:
            return
        self.lock.acquire()
        try:
            self.kept.has_position = False
            self.memory.resize(size)
        finally:
            self.lock.release()

    def set_seed(self, seed):
        """Start the random streams anew and forget the tree, so that equal play follows."""
        self.memory.search.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.memory.search.next_simulation = 0
        self.clear()

    def keep_move_ownership(self, bint keep):
        """Count owners for each move of the root, too, from the next search on.

        That takes 0.7 MB for each thread.
        """
        self.memory.search.keep_move_owners = keep

    def clear(self):
        """Forget the tree and the position."""
        self.lock.acquire()
        try:
            self.kept.forget()
        finally:
            self.lock.release()

    # --- the position ---

    def set_position(self, Position position not None, avoid=None, double komi_offset=0.0):
        """Search from a position next; keep what the tree has of it.

        The tree stays when the position continues one searched before. Moves may be taken back as
        far as the tree began. What lies between stays, too, until half of the memory is used. The
        position is copied. An earlier `stop` is cleared.

        ``avoid`` maps (colour, point) to the depth, 1 at the root, up to which that move is left
        out; a side without moves passes. What was searched with other moves left out is forgotten.
        ``komi_offset`` (dynamic komi) is added to komi where simulations are won or lost, and not
        in scores. What was searched under one more than 3 points away is forgotten.

        :raises ValueError: when ``avoid`` names a move that is not on the board.
        :raises MemoryError: when the system refuses; the position stays as it was.
        """
        cdef Terms terms
        self.lock.acquire()
        try:
            # All that may fail comes first.
            if not self.memory.ready:
                self.memory.make_ready()
        finally:
            self.lock.release()
        terms = terms_of(position, avoid, komi_offset, self.memory.params,
                         self.memory.techniques, self.evaluator)
        self.lock.acquire()
        try:
            self.kept.follow(position, terms)
            self.pool.forget_counters()
            self.stopped_by = "nothing searched"
        finally:
            self.lock.release()

    def notices(self):
        """Return what the user should know of how the last position set is searched.

        Such are learned files that are missing, damaged or for other boards, and what is used in
        their place.
        """
        return () if self.kept.terms is None else self.kept.terms.notices

    # --- searching ---

    def search(self, limits, stop_conditions=()):
        """Search until a limit is reached, a stop condition says so or `stop` is called.

        Blocks; other Python threads run meanwhile.

        :raises RuntimeError: when no position is set.
        :raises MemoryError: when there is no room for the moves of the root.
        """
        def look():
            report = self.snapshot()
            for condition in stop_conditions:
                if condition(report, limits):
                    return condition.name
            return None

        reason = None
        try:
            self.lock.acquire()
            try:
                self._need_position("search")
                self._begin(limits)
            finally:
                self.lock.release()
            reason = self.pool.run(look if stop_conditions else None)
        finally:
            self.lock.acquire()
            try:
                self._end()
            finally:
                self.lock.release()
        self.stopped_by = self._why(limits) if reason is None else reason
        return self.snapshot()

    cdef int _begin(self, limits) except -1:
        """Set the limits, make the threads ready, give the root its children."""
        cdef Search* s = self.memory.search
        cdef uint64_t most = self.memory.most_simulations()
        self.started = monotonic_seconds()
        self.ended = 0.0
        # 0 is no deadline.
        s.deadline = 0.0 if limits.seconds is None else max(1e-9, self.started + limits.seconds)
        if limits.simulations is not None:
            most = min(most, <uint64_t>limits.simulations)
        s.begin_simulation = s.next_simulation
        s.end_simulation = s.next_simulation + most
        s.tree_full = 0
        self.pool.begin()
        if not self.pool.expand_root():
            self.kept.begin_at_root()
            self.pool.begin()
            if not self.pool.expand_root():
                raise MemoryError("no memory for the moves of the root; give a larger --memory")
        return 0

    cdef void _end(self) noexcept:
        """Note when the search ended. Every thread has taken one number too many."""
        cdef Search* s = self.memory.search
        self.ended = monotonic_seconds()
        s.next_simulation = min(s.next_simulation, s.end_simulation)

    cdef str _why(self, limits):
        """Return which limit has ended the search."""
        cdef WorkerPool pool = self.pool
        if limits.simulations is not None:
            if count_simulations(pool.workers, pool.n) >= <uint64_t>limits.simulations:
                return "simulations"
        if limits.seconds is not None and self.ended >= self.memory.search.deadline:
            return "time"
        return "stop"

    def stop(self):
        """Make the search that runs return within some milliseconds.

        Where none runs, the next one returns at once, unless a position is set before.
        """
        store_u32(&self.memory.search.stop, 1)

    cdef int _need_position(self, what) except -1:
        if not self.kept.has_position:
            raise RuntimeError(f"set_position comes before {what}")
        return 0

    # --- reporting ---

    def snapshot(self):
        """Return the state of the search, running or ended."""
        self.lock.acquire()
        try:
            self._need_position("snapshot")
            return report_of(self.memory.search, self.pool, self._seconds(), self.stopped_by)
        finally:
            self.lock.release()

    cdef double _seconds(self) noexcept:
        cdef double now = self.ended if self.ended > 0.0 else monotonic_seconds()
        return max(0.0, now - self.started) if self.started > 0.0 else 0.0

    def variation(self, point):
        """Return what is expected after a move of the root, that move first, as (point, visits).

        :raises ValueError: when it is no move of the root.
        """
        self.lock.acquire()
        try:
            self._need_position("variation")
            return variation_of(self.memory.search, point)
        finally:
            self.lock.release()

    def nodes(self, int depth, int least_visits):
        """Return the nodes of the tree down to a depth with at least so many visits, 1 or more.

        Each is (place of the parent in the list, point, visits, value, score), after its parent.
        Value and score are for the side that made the move; the root's, which comes first with -1
        and a pass, are for the side to move.
        """
        self.lock.acquire()
        try:
            self._need_position("nodes")
            return nodes_of(self.memory.search, depth, least_visits)
        finally:
            self.lock.release()

    def move_ownership(self, point):
        """Return the ownership after a move of the root, by the simulations of this search alone.

        Shape and meaning are as in the report. None unless `keep_move_ownership` was asked for
        before the search.

        :raises ValueError: when the board has no such point.
        """
        self.lock.acquire()
        try:
            self._need_position("move_ownership")
            return move_ownership_of(self.memory.search, self.pool, point)
        finally:
            self.lock.release()
