"""Sequential halving at the root: the budget is dealt out in rounds, half the moves leave in each.

Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013; at the root
of a tree alone as in hybrid MCTS (Pepels, Cazenave, Winands and Lanctot, Minimizing simple and
cumulative regret in Monte-Carlo tree search, 2014). Of n moves, round by round, each of the
survivors gets budget / (survivors * ceil(log2 n)) simulations; then the better half by their means
survives. Below the root the usual policy chooses.

Ours: only the ``sequential_halving`` best moves by their priors take part. A search without a limit
in simulations has no budget to deal out, and is left alone.

Races: a move is dealt out by an atomic addition. One thread ends a round, the one that changes its
number; the others may deal from the old list meanwhile, a few simulations more for a move.
"""

from libc.math cimport ceil, log2

from board_ext.atomics cimport (
    add_u32, load_acquire_u32, load_u32, store_release_u32, store_u32, swap_if_u32,
)
from board_ext.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.doors cimport TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Door
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.paramspec import ParamSpec

SWITCH = "sequential_halving"
PARAMS = (
    ParamSpec(
        "sequential_halving", int, 0, 0, 64,
        doc="moves of the root among which the simulations of a search are dealt out by sequential "
        "halving; 0 is off",
        source="Karnin, Koren and Somekh 2013; Pepels et al. 2014; not tuned",
    ),
)
MEASURED = (
    "`16`, 9x9, 1,000 simulations: -338 (-488 to -188), 40 games",
)

cdef enum:
    MAX_MOVES = 64
    # A larger limit is no budget: the search ends by time, or not at all.
    MOST_SIMULATIONS = 100000000
    ENDING = 0x80000000       # a bit of `round`: its end is being worked out


cdef struct Halving:
    uint32_t round            # from 1 on; 0 before the first; released when the list is complete
    uint32_t n                # survivors
    uint32_t share            # simulations of each in this round
    uint32_t rounds           # in all
    uint64_t budget
    uint32_t moves[MAX_MOVES]
    uint32_t dealt[MAX_MOVES]


cdef void _open_round(Halving* h, uint32_t number) noexcept nogil:
    """Deal out the budget of a round anew."""
    cdef uint32_t i
    for i in range(h.n):
        store_u32(&h.dealt[i], 0)
    h.share = <uint32_t>max(<uint64_t>1, h.budget // (<uint64_t>h.n * h.rounds))
    store_release_u32(&h.round, number)


cdef void _begin(Halving* h, Descent* d, uint32_t root) noexcept nogil:
    """List the moves that take part: children come in the order of their priors."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[root])
    cdef uint32_t most = min(MAX_MOVES, d.search.params.sequential_halving)
    h.n = 0
    while h.n < most and children_next(tree, &children):
        h.moves[h.n] = children.index
        h.n += 1
    h.budget = d.search.end_simulation - d.search.begin_simulation
    h.rounds = <uint32_t>max(1.0, ceil(log2(<double>max(<uint32_t>1, h.n))))
    _open_round(h, 1)


cdef void _halve(Halving* h, const Tree* tree, uint32_t number) noexcept nogil:
    """Keep the better half, best first, and open the next round."""
    cdef uint32_t i, j, move
    cdef double mean
    # Insertion by the mean reward; among equals the earlier one stays before.
    for i in range(1, h.n):
        move = h.moves[i]
        mean = node_mean(&tree.nodes[move])
        j = i
        while j > 0 and node_mean(&tree.nodes[h.moves[j - 1]]) < mean:
            h.moves[j] = h.moves[j - 1]
            j -= 1
        h.moves[j] = move
    h.n = (h.n + 1) // 2
    _open_round(h, number + 1)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Return the survivor that was dealt the least; 0 below the root, without a budget, and when
    all of it is dealt out."""
    cdef Halving* h = <Halving*>door.shared
    cdef uint32_t number = load_acquire_u32(&h.round), seen = number, i, least = 0
    if d.depth or d.search.end_simulation - d.search.begin_simulation > MOST_SIMULATIONS:
        return 0
    if number & ENDING:
        return 0
    # 1. The first simulation lists the moves.
    if number == 0:
        if not swap_if_u32(&h.round, &seen, ENDING):
            return 0
        _begin(h, d, node)
        number = 1
    # 2. Who was dealt the least?
    for i in range(1, h.n):
        if load_u32(&h.dealt[i]) < load_u32(&h.dealt[least]):
            least = i
    # 3. When all have their share, half of them leave; the last round ends the dealing.
    if load_u32(&h.dealt[least]) >= h.share:
        seen = number
        if number >= h.rounds or h.n < 2 or not swap_if_u32(&h.round, &seen, number | ENDING):
            return 0
        _halve(h, &d.search.tree, number)
        least = 0
    add_u32(&h.dealt[least], 1)
    return h.moves[least]


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.shared_bytes = sizeof(Halving)
DOOR = _door
