"""The tree that is kept from one position to the next of the same game."""

from board_ext.board cimport board_copy, board_free, board_new
from board_ext.lowlevel.types cimport PASS_VERTEX, opponent
from gtpengine.mcts.doors.search_state cimport Player, Search
from gtpengine.mcts.search.rootview cimport point_of
from gtpengine.mcts.tree.tree cimport (
    Children, ORIGIN, Tree, children_next, children_of, tree_find_child, tree_reroot,
)

# Points by which dynamic komi may move on while the tree is kept.
KEPT_KOMI_SHIFT = 3.0


cdef class KeptTree:
    """The tree in a search's memory, and the game that has grown it."""

    def __cinit__(self, SearchMemory memory not None):
        self.memory = memory
        self.start = board_new()
        if self.start == NULL:
            raise MemoryError

    def __dealloc__(self):
        board_free(self.start)

    cdef void forget(self) noexcept:
        """Forget the tree and the position."""
        self.memory.clear()
        self.has_position = False

    cdef int follow(self, Position position, Terms terms) except -1:
        """Make a position the root, with what the tree has of it. An error changes nothing."""
        cdef Search* s = self.memory.search
        cdef uint32_t node = self._node_for(position, terms)
        cdef const Player* player = s.player
        # Nothing fails from here on.
        board_copy(self.start, &position.start)
        board_copy(s.root, &position.board)
        if node:
            self._move_root(node)
        else:
            self.komi_offset = terms.komi_offset
            self.memory.clear()
        if s.tree.root == ORIGIN:
            self.origin_moves = len(terms.moves)
            self.origin_side = s.root.to_play
        s.root_era += 1
        terms.apply(s)
        self.terms = terms
        self.has_position = True
        if node and s.player != player:
            # What playouts and what judgements found does not mix.
            self.begin_at_root()
            terms.apply(s)
        return 0

    cdef void begin_at_root(self) noexcept:
        """Begin the tree anew at the root, for which the tree that was kept leaves no room."""
        cdef Search* s = self.memory.search
        self.memory.clear()
        self.origin_moves = len(self.terms.moves)
        self.origin_side = s.root.to_play
        self.komi_offset = s.komi_offset
        s.tree_full = 0

    cdef void _move_root(self, uint32_t node) noexcept:
        """Let a node be the root; what it leaves behind stays until half of the memory is used."""
        cdef Tree* tree = &self.memory.search.tree
        if tree.used > tree.capacity // 2:
            tree_reroot(tree, node)
        else:
            tree.root = node

    cdef uint32_t _node_for(self, Position position, Terms terms) except? 0:
        """Return the node whose statistics serve the new position, or 0."""
        cdef uint32_t node
        if not self.has_position or abs(terms.komi_offset - self.komi_offset) > KEPT_KOMI_SHIFT:
            return 0
        node = self._find(position, terms)
        if node and self.memory.search.shares and not self._children_are_legal(node, position):
            return 0
        return node

    cdef uint32_t _find(self, Position position, Terms terms) except? 0:
        """Return the node that the moves since the origin of the tree lead to, or 0."""
        cdef Search* s = self.memory.search
        cdef uint32_t node = ORIGIN
        cdef int side = self.origin_side, known = self.origin_moves
        if (terms.game != self.terms.game or position.board.size != s.root.size
                or len(terms.moves) < known or terms.moves[:known] != self.terms.moves[:known]
                or self.start.hash != position.start.hash):
            return 0
        for vertex, color in terms.moves[known:]:
            if color != side:
                return 0
            node = tree_find_child(&s.tree, node, vertex)
            if node == 0:
                return 0
            side = opponent(side)
        return node if side == position.board.to_play else 0

    cdef bint _children_are_legal(self, uint32_t node, Position position) except -1:
        """Are the moves that another order of moves found for this node legal by this one?"""
        cdef const Tree* tree = &self.memory.search.tree
        cdef Children children = children_of(&tree.nodes[node])
        cdef int move
        while children_next(tree, &children):
            move = tree.nodes[children.index].move
            if move != PASS_VERTEX and not position.is_legal(point_of(move, position.board.size)):
                return False
        return True
