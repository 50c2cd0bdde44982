"""Continuous decay: what is kept of the tree from move to move counts less.

Soemers, Sironi, Schuster and Winands, Enhancements for real-time Monte-Carlo tree search in general
video game playing, CIG 2016, after Pepels, Winands and Lanctot 2014: visits and rewards that are in
the tree when a search begins are multiplied by g = ``tree_decay``. With 1 the tree is kept as it
is; with 0 nothing is kept but the nodes. Here a tree decays once for each root, and RAVE means
decay like the others.

Not done: bounds on the score stay, because they are sure.
"""

from board_ext.board cimport board_situation
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport int64_t, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.tree cimport ORIGIN

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_decays"
PARAMS = (
    ParamSpec(
        "tree_decays", bool, False,
        doc="what the tree has when a search begins counts less, by tree_decay",
        source="Soemers, Sironi, Schuster and Winands 2016",
    ),
    ParamSpec(
        "tree_decay", float, 0.6, 0.0, 1.0,
        doc="factor on the simulations of a kept tree, with tree_decays",
        source="Pepels, Winands and Lanctot 2014, gamma",
    ),
)


cdef struct Decayed:
    uint64_t root             # key of the root for which the tree has decayed, 0 before the first


cdef void _fade(Node* node, double factor) noexcept nogil:
    """Let a node's counters decay; means stay."""
    cdef uint32_t visits = <uint32_t>(node.visits * factor + 0.5)
    cdef uint32_t amaf_visits = <uint32_t>(node.amaf_visits * factor + 0.5)
    if node.visits:
        node.reward = <int64_t>(<double>node.reward / node.visits * visits)
        node.score = <int64_t>(<double>node.score / node.visits * visits)
    if node.amaf_visits:
        node.amaf_reward = <int64_t>(<double>node.amaf_reward / node.amaf_visits * amaf_visits)
    node.visits = visits
    node.amaf_visits = amaf_visits


cdef void _begin(Door* door) noexcept nogil:
    """Let the tree decay, if it has not since its root was made. No thread is searching."""
    cdef Search* s = door.worker.search
    cdef Decayed* decayed = <Decayed*>door.shared
    cdef uint64_t key = mix_keys(board_situation(s.root, s.root.to_play), s.root.move_number) | 1
    cdef uint64_t i
    if decayed.root == key:
        return
    if decayed.root:
        for i in range(ORIGIN, s.tree.used):
            _fade(&s.tree.nodes[i], values_of(&s.params).tree_decay)
    decayed.root = key


cdef uint64_t _table_bytes(uint64_t tree_bytes) noexcept nogil:
    """Return the size of what outlives a search."""
    return sizeof(Decayed)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.begin = _begin
_door.hooks.table_bytes = _table_bytes
DOOR = _door
