"""Several threads that solve one fight together by depth-first proof-number search (`dfpn.pxd`).

Scalable parallel depth-first proof-number search, SPDFPN: Pawlewicz and Hayward 2013. Each thread
searches from the root, with a way of its own, and all share one table. That is enough for right
answers. What keeps the threads out of each other's way is that a reply below which others are at
work looks less hopeful: its delta counts as many times more as there are of them. (Virtual numbers,
after Kaneko, Parallel depth first proof number search, 2010; ours is the product in the place of
a sum, since the numbers of a fight grow with its size.) What is stored are the numbers as they
are. A reply is only followed while its own number is below the limit, so that each way ends at a
new leaf. Threads that ask with another ko master keep out of the way in the same manner; each has a
budget of its own.

Which way the threads take depends on time: of several moves that win, another one may be found.

Not done: what the paper does for a table that is nearly full. One that other fights have filled may
leave a fight undecided that one thread decides.
"""

from board_ext.lowlevel.atomics cimport (
    add_u32, load_u32, load_u64, store_u32, store_u64,
)
from board_ext.lowlevel.types cimport uint32_t, uint64_t

cdef enum:
    TEAM_PLACES = 4096
    TEAM_MOST = 64            # threads


cdef struct Team:
    # What the threads share beside the table. All is changed by atomics.
    # How many threads are below a position, by its key. Positions of the same place look busier
    # than they are, which changes the way alone.
    uint32_t below[TEAM_PLACES]
    uint64_t nodes            # of all threads
    uint32_t stop             # set when the fight is solved
    uint32_t repeats          # a disproof in the table rests on a repetition; never cleared


cdef inline void team_begin(Team* team) noexcept nogil:
    """Make ready for a fight; no thread is at work."""
    store_u64(&team.nodes, 0)
    store_u32(&team.stop, 0)


cdef inline uint32_t* team_below(Team* team, uint64_t key) noexcept nogil:
    """Return the number of threads below the position of a key."""
    return &team.below[(key >> 32) % TEAM_PLACES]


cdef inline void team_enter(Team* team, uint64_t key) noexcept nogil:
    add_u32(team_below(team, key), 1)


cdef inline void team_leave(Team* team, uint64_t key) noexcept nogil:
    add_u32(team_below(team, key), <uint32_t>-1)


cdef inline bint team_is_done(const Team* team, uint64_t limit) noexcept nogil:
    """Return whether the fight is solved, or all nodes are spent."""
    return load_u32(&team.stop) != 0 or load_u64(&team.nodes) >= limit
