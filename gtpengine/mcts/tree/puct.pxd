"""The tree policy where a network leads: PUCT.

Rosin, Multi-armed bandits with episode context, 2011, in the form of Silver et al. 2017: the mean
of a child plus ``network_exploration`` * p * sqrt(visits of the parent) / (1 + its visits).
With ``network_growth`` g the first factor grows with the visits of the parent: it is multiplied by
1 + g * ln(1 + visits / ``GROWS_AT``), as in Silver et al., A general reinforcement learning
algorithm that masters chess, shogi and Go through self-play, 2018, and in KataGo. A long search
then comes back to what the policy thinks little of.
A child without visits counts as the mean of its parent less ``network_first_play`` * sqrt(sum of p
of the children with visits), since what the policy thinks less of is worse as a rule (first-play
urgency of Leela Zero and KataGo). RAVE and the weights of priors do not count.

With ``network_spread`` that share of the exploration is in proportion to the standard deviation of
the values below the parent (Wu, KataGoMethods.md, 2021, "dynamic variance-scaled cPUCT"): where all
simulations say the same there is little to explore. ``PRIOR_VISITS`` visits with the deviation
``USUAL``, which changes nothing, are counted with those there are.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_i64, load_u8, load_u16, load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.tree.node cimport (
    NODE_BOUNDED, Node, REWARD_ONE, node_probability, node_variance,
)
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of
from gtpengine.mcts.tree.treepolicy cimport Selection, bounds_score


cdef extern from *:
    """
    static const double GTPE_USUAL = 0.2, GTPE_PRIOR_VISITS = 2.0, GTPE_GROWS_AT = 500.0;
    """
    const double USUAL "GTPE_USUAL"
    const double PRIOR_VISITS "GTPE_PRIOR_VISITS"
    const double GROWS_AT "GTPE_GROWS_AT"


cdef inline double _reach(const CParams* p, const Node* parent, double visits) noexcept nogil:
    """Return how far a child reaches that the policy is sure of and nobody has visited."""
    cdef double reach = p.network_exploration * sqrt(visits), variance
    if p.network_growth > 0.0:
        reach *= 1.0 + p.network_growth * log(1.0 + visits / GROWS_AT)
    if p.network_spread <= 0.0 or visits <= 0.0:
        return reach
    variance = ((PRIOR_VISITS * USUAL * USUAL + visits * node_variance(parent, visits))
                / (PRIOR_VISITS + visits))
    return reach * (1.0 + p.network_spread * (sqrt(variance) / USUAL - 1.0))


cdef inline double _urgency(const Tree* tree, const CParams* p, const Node* parent,
                            double visits) noexcept nogil:
    """Return the value of the children without visits, for the side to move at the parent."""
    cdef double mean = 0.5, seen = 0.0
    cdef Children children = children_of(parent)
    if visits > 0.0:
        mean = 1.0 - load_i64(&parent.reward) / (<double>REWARD_ONE * visits)
    while children_next(tree, &children):
        if load_u32(&tree.nodes[children.index].visits):
            seen += node_probability(&tree.nodes[children.index])
    return mean - p.network_first_play * sqrt(seen)


cdef inline uint32_t select_by_puct(const Tree* tree, const CParams* p, const Node* parent,
                                    const Selection* selection) noexcept nogil:
    """Return the index of the best child."""
    cdef double visits = load_u32(&parent.visits)
    cdef double urgency = _urgency(tree, p, parent, visits)
    cdef double reach = _reach(p, parent, visits)
    cdef double best = -1e30, score, n
    cdef uint32_t chosen = 0
    cdef const Node* child
    cdef Children children = children_of(parent)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        # A virtual loss is a visit without a win.
        n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
        score = load_i64(&child.reward) / (<double>REWARD_ONE * n) if n > 0.0 else urgency
        score += reach * node_probability(child) / (1.0 + n)
        if load_u8(&child.flags) & NODE_BOUNDED:
            score += bounds_score(tree, children.index, selection)
        if score > best:
            best = score
            chosen = children.index
    return chosen
