"""The simulations of a search are dealt out among the best moves of the root, round by round.

The technique says how many rounds there are, how many simulations a survivor has had when a round
ends, and who leaves then. Within a round the next simulation is for the survivor that was dealt the
least. The moves of the best priors take part. Below the root the usual policy chooses. A search
without a limit in simulations has no budget to deal out, and is left alone.

Races: a move is dealt out by an atomic addition. One thread ends a round, the one that changes its
number; the others may deal from the old list meanwhile, a few simulations more for a move.
"""

from board_ext.lowlevel.atomics cimport (
    add_u32, load_acquire_u32, load_u32, store_release_u32, swap_if_u32,
)
from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

cdef enum:
    MAX_MOVES = 64
    # A larger limit is no budget: the search ends by time, or not at all.
    MOST_SIMULATIONS = 100000000
    ENDING = 0x80000000       # a bit of `round`: its end is being worked out


cdef struct Dealing:
    uint32_t round            # from 1 on; 0 before the first; released when the list is complete
    uint32_t rounds           # in all
    uint32_t until            # simulations of each survivor at the end of the round, by `dealt`
    uint32_t all_moves        # that took part at first
    uint32_t n                # survivors
    uint64_t budget
    uint32_t moves[MAX_MOVES]
    uint32_t dealt[MAX_MOVES]


cdef struct Rounds:
    # What a technique says of them. `leave` may also count `dealt` anew.
    uint32_t (*how_many)(uint32_t all_moves) noexcept nogil
    uint32_t (*until)(const Dealing* g, uint32_t number) noexcept nogil
    void (*leave)(Dealing* g, const Tree* tree) noexcept nogil


cdef inline void _open_round(Dealing* g, const Rounds* rounds, uint32_t number) noexcept nogil:
    """Work out how far a round goes, and let all threads see it."""
    g.until = rounds.until(g, number)
    store_release_u32(&g.round, number)


cdef inline void _list_moves(Dealing* g, const Search* s, uint32_t root,
                             uint32_t most) noexcept nogil:
    """List the moves that take part: children come in the order of their priors."""
    cdef Children children = children_of(&s.tree.nodes[root])
    g.n = 0
    while g.n < min(most, MAX_MOVES) and children_next(&s.tree, &children):
        g.moves[g.n] = children.index
        g.dealt[g.n] = 0
        g.n += 1
    g.all_moves = g.n
    g.budget = s.end_simulation - s.begin_simulation


cdef inline uint32_t _least_dealt(const Dealing* g) noexcept nogil:
    """Return the place of the survivor that was dealt the least, the first among equals."""
    cdef uint32_t i, least = 0
    for i in range(1, g.n):
        if load_u32(&g.dealt[i]) < load_u32(&g.dealt[least]):
            least = i
    return least


cdef inline uint32_t dealing_choose(Dealing* g, const Rounds* rounds, const Descent* d,
                                    uint32_t root, uint32_t most) noexcept nogil:
    """Return the child that is dealt the next simulation; 0 below the root, without a budget, and
    when all of it is dealt out. At most ``most`` moves take part."""
    cdef const Search* s = d.search
    cdef uint32_t number = load_acquire_u32(&g.round), seen = number, least
    if d.depth or s.end_simulation - s.begin_simulation > MOST_SIMULATIONS:
        return 0
    if number & ENDING:
        return 0
    # 1. The first simulation lists the moves.
    if number == 0:
        if not swap_if_u32(&g.round, &seen, ENDING):
            return 0
        _list_moves(g, s, root, most)
        g.rounds = rounds.how_many(g.all_moves)
        number = 1
        _open_round(g, rounds, number)
    # 2. When all have their share, some of them leave; the last round ends the dealing.
    least = _least_dealt(g)
    if load_u32(&g.dealt[least]) >= g.until:
        seen = number
        if number >= g.rounds or not swap_if_u32(&g.round, &seen, number | ENDING):
            return 0
        rounds.leave(g, &s.tree)
        _open_round(g, rounds, number + 1)
        least = _least_dealt(g)
    add_u32(&g.dealt[least], 1)
    return g.moves[least]
