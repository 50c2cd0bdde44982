"""Butterfly history: moves that did well elsewhere in the tree get a better policy in new nodes.

The history heuristic (Schaeffer, The history heuristic and alpha-beta search enhancements in
practice, 1989) with a table by side and point, a butterfly board (Hartmann 1988). As in the chess
engine Monty the table changes the logits of the policy when a node gets children: p is multiplied
by exp(``network_butterfly`` * h), where h in [-1, 1] is how much better the move did than the mean
of the moves of its side. ``FEW`` simulations without an opinion are counted with the simulations of
a move. Each thread has a table of its own.
"""

from libc.math cimport exp

from board_ext.lowlevel.types cimport BLACK, N_VERTICES
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.led.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Prior, side_at

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "network_butterfly"
PARAMS = (
    ParamSpec(
        "network_butterfly", float, 0.0, 0.0, 100.0,
        doc="where a network leads, how much the logit of a move grows in a new node if the move "
        "always won elsewhere in the tree; 0 is off",
        source="Schaeffer 1989; Monty; not tuned",
        player=Player.LEADS,
    ),
)

cdef double FEW = 16.0


cdef struct History:
    # By side and vertex: simulations with the move in the tree, and the sum of their outcomes.
    double visits[3][N_VERTICES]
    double wins[3][N_VERTICES]
    # The same over all moves of a side.
    double all_visits[3]
    double all_wins[3]


cdef void _prior(Door* door, const Descent* d, int move, Prior* prior) noexcept nogil:
    cdef const History* h = <const History*>door.own
    cdef int side = d.board.to_play
    cdef double n = h.visits[side][move], mean
    if n > 0.0:
        mean = h.all_wins[side] / h.all_visits[side]
        prior.probability *= exp(values_of(&d.search.params).network_butterfly * 2.0
                                 * (h.wins[side][move] - n * mean) / (n + FEW))
        prior.probability = min(prior.probability, 1.0)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit each move of the way with its outcome."""
    cdef History* h = <History*>door.own
    cdef int time, side, v
    cdef double won
    for time in range(d.depth):
        v = d.record.vertices[time]
        side = side_at(d.search, time)
        won = outcome.value if side == BLACK else 1.0 - outcome.value
        h.visits[side][v] += 1.0
        h.wins[side][v] += won
        h.all_visits[side] += 1.0
        h.all_wins[side] += won


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.prior = _prior
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(History)
DOOR = _door
