"""The tree, the tree policy and the patterns seen from Python; used by the tests alone.

A `TreeProbe` is a tree without a game: tests build it by hand with moves that are plain numbers.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from board_ext.board cimport board_free, board_new
from board_ext.position cimport Position
from board_ext.lowlevel.types cimport BLACK, WHITE, point_to_vertex, uint32_t, uint64_t
from gtpengine.mcts.by_playouts.player cimport player_by_playouts
from gtpengine.mcts.by_playouts.treepolicy cimport (
    Selection, child_score, select_child, select_least_visited, selection_begin, weighed_score,
)
from gtpengine.mcts.doors.doors cimport Techniques, doors_open, techniques_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search, Worker
from gtpengine.mcts.moves.patterns3 cimport is_pattern3
from gtpengine.mcts.params.cparams cimport CParams, cparams_from
from gtpengine.mcts.params.solver_values cimport solver_values
from gtpengine.mcts.tree.bounds cimport (
    ScoreBounds, bounds_reserve, node_bounds, node_is_bounded, node_tighten,
)
from gtpengine.mcts.tree.node cimport (
    LINK_MOVE, NODE_MORE, Node, REWARD_ONE, node_init, node_prior_value, node_prior_weight,
    node_probability, node_share_children, node_update, node_update_amaf,
)
from gtpengine.mcts.tree.tree cimport (
    Children, ORIGIN, SLOTS, Tree, TreeArena, children_next, children_of, tree_allocate,
    tree_beside, tree_bytes, tree_clear, tree_close, tree_find_child, tree_is_touched,
    tree_limit_bytes, tree_open, tree_reroot, tree_reserve, tree_touch,
)
from gtpengine.mcts.worker.boundscore cimport bounds_counted
from gtpengine.mcts.worker.solver cimport bound_path, sure_bounds
from gtpengine.mcts.worker.worker cimport worker_free, worker_new

NODE_BYTES = sizeof(Node)
ROOT_INDEX = ORIGIN


cdef class TreeProbe:
    """A tree of at most ``capacity`` nodes; nodes are named by their index.

    It has bounds, and a slot beside the nodes for each number of bytes in ``beside``.
    """

    cdef Tree tree
    cdef TreeArena arena

    def __cinit__(self, uint64_t capacity, beside=()):
        bounds_reserve(&self.tree)
        for size in beside:
            if not tree_reserve(&self.tree, size):
                raise ValueError(f"more than {SLOTS - 1} slots")
        if not tree_open(&self.tree, capacity * tree_limit_bytes(&self.tree)):
            raise MemoryError

    def __dealloc__(self):
        tree_close(&self.tree)

    def add_children(self, uint32_t parent, moves):
        """Return the index of the first of the new children, 0 when the tree is full."""
        cdef uint32_t first = tree_allocate(&self.tree, &self.arena, len(moves))
        cdef int i
        if first:
            for i, move in enumerate(moves):
                node_init(&self.tree.nodes[first + i], move, 0.5, 0.0, 0.0)
            self.tree.nodes[parent].n_children = len(moves)
            self.tree.nodes[parent].children = first
        return first

    def add_link(self, uint32_t parent, moves, more):
        """Like `add_children`, with further children behind a link; return their first index."""
        cdef uint32_t first = self.add_children(parent, [*moves, LINK_MOVE])
        if first == 0:
            return 0
        self.tree.nodes[parent].n_children = len(moves)
        self.tree.nodes[parent].flags |= NODE_MORE
        return self.add_children(first + len(moves), more)

    def share_children(self, uint32_t node, uint32_t other):
        """Give a leaf the children of ``other``; return whether it has children now."""
        return bool(node_share_children(&self.tree.nodes[node], &self.tree.nodes[other]))

    def set_prior(self, uint32_t node, double value, double weight, double probability=0.0):
        node_init(&self.tree.nodes[node], self.tree.nodes[node].move, value, weight, probability)

    def tighten(self, uint32_t node, int low, int high):
        """Note bounds on the score for Black; return whether they were news."""
        return bool(node_tighten(&self.tree, node, low, high))

    def bounds(self, uint32_t node):
        """Return the bounds for Black, None without."""
        cdef ScoreBounds bounds = node_bounds(&self.tree, node)
        return (bounds.low, bounds.high) if node_is_bounded(&self.tree, node) else None

    def bound_path(self, path, int root_side=BLACK):
        """Carry the bounds of the last node of a list of indices towards the first, where
        ``root_side`` is to move."""
        cdef uint32_t indices[64]
        for i, index in enumerate(path):
            indices[i] = index
        bound_path(&self.tree, indices, len(path) - 1, root_side)

    def update(self, uint32_t node, double reward, int score=0, int times=1):
        cdef int _
        for _ in range(times):
            node_update(&self.tree.nodes[node], <int>(reward * REWARD_ONE), score)

    def add_virtual_losses(self, uint32_t node, int n):
        self.tree.nodes[node].virtual_losses += n

    def update_amaf(self, uint32_t node, double reward, int weight=1, int times=1):
        cdef int _
        for _ in range(times):
            node_update_amaf(&self.tree.nodes[node], <int>(reward * REWARD_ONE), weight)

    def find_child(self, uint32_t parent, int move):
        """Return the index of the child reached by ``move``, or 0."""
        return tree_find_child(&self.tree, parent, move)

    def reroot(self, uint32_t node):
        """Keep the subtree below a node; return False when the tree was cleared instead."""
        return bool(tree_reroot(&self.tree, node))

    def clear(self):
        """Leave a root without simulations."""
        tree_clear(&self.tree)

    @property
    def used(self):
        """The number of nodes handed out."""
        return self.tree.used

    @property
    def bytes(self):
        """The memory that is touched."""
        return tree_bytes(&self.tree)

    @property
    def reserved(self):
        """The memory that is reserved, without what a reroot takes."""
        return self.tree.reserved_bytes

    def beside(self, int n, uint32_t index):
        """Return what lies beside a node, for the user number ``n`` (from 0)."""
        cdef int slot = self.tree.bounds + 1 + n
        cdef const char* record = <const char*>tree_beside(&self.tree, slot, index)
        return record[:self.tree.beside[slot].bytes]

    def put_beside(self, int n, uint32_t index, bytes record):
        """Write a record beside a node, for the user number ``n`` (from 0)."""
        cdef int slot = self.tree.bounds + 1 + n
        cdef const char* source = record
        assert len(record) == self.tree.beside[slot].bytes
        tree_touch(&self.tree, slot)
        memcpy(tree_beside(&self.tree, slot, index), source, len(record))

    def is_touched(self, int n):
        """Return whether any record of the user number ``n`` may be other than zero."""
        return bool(tree_is_touched(&self.tree, self.tree.bounds + 1 + n))

    def node(self, uint32_t index):
        """Return the fields of a node as a dict."""
        cdef const Node* node = &self.tree.nodes[index]
        return {
            "move": node.move, "visits": node.visits, "reward": node.reward / <double>REWARD_ONE,
            "amaf_visits": node.amaf_visits, "amaf_reward": node.amaf_reward / <double>REWARD_ONE,
            "score": node.score, "children": node.children, "n_children": node.n_children,
            "prior_value": node_prior_value(node), "prior_weight": node_prior_weight(node),
            "probability": node_probability(node),
        }

    def dump(self, uint32_t index=ORIGIN):
        """Return (move, visits, reward, [children]) of a subtree, the same wherever it lies."""
        cdef const Node* node = &self.tree.nodes[index]
        cdef Children children = children_of(node)
        below = []
        while children_next(&self.tree, &children):
            below.append(self.dump(children.index))
        return (node.move, node.visits, node.reward, below)

    def select(self, uint32_t parent, params, int side=BLACK, double komi=0.0, bint proofs=True):
        """Return the index of the child that a simulation would follow."""
        cdef CParams p = cparams_from(params)
        cdef Selection selection
        selection_begin(&selection, &p)
        bounds_counted(&selection.bounds, &self.tree, parent, side, komi, proofs,
                       solver_values(&p).score_bounds)
        return select_child(&self.tree, &p, &self.tree.nodes[parent], &selection)

    def least_visited(self, uint32_t parent):
        """Return the index of the child with the fewest visits."""
        return select_least_visited(&self.tree, &self.tree.nodes[parent])

    def score(self, uint32_t child, params, path=(ORIGIN,), outcomes=None):
        """Return the score of a child of the last node of ``path``, techniques of ``params``
        included.

        ``path`` leads there from the root, where Black is to move. ``outcomes`` is what a worker
        has counted before: (simulations, wins of Black minus White's, {vertex: (owner, the
        same signed by the winner)}).
        """
        cdef Search* search = <Search*>calloc(1, sizeof(Search))
        cdef Worker* worker = NULL
        cdef Techniques techniques
        cdef Outcome outcome
        cdef double score
        if search == NULL:
            raise MemoryError
        search.tree = self.tree
        search.params = cparams_from(params)
        search.root = board_new()
        techniques = techniques_of(params)
        techniques.attach(search)
        search.player = player_by_playouts()
        techniques.meet(search)
        worker = worker_new(search)
        if search.root == NULL or worker == NULL or not doors_open(worker):
            raise MemoryError
        search.root.to_play = BLACK
        if outcomes is not None:
            worker.simulations, worker.wins, owners = outcomes
            for v, (owner, signed) in owners.items():
                worker.owner[<int>v] = owner
                worker.winner_owner[<int>v] = signed
            memset(&outcome, 0, sizeof(Outcome))
            worker.hooks.learn(worker.descent, &outcome)
        score = self._score(worker.descent, child, path)
        worker_free(worker)
        board_free(search.root)
        free(search)
        return score

    cdef double _score(self, Descent* d, uint32_t child, path) except? -1e30:
        """Walk down a path, and score a child of its end."""
        cdef Selection selection
        for depth, node in enumerate(path):
            d.depth = depth
            d.path[depth] = node
            d.board.to_play = WHITE if depth & 1 else BLACK
            if d.worker.hooks != NULL:
                d.worker.hooks.choose(d, node)
        selection_begin(&selection, &d.search.params)
        if d.search.weighs:
            return weighed_score(d, child, &selection)
        return child_score(&d.search.params, &d.search.tree.nodes[child], &selection)


def sure_bounds_of(Position position not None, bint area_after_passes):
    """Return the bounds on the score for Black that unconditional life gives."""
    cdef ScoreBounds bounds = sure_bounds(&position.board, area_after_passes)
    return bounds.low, bounds.high


def pattern3_matches(Position position not None, int point):
    """Return whether there is a 3x3 pattern of the playouts at the empty ``point``."""
    return bool(is_pattern3(&position.board, point_to_vertex(point, position.board.size)))
