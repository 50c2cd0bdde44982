"""Move groups: first a group of moves is chosen, then a move of it.

Childs, Brodeur and Kocsis, Transpositions and move groups in Monte Carlo tree search, 2008: UCB1
chooses between the moves near the opponent's last one, at most ``move_groups`` points away along
the lines, and all others; the tree policy chooses within the group. What is known of a group is the
sum of what is known of its moves, so that a group is as quickly judged as a single move. It is a
bandit of bandits.

Not done: groups have no nodes of their own, so that nothing is shared between nodes.
"""

from libc.math cimport log, sqrt

from board_ext.lowlevel.atomics cimport load_i64, load_u32
from board_ext.lowlevel.types cimport NO_VERTEX, PASS_VERTEX, STRIDE, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of as policies_values
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_prior_value, node_prior_weight
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "move_groups"
PARAMS = (
    ParamSpec(
        "move_groups", int, 0, 0, 38,
        doc="distance from the last move, along the lines, that parts near moves from others; "
        "UCB1 chooses between the two groups first, by ucb_exploration; 0 is off",
        source="Childs, Brodeur and Kocsis 2008; not tuned",
    ),
)

cdef enum:
    OTHER_GROUP = 100         # taken off a score: more than any score, less than a proof


cdef struct Chosen:
    int center                # the last move; NO_VERTEX where there are no groups
    bint near                 # which group is followed


cdef inline bint _is_near(int v, int center, int most) noexcept nogil:
    """Return whether a move is near the last one; a pass is not."""
    cdef int rows = abs(v // STRIDE - center // STRIDE), columns = abs(v % STRIDE - center % STRIDE)
    return v != PASS_VERTEX and rows + columns <= most


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Choose the group; no opinion about the child."""
    cdef Chosen* chosen = <Chosen*>door.own
    cdef const Tree* tree = &d.search.tree
    cdef const Node* child
    cdef double[2] visits
    cdef double[2] wins
    cdef double total, weight
    cdef double exploration = policies_values(&d.search.params).ucb_exploration
    cdef int group
    cdef Children children = children_of(&tree.nodes[node])
    chosen.center = d.board.last_move
    visits[0] = visits[1] = wins[0] = wins[1] = 0.0
    if chosen.center == NO_VERTEX:
        return 0
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        group = _is_near(child.move, chosen.center, values_of(&d.search.params).move_groups)
        weight = node_prior_weight(child)
        visits[group] += load_u32(&child.visits) + weight
        wins[group] += load_i64(&child.reward) * (1.0 / REWARD_ONE) + weight * node_prior_value(
            child)
    total = log(visits[0] + visits[1] + 1.0)
    # One group is no choice; one that was never followed comes first.
    if visits[0] <= 0.0 or visits[1] <= 0.0:
        chosen.near = visits[1] <= 0.0
        if not load_u32(&tree.nodes[node].visits):
            chosen.center = NO_VERTEX
        return 0
    chosen.near = (
        wins[1] / visits[1] + exploration * sqrt(total / visits[1])
        >= wins[0] / visits[0] + exploration * sqrt(total / visits[0]))
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Put the children of the other group behind."""
    cdef const Chosen* chosen = <const Chosen*>door.own
    if chosen.center != NO_VERTEX and chosen.near != _is_near(
            view.node.move, chosen.center, values_of(&d.search.params).move_groups):
        view.score -= OTHER_GROUP


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(Chosen)
DOOR = _door
