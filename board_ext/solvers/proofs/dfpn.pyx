"""The search of dfpn.pxd."""

from board_ext.board cimport board_copy
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.atomics cimport add_u64, load_u32, store_u32
from board_ext.lowlevel.bits cimport bits_has
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport (
    NO_VERTEX, PASS_VERTEX, opponent, uint8_t, uint16_t, uint32_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_ko, zobrist_side
from board_ext.placing cimport board_hash_after
from board_ext.solvers.fights.fight cimport fight_name, fight_set_up, fight_stones
from board_ext.solvers.fights.settled cimport FIGHT_HELD, FIGHT_OPEN, FightState, fight_state
from board_ext.solvers.proofs.anymaster cimport beats_master, is_sure
from board_ext.solvers.proofs.dfpn_team cimport (
    Team, team_below, team_enter, team_is_done, team_leave,
)
from board_ext.solvers.proofs.kopoint cimport ko_after
from board_ext.solvers.proofs.movecost cimport MOST_WEIGHT, Prospect, prospect
from board_ext.solvers.proofs.prooftable cimport (
    BUCKET, LOST, LOST_SO, OPEN, WON, WON_SO, Proof, ProofPlace, is_proof, master_mark, proof_find,
    proof_of, proof_store,
)
from board_ext.solvers.proofs.replies cimport (
    MAX_PLIES, NO_PLY, Ply, Reply, forced_liberty, free_points, list_replies, may_pass, play_reply,
    way_key,
)

cdef extern from * nogil:
    void prefetch "__builtin_prefetch"(const void* address)

cdef enum:
    TOO_DEEP = 1 << 12
    LIKEWISE_WORK = 2         # nodes of a refutation that is worth trying elsewhere


# --- the table ----------------------------------------------------------------------------------

cdef size_t solver_bytes(int bits) noexcept nogil:
    """Return the memory that a solver with a table of ``2**bits`` entries takes."""
    return solver_beside_bytes() + ((<size_t>1 << bits) + BUCKET) * sizeof(ProofPlace)


cdef Solver* solver_in(void* memory, int bits) noexcept nogil:
    """Return the solver that lies in zeroed memory of ``solver_bytes``, or did so before."""
    cdef Solver* s = <Solver*>memory
    s.table.mask = (<uint32_t>1 << bits) - 1
    _give_plies(s)
    s.table.places = <ProofPlace*>(s.shadows + MAX_PLIES + 1)
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


cdef void solver_join(Solver* s, Team* team, bint together) noexcept nogil:
    """Let a solver share its table with a team, from the first question on; ``together`` all answer
    the same one, with one budget."""
    s.table.team = team
    s.together = together


# --- the search ---------------------------------------------------------------------------------

cdef struct Numbers:
    uint32_t phi
    uint32_t delta
    int lowest
    bint sure                 # they hold whoever wins the kos


cdef inline Numbers _numbers(const Solver* s, const Reply* reply, int color) noexcept nogil:
    """Return the numbers of the position after a reply of ``color``, for its opponent."""
    cdef Proof proof, twin
    cdef bint known
    cdef Numbers found
    found.lowest = NO_PLY
    found.sure = False
    if reply.repeats != NO_PLY:
        found.phi = 0 if color != reply.winner else PROVED
        found.delta = PROVED - found.phi
        found.lowest = reply.repeats
        return found
    known = proof_find(&s.table, reply.key, &proof)
    if (s.repeats or (s.table.team != NULL and load_u32(&s.table.team.repeats))) and not (
            known and is_proof(&proof)) and proof_find(&s.table, reply.twin, &twin):
        known = True
        proof = twin
    if not known:
        found.phi = 1
        found.delta = reply.cost
    else:
        found.phi = proof.phi
        found.delta = proof.delta
        found.lowest = proof.lowest
        found.sure = proof.key == reply.key
    return found


cdef inline uint32_t _seen(const Solver* s, const Reply* reply, uint32_t delta,
                           uint32_t most) noexcept nogil:
    """Return the delta of a reply as a thread of a team sees it: greater where others are below it,
    last of all where it has reached the limit."""
    cdef uint64_t others = load_u32(team_below(s.table.team, reply.key))
    if delta >= most:
        return delta if delta == PROVED else PROVED - 1
    return <uint32_t>min(delta * (1 + others), <uint64_t>(PROVED - 1))


cdef struct Tally:
    # What follows from the replies of a position.
    uint32_t phi
    uint32_t delta
    uint32_t second           # delta of the second best reply
    uint32_t open_cost        # of all open replies
    int best                  # index of the best reply, -1 without
    int lowest
    bint sure                 # a proof that follows holds whoever wins the kos


cdef int _prove(Solver* s, int ply, bint wins, bint sure, uint64_t work,
                int move) noexcept nogil:
    """Enter a proof of a ply's position, and return it as `proof_of` does."""
    cdef uint64_t key = s.plies[ply].key if sure else s.plies[ply].key ^ s.table.mark
    proof_store(&s.table, key, 0 if wins else PROVED, PROVED if wins else 0, work, move, NO_PLY)
    if wins:
        return WON if sure else WON_SO
    return LOST if sure else LOST_SO


cdef void _enter(Solver* s, int ply, int color, const Tally* t, uint64_t work,
                 int move) noexcept nogil:
    """Enter the numbers of a ply's position."""
    cdef Ply* p = &s.plies[ply]
    if t.phi and t.delta:
        proof_store(&s.table, p.key, t.phi, t.delta, work, move, NO_PLY)
    elif t.lowest >= ply:
        _prove(s, ply, t.phi == 0, is_sure(s, p, color, t.phi == 0, move, t.sure), work, move)
    else:
        # What rests on a position further up holds for this way only.
        s.repeats = True
        if s.table.team != NULL:
            store_u32(&s.table.team.repeats, 1)
        proof_store(&s.table, way_key(s, p.way, p.key), t.phi, t.delta, work, move, t.lowest)


cdef int _settled(Solver* s, int ply, int color) noexcept nogil:
    """Enter the position of a ply if it is settled without reading; return what `proof_of` does."""
    cdef Ply* p = &s.plies[ply]
    cdef FightState state = fight_state(&p.board, &s.fight, color != s.fight.defender)
    cdef bint wins = (state == FIGHT_HELD) == (color == s.fight.defender)
    if state == FIGHT_OPEN:
        return OPEN
    # A capture that is seen may be the one that takes back.
    return _prove(s, ply, wins, beats_master(s, color if wins else opponent(color))
                  or not wins or p.retake == NO_VERTEX, 1, NO_VERTEX)


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
    if s.together:
        add_u64(&s.table.team.nodes, 1)


cdef inline bint _is_over(const Solver* s) noexcept nogil:
    """Return whether there are no nodes left, or another thread has the answer."""
    return team_is_done(s.table.team, s.limit) if s.together else s.nodes >= s.limit


cdef inline Tally _tally(const Solver* s, const Ply* p, int color, uint32_t most_phi,
                         bint shared) noexcept nogil:
    """Return what follows from the replies; ``shared`` is a constant at each call, so that one who
    is alone does not pay for it."""
    cdef Tally t
    cdef uint32_t phi = PROVED, first = PROVED, seen, greatest = 0
    cdef Numbers child
    cdef int i, best_lowest = NO_PLY
    cdef bint best_sure = False
    t.sure = True
    t.second = PROVED
    t.open_cost = 0
    t.best = -1
    t.lowest = NO_PLY
    for i in range(p.n):
        prefetch(&s.table.places[p.replies[i].key & s.table.mask])
    for i in range(p.n):
        child = _numbers(s, &p.replies[i], color)
        t.lowest = min(t.lowest, child.lowest)
        t.sure = t.sure and child.sure
        seen = child.delta
        if shared:
            phi = min(phi, child.delta)
            seen = _seen(s, &p.replies[i], child.delta, most_phi)
        if seen < first:
            t.second = first
            first = seen
            t.best = i
            best_lowest = child.lowest
            best_sure = child.sure
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
        t.sure = best_sure
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


cdef int _wins_likewise(Solver* s, int ply, int color) noexcept nogil:
    """Return WON or WON_SO when ``color``, to move, wins by the moves that prove it at the shadow.
    """
    cdef Ply* p = &s.plies[ply]
    cdef Proof proof
    cdef Reply* reply
    cdef Reply* twin
    cdef uint64_t before = s.nodes
    cdef int known = proof_of(&s.table, p.key)
    if known or ply >= MAX_PLIES - 1 or _is_over(s):
        return max(known, <int>OPEN)
    _count(s)
    known = _settled(s, ply, color)
    if known:
        return max(known, <int>OPEN)
    if not proof_find(&s.table, s.shadows[ply].key, &proof) or proof.phi:
        return OPEN
    list_replies(s, ply, color)
    reply = _reply_at(p, proof.move)
    twin = _shadow_reply(s, ply, proof.move, color)
    if reply == NULL or twin == NULL or reply.repeats != NO_PLY:
        return OPEN
    play_reply(s, p, p + 1, reply, color)
    play_reply(s, &s.shadows[ply], &s.shadows[ply + 1], twin, color)
    known = _loses_likewise(s, ply + 1, opponent(color))
    if known == OPEN:
        return OPEN
    return _prove(s, ply, True, is_sure(s, p, color, True, proof.move, known == LOST),
                  s.nodes - before, proof.move)


cdef int _loses_likewise(Solver* s, int ply, int color) noexcept nogil:
    """Return LOST or LOST_SO when ``color``, to move, loses since each move is refuted as at the
    shadow."""
    cdef Ply* p = &s.plies[ply]
    cdef Reply* twin
    cdef uint64_t before = s.nodes
    cdef bint sure = True
    cdef int known = proof_of(&s.table, p.key), i
    if known or ply >= MAX_PLIES - 1 or _is_over(s):
        return min(known, <int>OPEN)
    _count(s)
    known = _settled(s, ply, color)
    if known:
        return min(known, <int>OPEN)
    list_replies(s, ply, color)
    for i in range(p.n):
        known = proof_of(&s.table, p.replies[i].key)
        if known < 0 or p.replies[i].repeats != NO_PLY:
            return OPEN
        if known == OPEN:
            twin = _shadow_reply(s, ply, p.replies[i].vertex, color)
            if twin == NULL or proof_of(&s.table, twin.key) <= 0:
                return OPEN
            play_reply(s, p, p + 1, &p.replies[i], color)
            play_reply(s, &s.shadows[ply], &s.shadows[ply + 1], twin, color)
            known = _wins_likewise(s, ply + 1, opponent(color))
            if known == OPEN:
                return OPEN
        sure = sure and known == WON
    return _prove(s, ply, False, is_sure(s, p, color, False, NO_VERTEX, sure), s.nodes - before,
                  NO_VERTEX)


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
    cdef Proof proof
    cdef int i
    if (ply >= MAX_PLIES - 2 or not proof_find(&s.table, refuted.key, &proof) or proof.phi
            or proof.work < LIKEWISE_WORK):
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
    cdef Proof proof
    _count(s)
    if not proof_find(&s.table, p.key, &proof):
        if _settled(s, ply, color) or _enter_prospect(s, ply, color, most_phi, most_delta):
            return
    elif is_proof(&proof):
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
            _enter(s, ply, color, &t, s.nodes - before,
                   p.replies[t.best].vertex if t.best >= 0 else NO_VERTEX)
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
    cdef Proof proof
    cdef Ply* root = &s.plies[0]
    s.fight = fight[0]
    s.master = master
    s.eyes = eyes
    s.keeper = opponent(fight.defender) if eyes else fight.defender
    s.table.mark = master_mark(master)
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
              ^ mix_keys(fight_name(fight), eyes))
    s.table.question = <uint8_t>(s.base >> 56)
    root.key = root.board.hash ^ s.base ^ zobrist_side(first) ^ zobrist_ko(root.board.ko)
    root.way = 0
    if root.board.ko and master == root.board.ko_color:
        root.retake = root.board.ko
        root.board.ko = NO_VERTEX
    _search(s, 0, PROVED, PROVED, first)
    if not proof_find(&s.table, root.key, &proof) or not is_proof(&proof):
        return UNDECIDED
    if s.together:
        store_u32(&s.table.team.stop, 1)
    move[0] = proof.move
    return FIRST_WINS if proof.phi == 0 else FIRST_LOSES


cdef void solver_numbers(const Solver* s, uint32_t* phi, uint32_t* delta) noexcept nogil:
    """Set the numbers of the last question, 1 where the table has lost them."""
    cdef Proof proof
    cdef bint known = proof_find(&s.table, s.plies[0].key, &proof)
    phi[0] = proof.phi if known else 1
    delta[0] = proof.delta if known else 1


cdef int solver_line(Solver* s, int first, int* moves, int most) noexcept nogil:
    """List the moves of the last question's proof, while the table has it; return how many.

    The loser resists as long as it can. Passes are PASS_VERTEX.
    """
    cdef Ply* p
    cdef Proof proof
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
            proof_find(&s.table, p.key, &proof)
            reply = _reply_at(p, proof.move)
        else:
            work = 0
            for i in range(p.n):
                if (proof_find(&s.table, p.replies[i].key, &proof) and proof.phi == 0
                        and proof.work > work):
                    work = proof.work
                    reply = &p.replies[i]
        if reply == NULL or reply.repeats != NO_PLY:
            break
        moves[n] = reply.vertex
        n += 1
        play_reply(s, p, p + 1, reply, color)
        color = opponent(color)
    return n
