"""Exhaustive play on a few points: who captures whom when nothing else is played.

A ``LocalGame`` has a small set of points, each empty or with a stone that may be captured and
played again. Around them stand *walls*: chains that are not played on. An immortal wall is never
captured; the game ends when a mortal one is. Both players may pass. Suicide is forbidden. A ko is
not retaken at once, so nobody has threats elsewhere, unless one player is granted all of them. A
game that goes round for ever captures nothing.

All positions in reach are listed and solved backwards from the captures, which is exact. Not done:
superko, and boards on which suicide is legal.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from board_ext.lowlevel.types cimport BLACK, WHITE, opponent

from board_ext.coords import neighbours

cdef enum:
    N_POINTS = 24
    N_WALLS = 64
    # A state: the bits of both colours, the ko point counted from 1, White to play.
    WHITE_SHIFT = 24
    KO_SHIFT = 48
    TURN_SHIFT = 56
    FIRST_TABLE = 1024
    NOT_LEGAL = -1

MAX_POINTS = N_POINTS
MAX_WALLS = N_WALLS

ctypedef uint32_t Points


cdef extern from *:
    """
    #define lowest_of(bits) __builtin_ctz(bits)
    #define count_of(bits) __builtin_popcount(bits)
    """
    int lowest_of(Points bits) noexcept nogil
    int count_of(Points bits) noexcept nogil


cdef struct Wall:
    Points beside
    int color
    bint mortal


cdef struct Group:
    Points stones
    Points beside
    bint walled
    bint immortal


cdef struct Move:
    uint64_t state
    Points captured
    int loser             # a colour that lost a wall; then there is no state


class TooLargeError(Exception):
    """There are more points, walls or positions in reach than may be looked at."""
    pass


cdef class Won:
    """The states in reach, and those of them in which somebody forces a capture, whoever is to
    play."""
    cdef uint64_t* keys
    cdef uint8_t* won
    cdef uint8_t* moves       # how many moves from a state do not lead to won states
    cdef uint32_t* table      # numbers of states, from 1
    cdef uint32_t table_mask
    cdef uint32_t n
    cdef uint32_t capacity

    def __cinit__(self):
        self.table = <uint32_t*>calloc(FIRST_TABLE, sizeof(uint32_t))
        self.table_mask = FIRST_TABLE - 1
        if self.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.keys)
        free(self.won)
        free(self.moves)
        free(self.table)

    cdef uint32_t slot(self, uint64_t key) noexcept:
        """Return the place of ``key`` in the hash table, or the empty place for it."""
        cdef uint64_t hashed = key * <uint64_t>0x9E3779B97F4A7C15
        cdef uint32_t at = <uint32_t>(hashed >> 32) & self.table_mask
        while self.table[at] and self.keys[self.table[at] - 1] != key:
            at = (at + 1) & self.table_mask
        return at

    cdef bint holds(self, uint64_t key) noexcept:
        cdef uint32_t number = self.table[self.slot(key)]
        return number != 0 and self.won[number - 1]

    cdef int grow(self) except -1:
        """Make room for at least twice as many states."""
        cdef uint32_t capacity = max(512, 2 * self.capacity), i
        cdef void* memory = realloc(self.keys, capacity * sizeof(uint64_t))
        if memory == NULL:
            raise MemoryError
        self.keys = <uint64_t*>memory
        memory = realloc(self.won, capacity)
        if memory == NULL:
            raise MemoryError
        self.won = <uint8_t*>memory
        memory = realloc(self.moves, capacity)
        if memory == NULL:
            raise MemoryError
        self.moves = <uint8_t*>memory
        memory = calloc(2 * <size_t>capacity, sizeof(uint32_t))
        if memory == NULL:
            raise MemoryError
        free(self.table)
        self.table = <uint32_t*>memory
        self.table_mask = 2 * capacity - 1
        self.capacity = capacity
        for i in range(self.n):
            self.table[self.slot(self.keys[i])] = i + 1
        return 0

    cdef int64_t add(self, uint64_t key) except -1:
        """Return the number of a state, counted from 0. A new state gets the highest number."""
        cdef uint32_t at
        if self.n == self.capacity:
            self.grow()
        at = self.slot(key)
        if self.table[at] == 0:
            self.keys[self.n] = key
            self.won[self.n] = False
            self.n += 1
            self.table[at] = self.n
        return self.table[at] - 1

    def __contains__(self, state):
        return self.holds(state)

    def __len__(self):
        """Return how many of the states in reach are won."""
        cdef uint32_t i, count = 0
        for i in range(self.n):
            count += self.won[i]
        return count


cdef class Edges:
    """The moves of the game as pairs of state numbers: from where, to where."""
    cdef uint32_t* ends
    cdef size_t n
    cdef size_t capacity

    def __dealloc__(self):
        free(self.ends)

    cdef int add(self, uint32_t source, uint32_t target) except -1:
        cdef void* memory
        if self.n == self.capacity:
            self.capacity = max(<size_t>4096, 2 * self.capacity)
            memory = realloc(self.ends, 2 * self.capacity * sizeof(uint32_t))
            if memory == NULL:
                raise MemoryError
            self.ends = <uint32_t*>memory
        self.ends[2 * self.n] = source
        self.ends[2 * self.n + 1] = target
        self.n += 1
        return 0


cdef int _propagate(Won found, Edges edges, uint64_t attacker) except -1:
    """Mark as won each state from which the attacker can move, or the other must move, to a won
    state."""
    cdef uint32_t* first = <uint32_t*>calloc(found.n + 2, sizeof(uint32_t))
    cdef uint32_t* sources = <uint32_t*>malloc((edges.n + 1) * sizeof(uint32_t))
    cdef uint32_t* queue = <uint32_t*>malloc((found.n + 1) * sizeof(uint32_t))
    cdef uint32_t n_queue = 0, source, i, j
    cdef size_t k
    try:
        if first == NULL or sources == NULL or queue == NULL:
            raise MemoryError
        # The sources of the edges to state i end up from first[i] to first[i + 1].
        for k in range(edges.n):
            first[edges.ends[2 * k + 1] + 2] += 1
        for i in range(2, found.n + 2):
            first[i] += first[i - 1]
        for k in range(edges.n):
            i = edges.ends[2 * k + 1] + 1
            sources[first[i]] = edges.ends[2 * k]
            first[i] += 1
        for i in range(found.n):
            if found.won[i]:
                queue[n_queue] = i
                n_queue += 1
        while n_queue:
            n_queue -= 1
            i = queue[n_queue]
            for j in range(first[i], first[i + 1]):
                source = sources[j]
                if found.won[source]:
                    continue
                found.moves[source] -= 1
                if (found.keys[source] >> TURN_SHIFT << TURN_SHIFT == attacker
                        or found.moves[source] == 0):
                    found.won[source] = True
                    queue[n_queue] = source
                    n_queue += 1
    finally:
        free(first)
        free(sources)
        free(queue)
    return 0


cdef class LocalGame:
    """The game on ``points`` of a board of ``size``; ``stones`` has the colours of the stones
    there.

    A wall is its colour, its stones, and whether it is mortal. ``limit`` is the number of positions
    that may still be looked at; every call of ``won`` lowers it. The attribute ``points`` has the
    points in rising order; the first one is the lowest bit of a bit set.

    :raises TooLargeError: when there are more than ``MAX_POINTS`` points or ``MAX_WALLS`` walls.
    """
    cdef Points beside[N_POINTS]
    cdef Points everywhere
    cdef Points first[3]
    cdef Wall walls[N_WALLS]
    cdef int n_walls
    cdef dict index
    cdef readonly tuple points
    cdef public int64_t limit    # positions that may still be looked at

    def __init__(self, size, points, stones, walls, limit):
        self.points = tuple(sorted(points))
        if len(self.points) > N_POINTS:
            raise TooLargeError
        self.index = {point: i for i, point in enumerate(self.points)}
        self.everywhere = (<Points>1 << len(self.points)) - 1
        self.limit = limit
        for i, point in enumerate(self.points):
            self.beside[i] = self.mask(neighbours(point, size))
        for color in (BLACK, WHITE):
            self.first[color] = self.mask(p for p, found in stones.items() if found == color)
        self.n_walls = 0
        for color, chain, mortal in walls:
            if self.n_walls == N_WALLS:
                raise TooLargeError
            near = self.mask(q for p in chain for q in neighbours(p, size))
            self.walls[self.n_walls] = Wall(near, color, mortal)
            self.n_walls += 1

    def mask(self, points):
        """Return the bit set of the points that belong to the game."""
        cdef Points found = 0
        for point in points:
            if point in self.index:
                found |= <Points>1 << <int>self.index[point]
        return found

    def start(self, int turn):
        """Return the state of the given position with ``turn`` to play."""
        return self._key(self.first[BLACK], self.first[WHITE], 0, turn)

    def stands(self):
        """Return whether every group has a liberty in the game or needs none."""
        cdef Group group
        cdef Points left, taken = self.first[BLACK] | self.first[WHITE]
        cdef int color, i
        for color in (BLACK, WHITE):
            for i in range(self.n_walls):
                if self.walls[i].color == color:
                    self._group(color, self.first[color], 0, i, &group)
                    if not group.immortal and not group.beside & self.everywhere & ~taken:
                        return False
            left = self.first[color]
            while left:
                self._group(color, self.first[color], left & -left, -1, &group)
                if not group.immortal and not group.beside & self.everywhere & ~taken:
                    return False
                left &= ~group.stones
        return True

    cdef uint64_t _key(self, Points black, Points white, Points ko, int turn) noexcept:
        cdef uint64_t key = black | <uint64_t>white << WHITE_SHIFT
        if ko:
            key |= <uint64_t>(lowest_of(ko) + 1) << KO_SHIFT
        return key | <uint64_t>(turn == WHITE) << TURN_SHIFT

    cdef Points _around(self, Points stones) noexcept:
        cdef Points found = 0
        while stones:
            found |= self.beside[lowest_of(stones)]
            stones &= stones - 1
        return found

    cdef void _group(self, int color, Points own, Points stones, int wall, Group* group) noexcept:
        """Collect everything that is connected with the given stones and the given wall."""
        cdef uint8_t[N_WALLS] joined
        cdef Points grown
        cdef bint changed = True
        cdef int i
        memset(joined, 0, sizeof(joined))
        group.beside = 0
        group.walled = False
        group.immortal = False
        while changed:
            changed = False
            for i in range(self.n_walls):
                if (self.walls[i].color == color and not joined[i]
                        and (i == wall or self.walls[i].beside & stones)):
                    joined[i] = True
                    changed = True
                    group.walled = True
                    group.immortal = group.immortal or not self.walls[i].mortal
                    group.beside |= self.walls[i].beside
                    stones |= self.walls[i].beside & own
            grown = stones | (self._around(stones) & own)
            changed = changed or grown != stones
            stones = grown
        group.stones = stones
        group.beside |= self._around(stones)

    cdef int _play(self, uint64_t state, Points point, Move* move) noexcept:
        """Play a move and describe what follows; return ``NOT_LEGAL`` when it is suicide."""
        cdef int turn = WHITE if state >> TURN_SHIFT else BLACK
        cdef int enemy = opponent(turn), i
        cdef Points own = <Points>state & self.everywhere
        cdef Points theirs = <Points>(state >> WHITE_SHIFT) & self.everywhere
        cdef Points free_points, left, ko = 0
        cdef Group group
        if turn == WHITE:
            own, theirs = theirs, own
        own |= point
        free_points = self.everywhere & ~(own | theirs)
        move.captured = 0
        move.loser = 0
        for i in range(self.n_walls):
            if self.walls[i].color == enemy and self.walls[i].beside & point:
                self._group(enemy, theirs, 0, i, &group)
                if not group.immortal and not group.beside & free_points:
                    move.captured = group.stones
                    move.loser = enemy
                    return 0
        left = self._around(point) & theirs
        while left:
            self._group(enemy, theirs, left & -left, -1, &group)
            if not group.immortal and not group.beside & free_points:
                if group.walled:
                    move.captured = group.stones
                    move.loser = enemy
                    return 0
                move.captured |= group.stones
            left &= ~group.stones
        theirs &= ~move.captured
        free_points |= move.captured
        self._group(turn, own, point, -1, &group)
        if not group.immortal:
            if not group.beside & free_points:
                return NOT_LEGAL
            if (group.stones == point and not group.walled and count_of(move.captured) == 1
                    and group.beside & free_points == move.captured):
                ko = move.captured
        if turn == BLACK:
            move.state = self._key(own, theirs, ko, enemy)
        else:
            move.state = self._key(theirs, own, ko, enemy)
        return 0

    def won(self, int attacker, targets=0, Won unless=None, bint against_kos=False):
        """Return the states in which ``attacker`` forces a capture.

        The capture of a mortal wall of the opponent counts, and of a stone in the bit set
        ``targets``, unless the latter leads to a state of ``unless``. With ``against_kos`` the
        opponent wins every ko: the opponent may take back at once.

        :raises TooLargeError: when more positions are in reach than ``limit`` allows.
        """
        cdef Won found = Won()
        cdef Edges edges = Edges()
        cdef Points aims = targets, rest, point
        cdef uint64_t[N_POINTS + 1] after
        cdef uint64_t state, turning = <uint64_t>1 << TURN_SHIFT
        cdef uint64_t kos = <uint64_t>0xFF << KO_SHIFT
        cdef uint64_t turn_bit = turning if attacker == WHITE else 0
        cdef uint32_t done = 0
        cdef int n_after, n_moves, i
        cdef bint attacks, decided
        cdef Move move
        found.add(self.start(BLACK))
        found.add(self.start(WHITE))
        while done < found.n:
            state = found.keys[done]
            attacks = (state & turning) == turn_bit
            after[0] = (state & ~kos) ^ turning
            n_after = 1
            n_moves = 1
            decided = False
            rest = self.everywhere & ~<Points>(state | state >> WHITE_SHIFT)
            if state & kos and (attacks or not against_kos):
                rest &= ~(<Points>1 << <int>((state >> KO_SHIFT & 0xFF) - 1))
            while rest:
                point = rest & -rest
                rest ^= point
                if self._play(state, point, &move) == NOT_LEGAL:
                    continue
                n_moves += 1
                if move.loser:
                    # The attacker's own loss is an end without success.
                    decided = move.loser != attacker
                else:
                    decided = (attacks and move.captured & aims != 0
                               and (unless is None or not unless.holds(move.state)))
                    after[n_after] = move.state
                    n_after += 1
                if decided:
                    break
            found.won[done] = decided
            found.moves[done] = n_moves
            if not decided:
                for i in range(n_after):
                    edges.add(done, found.add(after[i]))
            done += 1
            if found.n > self.limit:
                self.limit = 0
                raise TooLargeError
        self.limit -= found.n
        _propagate(found, edges, turn_bit)
        return found

    def captures(self, int attacker, targets=0):
        """Return whether ``attacker``, to play, forces a capture that counts for ``won``."""
        return self.start(attacker) in self.won(attacker, targets)
