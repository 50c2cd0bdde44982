"""The features of moves (features.pxd)."""

from libc.string cimport memset

from board_ext.board cimport (
    Board, Chain, board_color, board_liberties, chain_first_liberty, chain_of,
    is_eyelike, is_stone, stone_bit,
)
from board_ext.lowlevel.bits cimport bits_has
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport (
    BLACK, CELL_BORDER_BIT, CELL_EMPTY, CELL_STONE, EMPTY, MAX_POINTS, N_VERTICES, NO_VERTEX,
    WHITE, WORDS, opponent, uint8_t, uint16_t, vertex_column, vertex_row,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.atari cimport liberties_after, self_atari_excused
from board_ext.tactics.eyes cimport EYE_NONE, EYE_TRUE, EyeKind, eye_kind
from board_ext.tactics.ladder cimport ladder_attack_moves, ladder_escape_moves, ladder_escapes
from board_ext.tactics.nakade cimport nakade_vital_point
from gtpengine.prediction.circles cimport ring_distance, view_fill

cdef enum:
    MAX_ESCAPES = 4
    FAR = 255
    PATH_LIMIT = 7

# Name, number of values and meaning of each group, in the order of the features. A model file
# records this table.
GROUPS = (
    ("pass", 2, "pass; pass after a pass"),
    ("capture", 13, "size of the chain (1, 2-3, more) within: saves an own chain in atari; takes "
     "the last move; could have escaped; could not; and a ko"),
    ("escape", 9, "own chain (1, 2-3, more): saved from atari; extended in vain; saved from a "
     "ladder before the atari"),
    ("self-atari", 5, "excused; 1, 2-3, more stones; suicide or worthless"),
    ("atari", 8, "enemy chain (1, 2-3, more): begins a ladder that captures; plain; two chains; "
     "plain with a ko on the board"),
    ("place", 220, "lines from the two nearest borders (1 to 10) by phase of the game"),
    ("last", 64, "offset from the last move: exact up to 6 steps, then by distance"),
    ("last2", 64, "offset from the move before it"),
    ("path", 7, "distance to the last move along chains"),
    ("path2", 7, "distance to the move before it along chains"),
    ("liberties", 30, "liberties after the move (1 to 6) by those of the weakest own chain beside "
     "it (none, 1, 2, 3, more)"),
    ("enemy", 24, "liberties of the weakest enemy chain beside it (1, 2, 3, more) by liberties "
     "after the move (1 to 6)"),
    ("contact", 16, "own chains beside it (0 to 3) by enemy chains beside it (0 to 3)"),
    ("eye", 6, "own true eye; own false eye; enemy true eye; enemy false eye; vital point of own, "
     "of an enemy's small eye space"),
    ("answer", 20, "liberty of an own chain that the last move touched (1, 2, 3 liberties or none "
     "such) by liberty of the last move's chain (1 to 4, more or none)"),
    ("ko", 4, "distance to the ko point: beside, near, far, at it"),
)

_starts = (F_PASS, F_CAPTURE, F_ESCAPE, F_SELF_ATARI, F_ATARI, F_PLACE, F_LAST, F_LAST2, F_PATH,
           F_PATH2, F_LIBERTIES, F_ENEMY, F_CONTACT, F_EYE, F_ANSWER, F_KO, N_FEATURES)
assert [end - start for start, end in zip(_starts, _starts[1:])] == [g[1] for g in GROUPS]


cdef inline int _size_class(int stones) noexcept nogil:
    """Return the class of a chain by its stones: 1, 2 to 3, more."""
    return 0 if stones == 1 else (1 if stones <= 3 else 2)


cdef void _walk(const Board* b, int start, uint8_t* distance) noexcept nogil:
    """Set ``distance`` to the steps from ``start``, with a chain counting as one place.

    FAR beyond PATH_LIMIT steps.
    """
    cdef uint16_t[N_VERTICES] queue
    cdef int head = 0, tail = 0, i, n, u, v, steps
    memset(distance, FAR, N_VERTICES)
    if start == NO_VERTEX:
        return
    u = start
    while True:
        distance[u] = 0
        queue[tail] = u
        tail += 1
        u = b.next_stone[u]
        # An emptied point (a stone captured since) is alone.
        if u == start or not is_stone(b, start):
            break
    while head < tail:
        v = queue[head]
        head += 1
        steps = distance[v] + 1
        if steps > PATH_LIMIT:
            return
        for i in range(4):
            n = v + NEIGHBOURS[i]
            if b.cell[n] & CELL_BORDER_BIT or distance[n] != FAR:
                continue
            if b.cell[n] == CELL_EMPTY:
                distance[n] = steps
                queue[tail] = n
                tail += 1
                continue
            u = n
            while True:
                distance[u] = steps
                queue[tail] = u
                tail += 1
                u = b.next_stone[u]
                if u == n:
                    break


cdef inline bint _touches_own_atari(const Board* b, int v, int own) noexcept nogil:
    """Return whether an own chain in atari is beside the enemy chain of ``v``."""
    cdef int u = v, i, n
    while True:
        for i in range(4):
            n = u + NEIGHBOURS[i]
            if b.cell[n] & own and board_liberties(b, n) == 1:
                return True
        u = b.next_stone[u]
        if u == v:
            return False


cdef inline void _raise(uint8_t* table, int v, int value) noexcept nogil:
    """Keep the most telling of several values at a point: low values count more."""
    if table[v] == 0 or value + 1 < table[v]:
        table[v] = value + 1


cdef void _read_enemy_chain(FeatureContext* c, int v) noexcept nogil:
    """Note the captures and ataris of the enemy chain of ``v``."""
    cdef const Board* b = c.board
    cdef const Chain* chain = chain_of(b, v)
    cdef int own = stone_bit(c.color), size = _size_class(chain.n_stones)
    cdef int liberty = chain_first_liberty(chain), n, i, second, _
    cdef int[2] moves
    cdef bint with_last
    if chain.n_liberties == 1:
        with_last = (b.last_move != NO_VERTEX and is_stone(b, b.last_move)
                     and b.chain[b.last_move] == b.chain[v])
        if liberty == b.ko and c.color == b.ko_color:
            return
        if chain.n_stones == 1 and is_eyelike(b, liberty, opponent(c.color)):
            _raise(c.capture, liberty, 12)
        elif _touches_own_atari(b, v, own):
            _raise(c.capture, liberty, size)
        elif with_last:
            _raise(c.capture, liberty, 3 + size)
        elif ladder_escapes(b, v, NULL):
            _raise(c.capture, liberty, 6 + size)
        else:
            _raise(c.capture, liberty, 9 + size)
    elif chain.n_liberties == 2:
        second = bits_next(chain.liberties, liberty)
        n = ladder_attack_moves(b, v, moves, 2)
        for i in range(n):
            _raise(c.atari, moves[i], size)
        for _ in range(2):
            if c.atari[liberty] > 3:
                c.atari[liberty] = 7          # two chains at once
            elif c.atari[liberty] == 0:
                c.atari[liberty] = 8 if b.ko != NO_VERTEX else 4 + size
            liberty = second


cdef void _read_own_chain(FeatureContext* c, int v) noexcept nogil:
    """Note the escapes of the own chain of ``v``."""
    cdef const Board* b = c.board
    cdef const Chain* chain = chain_of(b, v)
    cdef int size = _size_class(chain.n_stones), liberty = chain_first_liberty(chain), n, i
    cdef int[MAX_ESCAPES] moves
    if chain.n_liberties == 1:
        n = ladder_escape_moves(b, v, moves, MAX_ESCAPES)
        for i in range(n):
            _raise(c.escape, moves[i], size)
        _raise(c.escape, liberty, 3 + size)
    elif chain.n_liberties == 2:
        # The opponent could begin a ladder that captures it.
        n = ladder_attack_moves(b, v, moves, 1)
        if n:
            _raise(c.escape, liberty, 6 + size)
            _raise(c.escape, bits_next(chain.liberties, liberty), 6 + size)


cdef void _read_last_move(FeatureContext* c) noexcept nogil:
    """Note the liberties that the last move makes urgent."""
    cdef const Board* b = c.board
    cdef const Chain* chain
    cdef int own = stone_bit(c.color), i, j, n
    memset(c.last_liberties, 0, sizeof(c.last_liberties))
    memset(c.threatened, 0, sizeof(c.threatened))
    c.last_liberties_count = 0
    if b.last_move == NO_VERTEX or not is_stone(b, b.last_move):
        return
    if board_color(b, b.last_move) == opponent(c.color):
        chain = chain_of(b, b.last_move)
        c.last_liberties_count = min(<int>chain.n_liberties, 4)
        for j in range(WORDS):
            c.last_liberties[j] = chain.liberties[j]
    for i in range(4):
        n = b.last_move + NEIGHBOURS[i]
        if b.cell[n] & own:
            chain = chain_of(b, n)
            if chain.n_liberties <= 3:
                for j in range(WORDS):
                    c.threatened[chain.n_liberties - 1][j] |= chain.liberties[j]


cdef void features_look(FeatureContext* c, const Board* b, int color) noexcept nogil:
    """Prepare only what shapes need."""
    cdef int color_of_chain, v
    c.board = b
    c.color = color
    view_fill(&c.view, b, color)
    memset(c.codes, 7, sizeof(c.codes))
    v = bits_first(b.points[EMPTY])
    while v:
        c.codes[v] = 0
        v = bits_next(b.points[EMPTY], v)
    for color_of_chain in range(BLACK, WHITE + 1):
        v = bits_first(b.points[color_of_chain])
        while v:
            c.codes[v] = (0 if color_of_chain == color else 3) + min(board_liberties(b, v), 3)
            v = bits_next(b.points[color_of_chain], v)


cdef void features_read_chains(FeatureContext* c, const Board* b, int color) noexcept nogil:
    """Prepare only ``capture``, ``escape`` and ``atari`` of all moves of ``color``."""
    cdef int color_of_chain, v, own = stone_bit(color)
    cdef uint8_t[MAX_POINTS] known
    c.board = b
    c.color = color
    memset(c.capture, 0, sizeof(c.capture))
    memset(c.escape, 0, sizeof(c.escape))
    memset(c.atari, 0, sizeof(c.atari))
    memset(known, 0, sizeof(known))
    for color_of_chain in range(BLACK, WHITE + 1):
        v = bits_first(b.points[color_of_chain])
        while v:
            if not known[b.chain[v]]:
                known[b.chain[v]] = 1
                if b.cell[v] & own:
                    _read_own_chain(c, v)
                else:
                    _read_enemy_chain(c, v)
            v = bits_next(b.points[color_of_chain], v)


cdef void features_prepare(FeatureContext* c, const Board* b, int color) noexcept nogil:
    """Look at everything that concerns all moves of ``color``: chains, ladders, the last moves."""
    cdef int share = 10 * (b.size * b.size - b.n_empty) // (b.size * b.size)
    features_look(c, b, color)
    c.phase = 0 if share < 1 else (1 if share < 3 else (2 if share < 5 else 3))
    features_read_chains(c, b, color)
    _walk(b, b.last_move, c.path)
    _walk(b, b.last_move2, c.path2)
    _read_last_move(c)


cdef inline int _pair(int a, int b) noexcept nogil:
    """Return the number of an unordered pair of whole numbers."""
    return (a * (a + 1) >> 1) + b if a > b else (b * (b + 1) >> 1) + a


cdef inline int _offset(int v, int other) noexcept nogil:
    """Return a value of F_LAST: 0 to 27 exact, then 28 to 63 by distance."""
    cdef int rows = abs(vertex_row(v) - vertex_row(other))
    cdef int columns = abs(vertex_column(v) - vertex_column(other))
    if rows <= 6 and columns <= 6:
        return _pair(rows, columns)
    return min(63, 21 + ring_distance(rows, columns) // 2)


cdef inline int _place(const Board* b, int v) noexcept nogil:
    """Return 0 to 54: the distances from the two nearest borders."""
    cdef int row = vertex_row(v), column = vertex_column(v)
    return _pair(min(min(row, b.size - 1 - row), 9), min(min(column, b.size - 1 - column), 9))


cdef inline int _add(uint16_t* out, int n, int feature) noexcept nogil:
    """Append a feature; return the new number of features."""
    out[n] = feature
    return n + 1


cdef inline int _add_eye(const FeatureContext* c, int v, uint16_t* out, int n) noexcept nogil:
    """Append the feature of an eye or vital point, if there is one; return the new number.

    The caller knows that most neighbours are occupied.
    """
    cdef const Board* b = c.board
    cdef EyeKind kind = eye_kind(b, v, c.color)
    cdef int i, color = 0
    if kind != EYE_NONE:
        return _add(out, n, F_EYE + (0 if kind == EYE_TRUE else 1))
    kind = eye_kind(b, v, opponent(c.color))
    if kind != EYE_NONE:
        return _add(out, n, F_EYE + (2 if kind == EYE_TRUE else 3))
    if nakade_vital_point(b, v) == v:
        for i in range(4):
            if b.cell[v + NEIGHBOURS[i]] & CELL_STONE:
                color = board_color(b, v + NEIGHBOURS[i])
        # Without a stone beside it the region would decide; that is rare, and counts as an enemy's.
        return _add(out, n, F_EYE + (4 if color == c.color else 5))
    return n


cdef int features_of_move(const FeatureContext* c, int v, uint16_t* out) noexcept nogil:
    """Write the features of a legal move to ``out`` (MAX_FEATURES); return how many there are."""
    cdef const Board* b = c.board
    cdef int own = stone_bit(c.color), n = 0, i, j, u, cell, liberties, after, number, answer
    cdef int weakest = 99, weakest_enemy = 99, n_own = 0, n_enemy = 0, stones = 1, free = 0
    cdef int[4] chains
    cdef int n_chains = 0
    cdef bint known
    # 1. Look at the neighbours: free points, and the chains, each once.
    for i in range(4):
        u = v + NEIGHBOURS[i]
        cell = b.cell[u]
        free += cell == CELL_EMPTY
        if not (cell & CELL_STONE):
            continue
        number = b.chain[u]
        known = False
        for j in range(n_chains):
            known = known or chains[j] == number
        if known:
            continue
        chains[n_chains] = number
        n_chains += 1
        liberties = b.chains[number].n_liberties
        if cell & own:
            n_own += 1
            stones += b.chains[number].n_stones
            weakest = min(weakest, liberties)
        else:
            n_enemy += 1
            weakest_enemy = min(weakest_enemy, liberties)
    after = liberties_after(b, v, c.color, 6)

    # 2. One feature of each group, where the group has one.
    if c.capture[v]:
        n = _add(out, n, F_CAPTURE + c.capture[v] - 1)
    if c.escape[v]:
        n = _add(out, n, F_ESCAPE + c.escape[v] - 1)
    if after < 2:
        if after == 0:
            n = _add(out, n, F_SELF_ATARI + 4)
        elif self_atari_excused(b, v, c.color):
            n = _add(out, n, F_SELF_ATARI)
        else:
            n = _add(out, n, F_SELF_ATARI + 1 + _size_class(stones))
    if c.atari[v]:
        n = _add(out, n, F_ATARI + c.atari[v] - 1)
    n = _add(out, n, F_PLACE + 55 * c.phase + _place(b, v))
    if b.last_move != NO_VERTEX:
        n = _add(out, n, F_LAST + _offset(v, b.last_move))
    if b.last_move2 != NO_VERTEX:
        n = _add(out, n, F_LAST2 + _offset(v, b.last_move2))
    if c.path[v] != FAR:
        n = _add(out, n, F_PATH + (c.path[v] - 1 if c.path[v] else 0))
    if c.path2[v] != FAR:
        n = _add(out, n, F_PATH2 + (c.path2[v] - 1 if c.path2[v] else 0))
    if n_own or after < 4:
        n = _add(out, n, F_LIBERTIES + 5 * max(after - 1, 0) + (min(weakest, 4) if n_own else 0))
    if n_enemy:
        n = _add(out, n, F_ENEMY + 6 * (min(weakest_enemy, 4) - 1) + max(after - 1, 0))
    if n_chains:
        n = _add(out, n, F_CONTACT + 4 * min(n_own, 3) + min(n_enemy, 3))
    if free <= 2:
        n = _add_eye(c, v, out, n)
    answer = 0
    for i in range(3):
        if bits_has(c.threatened[i], v):
            answer = 5 * (i + 1)
            break
    if c.last_liberties_count and bits_has(c.last_liberties, v):
        answer += c.last_liberties_count
    if answer:
        n = _add(out, n, F_ANSWER + answer)
    if b.ko != NO_VERTEX:
        i = ring_distance(vertex_row(v) - vertex_row(b.ko), vertex_column(v) - vertex_column(b.ko))
        n = _add(out, n, F_KO + (3 if i == 0 else (0 if i == 2 else (1 if i <= 6 else 2))))
    return n


cdef int features_of_pass(const FeatureContext* c, uint16_t* out) noexcept nogil:
    """Write the feature of a pass to ``out``; return how many there are."""
    out[0] = F_PASS + (c.board.n_passes > 0)
    return 1
