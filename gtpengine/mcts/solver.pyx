"""Finding proofs at a leaf, and what follows from them above it."""

from board_ext.atomics cimport load_acquire_u32, or_u8
from board_ext.bits cimport bits_count
from board_ext.scoring cimport benson_alive
from board_ext.types cimport BLACK, WHITE, WORDS, uint64_t
from gtpengine.mcts.node cimport (
    NODE_PROVEN_LOSS, NODE_PROVEN_WIN, node_proof,
)
from gtpengine.mcts.tree cimport tree_next_holder


cdef inline int _sure_points(const Board* b, int color) noexcept nogil:
    cdef uint64_t alive[WORDS]
    cdef uint64_t territory[WORDS]
    cdef int i
    benson_alive(b, color, alive, territory)
    for i in range(WORDS):
        alive[i] |= territory[i]
    return bits_count(alive)


cdef int decided_winner(const Board* b, double komi) noexcept nogil:
    """Return the colour that wins by area whatever follows, 0 when that is not proven."""
    cdef int points = b.size * b.size
    # With s sure points of its own, a side leads by at least s - (points - s).
    if 2 * _sure_points(b, BLACK) - points > komi:
        return BLACK
    if 2 * _sure_points(b, WHITE) - points > -komi:
        return WHITE
    return 0


cdef void node_prove(Node* node, bint mover_wins) noexcept nogil:
    """Note that the side that moved here wins, or loses, for certain."""
    if not node_proof(node):
        or_u8(&node.flags, NODE_PROVEN_WIN if mover_wins else NODE_PROVEN_LOSS)


cdef bint _all_lost(const Tree* tree, const Node* node) noexcept nogil:
    """Are all moves here, none of them still to be made a child, lost for the side that makes
    them?"""
    cdef const Node* holder = node
    cdef uint32_t first
    cdef int i
    while holder != NULL:
        first = load_acquire_u32(&holder.children)
        if first == 0:
            return False
        for i in range(holder.n_children):
            if node_proof(&tree.nodes[first + i]) != NODE_PROVEN_LOSS:
                return False
        holder = tree_next_holder(tree, holder, first)
    return True


cdef void prove_path(Tree* tree, const uint32_t* path, int depth) noexcept nogil:
    """Carry the proof of the last node of a path, if it has one, towards the root."""
    cdef Node* node
    cdef int proof
    while depth > 0:
        proof = node_proof(&tree.nodes[path[depth]])
        depth -= 1
        node = &tree.nodes[path[depth]]
        if proof == NODE_PROVEN_WIN:
            node_prove(node, False)
        elif proof == NODE_PROVEN_LOSS and _all_lost(tree, node):
            node_prove(node, True)
        else:
            return
