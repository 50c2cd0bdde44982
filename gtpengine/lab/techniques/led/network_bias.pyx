"""What a network gets wrong of positions that look alike is taken off what it says of new ones.

Wu, Subtree value bias correction, 2021 (KataGo, docs/KataGoMethods.md). For each kind of position
(moves/likeness.pxd) there is the mean of what the network said of a node less what simulations
through it turned out to be worth. ``network_bias`` times this mean is taken off the next judgement
of the kind. The n-th simulation through a node counts by n ** ``WEIGHT_POWER``, so that a node
counts about as its visits to the power 0.8, as in the source.

Not done: a judgement that has been counted is not corrected again as more is learned of its kind;
each search of a kept tree learns anew.

Races: both sums of a kind are added to with atomics, in fixed point. A reader may see one without
the other, which shifts a mean by a simulation at most.
"""

from libc.math cimport pow

from board_ext.lowlevel.atomics cimport add_i64, load_i64, load_u32, store_u32
from board_ext.lowlevel.types cimport int64_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.led.values cimport values_of
from gtpengine.mcts.by_network.judging cimport judgement_worth
from gtpengine.mcts.doors.judgement cimport is_judged, judgement_at
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search
from gtpengine.mcts.moves.likeness cimport KINDS, kind_of

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "network_bias"
PARAMS = (
    ParamSpec(
        "network_bias", float, 0.0, 0.0, 1.0,
        doc="where a network leads, the share of its mean error at positions that look alike that "
        "is taken off a new judgement",
        source="Wu 2021, KataGoMethods.md; 0.30 to 0.35 there",
        player=Player.LEADS,
    ),
)

cdef enum:
    BIAS_ONE = 1 << 20        # fixed point of weights and weighted errors

cdef double WEIGHT_POWER = -0.2


cdef struct Bias:
    # The sums over simulations of one kind, in units of 1 / BIAS_ONE.
    int64_t error             # of weight times error, for Black
    int64_t weight


cdef inline Bias* _bias_of(const Door* door, uint32_t node) noexcept nogil:
    """Return the sums of the kind of a node, or NULL where its kind is not known."""
    cdef uint32_t kind = load_u32(<uint32_t*>beside(door, node))
    return &(<Bias*>door.shared)[kind - 1] if kind else NULL


cdef void _expanded(Door* door, const Descent* d, uint32_t node) noexcept nogil:
    """Note the kind of the position."""
    store_u32(<uint32_t*>beside(door, node),
              <uint32_t>kind_of(d.board, d.board.last_move, d.board.last_move2) + 1)


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    """Take the mean error of the kind off a judgement."""
    cdef const Bias* bias = _bias_of(door, outcome.judged) if outcome.judged else NULL
    cdef int64_t weight = load_i64(&bias.weight) if bias != NULL else 0
    if weight > 0:
        outcome.value -= values_of(&d.search.params).network_bias * (
            load_i64(&bias.error) / <double>weight)
        outcome.value = min(max(outcome.value, 0.0), 1.0)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Add the errors of the judged nodes above the leaf to the sums of their kinds."""
    cdef const Search* s = d.search
    cdef Bias* bias
    cdef int depth
    cdef uint32_t node
    cdef double weight
    for depth in range(d.depth if outcome.judged else 0):
        node = d.path[depth]
        bias = _bias_of(door, node)
        if bias == NULL or not is_judged(s, node):
            continue
        # This simulation has been counted at the node.
        weight = BIAS_ONE * pow(max(1.0, load_u32(&s.tree.nodes[node].visits)), WEIGHT_POWER)
        add_i64(&bias.error, <int64_t>(weight * (
            judgement_worth(s, load_u32(judgement_at(s, node))) - outcome.value)))
        add_i64(&bias.weight, <int64_t>weight)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.expanded = _expanded
_door.hooks.reward = _reward
_door.hooks.learn = _learn
_door.hooks.node_bytes = sizeof(uint32_t)
_door.hooks.shared_bytes = KINDS * sizeof(Bias)
DOOR = _door
