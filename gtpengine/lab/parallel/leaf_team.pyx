"""A team at a leaf; see leaf_team.pxd."""

from libc.string cimport memcpy, memset

from board_ext.lowlevel.atomics cimport load_acquire_u32, load_u32, store_release_u32, swap_if_u32
from board_ext.board cimport board_copy
from board_ext.lowlevel.rng cimport rng_seed
from board_ext.lowlevel.system cimport yield_thread
from board_ext.lowlevel.types cimport uint16_t

cdef void team_begin(LeafTeam* team, uint64_t number) noexcept nogil:
    """Make ready for a search whose first simulation has this number; nobody is at work."""
    memset(team, 0, sizeof(LeafTeam))
    team.number = number


cdef void team_open(LeafTeam* team, const Descent* leader) noexcept nogil:
    """Let the playouts of a leaf be taken; all before are finished."""
    team.leader = leader
    team.in_tree = leader.record.n
    store_release_u32(&team.opened, load_u32(&team.opened) + <uint32_t>leader.playouts)


cdef bint team_take(LeafTeam* team, uint32_t* playout) noexcept nogil:
    """Take the next open playout; return False when all are taken."""
    cdef uint32_t opened = load_acquire_u32(&team.opened)
    playout[0] = load_acquire_u32(&team.next)
    while playout[0] < opened:
        if swap_if_u32(&team.next, playout, playout[0] + 1):
            return True
    return False


cdef bint team_await_playout(LeafTeam* team, const uint32_t* stop,
                             uint32_t* playout) noexcept nogil:
    """Wait for a playout and take it; False when the search is over."""
    while not team_take(team, playout):
        if load_acquire_u32(&team.ended) or load_u32(stop):
            return False
        yield_thread()
    return True


cdef void team_to_leaf(const LeafTeam* team, Descent* d, uint32_t playout) noexcept nogil:
    """Put a descent, the leader's or another, at the leaf, with the random stream of a playout."""
    cdef const Descent* leader = team.leader
    board_copy(d.board, leader.leaf)
    # Streams far above the streams of simulations, with which leaders descend.
    rng_seed(&d.rng, d.search.seed, (<uint64_t>1 << 61) + team.number + playout)
    d.record.n = team.in_tree
    if d == leader:
        return
    memcpy(d.record.vertices, leader.record.vertices, team.in_tree * sizeof(uint16_t))
    memcpy(d.record.reasons, leader.record.reasons, team.in_tree * sizeof(uint16_t))
    d.depth = leader.depth
    memcpy(d.path, leader.path, (leader.depth + 1) * sizeof(uint32_t))


cdef void team_note_finished(LeafTeam* team) noexcept nogil:
    """Note that one who took a playout has backed it up and reads nothing of the leaf any more."""
    cdef uint32_t finished = load_u32(&team.finished)
    while not swap_if_u32(&team.finished, &finished, finished + 1):
        pass


cdef void team_await_all(LeafTeam* team) noexcept nogil:
    """Wait until all playouts that were opened are finished; each was taken before."""
    cdef uint32_t opened = load_u32(&team.opened)
    while load_acquire_u32(&team.finished) != opened:
        yield_thread()


cdef void team_end(LeafTeam* team) noexcept nogil:
    """Let those who wait go."""
    store_release_u32(&team.ended, 1)
