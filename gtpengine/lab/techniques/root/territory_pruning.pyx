"""Territory pruning: moves at points whose owner is no question get no simulations.

Huang, Liu, Lu and Xiao, Pruning in UCT algorithm, TAAI 2010, prune by the concept of territory;
which points are territory the survey of Browne et al. 2012 does not say. Here a point is territory
when one side owns it at the end of at least ``territory_pruning`` of the simulations of this search
and thread. Moves there are pruned at the root and below, passes never.

Not done: a move inside territory that threatens something is pruned, too, until it is looked at
once in ``explore_interval`` visits.
"""

from board_ext.lowlevel.types cimport PASS_VERTEX
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.root.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Worker
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "territory_pruning"
PARAMS = (
    ParamSpec(
        "territory_pruning", float, 0.0, 0.0, 1.0,
        doc="share of the simulations in which one side must own a point for moves there to be "
        "pruned; 0 is off",
        source="Huang, Liu, Lu and Xiao 2010; not tuned",
    ),
)

cdef enum:
    FEWEST = 256              # simulations of a worker before it prunes
    PRUNED = 100              # taken off a score: more than any score, less than a proof


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const Worker* w = door.worker
    cdef int v = view.node.move
    cdef double share = values_of(&d.search.params).territory_pruning
    # `owner` is Black's share minus White's: 2 p - 1 for a share of p.
    if v != PASS_VERTEX and w.simulations >= FEWEST and (
            abs(<int>w.owner[v]) >= (2.0 * share - 1.0) * w.simulations):
        view.score -= PRUNED


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.score = _score
DOOR = _door
