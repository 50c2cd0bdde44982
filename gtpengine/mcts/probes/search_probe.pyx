"""Techniques on a tree that a test builds by hand, without a game; used by the tests alone.

Moves are vertices of a board that stays as it is. The root has Black to move.
"""

from board_ext.board cimport board_copy
from board_ext.position cimport Position
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.types cimport BLACK, WHITE, uint32_t, uint64_t
from gtpengine.mcts.by_network.judging cimport note_judgement
from gtpengine.mcts.by_playouts.treepolicy cimport (
    Selection, child_score, select_child, select_weighed, selection_begin, weighed_score,
)
from gtpengine.mcts.doors.judgement cimport is_judged
from gtpengine.mcts.doors.search_state cimport Descent, Hooks, Outcome, Prior, Search
from gtpengine.mcts.views.playouts cimport Playouts
from gtpengine.mcts.tree.node cimport (
    Node, REWARD_ONE, node_init, node_share_children, node_update, node_update_amaf,
)
from gtpengine.mcts.tree.tree cimport (
    Children, ORIGIN, children_next, children_of, tree_allocate, tree_reroot,
)
from gtpengine.mcts.worker.boundscore cimport bounds_ignored
from gtpengine.mcts.worker.worker cimport worker_begin

ROOT = ORIGIN


