"""D-UCT: UCB1 whose counts and rewards fade with every later visit of the parent.

Garivier and Moulines, On upper-confidence bound policies for switching bandit problems, ALT 2011
(D-UCB), in a tree: a visit t parent visits ago counts g^t, with g = ``d_uct_discount``, in the sums
n and q of a child and in N of its parent; the score is q / n + ``ucb_exploration`` * sqrt(ln N /
n), with at least 1.414 there. So a node forgets what its children were worth before their own
subtrees found better moves. RAVE does not count. The prior's virtual visits do not fade.

Sums are kept beside a node as they were at its last visit, and faded when they are looked at.

Races: two threads at one node at once may lose one of their visits from the faded sums.
"""

from libc.math cimport log, pow, sqrt

from board_ext.lowlevel.atomics cimport load_u16, load_u32, load_u64, store_u32, store_u64
from board_ext.lowlevel.types cimport BLACK, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport node_prior_value, node_prior_weight

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=d-uct"
PARAMS = (
    ParamSpec(
        "d_uct_discount", float, 0.999, 0.0, 1.0,
        doc="what a visit is worth for each later visit of the parent, for the policy d-uct; 1 "
        "forgets nothing, as ucb1",
        source="D-UCB, Garivier and Moulines 2011; the number is ours, not tuned: in theory 1 - "
        "sqrt(changes / simulations) / 4",
    ),
)

cdef enum:
    ONE = 1 << 20             # fixed point of the faded sums


cdef struct Faded:
    # Beside a node: its faded visits and rewards, for the side that moved there, when its parent
    # had `at` visits.
    uint64_t visits
    uint64_t reward
    uint32_t at
    uint32_t padding


cdef struct Parent:
    double visits
    double log_visits         # of the faded ones


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute what the scores of the children have in common; no opinion about the child."""
    cdef Parent* parent = <Parent*>door.own
    cdef double g = values_of(&d.search.params).d_uct_discount
    parent.visits = load_u32(&d.search.tree.nodes[node].visits)
    parent.log_visits = log(1.0 + (
        parent.visits if g >= 1.0 else (1.0 - pow(g, parent.visits)) / (1.0 - g)))
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const Parent* parent = <const Parent*>door.own
    cdef const Faded* kept = <const Faded*>beside(door, view.index)
    cdef double weight = node_prior_weight(view.node), n, wins
    cdef double fade = pow(values_of(&d.search.params).d_uct_discount,
                           max(0.0, parent.visits - load_u32(&kept.at))) / ONE
    n = weight + load_u64(&kept.visits) * fade + load_u16(&view.node.virtual_losses)
    wins = weight * node_prior_value(view.node) + load_u64(&kept.reward) * fade
    if n <= 1e-9:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    view.score = wins / n + (
        values_of(&d.search.params).ucb_exploration * sqrt(parent.log_visits / n))


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Fade the sums of each node of the way to now, and add the simulation."""
    cdef Faded* kept
    cdef double reward, fade
    cdef uint32_t now
    cdef int depth
    for depth in range(1, d.depth + 1):
        kept = <Faded*>beside(door, d.path[depth])
        now = load_u32(&d.search.tree.nodes[d.path[depth - 1]].visits)
        fade = pow(values_of(&d.search.params).d_uct_discount,
                   max(0.0, <double>now - load_u32(&kept.at)))
        reward = outcome.value if side_at(d.search, depth - 1) == BLACK else 1.0 - outcome.value
        store_u64(&kept.visits, <uint64_t>(load_u64(&kept.visits) * fade) + <uint64_t>ONE)
        store_u64(&kept.reward,
                  <uint64_t>(load_u64(&kept.reward) * fade) + <uint64_t>(reward * ONE))
        store_u32(&kept.at, now)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Parent)
_door.hooks.node_bytes = sizeof(Faded)
DOOR = _door
