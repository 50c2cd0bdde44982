"""Listing and playing the moves of replies.pxd."""

from board_ext.board cimport board_copy
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.rng cimport mix64
from board_ext.lowlevel.types cimport (
    NO_VERTEX, PASS_VERTEX, opponent, uint8_t, uint16_t, uint32_t, uint64_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_side
from board_ext.placing cimport board_hash_after
from board_ext.playing cimport board_pass, board_play
from board_ext.solvers.fights.captures cimport last_liberty
from board_ext.solvers.proofs.kopoint cimport ko_after
from board_ext.solvers.proofs.movecost cimport COST_PASS, is_tried, move_cost, weight_of


cdef inline int _came_before(const Solver* s, int ply, uint64_t key) noexcept nogil:
    """Return the ply of the way that has this position, or NO_PLY."""
    cdef int i
    for i in range(ply + 1):
        if s.plies[i].key == key:
            return i
    return NO_PLY


cdef inline bint _retakes(const Ply* p, int v) noexcept nogil:
    """Return whether a move is one that the ko rule forbids all but the ko master."""
    return v != NO_VERTEX and v == p.retake


cdef inline void _add_reply(Solver* s, int ply, int v, uint64_t key, uint32_t cost) noexcept nogil:
    cdef Ply* p = &s.plies[ply]
    cdef Reply* reply = &p.replies[p.n]
    cdef bint retakes = _retakes(p, v)
    reply.vertex = <uint16_t>v
    reply.key = key
    reply.twin = way_key(s, p.way + mix64(p.key) + retakes, key)
    reply.cost = cost
    reply.weight = <uint8_t>weight_of(cost)
    reply.repeats = <uint8_t>_came_before(s, ply, key)
    if reply.repeats != NO_PLY:
        reply.winner = <uint8_t>s.keeper
        if p.retaken + retakes > s.plies[reply.repeats].retaken:
            reply.winner = <uint8_t>opponent(s.master)
    p.n += 1


cdef int forced_liberty(const Solver* s, const Board* b, int color) noexcept nogil:
    """Return the last liberty of an atari that the side to move has to answer, or NO_VERTEX."""
    return last_liberty(b, &s.fight) if color == s.fight.defender else NO_VERTEX


cdef bint may_pass(const Solver* s, const Board* b, int color) noexcept nogil:
    """Return whether the rules of the fight let a colour pass."""
    return s.eyes or color == s.fight.defender or (b.ko != NO_VERTEX and color == b.ko_color)


cdef void list_replies(Solver* s, int ply, int color) noexcept nogil:
    """List the moves of the side to move: those on points of the fight, and the pass."""
    cdef Ply* p = &s.plies[ply]
    cdef const Board* b = &p.board
    cdef uint64_t side = s.base ^ zobrist_side(opponent(color))
    cdef int last = forced_liberty(s, b, color), v
    p.n = 0
    free_points(s, b, color, p.free)
    v = bits_first(p.free)
    while v and p.n < MAX_REPLIES - 1:
        if is_tried(b, v, color, last):
            _add_reply(s, ply, v, board_hash_after(b, v, color) ^ side ^ ko_after(b, v, color),
                       move_cost(b, v, color))
        v = bits_next(p.free, v)
    # A pass does not answer an atari, but without any answer it stands for all moves.
    if may_pass(s, b, color) and (last == NO_VERTEX or p.n == 0):
        _add_reply(s, ply, PASS_VERTEX, b.hash ^ side, COST_PASS)


cdef void play_reply(const Solver* s, const Ply* p, Ply* next, const Reply* reply,
                int color) noexcept nogil:
    """Make the position after a reply."""
    cdef bint retakes = _retakes(p, reply.vertex)
    board_copy(&next.board, &p.board)
    next.retake = NO_VERTEX
    if reply.vertex == PASS_VERTEX:
        board_pass(&next.board, color)
    else:
        board_play(&next.board, reply.vertex, color)
        if next.board.ko and s.master == next.board.ko_color:
            next.retake = next.board.ko
            next.board.ko = NO_VERTEX
    next.key = reply.key
    next.retaken = p.retaken + retakes
    next.way = p.way + mix64(p.key) + retakes
