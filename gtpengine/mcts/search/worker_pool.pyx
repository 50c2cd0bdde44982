"""The workers of a search, and the threads in which they run.

A thread takes the duty that its worker was given, once. So a thread does no harm that begins late,
or that is given up while it starts because memory is lacking. A duty that nobody has taken is taken
back; one that somebody has taken is waited for. No worker is at work after `run`.
"""

import threading

from libc.stdlib cimport calloc, free

from board_ext.lowlevel.atomics cimport load_acquire_u32, store_release_u32, store_u32, swap_if_u32
from board_ext.lowlevel.system cimport sleep_microseconds
from gtpengine.mcts.worker.worker cimport (
    worker_begin, worker_expand_root, worker_forget, worker_free, worker_new, worker_run,
)

cdef enum Duty:
    AT_REST = 0
    CALLED = 1
    AT_WORK = 2

# How often stoppers are asked, in seconds.
LOOK_INTERVAL = 0.05


cdef class WorkerPool:
    """The workers that search in one memory."""

    def __cinit__(self, SearchMemory memory not None):
        self.memory = memory

    def __dealloc__(self):
        _free(self.workers, self.n)

    cdef int resize(self, int n) except -1:
        """Have ``n`` workers; without memory for them, those there were."""
        cdef Worker** workers
        cdef int i
        if not 1 <= n <= MOST_THREADS:
            raise ValueError(f"threads {n}: give 1 to {MOST_THREADS}")
        if n == self.n:
            return 0
        workers = <Worker**>calloc(n, sizeof(Worker*))
        if workers == NULL:
            raise MemoryError
        for i in range(n):
            workers[i] = worker_new(self.memory.search)
            if workers[i] == NULL:
                _free(workers, i)
                raise MemoryError(f"no memory for {n} threads")
        _free(self.workers, self.n)
        self.workers = workers
        self.n = n
        self.memory.search.n_threads = n
        return 0

    cdef int begin(self) except -1:
        """Make all workers ready for a search from the root as it is now."""
        return self.begin_with(1)

    cdef int begin_with(self, int playouts) except -1:
        """Do the same; each leaf gets ``playouts``, unless a technique wants another number."""
        cdef int i
        self.memory.techniques.begin_search()
        for i in range(self.n):
            if not worker_begin(self.workers[i], playouts):
                # Half of what is counted may be missing.
                self.forget_counters()
                raise MemoryError("no memory to begin a search; give fewer --threads")
        return 0

    cdef bint expand_root(self) noexcept:
        """Give the root all its children; False when the tree has no room for them."""
        return worker_expand_root(self.workers[0])

    cdef void forget_counters(self) noexcept:
        """Clear what the workers have counted."""
        cdef int i
        for i in range(self.n):
            worker_forget(self.workers[i])

    def run(self, look):
        """Search until all workers have ended, or ``look``, unless it is None, returns a reason to
        end; return that, else None. ``look`` is called every `LOOK_INTERVAL`."""
        threads = []
        reason = None
        done = False
        try:
            for i in range(self.n):
                store_u32(&self.duties[i], CALLED)
                thread = threading.Thread(target=self._run, args=(i,), daemon=True)
                threads.append(thread)
                thread.start()
            while reason is None and (running := [t for t in threads if t.is_alive()]):
                running[0].join(LOOK_INTERVAL)
                if look is not None and running[0].is_alive():
                    reason = look()
            done = reason is None
            return reason
        finally:
            # By a reason, or by an exception that passes by, for which memory may be lacking.
            if not done:
                store_u32(&self.memory.search.stop, 1)
            try:
                for thread in threads:
                    _join(thread)
            finally:
                self._take_back()
                if not done:
                    # That was not meant for a search that goes on from here.
                    store_u32(&self.memory.search.stop, 0)

    def _run(self, int i):
        cdef uint32_t duty = CALLED
        with nogil:
            if swap_if_u32(&self.duties[i], &duty, AT_WORK):
                self.work(i)
                store_release_u32(&self.duties[i], AT_REST)

    cdef void work(self, int i) noexcept nogil:
        """Do what a worker does in a search."""
        worker_run(self.workers[i])

    cdef void _take_back(self) noexcept:
        """Take back the duties that nobody has taken; wait for the others."""
        cdef uint32_t duty
        cdef int i
        for i in range(self.n):
            duty = CALLED
            if swap_if_u32(&self.duties[i], &duty, AT_REST):
                continue
            with nogil:
                while load_acquire_u32(&self.duties[i]) != AT_REST:
                    sleep_microseconds(1000)


cdef void _free(Worker** workers, int n) noexcept:
    cdef int i
    for i in range(n):
        worker_free(workers[i])
    free(workers)


def _join(thread):
    """Wait for a thread although memory may be lacking."""
    while True:
        try:
            thread.join()
            return
        except MemoryError:
            pass
        except RuntimeError:
            return  # it has not begun
