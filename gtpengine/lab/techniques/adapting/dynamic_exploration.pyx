"""Dynamic exploration: how much a node explores depends on patterns and the stage of the game.

Bourki, Coulm, Rolet, Teytaud and Vayssière, Parameter tuning by simple regret algorithms and
multiple simultaneous hypothesis testing, ICINCO 2010: in MoGo a parameter of the search followed
patterns of the position (so Browne et al. 2012, V-B9), and its few numbers were tuned by bandits
over games, as ``gtpengine tune`` tunes these.

Ours is which patterns, and the formula. A child's score gets c * sqrt(ln N / n), where

    c = ``dynamic_exploration`` * ``dynamic_exploration_shape``^s * ``dynamic_exploration_end``^e,

s is 1 where a hand-made 3x3 pattern lies around the last move, so that an answer is at hand, and
else 0; e is the share of the board's points that have a stone.

It adds to whatever policy there is; one that explores by itself does so, too. What it says of a
node is found anew at each visit.
"""

from libc.math cimport log, pow, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.board cimport Board
from board_ext.neighbours cimport empties_around
from board_ext.lowlevel.types cimport NO_VERTEX, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.adapting.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.moves.patterns3 cimport is_pattern3
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "dynamic_exploration"
PARAMS = (
    ParamSpec(
        "dynamic_exploration", float, 0.0, 0.0, 10.0,
        doc="exploration constant, added to the tree policy, that follows patterns and the stage "
        "of the game; 0 is off",
        source="Bourki et al. 2010; not tuned",
    ),
    ParamSpec(
        "dynamic_exploration_shape", float, 0.5, 0.0, 10.0,
        doc="factor on dynamic_exploration where a 3x3 pattern lies around the last move",
        source="ours; not tuned",
    ),
    ParamSpec(
        "dynamic_exploration_end", float, 0.5, 0.0, 10.0,
        doc="factor on dynamic_exploration on a full board; on other boards a power of the "
        "factor, by the share of points with a stone",
        source="ours; not tuned",
    ),
)


cdef bint _has_shape(const Board* b) noexcept nogil:
    """Return whether a pattern lies around the last move."""
    cdef int[8] around
    cdef int i
    if b.last_move == NO_VERTEX:
        return False
    for i in range(empties_around(b, b.last_move, around)):
        if is_pattern3(b, around[i]):
            return True
    return False


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Compute what the node's children have in common, c * sqrt(ln N); no opinion about them."""
    cdef const Board* b = d.board
    cdef double full = 1.0 - <double>b.n_empty / (b.size * b.size)
    cdef double constant = values_of(&d.search.params).dynamic_exploration
    constant *= pow(values_of(&d.search.params).dynamic_exploration_end, full)
    if _has_shape(b):
        constant *= values_of(&d.search.params).dynamic_exploration_shape
    (<double*>door.own)[0] = constant * sqrt(
        log(<double>load_u32(&d.search.tree.nodes[node].visits) + 1.0))
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if view.visits > 0.0:
        view.score += (<const double*>door.own)[0] / sqrt(view.visits)


cdef TechniqueDoor _door = TechniqueDoor()
# After the policies, to whose score it adds.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(double)
DOOR = _door
