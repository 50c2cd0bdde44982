"""Implicit minimax backups: an evaluation is backed up by minimax beside the mean of playouts.

Lanctot, Winands, Pepels and Sturtevant, Monte Carlo tree search with heuristic evaluations using
implicit minimax backups, CIG 2014: a child's score is (1 - a) Q + a v, where v is the minimax
value, over the tree as it is, of an evaluation v0 of the positions at its leaves. Q is here the
mean mixed with RAVE.

v0 is what a network says of a position, where one judges nodes beside the playouts. Otherwise it is
a count of who is nearer to each point (`influence.pxd`); a sigmoid, 1 / (1 + exp(-L /
``playout_cut_scale``)), brings the lead L to the range of the rewards, as theirs does. Network and
count do not mix in a tree. The count is a poor evaluation: among the moves of a position of 9x9 it
goes with their values at a correlation of 0.06, and a lead of 170 points is worth 0.73 by it
(docs/journal.md).

``implicit_minimax_backup`` has the two controls of the paper: ``none`` leaves a child the
evaluation v0 of its own position (constant bias over static evaluations: (1 - a) Q + a v0), and
``fading`` counts the minimax value less the more often the child was visited (progressive bias over
minimax backups: (1 - a) Q + a v / (n + 1)).

Ours: a node is evaluated at its first visit, or when the network judges it, and only evaluated
children count for their parent. A child that is not evaluated yet has the value of its parent, so
that it is neither ahead of the others nor behind.
"""

from board_ext.lowlevel.atomics cimport load_u32, store_u32
from board_ext.lowlevel.types cimport BLACK, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.evaluation.values cimport (
    IMPLICIT_MINIMAX_BACKUP_FADING, IMPLICIT_MINIMAX_BACKUP_NONE, values_of,
)
from gtpengine.mcts.doors.judgement cimport is_judged, judgement_at, judgement_value
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search, side_at
from gtpengine.lab.techniques.evaluation.influence cimport influence_lead, influence_value
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "implicit_minimax"
PARAMS = (
    ParamSpec(
        "implicit_minimax", float, 0.0, 0.0, 1.0,
        doc="share of the minimax value of an evaluation, by who is nearer to each point or by the "
        "network, in the score of a child",
        source="Lanctot, Winands, Pepels and Sturtevant 2014; 0.1 to 0.6 there",
    ),
    ParamSpec(
        "implicit_minimax_backup", str, "minimax", choices=("minimax", "none", "fading"),
        doc="what implicit_minimax counts: the value backed up by minimax; the evaluation of the "
        "child alone; or the former, divided by the visits of the child + 1",
        source="Lanctot, Winands, Pepels and Sturtevant 2014: constant bias, progressive bias",
    ),
)

cdef enum:
    ONE = 1 << 30             # the value 1; what is kept beside a node is one more, 0 is unknown


# What lies beside a node: the value for the side that moved there. Races: it is stored and loaded
# whole, and follows from the children, so the last of two threads to climb repairs the other's.


cdef inline double _load(const Door* door, uint32_t node) noexcept nogil:
    """Return the value of a node for the side that moved there, below 0 when it is unknown."""
    return (<double>load_u32(<uint32_t*>beside(door, node)) - 1.0) / ONE


cdef inline void _store(const Door* door, uint32_t node, double value) noexcept nogil:
    store_u32(<uint32_t*>beside(door, node), 1 + <uint32_t>(value * ONE))


cdef inline void _evaluate(const Door* door, const Descent* d, int depth,
                           double black_value) noexcept nogil:
    """Keep the evaluation of a node of the way, for the side that moved there."""
    _store(door, d.path[depth], 1.0 - black_value if side_at(d.search, depth) == BLACK
           else black_value)


cdef bint _value(Door* door, Descent* d, Outcome* outcome) noexcept nogil:
    """Evaluate a leaf at its first visit; no opinion about the outcome."""
    cdef const Search* s = d.search
    if not s.judgements and _load(door, d.path[d.depth]) < 0.0:
        _evaluate(door, d, d.depth, influence_value(
            influence_lead(d.board) - s.komi - s.komi_offset,
            values_of(&s.params).playout_cut_scale))
    return False


cdef bint _climb(const Door* door, uint32_t node) noexcept nogil:
    """Set the value of a node by its children: what is best for them is bad for it. False where
    none of them is evaluated."""
    cdef const Tree* tree = &door.worker.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef double best = -1.0
    while children_next(tree, &children):
        best = max(best, _load(door, children.index))
    if best < 0.0:
        return False
    _store(door, node, 1.0 - best)
    return True


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Carry the values below towards the root, past judgements that are new."""
    cdef const Search* s = d.search
    cdef bint backs_up = (
        values_of(&s.params).implicit_minimax_backup != IMPLICIT_MINIMAX_BACKUP_NONE)
    cdef int depth
    for depth in range(d.depth, -1, -1):
        if not (backs_up and _climb(door, d.path[depth])) and s.judgements and is_judged(
                s, d.path[depth]):
            _evaluate(door, d, depth, judgement_value(
                load_u32(judgement_at(s, d.path[depth]))))


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Note the node's own value, for its side to move; no opinion about the child."""
    cdef double value = _load(door, node)
    (<double*>door.own)[0] = 1.0 - value if value >= 0.0 else -1.0
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef double share = values_of(&d.search.params).implicit_minimax
    cdef double value = _load(door, view.index)
    if value < 0.0:
        value = (<const double*>door.own)[0]
    if value < 0.0:
        return
    if values_of(&d.search.params).implicit_minimax_backup == IMPLICIT_MINIMAX_BACKUP_FADING:
        value /= load_u32(&view.node.visits) + 1.0
    view.score += share * (value - view.score)


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.learn = _learn
_door.hooks.score = _score
_door.hooks.value = _value
_door.hooks.own_bytes = sizeof(double)
_door.hooks.node_bytes = sizeof(uint32_t)
DOOR = _door
