"""The struct of a search: what its parameters put there, and the tree within its limit."""

from libc.stdlib cimport calloc, free

from board_ext.board cimport board_free, board_new
from board_ext.lowlevel.types cimport int64_t, uint64_t
from gtpengine.mcts.by_playouts.rave cimport heaviest_move
from gtpengine.mcts.doors.doors cimport Techniques, techniques_of
from gtpengine.mcts.doors.judgement cimport judgements_reserve
from gtpengine.mcts.params.cparams cimport CParams, cparams_from
from gtpengine.mcts.params.solver_values cimport solver_values
from gtpengine.mcts.playout.rules cimport order_from
from gtpengine.mcts.tree.bounds cimport bounds_reserve
from gtpengine.mcts.tree.told cimport digests_reserve
from gtpengine.mcts.tree.tree cimport tree_clear, tree_close, tree_open

cdef enum:
    SMALLEST = 1 << 20        # bytes: the tree that is left where the one asked for is refused
    # Simulations of a root at which a search ends: what 32 bits hold of owners, and of RAVE visits
    # with up to three for each; fewer with more.
    MOST_SIMULATIONS = 1400000000


cdef class SearchMemory:
    """The struct that all threads of a search share, with its tree. Freed when the last user is."""

    def __cinit__(self):
        self.search = <Search*>calloc(1, sizeof(Search))
        if self.search == NULL:
            raise MemoryError
        self.search.root = board_new()
        if self.search.root == NULL:
            raise MemoryError
        self.techniques = Techniques()

    def __dealloc__(self):
        if self.search != NULL:
            tree_close(&self.search.tree)
            board_free(self.search.root)
            free(self.search)

    cdef int use(self, params) except -1:
        """Take over parameters and what they switch on; clear the tree."""
        cdef CParams numbers = cparams_from(params)
        cdef PlayoutOrder order = order_from(params)
        self.ready = False
        self.params = params
        self.search.params = numbers
        self.search.order = &order.order
        self.order = order
        return self.make_ready()

    cdef int make_ready(self) except -1:
        """Attach the techniques that the parameters switch on, and lay the tree out for them."""
        self.techniques = techniques_of(self.params)
        self.techniques.attach(self.search)
        return self.lay_out()

    cdef int lay_out(self) except -1:
        """Clear the tree; open it anew where something else has memory beside its nodes."""
        cdef tuple wanted
        wanted = self._layout()
        # Techniques that were attached anew need their slots and tables anew.
        if wanted != self.layout or any(self.techniques.layout()):
            self.resize(self.limit)
        self.clear()
        self.ready = True
        return 0

    cdef int resize(self, uint64_t limit) except -1:
        """Open the tree anew within a limit. Where the system refuses that, a tree of the smallest
        size is left."""
        cdef Search* s = self.search
        self.layout = self._layout()
        self.limit = limit
        tree_close(&s.tree)
        if solver_values(&s.params).solver:
            bounds_reserve(&s.tree)
        s.judgements = judgements_reserve(&s.tree) if self._judges() else 0
        if self.receivers:
            digests_reserve(&s.tree, self.receivers)
        if not self.techniques.reserve(s, &limit) or not tree_open(&s.tree, limit):
            refused = self.limit
            self.limit = SMALLEST
            tree_open(&s.tree, SMALLEST)
            # The next position asks again.
            self.layout = None
            self.ready = False
            raise MemoryError(f"the system refuses {refused >> 20} MB; give a smaller --memory")
        return 0

    cdef uint64_t most_simulations(self) noexcept:
        """Return how many simulations the counters of the root's children bear, so that an analysis
        that nobody ends does not run over them."""
        cdef Search* s = self.search
        cdef int64_t levels = max(3, heaviest_move(s))
        cdef int64_t most = 3 * <int64_t>MOST_SIMULATIONS // levels
        if self.receivers:
            most //= 2
        return <uint64_t>max(<int64_t>1, most - <int64_t>s.tree.nodes[s.tree.root].visits)

    cdef tuple _layout(self):
        """Return the memory layout that the parameters need: what has bytes beside each node."""
        cdef bint solves = solver_values(&self.search.params).solver
        return solves, self.techniques.layout(), self.receivers, self._judges()

    cdef bint _judges(self) except -1:
        """Return whether nodes may have a judgement beside them."""
        return self.params is not None and (self.own_judge or self.params.network != "none")

    cdef void clear(self) noexcept:
        """Forget the tree."""
        if self.search.tree.nodes != NULL:
            tree_clear(&self.search.tree)
        self.search.root_era += 1
