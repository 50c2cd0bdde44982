"""The search of dfpn.pxd."""

from board_ext.lowlevel.bits cimport bits_has
from board_ext.board cimport board_copy, board_hash_after, board_is_legal
from board_ext.lowlevel.atomics cimport add_u64, load_u32, store_u32
from board_ext.solvers.fights.fight cimport fight_name, fight_set_up, fight_stones
from board_ext.solvers.fights.settled cimport FIGHT_HELD, FIGHT_OPEN, FightState, fight_state
from board_ext.solvers.proofs.dfpn_team cimport (
    Team, team_below, team_enter, team_is_done, team_leave,
)
from board_ext.solvers.proofs.kopoint cimport ko_after
from board_ext.solvers.proofs.movecost cimport MOST_WEIGHT, Prospect, prospect
from board_ext.solvers.proofs.prooftable cimport BUCKET, Proof, proof_find, proof_of, proof_store
from board_ext.solvers.proofs.replies cimport (
    MAX_PLIES, NO_PLY, Ply, Reply, forced_liberty, free_points, list_replies, may_pass, play_reply,
)
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport (
    NO_VERTEX, PASS_VERTEX, opponent, uint16_t, uint32_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_ko, zobrist_side

cdef extern from * nogil:
    void prefetch "__builtin_prefetch"(const void* address)

cdef enum:
    TOO_DEEP = 1 << 12
    LIKEWISE_WORK = 2         # nodes of a refutation that is worth trying elsewhere


# --- the table ----------------------------------------------------------------------------------

cdef size_t solver_bytes(int bits) noexcept nogil:
    """Return the memory that a solver with a table of ``2**bits`` entries takes."""
    return solver_beside_bytes() + ((<size_t>1 << bits) + BUCKET) * sizeof(Proof)


cdef Solver* solver_in(void* memory, int bits) noexcept nogil:
    """Return the solver that lies in zeroed memory of ``solver_bytes``, or did so before."""
    cdef Solver* s = <Solver*>memory
    s.table.mask = (<uint32_t>1 << bits) - 1
    _give_plies(s)
    s.table.entries = <Proof*>(s.shadows + MAX_PLIES + 1)
    return s


cdef size_t solver_beside_bytes() noexcept nogil:
    """Return the memory that a further solver of a team takes."""
    return sizeof(Solver) + 2 * (MAX_PLIES + 1) * sizeof(Ply)


cdef inline void _give_plies(Solver* s) noexcept nogil:
    s.plies = <Ply*>(<char*>s + sizeof(Solver))
    s.shadows = s.plies + MAX_PLIES + 1


cdef Solver* solver_beside(void* memory, const Solver* first) noexcept nogil:
    """Return a solver in zeroed memory of ``solver_beside_bytes`` that uses the table of another.
    """
    cdef Solver* s = <Solver*>memory
    _give_plies(s)
    s.table = first.table
    return s


cdef void solver_join(Solver* s, Team* team) noexcept nogil:
    """Let a solver share its table with a team, from the first question on."""
    s.table.team = team
    # Buckets that do not overlap have a lock each.
    s.table.mask &= ~<uint32_t>(BUCKET - 1)


# --- the search ---------------------------------------------------------------------------------

cdef struct Numbers:
    uint32_t phi
    uint32_t delta
    int lowest


cdef inline Numbers _numbers(const Solver* s, const Reply* reply, int color,
                             bint shared) noexcept nogil:
    """Return the numbers of the position after a reply of ``color``, for its opponent."""
    cdef Proof copy
    cdef const Proof* entry
    cdef const Proof* twin
    cdef Numbers found
    found.lowest = NO_PLY
    if reply.repeats != NO_PLY:
        found.phi = 0 if color != reply.winner else PROVED
        found.delta = PROVED - found.phi
        found.lowest = reply.repeats
        return found
    entry = proof_find(&s.table, reply.key, shared, &copy)
    if (s.repeats or (shared and load_u32(&s.table.team.repeats))) and (
            entry == NULL or (entry.phi and entry.delta)):
        twin = proof_find(&s.table, reply.twin, shared, &copy)
        if twin != NULL:
            entry = twin
    if entry == NULL:
        found.phi = 1
        found.delta = reply.cost
    else:
        found.phi = entry.phi
        found.delta = entry.delta
        found.lowest = entry.lowest
    return found


cdef inline uint32_t _seen(const Solver* s, const Reply* reply, uint32_t delta,
                           uint32_t most) noexcept nogil:
    """Return the delta of a reply as a thread of a team sees it: greater where others are below it,
    last of all where it has reached the limit."""
    cdef uint64_t others = load_u32(team_below(s.table.team, reply.key))
    if delta >= most:
        return delta if delta == PROVED else PROVED - 1
    return <uint32_t>min(delta * (1 + others), <uint64_t>(PROVED - 1))


cdef void _enter(Solver* s, int ply, uint32_t phi, uint32_t delta, uint64_t work, int move,
                 int lowest) noexcept nogil:
    """Enter the numbers of a ply's position."""
    cdef Ply* p = &s.plies[ply]
    # What rests on a position further up holds for this way only.
    if (phi == 0 or delta == 0) and lowest < ply:
        s.repeats = True
        if s.table.team != NULL:
            store_u32(&s.table.team.repeats, 1)
        proof_store(&s.table, mix_keys(p.way, p.key), phi, delta, work, move, lowest)
    else:
        proof_store(&s.table, p.key, phi, delta, work, move, NO_PLY)


cdef bint _settled(Solver* s, int ply, int color) noexcept nogil:
    """Enter the position of a ply if it is settled without reading; return whether it is."""
    cdef Ply* p = &s.plies[ply]
    cdef FightState state = fight_state(&p.board, &s.fight, color != s.fight.defender)
    cdef bint wins = (state == FIGHT_HELD) == (color == s.fight.defender)
    if state == FIGHT_OPEN:
        return False
    proof_store(&s.table, p.key, 0 if wins else PROVED, PROVED if wins else 0, 1, NO_VERTEX, NO_PLY)
    return True


cdef bint _enter_prospect(Solver* s, int ply, int color, uint32_t most_phi,
                         uint32_t most_delta) noexcept nogil:
    """Enter what a position looks like that the table does not have; return whether that is enough.

    What follows is not looked up: most positions are never visited again.
    """
    cdef Ply* p = &s.plies[ply]
    cdef Prospect out
    cdef int last = forced_liberty(s, &p.board, color)
    free_points(s, &p.board, color, p.free)
    out = prospect(&p.board, p.free, color, last,
                  may_pass(s, &p.board, color) and last == NO_VERTEX)
    if out.n == 0 or (out.phi < most_phi and out.delta < most_delta):
        return False
    proof_store(&s.table, p.key, out.phi, out.delta, 1, NO_VERTEX, NO_PLY)
    return True


cdef inline void _count(Solver* s) noexcept nogil:
    s.nodes += 1
    if s.table.team != NULL:
        add_u64(&s.table.team.nodes, 1)


cdef inline bint _is_over(const Solver* s) noexcept nogil:
    """Return whether there are no nodes left, or another thread has the answer."""
    return s.nodes >= s.limit if s.table.team == NULL else team_is_done(s.table.team, s.limit)


cdef struct Tally:
    # What follows from the replies of a position.
    uint32_t phi
    uint32_t delta
    uint32_t second           # delta of the second best reply
    uint32_t open_cost        # of all open replies
    int best                  # index of the best reply, -1 without
    int lowest


cdef inline Tally _tally(const Solver* s, const Ply* p, int color, uint32_t most_phi,
                         bint shared) noexcept nogil:
    """Return what follows from the replies; ``shared`` is a constant at each call, so that one who
    is alone does not pay for it."""
    cdef Tally t
    cdef uint32_t phi = PROVED, first = PROVED, seen, greatest = 0
    cdef Numbers child
    cdef int i, best_lowest = NO_PLY
    t.second = PROVED
    t.open_cost = 0
    t.best = -1
    t.lowest = NO_PLY
    for i in range(p.n):
        prefetch(&s.table.entries[p.replies[i].key & s.table.mask])
    for i in range(p.n):
        child = _numbers(s, &p.replies[i], color, shared)
        t.lowest = min(t.lowest, child.lowest)
        seen = child.delta
        if shared:
            phi = min(phi, child.delta)
            seen = _seen(s, &p.replies[i], child.delta, most_phi)
        if seen < first:
            t.second = first
            first = seen
            t.best = i
            best_lowest = child.lowest
        elif seen < t.second:
            t.second = seen
        if child.phi:
            greatest = max(greatest, child.phi + MOST_WEIGHT - p.replies[i].weight)
            t.open_cost += p.replies[i].weight
    t.phi = min(phi, first)
    t.delta = 0
    if t.open_cost:
        t.delta = min(greatest + t.open_cost - MOST_WEIGHT, <uint32_t>PROVED)
    if t.phi == 0:
        t.delta = PROVED
        t.lowest = best_lowest
    elif t.delta == 0:
        t.phi = PROVED
    return t


# --- proofs that fit elsewhere ------------------------------------------------------------------

cdef Reply* _reply_at(Ply* p, int v) noexcept nogil:
    """Return the listed reply of a vertex, or NULL."""
    cdef int i
    for i in range(p.n):
        if p.replies[i].vertex == v:
            return &p.replies[i]
    return NULL


cdef bint _wins_likewise(Solver* s, int ply, int color) noexcept nogil:
    """Return whether ``color``, to move, wins by the moves that prove it at the shadow."""
    cdef Ply* p = &s.plies[ply]
    cdef Proof copy
    cdef const Proof* entry
    cdef Reply* reply
    cdef Reply* twin
    cdef uint64_t before = s.nodes
    cdef int known = proof_of(&s.table, p.key), v
    if known or ply >= MAX_PLIES - 1 or _is_over(s):
        return known > 0
    _count(s)
    if _settled(s, ply, color):
        return proof_of(&s.table, p.key) > 0
    entry = proof_find(&s.table, s.shadows[ply].key, s.table.team != NULL, &copy)
    if entry == NULL or entry.phi:
        return False
    v = entry.move
    list_replies(s, ply, color)
    reply = _reply_at(p, v)
    twin = _shadow_reply(s, ply, v, color)
    if reply == NULL or twin == NULL or reply.repeats != NO_PLY:
        return False
    play_reply(s, p, p + 1, reply, color)
    play_reply(s, &s.shadows[ply], &s.shadows[ply + 1], twin, color)
    if not _loses_likewise(s, ply + 1, opponent(color)):
        return False
    proof_store(&s.table, p.key, 0, PROVED, s.nodes - before, v, NO_PLY)
    return True


cdef bint _loses_likewise(Solver* s, int ply, int color) noexcept nogil:
    """Return whether ``color``, to move, loses since each move is refuted as at the shadow."""
    cdef Ply* p = &s.plies[ply]
    cdef Reply* twin
    cdef uint64_t before = s.nodes
    cdef int known = proof_of(&s.table, p.key), i
    if known or ply >= MAX_PLIES - 1 or _is_over(s):
        return known < 0
    _count(s)
    if _settled(s, ply, color):
        return proof_of(&s.table, p.key) < 0
    list_replies(s, ply, color)
    for i in range(p.n):
        known = proof_of(&s.table, p.replies[i].key)
        if known < 0 or p.replies[i].repeats != NO_PLY:
            return False
        if known > 0:
            continue
        twin = _shadow_reply(s, ply, p.replies[i].vertex, color)
        if twin == NULL or proof_of(&s.table, twin.key) <= 0:
            return False
        play_reply(s, p, p + 1, &p.replies[i], color)
        play_reply(s, &s.shadows[ply], &s.shadows[ply + 1], twin, color)
        if not _wins_likewise(s, ply + 1, opponent(color)):
            return False
    proof_store(&s.table, p.key, PROVED, 0, s.nodes - before, NO_VERTEX, NO_PLY)
    return True


cdef Reply* _shadow_reply(Solver* s, int ply, int v, int color) noexcept nogil:
    """Return the reply at ``v`` of the shadow, or NULL where the move is not legal."""
    cdef Ply* p = &s.shadows[ply]
    cdef uint64_t side = s.base ^ zobrist_side(opponent(color))
    p.n = 0
    if v == PASS_VERTEX:
        p.replies[0].key = p.board.hash ^ side
    elif board_is_legal(&p.board, v, color):
        p.replies[0].key = (board_hash_after(&p.board, v, color) ^ side
                            ^ ko_after(&p.board, v, color))
    else:
        return NULL
    p.replies[0].vertex = <uint16_t>v
    return p.replies


cdef void _refute_likewise(Solver* s, int ply, const Reply* refuted, int color) noexcept nogil:
    """Try on the open replies what refutes one of them (Kawano 1996)."""
    cdef Ply* p = &s.plies[ply]
    cdef Proof copy
    cdef const Proof* entry = proof_find(&s.table, refuted.key, s.table.team != NULL, &copy)
    cdef int i
    if entry == NULL or entry.phi or entry.work < LIKEWISE_WORK or ply >= MAX_PLIES - 2:
        return
    for i in range(p.n):
        if p.replies[i].repeats != NO_PLY or proof_of(&s.table, p.replies[i].key):
            continue
        play_reply(s, p, p + 1, &p.replies[i], color)
        play_reply(s, p, &s.shadows[ply + 1], refuted, color)
        _wins_likewise(s, ply + 1, opponent(color))


cdef void _search(Solver* s, int ply, uint32_t most_phi, uint32_t most_delta,
                  int color) noexcept nogil:
    """Search the position of a ply, with ``color`` to move, until one of its numbers reaches its
    limit, or the search is over."""
    cdef Ply* p = &s.plies[ply]
    cdef Team* team = s.table.team
    cdef uint64_t before = s.nodes
    cdef Tally t
    cdef Proof copy
    cdef const Proof* entry = proof_find(&s.table, p.key, team != NULL, &copy)
    _count(s)
    if entry == NULL:
        if _settled(s, ply, color) or _enter_prospect(s, ply, color, most_phi, most_delta):
            return
    elif entry.phi == 0 or entry.delta == 0:
        return
    list_replies(s, ply, color)
    while True:
        # 1. The numbers of the position follow from its replies' numbers.
        if team == NULL:
            t = _tally(s, p, color, most_phi, False)
        else:
            t = _tally(s, p, color, most_phi, True)
        if ply == MAX_PLIES and t.phi and t.delta:
            # Too deep: others come first.
            t.phi = TOO_DEEP
            t.delta = TOO_DEEP
        if t.phi >= most_phi or t.delta >= most_delta or _is_over(s) or ply == MAX_PLIES:
            _enter(s, ply, t.phi, t.delta, s.nodes - before,
                   p.replies[t.best].vertex if t.best >= 0 else NO_VERTEX, t.lowest)
            return
        # 2. Search the reply that wins most easily, until another one does.
        play_reply(s, p, p + 1, &p.replies[t.best], color)
        if team != NULL:
            team_enter(team, p.replies[t.best].key)
        _search(s, ply + 1,
                PROVED if most_delta >= PROVED
                else most_delta - t.open_cost + p.replies[t.best].weight,
                min(most_phi, t.second + t.second // 4 + 1), opponent(color))
        if team != NULL:
            team_leave(team, p.replies[t.best].key)
        # 3. Where that was refuted, the same may refute others.
        if proof_of(&s.table, p.replies[t.best].key) > 0:
            _refute_likewise(s, ply, &p.replies[t.best], color)


cdef Verdict solver_run(Solver* s, const Board* b, const Fight* fight, int first, int master,
                        bint eyes, uint64_t nodes, int* move) noexcept nogil:
    """Search a fight with ``first`` to move, at most ``nodes`` nodes from here on.

    ``move`` becomes a move that wins, PASS_VERTEX for a pass, or NO_VERTEX. What is found stays in
    the table, for later calls with the same fight. The threads of a team call this at the same
    time, with the same arguments; ``nodes`` is for all of them.
    """
    cdef Proof copy
    cdef const Proof* entry
    cdef Ply* root = &s.plies[0]
    s.fight = fight[0]
    s.master = master
    s.eyes = eyes
    s.keeper = opponent(fight.defender) if eyes else fight.defender
    s.table.question += 1
    s.nodes = 0
    s.limit = nodes
    move[0] = NO_VERTEX
    board_copy(&root.board, b)
    fight_set_up(&root.board, &s.fight)
    root.retaken = 0
    root.retake = NO_VERTEX
    if root.board.ko and not bits_has(s.fight.points, root.board.ko):
        root.board.ko = NO_VERTEX
    # The stones elsewhere do not change: the key is made of the stones on the points.
    s.base = (root.board.hash ^ fight_stones(&root.board, fight)
              ^ mix_keys(fight_name(fight), <uint64_t>(master + 4 * eyes)))
    root.key = root.board.hash ^ s.base ^ zobrist_side(first) ^ zobrist_ko(root.board.ko)
    root.way = 0
    if root.board.ko and master == root.board.ko_color:
        root.retake = root.board.ko
        root.board.ko = NO_VERTEX
    _search(s, 0, PROVED, PROVED, first)
    entry = proof_find(&s.table, root.key, s.table.team != NULL, &copy)
    if entry == NULL or (entry.phi and entry.delta):
        return UNDECIDED
    if s.table.team != NULL:
        store_u32(&s.table.team.stop, 1)
    move[0] = entry.move
    return FIRST_WINS if entry.phi == 0 else FIRST_LOSES


cdef void solver_numbers(const Solver* s, uint32_t* phi, uint32_t* delta) noexcept nogil:
    """Set the numbers of the last question, 1 where the table has lost them."""
    cdef Proof copy
    cdef const Proof* entry = proof_find(&s.table, s.plies[0].key, s.table.team != NULL, &copy)
    phi[0] = 1 if entry == NULL else entry.phi
    delta[0] = 1 if entry == NULL else entry.delta


cdef int solver_line(Solver* s, int first, int* moves, int most) noexcept nogil:
    """List the moves of the last question's proof, while the table has it; return how many.

    The loser resists as long as it can. Passes are PASS_VERTEX.
    """
    cdef Ply* p
    cdef Proof copy
    cdef const Proof* entry
    cdef Reply* reply
    cdef uint32_t work
    cdef int n = 0, color = first, i, known
    while n < most:
        p = &s.plies[n]
        known = proof_of(&s.table, p.key)
        if known == 0 or _settled(s, n, color):
            break
        list_replies(s, n, color)
        reply = NULL
        if known > 0:
            reply = _reply_at(p, proof_find(&s.table, p.key, s.table.team != NULL, &copy).move)
        else:
            work = 0
            for i in range(p.n):
                entry = proof_find(&s.table, p.replies[i].key, s.table.team != NULL, &copy)
                if entry != NULL and entry.phi == 0 and entry.work > work:
                    work = entry.work
                    reply = &p.replies[i]
        if reply == NULL or reply.repeats != NO_PLY:
            break
        moves[n] = reply.vertex
        n += 1
        play_reply(s, p, p + 1, reply, color)
        color = opponent(color)
    return n
