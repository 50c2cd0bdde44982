"""RIDE: a move's value is learned from its differences to other moves, wherever both can be played.

Kao, Wu, Yen and Shan, Incentive learning in Monte Carlo tree search, IEEE TCIAIG 2013: D(a, b) is
the mean of Q(s, a) - Q(s, b) over the positions s where both moves were tried. Differences vary
less from position to position than values do. The estimate of a child a is the mean of its parent
for the side to move plus the mean of D(a, b) over its siblings b; it counts k / (k + n) of the
score after n visits, with k = ``ride``.

A simulation that follows a gives one sample for each visited sibling b: its reward minus the mean
of b. Each thread has differences of its own, which begin empty with each search.
"""

from board_ext.lowlevel.atomics cimport load_i64, load_u32
from board_ext.lowlevel.types cimport BLACK, N_VERTICES, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.biases.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE, node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "ride"
PARAMS = (
    ParamSpec(
        "ride", float, 0.0, 0.0, 1e9,
        doc="visits of a child at which its differences to other moves, wherever both were tried, "
        "count half of its score; 0 is off",
        source="RIDE, Kao, Wu, Yen and Shan 2013; not tuned",
    ),
)


cdef struct Difference:
    uint32_t samples
    float sum


cdef struct Ride:
    uint32_t parent           # the node that is chosen at
    double mean               # of it, for its side to move
    Difference of[3][N_VERTICES][N_VERTICES]


cdef void _sample(Ride* ride, const Descent* d, int depth, double reward) noexcept nogil:
    """Compare the move that was followed at a depth of the way with its siblings."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[d.path[depth]])
    cdef const Node* sibling
    cdef Difference* difference
    cdef int side = side_at(d.search, depth), move = tree.nodes[d.path[depth + 1]].move
    cdef float apart
    while children_next(tree, &children):
        sibling = &tree.nodes[children.index]
        if children.index == d.path[depth + 1] or load_u32(&sibling.visits) == 0:
            continue
        apart = <float>(reward - node_mean(sibling))
        difference = &ride.of[side][move][sibling.move]
        difference.samples += 1
        difference.sum += apart
        difference = &ride.of[side][sibling.move][move]
        difference.samples += 1
        difference.sum -= apart


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    cdef int depth
    for depth in range(d.depth):
        _sample(<Ride*>door.own, d, depth, outcome.value if side_at(d.search, depth) == BLACK
                else 1.0 - outcome.value)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Note the node; no opinion about the child."""
    cdef Ride* ride = <Ride*>door.own
    cdef const Node* n = &d.search.tree.nodes[node]
    cdef double visits = load_u32(&n.visits)
    ride.parent = node
    ride.mean = 1.0 - load_i64(&n.reward) / (visits * REWARD_ONE) if visits > 0.0 else 0.5
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const Ride* ride = <const Ride*>door.own
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[ride.parent])
    cdef const Difference* difference
    cdef double total = 0.0, k = values_of(&d.search.params).ride
    cdef int n = 0
    while children_next(tree, &children):
        difference = &ride.of[d.board.to_play][view.node.move][tree.nodes[children.index].move]
        if difference.samples:
            total += difference.sum / difference.samples
            n += 1
    if n:
        view.score += k / (k + load_u32(&view.node.visits)) * (
            ride.mean + total / n - view.score)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Ride)
DOOR = _door
