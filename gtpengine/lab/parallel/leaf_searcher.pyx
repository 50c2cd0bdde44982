"""The searcher whose threads all play the playouts of one leaf; see leaf_team.pxd."""

from board_ext.board cimport board_copy
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.parallel.leaf_team cimport (
    LeafTeam, team_await_all, team_await_playout, team_begin, team_end, team_note_finished,
    team_open, team_take, team_to_leaf,
)
from gtpengine.mcts.doors.search_state cimport Descent, Worker
from gtpengine.mcts.search.worker_pool cimport WorkerPool
from gtpengine.mcts.searcher cimport Searcher
from gtpengine.mcts.worker.descent cimport to_root
from gtpengine.mcts.worker.worker cimport end_simulation, worker_run


cdef class LeafPool(WorkerPool):
    """Workers of which the first descends, and all play the playouts of its leaf."""
    cdef LeafTeam team

    cdef int resize(self, int n) except -1:
        WorkerPool.resize(self, n)
        # Updates of RAVE that workers collect would make a tree depend on who played what.
        self.memory.search.n_threads = 1
        return 0

    cdef int begin(self) except -1:
        """Make all workers ready; each leaf gets a playout for each of them."""
        cdef Worker* leader = self.workers[0]
        team_begin(&self.team, self.memory.search.next_simulation)
        self.begin_with(self.n)
        leader.leaf_team = &self.team
        leader.play_leaf = NULL
        if leader.playouts > 1:
            leader.play_leaf = _play_together
        return 0

    cdef void work(self, int i) noexcept nogil:
        if i:
            _help(self.workers[i], &self.team)
        else:
            worker_run(self.workers[0])
            team_end(&self.team)


cdef void _take_playouts(Descent* d, LeafTeam* team) noexcept nogil:
    """Play playouts of the leaf until all are taken."""
    cdef uint32_t playout
    while team_take(team, &playout):
        team_to_leaf(team, d, playout)
        end_simulation(d)
        team_note_finished(team)


cdef void _play_together(Descent* d) noexcept nogil:
    """Let others play playouts of the leaf beside this thread, until all are finished."""
    cdef LeafTeam* team = <LeafTeam*>d.worker.leaf_team
    board_copy(d.leaf, d.board)
    team_open(team, d)
    _take_playouts(d, team)
    team_await_all(team)


cdef void _help(Worker* w, LeafTeam* team) noexcept nogil:
    """Play playouts of the leaves of another worker until the search is over."""
    cdef Descent* d = w.descent
    cdef uint32_t playout
    to_root(d)
    while team_await_playout(team, &w.search.stop, &playout):
        team_to_leaf(team, d, playout)
        end_simulation(d)
        team_note_finished(team)


cdef class LeafSearcher(Searcher):
    """A searcher in which one thread descends, and all play the playouts of its leaf.

    There is one playout for each thread, or ``leaf_playouts`` of them. Equal seeds give equal trees
    with any number of threads that play as many playouts, where the search has a limit in
    simulations and no technique that learns.
    """

    cdef WorkerPool _make_pool(self):
        return LeafPool(self.memory)
