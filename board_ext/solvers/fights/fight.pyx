"""Finding a fight, and setting it up; fight.pxd says what a fight is."""

from libc.string cimport memcpy, memset

from board_ext.board cimport Chain, add_chain, board_color, chain_of
from board_ext.lowlevel.bits cimport bits_has, bits_set, bits_zero
from board_ext.lowlevel.bitsets cimport bits_count, bits_dilate, bits_first, bits_next, bits_within
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport (
    BLACK, CELL_STONE, EMPTY, N_VERTICES, STRIDE, WHITE, opponent, uint8_t,
)
from board_ext.lowlevel.zobrist cimport zobrist_stone
from board_ext.placing cimport board_place
from board_ext.scoring cimport benson_alive

cdef enum:
    FAR = 15


# --- finding ----------------------------------------------------------------------------------

cdef void _diagonals(const uint64_t* source, uint64_t* to) noexcept nogil:
    """Set ``to`` to all vertices diagonally beside the vertices of ``source``."""
    cdef uint64_t up[WORDS]
    cdef int i
    memset(to, 0, WORDS * sizeof(uint64_t))
    for i in range(WORDS):
        up[i] = source[i] << 1 | source[i] >> 1
        if i:
            up[i] |= source[i - 1] >> 63
        if i < WORDS - 1:
            up[i] |= source[i + 1] << 63
    for i in range(WORDS):
        to[i] = up[i] << STRIDE | up[i] >> STRIDE
        if i:
            to[i] |= up[i - 1] >> (64 - STRIDE)
        if i < WORDS - 1:
            to[i] |= up[i + 1] << (64 - STRIDE)


cdef void _gather_target(const Board* b, int v, const uint64_t* safe, bint wide,
                         Fight* fight) noexcept nogil:
    """Collect the chains that share liberties or diagonals with the chain of ``v``, and so on; with
    ``wide`` also those whose liberties touch."""
    cdef uint64_t near[WORDS]
    cdef uint64_t diagonal[WORDS]
    cdef uint64_t grown[WORDS]
    cdef bint more = True
    cdef int i, u
    bits_zero(fight.target)
    add_chain(b, v, fight.target)
    while more:
        more = False
        bits_dilate(near, fight.target)
        for i in range(WORDS):
            near[i] &= b.points[EMPTY][i]
        bits_dilate(grown, near)
        if wide:
            for i in range(WORDS):
                near[i] |= grown[i] & b.points[EMPTY][i]
            bits_dilate(grown, near)
        _diagonals(fight.target, diagonal)
        for i in range(WORDS):
            grown[i] = ((grown[i] | diagonal[i]) & b.points[fight.defender][i] & ~safe[i]
                        & ~fight.target[i])
        u = bits_first(grown)
        while u:
            more = True
            add_chain(b, u, fight.target)
            u = bits_next(grown, u)


cdef void _spread(const uint64_t* sources, const uint64_t* through,
                  uint8_t* distance) noexcept nogil:
    """Set the distance of each vertex from ``sources``, over ``through``, up to FIGHT_REACH + 1."""
    cdef uint64_t reached[WORDS]
    cdef uint64_t grown[WORDS]
    cdef int step, i, v
    memset(distance, FAR, N_VERTICES)
    memcpy(reached, sources, sizeof(reached))
    v = bits_first(reached)
    while v:
        distance[v] = 0
        v = bits_next(reached, v)
    for step in range(1, FIGHT_REACH + 2):
        bits_dilate(grown, reached)
        for i in range(WORDS):
            grown[i] &= through[i] & ~reached[i]
            reached[i] |= grown[i]
        v = bits_first(grown)
        while v:
            distance[v] = step
            v = bits_next(grown, v)


cdef void _reach(const Board* b, const uint64_t* weak, Fight* fight) noexcept nogil:
    """Collect the points that the target reaches soon enough, among chains ``weak`` of the
    attacker, and those around them."""
    cdef uint64_t through[WORDS]
    cdef uint64_t strong[WORDS]
    cdef uint64_t beside[WORDS]
    cdef uint8_t ours[N_VERTICES]
    cdef uint8_t theirs[N_VERTICES]
    cdef int attacker = opponent(fight.defender), i, v, u
    for i in range(WORDS):
        strong[i] = b.points[attacker][i] & ~weak[i]
        through[i] = b.points[EMPTY][i] | weak[i]
    _spread(fight.target, through, ours)
    _spread(strong, through, theirs)
    for i in range(WORDS):
        fight.points[i] = fight.target[i] | weak[i]
    v = bits_first(b.points[EMPTY])
    while v:
        if ours[v] <= 2 or (ours[v] <= FIGHT_REACH and ours[v] <= theirs[v]):
            bits_set(fight.points, v)
        v = bits_next(b.points[EMPTY], v)
    # The liberties of what may be captured.
    u = bits_first(weak)
    while u:
        for i in range(WORDS):
            fight.points[i] |= chain_of(b, u).liberties[i]
        u = bits_next(weak, u)
    bits_dilate(beside, fight.points)
    bits_zero(fight.walls)
    bits_zero(fight.exits)
    for i in range(WORDS):
        beside[i] &= b.points[EMPTY][i] & ~fight.points[i]
    v = bits_first(beside)
    while v:
        if theirs[v] <= ours[v]:
            bits_set(fight.walls, v)
        else:
            bits_set(fight.exits, v)
        v = bits_next(beside, v)