cdef class SearchProbe(Playouts):
    """A search with the techniques that ``params`` switch on, and one worker.

    A *path* is a sequence of nodes from the root on. ``simulations`` is the budget of the search.
    """

    def __init__(self, params, Position position not None, uint64_t simulations=1000,
                 bint by_network=False):
        self.search.root.to_play = BLACK

    cdef Descent* _at(self, path) except NULL:
        """Put the descent to the end of a path."""
        cdef Descent* d = self.worker.descent
        board_copy(d.board, self.search.root)
        d.record.n = 0
        for depth, node in enumerate(path):
            d.depth = depth
            d.path[depth] = node
            if depth:
                d.record.vertices[d.record.n] = self.search.tree.nodes[<uint32_t>node].move
                d.record.n += 1
        if d.depth:
            d.board.last_move = d.record.vertices[d.depth - 1]
            d.board.last_move2 = d.record.vertices[d.depth - 2] if d.depth > 1 else 0
        d.board.to_play = WHITE if d.depth & 1 else BLACK
        return d

    def set_komi(self, double komi):
        """Let White get these points; without this it is none."""
        self.search.komi = komi

    def begin(self):
        """Begin another search of the same tree."""
        self.techniques.begin_search()
        if not worker_begin(self.worker, 1):
            raise MemoryError

    def reroot(self, uint32_t node):
        """Make a node the root, which changes indices; return its children's indices.

        Black moves at the new root, as at the old one.
        """
        cdef Children children
        if not tree_reroot(&self.search.tree, node):
            raise MemoryError
        children = children_of(&self.search.tree.nodes[ORIGIN])
        found = []
        while children_next(&self.search.tree, &children):
            found.append(children.index)
        return found

    def expand(self, path, moves, values=None):
        """Give the last node of a path children with these moves and prior values; return their
        indices."""
        cdef Search* s = self.search
        cdef Descent* d = self._at(path)
        cdef uint32_t parent = d.path[d.depth]
        cdef uint32_t first = tree_allocate(&s.tree, &self.worker.arena, len(moves))
        for i, move in enumerate(moves):
            node_init(&s.tree.nodes[first + <uint32_t>i], move, values[i] if values else 0.5,
                      1.0 if values else 0.0, 0.0)
        s.tree.nodes[parent].n_children = len(moves)
        s.tree.nodes[parent].children = first
        if self.worker.hooks != NULL:
            self.worker.hooks.expanded(d, parent)
        return list(range(first, first + len(moves)))

    def update(self, uint32_t node, double reward, int times=1):
        """Add simulations with this mean reward for the side that moved into the node."""
        for _ in range(times):
            node_update(&self.search.tree.nodes[node], <int>(reward * REWARD_ONE), 0)

    def update_amaf(self, uint32_t node, double reward, int times=1):
        """Add simulations in which the move was played later, like `update`."""
        for _ in range(times):
            node_update_amaf(&self.search.tree.nodes[node], <int>(reward * REWARD_ONE), 1)

    def node(self, uint32_t index):
        """Return (visits, sum of rewards, RAVE visits, sum of RAVE rewards) of a node."""
        cdef const Node* node = &self.search.tree.nodes[index]
        return (node.visits, node.reward / <double>REWARD_ONE, node.amaf_visits,
                node.amaf_reward / <double>REWARD_ONE)

    def judge(self, path, double value):
        """Let the network have said so of the end of a path: the value is Black's."""
        cdef Descent* d = self._at(path)
        d.request.value = value if d.board.to_play == BLACK else 1.0 - value
        d.request.points = 0.0
        note_judgement(d, d.path[d.depth], 0.0)

    def reach(self, path, double reach=1.0):
        """Return how far the moves of the last node of a path reach, by the techniques."""
        cdef Descent* d = self._at(path)
        if self.worker.hooks != NULL:
            self.worker.hooks.reach(d, d.path[d.depth], &reach)
        return reach

    def share(self, path, uint32_t other):
        """Give the last node of a path the children of another node."""
        cdef Descent* d = self._at(path)
        if self.worker.hooks != NULL:
            self.worker.hooks.same_position(d, d.path[d.depth])
        node_share_children(&self.search.tree.nodes[d.path[d.depth]],
                            &self.search.tree.nodes[other])

    def prior(self, path, int move):
        """Return (wins, weight) that the techniques add to the prior of a move at the end of a
        path."""
        cdef Prior prior
        prior.wins = 0.0
        prior.weight = 0.0
        if self.worker.hooks != NULL:
            self.worker.hooks.prior(self._at(path), move, &prior)
        return prior.wins, prior.weight

    def probability(self, path, int move, double probability):
        """Return what the techniques make of the probability of a move at the end of a path."""
        cdef Prior prior
        prior.wins = 0.0
        prior.weight = 0.0
        prior.probability = probability
        if self.worker.hooks != NULL:
            self.worker.hooks.prior(self._at(path), move, &prior)
        return prior.probability

    def value(self, path=(ROOT,)):
        """Return (value, points) for Black by which a technique takes the place of the playout at
        the end of a path, None without."""
        cdef Outcome outcome
        cdef const Hooks* hooks = self.worker.hooks
        if hooks == NULL or not hooks.value(self._at(path), &outcome):
            return None
        return outcome.value, outcome.points

    def back_up(self, path, moves=(), double value=0.5):
        """Back up and learn from a simulation as `learn` does, which is one more of the
        search."""
        cdef Descent* d = self._at(path)
        for move in moves:
            d.record.vertices[d.record.n] = move
            d.record.n += 1
        self.search.next_simulation += 1
        if self.search.player.credit != NULL:
            self.search.player.credit(d, <int>(value * REWARD_ONE))
        for i in range(d.depth + 1):
            black = value if i & 1 else 1.0 - value
            node_update(&self.search.tree.nodes[d.path[<int>i]], <int>(black * REWARD_ONE), 0)
        self.learn(path, moves, value)

    @property
    def stopped(self):
        """Whether a technique has ended the search."""
        return bool(self.search.stop)

    cdef uint32_t _followed(self, Descent* d) noexcept:
        """Return the child that a technique wants to follow from the end of a descent, 0 for
        none."""
        cdef const Hooks* hooks = self.worker.hooks
        return 0 if hooks == NULL else hooks.choose(d, d.path[d.depth])

    def choose(self, path):
        """Return the child that a technique wants to follow, 0 for none."""
        cdef Descent* d = self._at(path)
        return self._followed(d)

    def select(self, path, uint64_t seed=1):
        """Return the child that a simulation follows, with the random numbers of ``seed``."""
        cdef Selection selection
        cdef Descent* d = self._at(path)
        cdef uint32_t chosen
        rng_seed(&d.rng, seed, 0)
        chosen = self._followed(d)
        selection_begin(&selection, &self.search.params)
        bounds_ignored(&selection.bounds)
        if chosen:
            return chosen
        if self.search.weighs:
            return select_weighed(d, d.path[d.depth], &selection)
        return select_child(&self.search.tree, &self.search.params,
                            &self.search.tree.nodes[d.path[d.depth]], &selection)

    def score(self, path, uint32_t child):
        """Return the score of a child of the last node of a path."""
        cdef Selection selection
        cdef Descent* d = self._at(path)
        self._followed(d)
        selection_begin(&selection, &self.search.params)
        if self.search.weighs:
            return weighed_score(d, child, &selection)
        return child_score(&self.search.params, &self.search.tree.nodes[child], &selection)

    cdef uint32_t _judged(self, const Descent* d) noexcept:
        """Return the node whose judgement a simulation counts that ends here, 0 without."""
        return (d.path[d.depth] if self.search.judgements
                and is_judged(self.search, d.path[d.depth]) else 0)

    def stops(self, path, int move=0):
        """Return whether a simulation leaves the tree at the end of a path, before a move."""
        cdef const Hooks* hooks = self.worker.hooks
        return hooks != NULL and hooks.stops(self._at(path), move)

    def reward(self, path, moves=(), double points=1.0):
        """Return what a simulation counts for Black that went down a path, went on with ``moves``,
        and ended with a lead of Black's in points."""
        cdef Descent* d = self._at(path)
        cdef Outcome outcome
        outcome.judged = self._judged(d)
        for move in moves:
            d.record.vertices[d.record.n] = move
            d.record.n += 1
        outcome.points = points
        outcome.value = 1.0 if points > 0.0 else (0.0 if points < 0.0 else 0.5)
        outcome.played_out = True
        if self.worker.hooks != NULL:
            self.worker.hooks.reward(d, &outcome)
        return outcome.value

    def learn(self, path, moves=(), double value=0.5, points=None):
        """Let the techniques learn from a simulation that went down a path, went on with
        ``moves``, was worth ``value`` to Black, and ended with a lead of ``points``, which agrees
        with the value where none is given."""
        cdef Descent* d = self._at(path)
        cdef Outcome outcome
        for move in moves:
            d.record.vertices[d.record.n] = move
            d.record.n += 1
        outcome.value = value
        outcome.points = value - 0.5 if points is None else points
        outcome.played_out = True
        outcome.judged = self._judged(d)
        if self.worker.hooks != NULL:
            self.worker.hooks.learn(d, &outcome)

    def first_moves(self, int times, uint64_t seed=1):
        """Return how often playouts from the root begin with each vertex, as a dict."""
        cdef const Descent* d
        cdef uint64_t number
        counts = {}
        for number in range(<uint64_t>times):
            d = self.play(seed, number, 1)
            counts[d.record.vertices[0]] = counts.get(d.record.vertices[0], 0) + 1
        return counts
