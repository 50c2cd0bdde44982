"""Which child a simulation follows.

By default the score of a child mixes its mean with its RAVE mean; both start from the prior, which
counts as visits and wins that happened (virtual visits, Gelly and Silver 2007). UCB1, UCB1-tuned
and PUCT are other scores in the same place. Ties go to the earliest child, the one of the better
prior. Bounds on the score come first: sure wins before all others, sure losses behind them; and of
moves that are alike in this, one that at best brings no more than is sure already, and is not what
brings that, is cut (Cazenave and Saffidine 2010).
"""

from libc.math cimport log, sqrt

from board_ext.atomics cimport load_i64, load_u8, load_u16, load_u32
from board_ext.types cimport BLACK, PASS_VERTEX, uint32_t
from gtpengine.mcts.bounds cimport ScoreBounds, bounds_for, bounds_verdict, node_bounds
from gtpengine.mcts.cparams cimport (
    CParams, RAVE_HAND_SELECTED, RAVE_LINEAR, RAVE_MINIMUM_MSE, TREE_PUCT, TREE_RAVE,
    TREE_UCB1_TUNED,
)
from gtpengine.mcts.node cimport (
    NODE_BOUNDED, Node, REWARD_ONE, node_prior_value, node_prior_weight, node_probability,
)
from gtpengine.mcts.tree cimport Children, Tree, children_next, children_of

cdef enum:
    # Added to or taken from the score of a child that is proven: beyond what any other gets; and
    # taken from that of one that is cut, which leaves it before those that are worse by a proof.
    PROOF = 1000
    CUT = 500
    NO_FLOOR = -1000


cdef struct Selection:
    # What is the same for all children of a node.
    double log_visits         # of the parent, with one more
    double sqrt_visits
    double mean               # of the parent, for its side to move
    double inverse_rave       # 1 / k of the minimum-MSE schedule, 0 for the others
    # Bounds on the score: whether wins and losses that follow from them count, for whom, with what
    # it has to lead by, and up to which score children are cut.
    bint proofs
    int side
    double komi
    int floor
    # By move, index of the node whose RAVE mean stands in for the child's, 0 for its own (GRAVE);
    # NULL when all have their own.
    const uint32_t* grave
    # By vertex; NULL when it does not count.
    const float* criticality


cdef inline double rave_share(const CParams* p, double n, double r) noexcept nogil:
    """Return the weight of the RAVE mean after ``n`` visits and ``r`` RAVE visits, in [0, 1].

    Hand-selected and minimum-MSE: Gelly and Silver 2011, the latter with their bias term written
    as 1 / k. Linear: Helmbold and Parker-Wood 2009.
    """
    cdef double k = p.rave_equivalence
    if r <= 0.0 or k <= 0.0:
        return 0.0
    if p.rave_schedule == RAVE_MINIMUM_MSE:
        return r / (r + n + n * r / k)
    if p.rave_schedule == RAVE_HAND_SELECTED:
        return sqrt(k / (3.0 * n + k))
    return 1.0 - n / k if n < k else 0.0


cdef inline void selection_begin(Selection* s, const CParams* p, const Node* parent) noexcept nogil:
    """Compute what the scores of the children of ``parent`` have in common."""
    cdef double visits = load_u32(&parent.visits)
    s.log_visits = 0.0
    s.sqrt_visits = 0.0
    s.mean = 0.5
    s.inverse_rave = 0.0
    if p.rave_schedule == RAVE_MINIMUM_MSE and p.rave_equivalence > 0.0:
        s.inverse_rave = 1.0 / p.rave_equivalence
    s.proofs = False
    s.side = BLACK
    s.komi = 0.0
    s.floor = NO_FLOOR
    s.grave = NULL
    s.criticality = NULL
    if p.tree_policy == TREE_PUCT:
        s.sqrt_visits = sqrt(visits)
        if visits > 0.0:
            s.mean = 1.0 - load_i64(&parent.reward) / (REWARD_ONE * visits)
    elif p.tree_policy != TREE_RAVE or p.exploration > 0.0:
        s.log_visits = log(visits + 1.0)


cdef inline double _puct_score(const CParams* p, const Node* child,
                               const Selection* s) noexcept nogil:
    """Return the score of Rosin 2011 as Silver et al. 2016 use it; a child without visits has the
    mean of its parent."""
    cdef double n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
    cdef double mean = s.mean
    if n > 0.0:
        mean = load_i64(&child.reward) / (REWARD_ONE * n)
    return mean + p.puct_exploration * node_probability(child) * s.sqrt_visits / (1.0 + n)


