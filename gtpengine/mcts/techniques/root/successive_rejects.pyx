"""Successive rejects at the root: the budget is dealt out in phases, and each rejects a move.

Audibert, Bubeck and Munos, Best arm identification in multi-armed bandits, COLT 2010. Of K moves
and n simulations: after phase k = 1 .. K - 1 each survivor has had ceil((n - K) / (L (K + 1 - k)))
simulations, with L = 1 / 2 + the sum of 1 / i for i = 2 .. K, and the one of the worst mean is
rejected. Below the root the usual policy chooses.

Ours: only the ``successive_rejects`` best moves by their priors take part. A search without a limit
in simulations has no budget to deal out, and is left alone.

Races: a move is dealt out by an atomic addition. One thread ends a phase, the one that changes its
number; the others may deal from the old list meanwhile, a few simulations more for a move.
"""

from libc.math cimport ceil

from board_ext.atomics cimport (
    add_u32, load_acquire_u32, load_u32, store_release_u32, swap_if_u32,
)
from board_ext.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.paramspec import ParamSpec

SWITCH = "successive_rejects"
PARAMS = (
    ParamSpec(
        "successive_rejects", int, 0, 0, 64,
        doc="moves of the root among which the simulations of a search are dealt out by successive "
        "rejects; 0 is off",
        source="Audibert, Bubeck and Munos 2010; not tuned",
    ),
)

cdef enum:
    MAX_MOVES = 64
    # A larger limit is no budget: the search ends by time, or not at all.
    MOST_SIMULATIONS = 100000000
    ENDING = 0x80000000       # a bit of `phase`: its end is being worked out


cdef struct Rejects:
    uint32_t phase            # from 1 on; 0 before the first; released when the list is complete
    uint32_t n                # survivors
    uint32_t all_moves        # K
    uint32_t until            # simulations that each survivor has had at the end of the phase
    uint64_t budget
    uint32_t moves[MAX_MOVES]
    uint32_t dealt[MAX_MOVES]


cdef void _open_phase(Rejects* r, uint32_t phase) noexcept nogil:
    """Work out how far a phase goes."""
    cdef double parts = 0.5
    cdef uint32_t i
    for i in range(2, r.all_moves + 1):
        parts += 1.0 / i
    r.until = <uint32_t>max(1.0, ceil(
        (<double>r.budget - r.all_moves) / (parts * (r.all_moves + 1.0 - phase))))
    store_release_u32(&r.phase, phase)


cdef void _begin(Rejects* r, Descent* d, uint32_t root) noexcept nogil:
    """List the moves that take part: children come in the order of their priors."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[root])
    cdef uint32_t most = min(MAX_MOVES, d.search.params.successive_rejects)
    r.n = 0
    while r.n < most and children_next(tree, &children):
        r.moves[r.n] = children.index
        r.dealt[r.n] = 0
        r.n += 1
    r.all_moves = r.n
    r.budget = d.search.end_simulation - d.search.begin_simulation
    _open_phase(r, 1)


cdef void _reject(Rejects* r, const Tree* tree, uint32_t phase) noexcept nogil:
    """Drop the survivor of the worst mean, the later one among equals, and open the next phase."""
    cdef uint32_t i, worst = 0
    cdef double lowest = 2.0, mean
    for i in range(r.n):
        mean = node_mean(&tree.nodes[r.moves[i]])
        if mean <= lowest:
            lowest = mean
            worst = i
    r.n -= 1
    for i in range(worst, r.n):
        r.moves[i] = r.moves[i + 1]
        r.dealt[i] = r.dealt[i + 1]
    _open_phase(r, phase + 1)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Return the survivor that was dealt the least; 0 below the root, without a budget, and when
    one move is left."""
    cdef Rejects* r = <Rejects*>door.shared
    cdef uint32_t phase = load_acquire_u32(&r.phase), seen = phase, i, least = 0
    if d.depth or d.search.end_simulation - d.search.begin_simulation > MOST_SIMULATIONS:
        return 0
    if phase & ENDING:
        return 0
    # 1. The first simulation lists the moves.
    if phase == 0:
        if not swap_if_u32(&r.phase, &seen, ENDING):
            return 0
        _begin(r, d, node)
        phase = 1
    # 2. Who was dealt the least?
    for i in range(1, r.n):
        if load_u32(&r.dealt[i]) < load_u32(&r.dealt[least]):
            least = i
    # 3. When all have what the phase gives, one of them leaves.
    if load_u32(&r.dealt[least]) >= r.until:
        seen = phase
        if r.n < 3 or not swap_if_u32(&r.phase, &seen, phase | ENDING):
            return 0
        _reject(r, &d.search.tree, phase)
        least = 0
        for i in range(1, r.n):
            if load_u32(&r.dealt[i]) < load_u32(&r.dealt[least]):
                least = i
    add_u32(&r.dealt[least], 1)
    return r.moves[least]


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.shared_bytes = sizeof(Rejects)
DOOR = _door
