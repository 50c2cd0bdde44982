"""Epsilon-greedy: a simulation follows, now and then, any child.

Sutton and Barto, Reinforcement learning, 1998; as a tree policy Kurzer, Zhou and Zöllner,
Decentralized cooperative planning for automated vehicles with hierarchical Monte Carlo tree search,
2018: at each node, at a rate of ``epsilon_greedy``, one of the children by chance, else the one of
the best score.
"""

from board_ext.lowlevel.rng cimport rng_below, rng_float
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "epsilon_greedy"
PARAMS = (
    ParamSpec(
        "epsilon_greedy", float, 0.0, 0.0, 1.0,
        doc="rate of following any child, in place of the child with the best score",
        source="Sutton and Barto 1998; Kurzer, Zhou and Zöllner 2018; not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    cdef const Tree* tree = &d.search.tree
    cdef Children children
    cdef int n = 0, wanted
    if rng_float(&d.rng) >= values_of(&d.search.params).epsilon_greedy:
        return 0
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        n += 1
    if n == 0:
        return 0
    wanted = rng_below(&d.rng, n)
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        if wanted == 0:
            return children.index
        wanted -= 1
    return 0


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
DOOR = _door
