"""The tree policy of the search by a network: PUCT.

Rosin, Multi-armed bandits with episode context, 2011, in the form of Silver et al. 2017: the mean
of a child plus ``network_exploration`` * p * sqrt(visits of the parent) / (1 + its visits). The
factor before 1 / (1 + visits) without p is the *reach*.
A child without visits counts as the mean of its parent less ``network_first_play`` * sqrt(sum of p
of the children with visits), since what the policy thinks less of is worse as a rule (first-play
urgency of Leela Zero and KataGo). RAVE and the weights of priors do not count.
"""

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport load_i64, load_u16, load_u32
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.params.network_values cimport network_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_probability
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of


cdef inline double urgency_at(const Tree* tree, const CParams* p, const Node* parent,
                              double visits) noexcept nogil:
    """Return the value of the children without visits, for the side to move at the parent."""
    cdef double mean = 0.5, seen = 0.0
    cdef Children children = children_of(parent)
    if visits > 0.0:
        mean = 1.0 - load_i64(&parent.reward) / (<double>REWARD_ONE * visits)
    while children_next(tree, &children):
        if load_u32(&tree.nodes[children.index].visits):
            seen += node_probability(&tree.nodes[children.index])
    return mean - network_values(p).network_first_play * sqrt(seen)


cdef inline double puct_score(const Node* child, double visits, double wins, double urgency,
                              double reach) noexcept nogil:
    """Return the score of a child with these visits and wins, for the side to move at the parent.
    """
    cdef double mean = wins / visits if visits > 0.0 else urgency
    return mean + reach * node_probability(child) / (1.0 + visits)


cdef inline double child_score_by_puct(const Node* child, double urgency,
                                       double reach) noexcept nogil:
    """Return the score of a child."""
    # A virtual loss is a visit without a win.
    return puct_score(child, <double>load_u32(&child.visits) + load_u16(&child.virtual_losses),
                      load_i64(&child.reward) * (1.0 / REWARD_ONE), urgency, reach)


cdef inline void view_by_puct(ChildView* view, const Node* child) noexcept nogil:
    """Fill in the statistics of a child; its index and score are left to the caller."""
    view.node = child
    view.visits = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
    view.wins = load_i64(&child.reward) * (1.0 / REWARD_ONE)
    view.rave_visits = 0.0
    view.rave_wins = 0.0
