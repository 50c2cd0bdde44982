"""Sequential halving at the root: the budget is dealt out in rounds, half the moves leave in each.

Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013; at the root
of a tree alone as in hybrid MCTS (Pepels, Cazenave, Winands and Lanctot, Minimizing simple and
cumulative regret in Monte-Carlo tree search, 2014). Of n moves, round by round, each of the
survivors gets budget / (survivors * ceil(log2 n)) simulations; then the better half by their means
survives. Below the root the usual policy chooses.

Ours: only the ``sequential_halving`` best moves by their priors take part (`dealing.pxd`). Means,
and the move that is played, are the whole tree's, what it kept of earlier searches included.
The last two moves get equal shares, and the more visited one is played; the paper takes the one of
the better mean, as ``recommendation=max`` does.
"""

from libc.math cimport ceil, log2

from board_ext.lowlevel.atomics cimport store_u32
from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.root.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.lab.techniques.root.dealing cimport Dealing, Rounds, dealing_choose
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Tree

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "sequential_halving"
PARAMS = (
    ParamSpec(
        "sequential_halving", int, 0, 0, 64,
        doc="moves of the root among which the simulations of a search are dealt out by sequential "
        "halving; 0 is off",
        source="Karnin, Koren and Somekh 2013; Pepels et al. 2014; not tuned",
    ),
)


cdef uint32_t _how_many(uint32_t all_moves) noexcept nogil:
    """Return how often the moves can be halved, at least 1."""
    return <uint32_t>max(1.0, ceil(log2(<double>all_moves)))


cdef uint32_t _until(const Dealing* g, uint32_t number) noexcept nogil:
    """Deal out the same part of the budget in each round, in equal shares."""
    return <uint32_t>max(<uint64_t>1, g.budget // (<uint64_t>g.n * g.rounds))


cdef void _leave(Dealing* g, const Tree* tree) noexcept nogil:
    """Keep the better half, best first, and count anew what it is dealt."""
    cdef uint32_t i, j, move
    cdef double mean
    # Insertion by the mean reward; among equals the earlier one stays before.
    for i in range(1, g.n):
        move = g.moves[i]
        mean = node_mean(&tree.nodes[move])
        j = i
        while j > 0 and node_mean(&tree.nodes[g.moves[j - 1]]) < mean:
            g.moves[j] = g.moves[j - 1]
            j -= 1
        g.moves[j] = move
    g.n = (g.n + 1) // 2
    for i in range(g.n):
        store_u32(&g.dealt[i], 0)


cdef Rounds ROUNDS = Rounds(how_many=_how_many, until=_until, leave=_leave)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    return dealing_choose(<Dealing*>door.shared, &ROUNDS, d, node,
                          values_of(&d.search.params).sequential_halving)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.shared_bytes = sizeof(Dealing)
DOOR = _door
