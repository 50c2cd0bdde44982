"""UCT+: the mean and a multiple of its standard error; RAVE does not count.

Van den Broeck, Driessens and Ramon, Monte-Carlo tree search in poker using expected reward
distributions, ACML 2009: mean + c * sqrt(V / n), with the variance V of the rewards
(`squares.pxd`) and c = ``uct_plus_width``. n counts the virtual visits of the prior. Unlike UCB1,
a child that nobody visits gets no greater bonus as its siblings are visited.

Not done: in poker the mean and the error of an inner node follow from its children's, by
what an opponent is likely to do. Here they are taken from the simulations through the node.
"""

from libc.math cimport sqrt

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.lab.techniques.policies.squares cimport (
    SQUARES_BYTES, squares_learn, squares_variance,
)
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_policy=uct-plus"
PARAMS = (
    ParamSpec(
        "uct_plus_width", float, 2.0, 0.0, 100.0,
        doc="standard errors of the mean that the policy uct-plus adds to the mean",
        source="Van den Broeck, Driessens and Ramon 2009; the number is ours, not tuned",
    ),
)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if view.visits <= 0.0:
        view.score = selection_values(&d.search.params).first_play_urgency
        return
    view.score = view.wins / view.visits + values_of(&d.search.params).uct_plus_width * sqrt(
        squares_variance(door, view) / view.visits)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.score = _score
_door.hooks.learn = squares_learn
_door.hooks.node_bytes = SQUARES_BYTES
DOOR = _door
