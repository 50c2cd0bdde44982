"""Successive rejects at the root: the budget is dealt out in phases, and each rejects a move.

Audibert, Bubeck and Munos, Best arm identification in multi-armed bandits, COLT 2010. Of K moves
and n simulations: after phase k = 1 .. K - 1 each survivor has had ceil((n - K) / (L (K + 1 - k)))
simulations, with L = 1 / 2 + the sum of 1 / i for i = 2 .. K, and the one of the worst mean is
rejected. Below the root the usual policy chooses.

Ours: only the ``successive_rejects`` best moves by their priors take part (`dealing.pxd`, which
calls a phase a round). Means, and the move that is played, are the whole tree's, what it
kept of earlier searches included. The last two moves get equal shares, and the more visited one is
played; the paper takes the one of the better mean, as ``recommendation=max`` does.
"""

from libc.math cimport ceil

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.root.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.lab.techniques.root.dealing cimport Dealing, Rounds, dealing_choose
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Tree

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "successive_rejects"
PARAMS = (
    ParamSpec(
        "successive_rejects", int, 0, 0, 64,
        doc="moves of the root among which the simulations of a search are dealt out by successive "
        "rejects; 0 is off",
        source="Audibert, Bubeck and Munos 2010; not tuned",
    ),
)


cdef uint32_t _how_many(uint32_t all_moves) noexcept nogil:
    """Return the number of phases after which one move is left."""
    return all_moves - 1


cdef uint32_t _until(const Dealing* g, uint32_t phase) noexcept nogil:
    """Return how many simulations each survivor has had at the end of a phase."""
    cdef double parts = 0.5
    cdef uint32_t i
    for i in range(2, g.all_moves + 1):
        parts += 1.0 / i
    return <uint32_t>max(1.0, ceil(
        (<double>g.budget - g.all_moves) / (parts * (g.all_moves + 1.0 - phase))))


cdef void _leave(Dealing* g, const Tree* tree) noexcept nogil:
    """Drop the survivor of the worst mean, the later one among equals."""
    cdef uint32_t i, worst = 0
    cdef double lowest = 2.0, mean
    for i in range(g.n):
        mean = node_mean(&tree.nodes[g.moves[i]])
        if mean <= lowest:
            lowest = mean
            worst = i
    g.n -= 1
    for i in range(worst, g.n):
        g.moves[i] = g.moves[i + 1]
        g.dealt[i] = g.dealt[i + 1]


cdef Rounds ROUNDS = Rounds(how_many=_how_many, until=_until, leave=_leave)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    return dealing_choose(<Dealing*>door.shared, &ROUNDS, d, node,
                          values_of(&d.search.params).successive_rejects)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.shared_bytes = sizeof(Dealing)
DOOR = _door
