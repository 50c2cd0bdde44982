"""TD-UCT: beside its mean a node has a value that is learned by temporal differences.

Vodopivec and Šter, Enhancing upper confidence bounds for trees with temporal difference values, CIG
2014: the value of a child is (1 - w) Q + w V, with w = ``td_uct``, on top of which comes the bonus
of the policy. After a simulation V(s) += a * (the sum, from s down to the leaf, of (g l)^k times
the difference k moves below). A difference is g V(s') - V(s), the next value discounted minus the
value; at the leaf it is g^P R - V, for a reward R after P moves of the playout. g is
``td_uct_discount``, l is ``td_uct_trace``, and a is 1 over the visits.

That is their *merged bootstrapping*. With ``td_uct_bootstrap`` off only the difference at the leaf
is carried up (*single backup*). With g = 1 and w = 1 V takes the place of the mean (*weighted
rewards*); with l = 1 as well it is the mean. Together with RAVE, which the mean is mixed with, they
found it best.

Ours: values are distances from an even result, so that a discount is the same for both sides.

Races: a value is stored and loaded whole; of two threads at a node at once one may be lost.
"""

from libc.math cimport pow

from board_ext.lowlevel.atomics cimport load_u32, store_u32
from board_ext.lowlevel.types cimport BLACK, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_mean

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "td_uct"
PARAMS = (
    ParamSpec(
        "td_uct", float, 0.0, 0.0, 1.0,
        doc="share of a value learned by temporal differences in the mean of a child",
        source="TD-UCT, Vodopivec and Šter 2014; not tuned",
    ),
    ParamSpec(
        "td_uct_discount", float, 1.0, 0.5, 1.0,
        doc="gamma of td_uct: what a value is worth one move earlier",
        source="Vodopivec and Šter 2014; not tuned",
    ),
    ParamSpec(
        "td_uct_trace", float, 0.9, 0.0, 1.0,
        doc="lambda of td_uct: what of a difference arrives one move earlier",
        source="Vodopivec and Šter 2014; not tuned",
    ),
    ParamSpec(
        "td_uct_bootstrap", bool, True,
        doc="learn from the differences between nodes of the way, too, not from the leaf's alone",
        source="merged bootstrapping and single backup, Vodopivec and Šter 2014",
    ),
)

cdef enum:
    ONE = 1 << 30             # the value 1; what is kept beside a node is one more, 0 is unknown


cdef inline double _load(const Door* door, uint32_t node) noexcept nogil:
    """Return how far Black is above an even result, 0 where it is unknown."""
    cdef uint32_t kept = load_u32(<const uint32_t*>beside(door, node))
    return (kept - 1.0) / ONE - 0.5 if kept else 0.0


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    cdef double discount = values_of(&d.search.params).td_uct_discount
    cdef double fade = discount * values_of(&d.search.params).td_uct_trace
    cdef double value, below = 0.0, difference, total = 0.0
    cdef uint32_t node
    cdef int depth
    for depth in range(d.depth, -1, -1):
        node = d.path[depth]
        value = _load(door, node)
        if depth == d.depth:
            difference = (outcome.value - 0.5) * pow(discount, d.record.n - d.depth) - value
        elif values_of(&d.search.params).td_uct_bootstrap:
            difference = discount * below - value
        else:
            difference = 0.0
        total = difference + fade * total
        # The next move up compares with the value from before this simulation.
        below = value
        value += total / max(1.0, <double>load_u32(&d.search.tree.nodes[node].visits))
        store_u32(<uint32_t*>beside(door, node),
                  1 + <uint32_t>(min(max(value + 0.5, 0.0), 1.0) * ONE))


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Mix the value with the mean of the child's visits."""
    cdef double value = _load(door, view.index)
    if load_u32(<const uint32_t*>beside(door, view.index)):
        value = 0.5 + (value if d.board.to_play == BLACK else -value)
        view.wins += load_u32(&view.node.visits) * values_of(&d.search.params).td_uct * (
            value - node_mean(view.node))


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.evidence = _evidence
_door.hooks.node_bytes = sizeof(uint32_t)
DOOR = _door
