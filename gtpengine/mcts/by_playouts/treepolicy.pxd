"""The tree policy of the player by playouts: which child a simulation follows.

The score of a child mixes its mean with its RAVE mean. Both start from the prior, which counts as
visits and wins that happened (virtual visits, Gelly and Silver 2007). Techniques that are switched
on change the numbers or the score (`doors.pxd`); bounds on the score come on top
(`boundscore.pxd`). Ties go to the earliest child, the one of the better prior.
"""

from board_ext.lowlevel.atomics cimport load_i64, load_u8, load_u16, load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport (
    NODE_BOUNDED, Node, REWARD_ONE, node_prior_value, node_prior_weight,
)
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of
from gtpengine.mcts.worker.boundscore cimport BoundsView, bounds_score


cdef struct Selection:
    # Everything that is the same for all children of a node.
    double inverse_rave       # 1 / k of the minimum-MSE schedule, 0 for the others
    BoundsView bounds         # for the caller to fill in


cdef inline void selection_begin(Selection* selection, const CParams* p) noexcept nogil:
    """Compute the part of the scores that all children share, bounds aside."""
    cdef double k = selection_values(p).rave_equivalence
    selection.inverse_rave = 1.0 / k if k > 0.0 else 0.0


cdef inline void view_child(ChildView* view, const CParams* p, const Node* child) noexcept nogil:
    """Fill in the statistics of a child; its index and score are left to the caller."""
    cdef double weight = node_prior_weight(child), prior = weight * node_prior_value(child)
    cdef double share = selection_values(p).prior_rave_share
    view.node = child
    # A virtual loss is a visit without a win.
    view.visits = weight + load_u32(&child.visits) + load_u16(&child.virtual_losses)
    view.wins = prior + load_i64(&child.reward) * (1.0 / REWARD_ONE)
    view.rave_visits = weight * share + load_u32(&child.amaf_visits)
    view.rave_wins = prior * share + load_i64(&child.amaf_reward) * (1.0 / REWARD_ONE)


cdef inline double view_score(const ChildView* view, const CParams* p,
                              const Selection* selection) noexcept nogil:
    """Return the mean of the visits mixed with the mean of the RAVE visits.

    The share of the latter is r / (r + n + n r / k) after n visits and r RAVE visits: the
    minimum-MSE schedule of Gelly and Silver 2011, their bias term written as 1 / k.
    """
    cdef double n = view.visits, r = view.rave_visits, visits_weight
    if n <= 0.0 and (r <= 0.0 or selection.inverse_rave <= 0.0):
        return selection_values(p).first_play_urgency
    if selection.inverse_rave <= 0.0:
        return view.wins / n
    # Multiplied out: one division for each child instead of four.
    visits_weight = 1.0 + r * selection.inverse_rave
    return (view.wins * visits_weight + view.rave_wins) / (n * visits_weight + r)


cdef inline double child_score(const CParams* p, const Node* child,
                               const Selection* selection) noexcept nogil:
    """Return what the side to move at the parent maximises; techniques and proofs come on top."""
    cdef ChildView view
    view_child(&view, p, child)
    return view_score(&view, p, selection)


cdef inline double weighed_score(const Descent* d, uint32_t child,
                                 const Selection* selection) noexcept nogil:
    """Return the score of a child with all that the techniques say, bounds aside."""
    cdef const Search* s = d.search
    cdef ChildView view
    view_child(&view, &s.params, &s.tree.nodes[child])
    view.index = child
    d.worker.hooks.evidence(d, &view)
    view.score = view_score(&view, &s.params, selection)
    d.worker.hooks.score(d, &view)
    return view.score


cdef inline uint32_t select_child(const Tree* tree, const CParams* p, const Node* parent,
                                  const Selection* selection) noexcept nogil:
    """Return the index of the best child."""
    cdef double best = -1e30, score
    cdef uint32_t chosen = 0
    cdef const Node* child
    cdef Children children = children_of(parent)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        score = child_score(p, child, selection)
        if load_u8(&child.flags) & NODE_BOUNDED:
            score += bounds_score(tree, children.index, &selection.bounds)
        if score > best:
            best = score
            chosen = children.index
    return chosen


cdef inline uint32_t select_weighed(const Descent* d, uint32_t node,
                                    const Selection* selection) noexcept nogil:
    """Return the index of the best child, with all that the techniques say."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef double best = -1e30, score
    cdef uint32_t chosen = 0
    while children_next(tree, &children):
        score = weighed_score(d, children.index, selection)
        if load_u8(&tree.nodes[children.index].flags) & NODE_BOUNDED:
            score += bounds_score(tree, children.index, &selection.bounds)
        if score > best:
            best = score
            chosen = children.index
    return chosen


cdef inline uint32_t select_least_visited(const Tree* tree, const Node* parent) noexcept nogil:
    """Return the index of the child with the fewest visits; among equals the best prior wins."""
    cdef uint32_t chosen = 0, visits, fewest = 0xFFFFFFFF
    cdef Children children = children_of(parent)
    while children_next(tree, &children):
        visits = load_u32(&tree.nodes[children.index].visits)
        if visits < fewest:
            fewest = visits
            chosen = children.index
    return chosen
