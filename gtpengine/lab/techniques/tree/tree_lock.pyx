"""Tree parallelization with locks: one for the tree, or one for each node.

Chaslot, Winands and van den Herik, Parallel Monte-Carlo tree search, 2008. ``global``: a thread
holds the lock of the tree while it goes down, and again while it counts what the simulation was
worth; playouts run side by side. ``local``: on its way down it holds the lock of the node that it
chooses at, and lets go of it when it has the lock of the next. This engine's tree needs no locks;
they show what they cost.

Ours: a waiting thread asks again and again (a spin lock). With local locks nothing is locked on the
way up, where all counters are atomic; nor is the tree with global ones while bounds climb.
"""

from board_ext.lowlevel.atomics cimport store_release_u32, swap_if_u32
from board_ext.lowlevel.system cimport yield_thread
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.tree.values cimport TREE_LOCK_GLOBAL, values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.playout.playout cimport Playout

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "tree_lock"
PARAMS = (
    ParamSpec(
        "tree_lock", str, "off", choices=("off", "global", "local"),
        doc="locks that threads hold while they are in the tree: none, one for the tree, or one "
        "for each node on the way down",
        source="Chaslot, Winands and van den Herik 2008",
    ),
)


cdef struct Holder:
    uint32_t* held            # the lock that the worker holds, NULL without


cdef void _release(Door* door) noexcept nogil:
    """Let go of the lock that the worker holds, if any."""
    cdef Holder* holder = <Holder*>door.own
    if holder.held != NULL:
        store_release_u32(holder.held, 0)
        holder.held = NULL


cdef void _acquire(Door* door, uint32_t* lock) noexcept nogil:
    """Wait for a lock and hold it, then let go of the one before."""
    cdef Holder* holder = <Holder*>door.own
    cdef uint32_t free = 0
    if holder.held == lock:
        return
    while not swap_if_u32(lock, &free, 1):
        yield_thread()
        free = 0
    _release(door)
    holder.held = lock


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Hold the lock of the tree, or of the node; no opinion about the child."""
    if values_of(&d.search.params).tree_lock == TREE_LOCK_GLOBAL:
        _acquire(door, <uint32_t*>door.shared)
    else:
        _acquire(door, <uint32_t*>beside(door, node))
    return 0


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    """Leave the tree."""
    _release(door)


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    """Come back to the tree to count."""
    if values_of(&d.search.params).tree_lock == TREE_LOCK_GLOBAL:
        _acquire(door, <uint32_t*>door.shared)
    else:
        _release(door)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Leave the tree."""
    _release(door)


cdef TechniqueDoor _door = TechniqueDoor()
# What others learn is learned under the lock.
_door.hooks.place = 9
_door.hooks.choose = _choose
_door.hooks.playout = _playout
_door.hooks.reward = _reward
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Holder)
_door.hooks.shared_bytes = 64
_door.hooks.node_bytes = sizeof(uint32_t)
DOOR = _door
