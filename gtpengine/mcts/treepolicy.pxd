"""Which child a simulation follows.

The score of a child mixes its mean with its RAVE mean; both start from the prior, which counts as
visits and wins that happened (virtual visits, Gelly and Silver 2007). Ties go to the earliest
child, and children are made in random order.
"""

from libc.math cimport log, sqrt

from board_ext.atomics cimport load_i64, load_u16, load_u32
from board_ext.types cimport PASS_VERTEX, uint16_t, uint32_t
from gtpengine.mcts.cparams cimport (
    CParams, RAVE_HAND_SELECTED, RAVE_LINEAR, RAVE_MINIMUM_MSE,
)
from gtpengine.mcts.node cimport Node, REWARD_ONE, node_prior_value, node_prior_weight


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


cdef inline double child_score(const CParams* p, const Node* child,
                               double log_parent) noexcept nogil:
    """Return what the side to move at the parent maximises."""
    cdef double weight = node_prior_weight(child)
    cdef double prior = weight * node_prior_value(child)
    # A virtual loss is a visit without a win.
    cdef double n = weight + load_u32(&child.visits) + load_u16(&child.virtual_losses)
    cdef double wins = prior + load_i64(&child.reward) * (1.0 / REWARD_ONE)
    cdef double r = weight * p.prior_rave_share + load_u32(&child.amaf_visits)
    cdef double amaf_wins = (prior * p.prior_rave_share
                             + load_i64(&child.amaf_reward) * (1.0 / REWARD_ONE))
    cdef double share = rave_share(p, n, r)
    cdef double score
    if n <= 0.0:
        return amaf_wins / r if r > 0.0 and p.rave_equivalence > 0.0 else p.first_play_urgency
    score = wins / n
    if share > 0.0:
        score += share * (amaf_wins / r - score)
    if p.exploration > 0.0:
        score += p.exploration * sqrt(log_parent / n)
    return score


cdef inline int select_child(const CParams* p, const Node* parent, const Node* children,
                             int n) noexcept nogil:
    """Return the place of the best of ``n`` children (at least one)."""
    cdef double best = -1e30, score, log_parent = 0.0
    cdef int i, chosen = 0
    if p.exploration > 0.0:
        log_parent = log(<double>load_u32(&parent.visits) + 1.0)
    for i in range(n):
        score = child_score(p, &children[i], log_parent)
        if score > best:
            best = score
            chosen = i
    return chosen


cdef inline int select_child_allowed(const CParams* p, const Node* parent, const Node* children,
                                     int n, const uint16_t* avoid_until,
                                     int depth) noexcept nogil:
    """Return the place of the best child whose move may be searched at ``depth``.

    ``avoid_until`` has a depth for each move. The pass is taken when no move is left.
    """
    cdef double best = -1e30, score, log_parent = 0.0
    cdef int i, chosen = -1
    if p.exploration > 0.0:
        log_parent = log(<double>load_u32(&parent.visits) + 1.0)
    for i in range(n):
        if depth < avoid_until[children[i].move]:
            if chosen < 0 and children[i].move == PASS_VERTEX:
                chosen = i
            continue
        score = child_score(p, &children[i], log_parent)
        if score > best:
            best = score
            chosen = i
    return chosen
