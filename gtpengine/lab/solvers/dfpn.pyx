"""The search of dfpn.pxd."""

from board_ext.tactics.atari cimport captures_at, liberties_after
from board_ext.lowlevel.bits cimport bits_first, bits_has, bits_next
from board_ext.board cimport (
    board_copy, board_hash_after, board_is_legal, board_pass, board_play, chain_of, is_eyelike,
    stone_bit,
)
from board_ext.lowlevel.atomics cimport add_u64, load_u32, store_u32
from gtpengine.lab.solvers.dfpn_team cimport (
    Team, team_below, team_enter, team_is_done, team_leave, team_lock, team_unlock,
)
from gtpengine.lab.solvers.fight cimport (
    FIGHT_HELD, FIGHT_OPEN, FightState, fight_name, fight_set_up, fight_state, fight_stones,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.lowlevel.rng cimport mix64, mix_keys
from board_ext.lowlevel.types cimport BLACK, EMPTY, NO_VERTEX, PASS_VERTEX, WHITE, opponent
from board_ext.lowlevel.zobrist cimport zobrist_ko, zobrist_side

cdef enum:
    BUCKET = 4                # entries that a key may stand in
    NO_PLY = 255
    TOO_DEEP = 1 << 12
    COST_SELF_ATARI = 3
    COST_PASS = 4
    COST_OWN_EYE = 6


# --- the table ----------------------------------------------------------------------------------

cdef size_t solver_bytes(int bits) noexcept nogil:
    """Return the memory that a solver with a table of ``2**bits`` entries takes."""
    return (sizeof(Solver) + (MAX_PLIES + 1) * sizeof(Ply)
            + ((<size_t>1 << bits) + BUCKET) * sizeof(Proof))


cdef Solver* solver_in(void* memory, int bits) noexcept nogil:
    """Return the solver that lies in zeroed memory of ``solver_bytes``, or did so before."""
    cdef Solver* s = <Solver*>memory
    s.mask = (<uint32_t>1 << bits) - 1
    s.plies = <Ply*>(<char*>memory + sizeof(Solver))
    s.table = <Proof*>(<char*>s.plies + (MAX_PLIES + 1) * sizeof(Ply))
    return s


cdef size_t solver_beside_bytes() noexcept nogil:
    """Return the memory that a further solver of a team takes."""
    return sizeof(Solver) + (MAX_PLIES + 1) * sizeof(Ply)


cdef Solver* solver_beside(void* memory, const Solver* first) noexcept nogil:
    """Return a solver in zeroed memory of ``solver_beside_bytes`` that uses the table of another.
    """
    cdef Solver* s = <Solver*>memory
    s.mask = first.mask
    s.plies = <Ply*>(<char*>memory + sizeof(Solver))
    s.table = first.table
    return s


cdef void solver_join(Solver* s, Team* team) noexcept nogil:
    """Let a solver share its table with a team, from the first question on."""
    s.team = team
    # Buckets that do not overlap have a lock each.
    s.mask &= ~<uint32_t>(BUCKET - 1)


cdef inline const Proof* _look(const Solver* s, uint64_t key) noexcept nogil:
    """Return the entry of a key, or NULL."""
    cdef const Proof* entry = &s.table[key & s.mask]
    cdef int i
    for i in range(BUCKET):
        if entry[i].key == key:
            return &entry[i]
    return NULL


cdef const Proof* _look_in_team(const Solver* s, uint64_t key, Proof* copy) noexcept nogil:
    """Copy the entry of a key, and return the copy; or NULL."""
    cdef const Proof* entry
    team_lock(s.team, (key & s.mask) // BUCKET)
    entry = _look(s, key)
    if entry != NULL:
        copy[0] = entry[0]
    team_unlock(s.team, (key & s.mask) // BUCKET)
    return NULL if entry == NULL else copy


cdef inline const Proof* _find(const Solver* s, uint64_t key, bint shared,
                               Proof* copy) noexcept nogil:
    """Return the entry of a key, or NULL; a copy where the table is ``shared``."""
    return _look_in_team(s, key, copy) if shared else _look(s, key)


cdef inline void _put(Solver* s, uint64_t key, uint32_t phi, uint32_t delta, uint64_t work,
                      int move, int lowest) noexcept nogil:
    """Enter numbers, in the place of the same key or of the entry with the least work.

    What was entered for an earlier question counts as no work: else a table full of large old
    proofs has no room for the fight that is read now.
    """
    cdef Proof* entry = &s.table[key & s.mask]
    cdef Proof* place = entry
    cdef uint32_t least = 0xFFFFFFFF, counts
    cdef int i
    for i in range(BUCKET):
        if entry[i].key == key:
            place = &entry[i]
            # Another thread may have solved it meanwhile.
            if s.team != NULL and not (place.phi and place.delta) and phi and delta:
                return
            work += place.work
            break
        counts = entry[i].work if entry[i].question == s.question else 0
        if counts < least:
            least = counts
            place = &entry[i]
    place.key = key
    place.phi = phi
    place.delta = delta
    place.work = <uint32_t>min(work, <uint64_t>0xFFFFFFFF)
    place.move = <uint16_t>move
    place.lowest = <uint8_t>lowest
    place.question = s.question


cdef void _store(Solver* s, uint64_t key, uint32_t phi, uint32_t delta, uint64_t work, int move,
                 int lowest) noexcept nogil:
    """Enter numbers, alone in the bucket."""
    if s.team != NULL:
        team_lock(s.team, (key & s.mask) // BUCKET)
    _put(s, key, phi, delta, work, move, lowest)
    if s.team != NULL:
        team_unlock(s.team, (key & s.mask) // BUCKET)


# --- moves --------------------------------------------------------------------------------------

cdef uint32_t _cost(const Solver* s, const Board* b, int v, int color) noexcept nogil:
    """Return how many leaves a move is thought to need; 1 is the most hopeful."""
    cdef int after
    cdef bint captures = captures_at(b, v, color)
    cdef uint32_t cost = 1
    if not captures:
        after = liberties_after(b, v, color, 3)
        if after == 1:
            cost += COST_SELF_ATARI
        if is_eyelike(b, v, color):
            cost += COST_OWN_EYE if after > 1 else 0
    return cost


cdef inline int _came_before(const Solver* s, int ply, uint64_t key) noexcept nogil:
    """Return the ply of the way that has this position, or NO_PLY."""
    cdef int i
    for i in range(ply + 1):
        if s.plies[i].key == key:
            return i
    return NO_PLY


cdef inline void _add_reply(Solver* s, int ply, int v, uint64_t key, uint32_t cost,
                            bint may_repeat) noexcept nogil:
    cdef Ply* p = &s.plies[ply]
    cdef Reply* reply = &p.replies[p.n]
    reply.vertex = <uint16_t>v
    reply.key = key
    reply.twin = mix_keys(p.way + mix64(p.key), key)
    reply.cost = cost
    reply.repeats = <uint8_t>_came_before(s, ply, key) if may_repeat else NO_PLY
    p.n += 1


cdef uint64_t _ko_after(const Solver* s, const Board* b, int v, int color) noexcept nogil:
    """Return the key of the ko that a move makes, 0 for none: it takes one stone and is one stone
    in atari."""
    cdef int taken
    if not is_eyelike(b, v, opponent(color)) or s.master == opponent(color):
        return 0
    taken = _single_capture(b, v, color)
    return zobrist_ko(taken) if taken else 0


cdef int _single_capture(const Board* b, int v, int color) noexcept nogil:
    """Return the stone that a move among enemy stones alone takes, if it takes just one."""
    cdef int i, n, taken = NO_VERTEX
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if b.cell[n] & stone_bit(opponent(color)) and chain_of(b, n).n_liberties == 1:
            if taken or chain_of(b, n).n_stones > 1:
                return NO_VERTEX
            taken = n
    return taken


cdef void _list_replies(Solver* s, int ply, int color) noexcept nogil:
    """List the moves of the side to move: those on points of the fight, and the defender's pass."""
    cdef Ply* p = &s.plies[ply]
    cdef const Board* b = &p.board
    cdef bint captured = (b.prisoners[BLACK] + b.prisoners[WHITE]
                          != s.plies[0].board.prisoners[BLACK]
                          + s.plies[0].board.prisoners[WHITE])
    cdef uint64_t side = s.base ^ zobrist_side(opponent(color))
    cdef int i, v
    p.n = 0
    for i in range(WORDS):
        p.free[i] = s.fight.points[i] & b.points[EMPTY][i]
    v = bits_first(p.free)
    while v and p.n < MAX_REPLIES - 1:
        if board_is_legal(b, v, color):
            _add_reply(s, ply, v, board_hash_after(b, v, color) ^ side ^ _ko_after(s, b, v, color),
                       _cost(s, b, v, color), captured)
        v = bits_next(p.free, v)
    if color == s.fight.defender:
        _add_reply(s, ply, PASS_VERTEX, b.hash ^ side, COST_PASS, captured)


cdef void _play(Solver* s, int ply, const Reply* reply, int color) noexcept nogil:
    """Make the next ply's position."""
    cdef const Ply* p = &s.plies[ply]
    cdef Ply* next = &s.plies[ply + 1]
    board_copy(&next.board, &p.board)
    if reply.vertex == PASS_VERTEX:
        board_pass(&next.board, color)
    else:
        board_play(&next.board, reply.vertex, color)
        if s.master == next.board.ko_color:
            next.board.ko = NO_VERTEX
    next.key = reply.key
    next.way = p.way + mix64(p.key)


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
        # The attacker has failed.
        found.phi = 0 if color != s.fight.defender else PROVED
        found.delta = PROVED - found.phi
        found.lowest = reply.repeats
        return found
    entry = _find(s, reply.key, shared, &copy)
    if (s.repeats or (shared and load_u32(&s.team.repeats))) and (
            entry == NULL or (entry.phi and entry.delta)):
        twin = _find(s, reply.twin, shared, &copy)
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
    cdef uint64_t others = load_u32(team_below(s.team, reply.key))
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
        if s.team != NULL:
            store_u32(&s.team.repeats, 1)
        _store(s, mix_keys(p.way, p.key), phi, delta, work, move, lowest)
    else:
        _store(s, p.key, phi, delta, work, move, NO_PLY)


cdef bint _settled(Solver* s, int ply, int color) noexcept nogil:
    """Enter the position of a ply if it is settled without reading; return whether it is."""
    cdef Ply* p = &s.plies[ply]
    cdef FightState state = fight_state(&p.board, &s.fight, color != s.fight.defender)
    cdef bint wins = (state == FIGHT_HELD) == (color == s.fight.defender)
    if state == FIGHT_OPEN:
        return False
    _store(s, p.key, 0 if wins else PROVED, PROVED if wins else 0, 1, NO_VERTEX, NO_PLY)
    return True


cdef inline bint _is_over(const Solver* s) noexcept nogil:
    """Return whether there are no nodes left, or another thread has the answer."""
    return s.nodes >= s.limit if s.team == NULL else team_is_done(s.team, s.limit)


cdef struct Tally:
    # What follows from the replies of a position.
    uint32_t phi
    uint32_t delta
    uint32_t second           # delta of the second best reply
    uint32_t open_replies
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
    t.open_replies = 0
    t.best = -1
    t.lowest = NO_PLY
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
            greatest = max(greatest, child.phi)
            t.open_replies += 1
    t.phi = min(phi, first)
    t.delta = min(greatest + t.open_replies - 1, <uint32_t>PROVED) if t.open_replies else 0
    if t.phi == 0:
        t.delta = PROVED
        t.lowest = best_lowest
    elif t.delta == 0:
        t.phi = PROVED
    return t


cdef void _search(Solver* s, int ply, uint32_t most_phi, uint32_t most_delta,
                  int color) noexcept nogil:
    """Search the position of a ply, with ``color`` to move, until one of its numbers reaches its
    limit, or the search is over."""
    cdef Ply* p = &s.plies[ply]
    cdef Team* team = s.team
    cdef uint64_t before = s.nodes
    cdef Tally t
    s.nodes += 1
    if team != NULL:
        add_u64(&team.nodes, 1)
    if _settled(s, ply, color):
        return
    _list_replies(s, ply, color)
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
        _play(s, ply, &p.replies[t.best], color)
        if team != NULL:
            team_enter(team, p.replies[t.best].key)
        _search(s, ply + 1, most_delta - t.open_replies + 1 if most_delta < PROVED else PROVED,
                min(most_phi, t.second + t.second // 4 + 1), opponent(color))
        if team != NULL:
            team_leave(team, p.replies[t.best].key)


cdef Verdict solver_run(Solver* s, const Board* b, const Fight* fight, int first, int master,
                        uint64_t nodes, int* move) noexcept nogil:
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
    s.question += 1
    s.nodes = 0
    s.limit = nodes
    move[0] = NO_VERTEX
    board_copy(&root.board, b)
    fight_set_up(&root.board, &s.fight)
    if root.board.ko and (master == root.board.ko_color
                          or not bits_has(s.fight.points, root.board.ko)):
        root.board.ko = NO_VERTEX
    # The stones elsewhere do not change: the key is made of the stones on the points.
    s.base = (root.board.hash ^ fight_stones(&root.board, fight)
              ^ mix_keys(fight_name(fight), <uint64_t>master))
    root.key = root.board.hash ^ s.base ^ zobrist_side(first) ^ zobrist_ko(root.board.ko)
    root.way = 0
    _search(s, 0, PROVED, PROVED, first)
    entry = _find(s, root.key, s.team != NULL, &copy)
    if entry == NULL or (entry.phi and entry.delta):
        return UNDECIDED
    if s.team != NULL:
        store_u32(&s.team.stop, 1)
    move[0] = entry.move
    return FIRST_WINS if entry.phi == 0 else FIRST_LOSES
