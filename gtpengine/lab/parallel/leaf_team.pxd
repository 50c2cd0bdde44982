"""Leaf parallelization: one thread descends, and a team plays the playouts of its leaf at once.

Cazenave and Jouandeau, On the parallelization of UCT, 2007; Chaslot, Winands and van den Herik,
Parallel Monte-Carlo tree search, 2008 ("at the leaves").

The leader opens a leaf with as many playouts as it wants. Whoever is free takes the next one, the
leader, too, so no playout waits for a thread that has not begun. A playout has the random stream of
its number and is backed up by who played it. Sums do not depend on their order: a search of a team
finds the same, whoever played what. The leader goes on when all are finished.

Races: a playout is taken by a change of `next` from one that is below `opened`. The leader writes
the leaf, then releases `opened`; it writes the next leaf when `finished` says that nobody reads
this one any more.

Not done: what a technique notes on the way down in the memory of its worker, or of the descent, is
the leader's alone.
"""

from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport Descent


cdef struct LeafTeam:
    # The leaf. Written by the leader while nobody plays.
    const Descent* leader     # its `leaf` is the board
    int in_tree               # moves of its record that lead to the leaf
    uint64_t number           # of the simulation that is playout 0 of the search
    # Atomic. Playouts are counted from the beginning of the search.
    uint32_t next             # the first that nobody has taken
    uint32_t opened           # those below may be taken
    uint32_t finished         # how many are
    uint32_t ended            # no leaf comes any more


cdef void team_begin(LeafTeam* team, uint64_t number) noexcept nogil
cdef void team_open(LeafTeam* team, const Descent* leader) noexcept nogil
cdef bint team_take(LeafTeam* team, uint32_t* playout) noexcept nogil
cdef bint team_await_playout(LeafTeam* team, const uint32_t* stop, uint32_t* playout) noexcept nogil
cdef void team_to_leaf(const LeafTeam* team, Descent* d, uint32_t playout) noexcept nogil
cdef void team_note_finished(LeafTeam* team) noexcept nogil
cdef void team_await_all(LeafTeam* team) noexcept nogil
cdef void team_end(LeafTeam* team) noexcept nogil
