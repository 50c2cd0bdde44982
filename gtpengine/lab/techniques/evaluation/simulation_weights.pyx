"""Weighted simulations: late simulations and short ones count several times.

Xie and Liu, Backpropagation modification in Monte-Carlo game tree search, IITA 2009, as Browne et
al. 2012 tell it: the simulations of a search are cut into segments, and each is backed up as w
simulations; later and shorter ones, which say more, have a greater w. Here w is the number of the
segment, from 1 to ``simulation_segments``, and one more for a game shorter than the mean of this
search and thread.

A search without a limit in simulations is a single segment. RAVE means are not weighted.
"""

from board_ext.lowlevel.atomics cimport add_i64, add_u32, load_u64
from board_ext.lowlevel.types cimport BLACK, int64_t, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search, Worker, side_at
from gtpengine.mcts.tree.node cimport Node, REWARD_ONE

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "simulation_segments"
PARAMS = (
    ParamSpec(
        "simulation_segments", int, 0, 0, 64,
        doc="segments of a search; a simulation counts as often as the number of its segment, and "
        "once more if it is short; 0 is off",
        source="Xie and Liu 2009; not tuned",
    ),
)

cdef enum:
    # A larger limit is no budget: the search ends by time, or not at all.
    MOST_SIMULATIONS = 100000000


cdef uint32_t _weight(const Door* door, const Descent* d) noexcept nogil:
    """Return how often a simulation counts."""
    cdef const Search* s = d.search
    cdef const Worker* w = door.worker
    cdef uint64_t budget = s.end_simulation - s.begin_simulation, done
    cdef uint32_t segment = 1, segments = values_of(&s.params).simulation_segments
    if 0 < budget <= MOST_SIMULATIONS:
        done = load_u64(&s.next_simulation) - s.begin_simulation
        done = done - 1 if done else 0
        segment = min(segments, 1 + <uint32_t>(done * segments // budget))
    return segment + (<uint64_t>d.record.n * w.simulations < w.moves)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Add the simulation to each node of the way once less than it counts."""
    cdef uint32_t more = _weight(door, d) - 1
    cdef int64_t reward
    cdef Node* node
    cdef int depth, score = <int>(2.0 * outcome.points)
    if more == 0:
        return
    for depth in range(d.depth + 1):
        node = &d.search.tree.nodes[d.path[depth]]
        reward = <int64_t>(outcome.value * REWARD_ONE)
        # The side to move at the node has the reward's other part.
        if side_at(d.search, depth) == BLACK:
            reward = REWARD_ONE - reward
        add_u32(&node.visits, more)
        add_i64(&node.reward, reward * more)
        add_i64(&node.score, <int64_t>score * more)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
DOOR = _door
