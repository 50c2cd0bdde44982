"""UCB-V: UCB with the variance of a child's rewards, as measured; RAVE does not count.

Audibert, Munos and Szepesvári, Exploration-exploitation tradeoff using variance estimates in
multi-armed bandits, 2009: mean + sqrt(2 V e / n) + 3 e / n, where V is the variance of the rewards
(`squares.pxd`), e = ``ucb_v_exploration`` * ln N, and rewards lie in [0, 1]. n counts the virtual
visits of the prior.

Their PAC-UCB follows bounds that hold for ever with a probability: e does not grow with N, but is
max(2, ln(K n^2 / b)) for K children and b = ``ucb_v_confidence``.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.lab.techniques.policies.squares cimport (
    SQUARES_BYTES, squares_learn, squares_variance,
)
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=ucb-v"
PARAMS = (
    ParamSpec(
        "ucb_v_exploration", float, 1.2, 0.0, 10.0,
        doc="factor on the logarithm in the bonus of the policy ucb-v",
        source="zeta of Audibert, Munos and Szepesvári 2009: any above 1, 1.2 in their example",
    ),
    ParamSpec(
        "ucb_v_confidence", float, 0.0, 0.0, 1.0,
        doc="chance that a bound of ucb-v may fail to hold for ever, for bounds that do not widen "
        "with the parent's visits (PAC-UCB); 0 is ucb-v itself",
        source="PAC-UCB, Audibert, Munos and Szepesvári 2009; not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute ln N, or ln(K / b); no opinion about the child."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children
    cdef double confidence = values_of(&d.search.params).ucb_v_confidence
    cdef int n = 0
    if confidence <= 0.0:
        (<double*>door.own)[0] = log(<double>load_u32(&tree.nodes[node].visits) + 1.0)
        return 0
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        n += 1
    (<double*>door.own)[0] = log(max(1, n) / confidence)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double e = (<const double*>door.own)[0], n = view.visits
    if n <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    if values_of(&d.search.params).ucb_v_confidence > 0.0:
        e = max(2.0, e + 2.0 * log(n))
    else:
        e *= values_of(&d.search.params).ucb_v_exploration
    view.score = view.wins / n + sqrt(2.0 * squares_variance(door, view) * e / n) + 3.0 * e / n


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = squares_learn
_door.hooks.own_bytes = sizeof(double)
_door.hooks.node_bytes = SQUARES_BYTES
DOOR = _door
