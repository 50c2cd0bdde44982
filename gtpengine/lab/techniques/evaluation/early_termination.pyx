"""Early termination: a playout ends after some moves, and the board is evaluated as it stands.

Lorentz, Using evaluation functions in Monte-Carlo tree search, TCS 2016 (and Amazons, 2008): even a
weak evaluation after few moves can be worth as much as a long random game. ``playout_cut`` moves
are played; then a count of who is nearer to each point (`influence.pxd`) says the lead L, and the
playout's value is 1 / (1 + exp(-L / ``playout_cut_scale``)). Playouts that end before are counted
as ever.

Owners of points (`ownership`) are the owners on the board at the cut. Under territory rules the
lead is one in area.
"""

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.lab.techniques.evaluation.influence cimport influence_lead, influence_value

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "playout_cut"
PARAMS = (
    ParamSpec(
        "playout_cut", int, 0, 0, 1000,
        doc="moves after which a playout ends and the board is evaluated; 0 plays to the end",
        source="early termination, Lorentz 2016; not tuned",
    ),
    ParamSpec(
        "playout_cut_scale", float, 8.0, 0.01, 1000.0,
        doc="lead in points, by who is nearer to each point, that makes a win likely (0.73), for "
        "playout_cut, alpha_beta and implicit_minimax",
        source="ours; not tuned",
        shared=True,
    ),
)


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    playout.most = values_of(&d.search.params).playout_cut


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    """Evaluate the board where the playout was cut."""
    if (not outcome.played_out or d.board.n_passes >= 2
            or d.record.n - d.depth < values_of(&d.search.params).playout_cut):
        return
    outcome.points = influence_lead(d.board) - d.search.komi
    outcome.value = influence_value(outcome.points - d.search.komi_offset,
                                    values_of(&d.search.params).playout_cut_scale)


cdef TechniqueDoor _door = TechniqueDoor()
# Before what others make of the outcome.
_door.hooks.place = 0
_door.hooks.playout = _playout
_door.hooks.reward = _reward
DOOR = _door
