"""Criticality: points that the winner owns more often than by chance are worth a look.

Coulom, Criticality: a Monte-Carlo heuristic for Go programs, 2009. A child at such a point gets
virtual wins on its RAVE side, in proportion to its RAVE visits, as Pellegrino et al. (2009) do.
"""

from board_ext.lowlevel.types cimport N_VERTICES, PASS_VERTEX
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Worker
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "criticality"
PARAMS = (
    ParamSpec(
        "criticality", float, 0.0, 0.0, 10.0,
        doc="RAVE wins added to a move, as a part of its RAVE visits, for each unit of how much "
        "more often than by chance the winner owns the point, in this search of this thread",
        source="Coulom 2009; in this form Pachi (uct/policy/ucb1amaf.c), with 1.1",
    ),
)


cdef enum:
    INTERVAL = 256            # simulations of a worker between two updates


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Compute how much more often than by chance the winner owns a point.

    With o and g the signs of the owner and of the winner: (mean of o g - mean o * mean g) / 2,
    which is Coulom's difference of probabilities where no point is neutral.
    """
    cdef Worker* w = door.worker
    cdef float* criticality = <float*>door.own
    cdef double n = w.simulations
    cdef int v
    if w.simulations % INTERVAL:
        return
    for v in range(N_VERTICES):
        criticality[v] = <float>(
            0.5 * (w.winner_owner[v] / n - (w.owner[v] / n) * (w.wins / n)))


cdef void _evidence(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef const float* criticality = <const float*>door.own
    cdef int move = view.node.move
    cdef double virtual
    if move == PASS_VERTEX or criticality[move] <= 0.0:
        return
    virtual = values_of(&d.search.params).criticality * criticality[move] * view.rave_visits
    view.rave_visits += virtual
    view.rave_wins += virtual


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.evidence = _evidence
_door.hooks.learn = _learn
_door.hooks.own_bytes = N_VERTICES * sizeof(float)
DOOR = _door