cdef inline double _ucb_score(const CParams* p, double mean, double n,
                              const Selection* s) noexcept nogil:
    """Return UCB1, or UCB1-tuned (Auer et al. 2002), with the variance of a reward that is 0 or 1.

    ``n`` counts the virtual visits of the prior.
    """
    cdef double ratio = s.log_visits / n, variance
    if p.tree_policy == TREE_UCB1_TUNED:
        variance = mean * (1.0 - mean) + sqrt(2.0 * ratio)
        ratio *= min(variance, 0.25)
    return mean + p.ucb_exploration * sqrt(ratio)


cdef inline double _rave_score(const CParams* p, double n, double wins, double r, double amaf_wins,
                               const Selection* s) noexcept nogil:
    """Return the mean of ``n`` visits mixed with that of ``r`` RAVE visits."""
    cdef double visits_weight, share
    if s.inverse_rave > 0.0:
        # `rave_share` multiplied out: one division for each child instead of four.
        visits_weight = 1.0 + r * s.inverse_rave
        return (wins * visits_weight + amaf_wins) / (n * visits_weight + r)
    share = rave_share(p, n, r)
    if n <= 0.0:
        return amaf_wins / r
    return wins / n + (share * (amaf_wins / r - wins / n) if share > 0.0 else 0.0)


cdef inline double child_score(const Tree* tree, const CParams* p, const Node* child,
                               const Selection* s) noexcept nogil:
    """Return what the side to move at the parent maximises, proofs aside."""
    cdef double weight = node_prior_weight(child)
    cdef double prior = weight * node_prior_value(child)
    # A virtual loss is a visit without a win.
    cdef double n = weight + load_u32(&child.visits) + load_u16(&child.virtual_losses)
    cdef double wins = prior + load_i64(&child.reward) * (1.0 / REWARD_ONE)
    cdef double r, amaf_wins, score, virtual
    cdef const Node* amaf = child
    if p.tree_policy == TREE_PUCT:
        return _puct_score(p, child, s)
    if p.tree_policy != TREE_RAVE:
        return _ucb_score(p, wins / n, n, s) if n > 0.0 else p.first_play_urgency
    if s.grave != NULL and s.grave[child.move]:
        amaf = &tree.nodes[s.grave[child.move]]
    r = weight * p.prior_rave_share + load_u32(&amaf.amaf_visits)
    amaf_wins = prior * p.prior_rave_share + load_i64(&amaf.amaf_reward) * (1.0 / REWARD_ONE)
    if s.criticality != NULL and child.move != PASS_VERTEX and s.criticality[child.move] > 0.0:
        virtual = p.criticality * s.criticality[child.move] * r
        r += virtual
        amaf_wins += virtual
    if n <= 0.0 and (r <= 0.0 or p.rave_equivalence <= 0.0):
        return p.first_play_urgency
    score = _rave_score(p, n, wins, r, amaf_wins, s)
    if n <= 0.0:
        return score
    if p.exploration > 0.0:
        score += p.exploration * sqrt(s.log_visits / n)
    if p.progressive_bias > 0.0:
        score += p.progressive_bias * node_probability(child) / (1.0 + load_u32(&child.visits))
    return score


cdef inline void selection_use_bounds(Selection* s, const Tree* tree, uint32_t parent, int side,
                                      double komi, bint proofs, bint cuts) noexcept nogil:
    """Let the bounds of the children count; ``side`` is to move, ``komi`` is what White gets."""
    s.side = side
    s.komi = komi if side == BLACK else -komi
    s.proofs = proofs
    if cuts:
        s.floor = bounds_for(node_bounds(tree, parent), side).low


cdef inline double _bounds_score(const Tree* tree, uint32_t child,
                                 const Selection* s) noexcept nogil:
    """Return what is added to the score of a child that has bounds."""
    cdef ScoreBounds bounds = bounds_for(node_bounds(tree, child), s.side)
    cdef double added = 0.0
    if s.proofs:
        added = PROOF * bounds_verdict(bounds, s.komi)
    if bounds.high <= s.floor and bounds.low < s.floor:
        added -= CUT
    return added


cdef inline uint32_t select_child(const Tree* tree, const CParams* p, const Node* parent,
                                  const Selection* s) noexcept nogil:
    """Return the index of the best child."""
    cdef double best = -1e30, score
    cdef uint32_t chosen = 0
    cdef const Node* child
    cdef Children children = children_of(parent)
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        score = child_score(tree, p, child, s)
        if load_u8(&child.flags) & NODE_BOUNDED:
            score += _bounds_score(tree, children.index, s)
        if score > best:
            best = score
            chosen = children.index
    return chosen


cdef inline uint32_t select_least_visited(const Tree* tree, const Node* parent) noexcept nogil:
    """Return the index of the child with the fewest visits, the one of the best prior first."""
    cdef uint32_t chosen = 0, visits, fewest = 0xFFFFFFFF
    cdef Children children = children_of(parent)
    while children_next(tree, &children):
        visits = load_u32(&tree.nodes[children.index].visits)
        if visits < fewest:
            fewest = visits
            chosen = children.index
    return chosen
