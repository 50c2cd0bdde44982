"""Ensembles: a node that is visited often is judged again under all eight symmetries of the board.

At its ``network_ensemble``-th visit the moves of a node get the mean probabilities over the
symmetries (the mean as in Silver et al., Mastering the game of Go with deep neural networks and
tree search, 2016, there of all evaluations). The judgement that the node has stays. Ours.
"""

from board_ext.lowlevel.atomics cimport load_u8, load_u32, or_u8
from board_ext.lowlevel.types cimport uint8_t, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.led.values cimport values_of
from gtpengine.mcts.by_network.judging cimport judge_again
from gtpengine.mcts.doors.search_state cimport Descent, Request, Search
from gtpengine.network.turning cimport ALL_SYMMETRIES

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "network_ensemble"
PARAMS = (
    ParamSpec(
        "network_ensemble", int, 0, 0, 1_000_000,
        doc="where a network leads, a node with this many visits is judged again under all eight "
        "symmetries of the board. Its moves get the mean probabilities; 0 is never",
        source="ours; Silver et al. 2016 for the mean",
        player=Player.LEADS,
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Judge a node anew that has the visits; no opinion about the child."""
    cdef const Search* s = d.search
    cdef uint8_t* is_ensemble = <uint8_t*>beside(door, node)
    if (load_u32(&s.tree.nodes[node].visits) >= <uint32_t>values_of(&s.params).network_ensemble
            and not load_u8(is_ensemble) and not or_u8(is_ensemble, 1)):
        judge_again(d, node)
    return 0


cdef void _question(Door* door, const Descent* d, uint32_t node,
                    Request* request) noexcept nogil:
    """Ask under all symmetries, also for the children that the node gets later."""
    if load_u8(<uint8_t*>beside(door, node)):
        request.symmetry = ALL_SYMMETRIES


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.question = _question
_door.hooks.node_bytes = sizeof(uint8_t)
DOOR = _door
