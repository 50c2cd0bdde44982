"""Killer RAVE: of each playout the most important moves alone are credited.

Lorentz, Improving Monte-Carlo tree search in Havannah, 2010, as Browne et al. 2012 tell it; they
leave open which moves are important. Here those are, for either side, the ``killer_rave`` moves
that did best so far: by the mean outcome of each move for its side, over all simulations of the
search, whenever it was played. A move that was never played before counts as even.

Each thread has means of its own. Moves of the tree are always credited.
"""

from board_ext.lowlevel.types cimport BLACK, N_VERTICES, PASS_VERTEX, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.amaf.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.amaf cimport AmafMap

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "killer_rave"
PARAMS = (
    ParamSpec(
        "killer_rave", int, 0, 0, 64,
        doc="moves of a playout that count for the RAVE means, for either side its best moves so "
        "far; 0 is all",
        source="killer RAVE, Lorentz 2010; not tuned",
    ),
)

cdef enum:
    MOST = 64


cdef struct Killers:
    # By side and vertex: how often the move was played, and the sum of its outcomes.
    uint32_t visits[3][N_VERTICES]
    double outcomes[3][N_VERTICES]
    # Of the playout that is credited: the best moves of a side so far, best first.
    int n[3]
    int vertices[3][MOST]
    double means[3][MOST]


cdef void _note(Killers* k, int side, int v, int most) noexcept nogil:
    """Put a move among the best of its side, if it is."""
    cdef double mean = 0.5
    cdef int place
    if k.visits[side][v]:
        mean = k.outcomes[side][v] / k.visits[side][v]
    if k.n[side] == most and mean <= k.means[side][most - 1]:
        return
    place = min(k.n[side], most - 1)
    while place > 0 and k.means[side][place - 1] < mean:
        k.means[side][place] = k.means[side][place - 1]
        k.vertices[side][place] = k.vertices[side][place - 1]
        place -= 1
    k.means[side][place] = mean
    k.vertices[side][place] = v
    k.n[side] = min(k.n[side] + 1, most)


cdef bint _credit(Door* door, const Descent* d, AmafMap* amaf) noexcept nogil:
    """Forget all moves of the playout but the best."""
    cdef Killers* k = <Killers*>door.own
    cdef int time, v, side, i
    k.n[1] = 0
    k.n[2] = 0
    for time in range(d.depth, d.record.n):
        v = d.record.vertices[time]
        if v != PASS_VERTEX and amaf.time[v] == time and amaf.side[v]:
            _note(k, amaf.side[v], v, values_of(&d.search.params).killer_rave)
            amaf.side[v] = 0
    for side in range(1, 3):
        for i in range(k.n[side]):
            amaf.side[k.vertices[side][i]] = side
    return True


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit each move of the simulation with its outcome."""
    cdef Killers* k = <Killers*>door.own
    cdef int time, side, v
    for time in range(d.record.n):
        v = d.record.vertices[time]
        if v != PASS_VERTEX:
            side = side_at(d.search, time)
            k.visits[side][v] += 1
            k.outcomes[side][v] += outcome.value if side == BLACK else 1.0 - outcome.value


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.credit = _credit
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Killers)
DOOR = _door