cdef bint _add_weak(const Board* b, const uint64_t* safe, int few, Fight* fight,
                    uint64_t* weak) noexcept nogil:
    """Add chains of the attacker beside the points that may be captured: those with ``few``
    liberties, or all on the points; return whether any are new."""
    cdef uint64_t near[WORDS]
    cdef const Chain* chain
    cdef int attacker = opponent(fight.defender), i, v
    cdef bint more = False
    bits_dilate(near, fight.points)
    for i in range(WORDS):
        near[i] &= b.points[attacker][i] & ~safe[i] & ~weak[i]
    v = bits_first(near)
    while v:
        chain = chain_of(b, v)
        if not bits_has(weak, v) and (chain.n_liberties <= few
                                      or bits_within(chain.liberties, fight.points)):
            add_chain(b, v, weak)
            more = True
        v = bits_next(near, v)
    return more


cdef void fight_close(const Board* b, Fight* fight) noexcept nogil:
    """Add the stones of chains that have all their liberties on the points: they may be captured,
    and their points be played on."""
    cdef uint64_t near[WORDS]
    cdef int i, v
    bits_dilate(near, fight.points)
    for i in range(WORDS):
        near[i] &= ~(b.points[EMPTY][i] | fight.points[i])
    v = bits_first(near)
    while v:
        if b.cell[v] & CELL_STONE and bits_within(chain_of(b, v).liberties, fight.points):
            add_chain(b, v, fight.points)
        v = bits_next(near, v)


cdef bint fight_find(const Board* b, int v, bint wide, int few, Fight* fight) noexcept nogil:
    """Find the fight over the chain of the stone at ``v``; a ``wide`` one has more chains. Chains
    of the attacker with ``few`` liberties may be captured.

    False where there is none, and where it is too large to be read.
    """
    cdef uint64_t safe[WORDS]
    cdef uint64_t weak[WORDS]
    cdef uint64_t territory[WORDS]
    cdef int i, _
    memset(fight, 0, sizeof(Fight))
    fight.defender = board_color(b, v)
    benson_alive(b, fight.defender, fight.safe, territory)
    if bits_has(fight.safe, v):
        return False
    benson_alive(b, opponent(fight.defender), safe, territory)
    _gather_target(b, v, fight.safe, wide, fight)
    fight.n_target = bits_count(fight.target)
    fight.needed = fight.n_target // 2 + 1
    bits_zero(weak)
    _reach(b, weak, fight)
    for _ in range(3):
        if not _add_weak(b, safe, few, fight, weak):
            break
        _reach(b, weak, fight)
    bits_dilate(fight.scope, fight.points)
    for i in range(WORDS):
        territory[i] = b.points[EMPTY][i] & fight.points[i]
    fight.n_empty = bits_count(territory)
    return fight.n_empty <= FIGHT_EMPTY and bits_count(fight.points) <= FIGHT_POINTS


cdef uint64_t fight_name(const Fight* fight) noexcept nogil:
    """Return a hash of what is fought for and where."""
    cdef uint64_t key = <uint64_t>(4 * fight.needed + fight.defender)
    cdef int i
    for i in range(WORDS):
        key = mix_keys(mix_keys(key, fight.points[i]), fight.target[i])
        key = mix_keys(mix_keys(key, fight.walls[i]), fight.exits[i])
        key = mix_keys(key, fight.border[i])
        key = mix_keys(key, fight.safe[i] & fight.scope[i])
    return key


cdef uint64_t fight_stones(const Board* b, const Fight* fight) noexcept nogil:
    """Return the hash of the stones on the points of a fight and beside them."""
    cdef uint64_t stones[WORDS]
    cdef uint64_t key = 0
    cdef int i, v
    for i in range(WORDS):
        stones[i] = fight.scope[i] & (b.points[BLACK][i] | b.points[WHITE][i])
    v = bits_first(stones)
    while v:
        key ^= zobrist_stone(board_color(b, v), v)
        v = bits_next(stones, v)
    return key


cdef void _fill(Board* b, const uint64_t* points, int color) noexcept nogil:
    """Put stones of a colour on the points that are empty."""
    cdef int v = bits_first(points)
    while v:
        if bits_has(b.points[EMPTY], v):
            board_place(b, v, color)
        v = bits_next(points, v)


cdef void fight_set_up(Board* b, Fight* fight) noexcept nogil:
    """Put stones on the points around a fight that count as such, mark the defender's safe chains,
    and note which stones of the attacker stand for ever."""
    cdef int v, i, attacker = opponent(fight.defender)
    fight.low = WORDS
    fight.high = 0
    for i in range(WORDS):
        if fight.scope[i]:
            fight.low = min(fight.low, i)
            fight.high = i + 1
        fight.played[i] = fight.points[i] | fight.border[i]
    _fill(b, fight.walls, attacker)
    _fill(b, fight.exits, fight.defender)
    # A chain with a liberty that the opponent never takes stands for ever.
    bits_zero(fight.solid)
    for v in range(N_VERTICES):
        if not b.cell[v] & CELL_STONE:
            continue
        if board_color(b, v) == attacker:
            if not bits_within(chain_of(b, v).liberties, fight.points):
                bits_set(fight.solid, v)
        elif not bits_within(chain_of(b, v).liberties, fight.played):
            bits_set(fight.safe, v)
    for v in range(1, b.n_chains_used):
        b.chains[v].mark = 0
    for v in range(N_VERTICES):
        if b.cell[v] & CELL_STONE and bits_has(fight.safe, v):
            b.chains[b.chain[v]].mark = 1
