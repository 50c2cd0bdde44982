"""Subtree value bias correction: what the first look at a kind of position gets wrong is put right.

Wu, Subtree value bias correction, 2021 (KataGo, docs/KataGoMethods.md): nodes whose last moves look
alike share a bucket. There the difference between a node's own evaluation and the mean of what its
children turned out to be worth is averaged, with weights of their visits to the power
``subtree_value_bias_exponent``. The mean times ``subtree_value_bias`` is taken off the node's own
evaluation. Alike are nodes with the same side, last move, move before it, and stones around.

Here the average of a node's first playouts, those before it had children, stands in the place of
the network's evaluation, and counts as many simulations as it had.

Not done: the correction changes the score of a child alone; it does not climb. What nodes that
leave the tree have taught stays until the search ends, and each search begins with empty buckets.

Races: a bucket is added to with atomics, in fixed point. One thread at a time brings a node's part
up to date; another that comes meanwhile leaves it for the next simulation.
"""

from libc.math cimport pow

from board_ext.lowlevel.atomics cimport (
    add_i64, load_acquire_u32, load_i64, load_u32, store_release_u32, swap_if_u32,
)
from board_ext.lowlevel.types cimport PASS_VERTEX, int64_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.moves.likeness cimport KINDS, kind_of
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "subtree_value_bias"
PARAMS = (
    ParamSpec(
        "subtree_value_bias", float, 0.0, 0.0, 1.0,
        doc="share of the mean error of nodes that look alike that is taken off the average of a "
        "node's first playouts",
        source="Wu 2021, KataGoMethods.md; 0.30 to 0.35 there",
    ),
    ParamSpec(
        "subtree_value_bias_exponent", float, 0.8, 0.0, 1.0,
        doc="a node counts in its bucket as the visits of its children to this power",
        source="Wu 2021, KataGoMethods.md",
    ),
)

cdef enum:
    ONE = 1 << 20             # fixed point of weights and weighted errors


cdef struct Bucket:
    int64_t error             # sum of weighted errors, for the side that made the last move
    int64_t weight


cdef struct Own:
    # Beside a node: what it knew before it had children, and what its bucket has of it.
    uint32_t busy             # 1 while a thread brings the last two fields up to date
    uint32_t bucket
    uint32_t visits           # before it had children; 0 without
    uint32_t padding
    int64_t reward            # of these, for the side that moved there
    int64_t error
    int64_t weight


cdef uint32_t _bucket_of(const Descent* d) noexcept nogil:
    """Return the bucket of the node that a descent is at."""
    cdef int last = PASS_VERTEX, before = PASS_VERTEX
    if d.depth > 0:
        last = d.record.vertices[d.depth - 1]
    if d.depth > 1:
        before = d.record.vertices[d.depth - 2]
    return kind_of(d.board, last, before)


cdef void _expanded(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Note what the node's first playouts said."""
    cdef Own* own = <Own*>beside(door, node)
    cdef const Node* n = &d.search.tree.nodes[node]
    if d.depth == 0:
        return
    own.bucket = _bucket_of(d)
    own.reward = load_i64(&n.reward)
    own.error = 0
    own.weight = 0
    # Last: whoever sees visits sees the rest.
    store_release_u32(&own.visits, load_u32(&n.visits))


cdef void _bring_up_to_date(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Put a node's present error in the place of the one that its bucket has."""
    cdef Own* own = <Own*>beside(door, node)
    cdef Bucket* bucket
    cdef const Node* n = &d.search.tree.nodes[node]
    cdef uint32_t free = 0, visits = load_u32(&n.visits), before = load_acquire_u32(&own.visits)
    cdef double below, error, weight
    cdef int64_t fixed_error, fixed_weight
    if before == 0 or visits <= before or not swap_if_u32(&own.busy, &free, 1):
        return
    bucket = &(<Bucket*>door.shared)[own.bucket]
    below = visits - before
    error = (own.reward / <double>before
             - (load_i64(&n.reward) - own.reward) / below) / REWARD_ONE
    weight = pow(below, values_of(&d.search.params).subtree_value_bias_exponent)
    fixed_error = <int64_t>(error * weight * ONE)
    fixed_weight = <int64_t>(weight * ONE)
    add_i64(&bucket.error, fixed_error - own.error)
    add_i64(&bucket.weight, fixed_weight - own.weight)
    own.error = fixed_error
    own.weight = fixed_weight
    store_release_u32(&own.busy, 0)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    cdef int depth
    for depth in range(1, d.depth + 1):
        _bring_up_to_date(door, d, d.path[depth])


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Take the bias of its bucket off the child's own evaluation."""
    cdef const Own* own = <const Own*>beside(door, view.index)
    cdef uint32_t visits = load_acquire_u32(&own.visits)
    cdef const Bucket* bucket
    cdef int64_t weight
    if visits == 0:
        return
    bucket = &(<const Bucket*>door.shared)[own.bucket]
    weight = load_i64(&bucket.weight)
    if weight > 0:
        view.wins -= (values_of(&d.search.params).subtree_value_bias * visits
                      * load_i64(&bucket.error) / <double>weight)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.expanded = _expanded
_door.hooks.learn = _learn
_door.hooks.evidence = _evidence
_door.hooks.node_bytes = sizeof(Own)
_door.hooks.shared_bytes = KINDS * sizeof(Bucket)
DOOR = _door
