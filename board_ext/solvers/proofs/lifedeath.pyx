"""Life and death, asked from Python: what is fought for, and what reading says of it.

`dfpn.pxd` has the search, `dfpn_team.pxd` the search of several threads, `fight.pxd` says what a
fight is and how it is found.
"""

import threading

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.board cimport Board, board_copy, board_free, board_new, is_stone
from board_ext.board_view cimport points_of
from board_ext.lowlevel.bits cimport bits_has, bits_set
from board_ext.lowlevel.bitsets cimport bits_count, bits_dilate, bits_first, bits_next
from board_ext.lowlevel.system cimport aligned_free, table_new
from board_ext.lowlevel.types cimport EMPTY, NO_VERTEX, uint32_t, uint64_t, vertex_to_point
from board_ext.position cimport Position
from board_ext.solvers.fights.fight cimport (
    WEAK_LIBERTIES, Fight, fight_close, fight_find, fight_set_up,
)
from board_ext.solvers.proofs.dfpn cimport (
    FIRST_LOSES, FIRST_WINS, UNDECIDED, Verdict, solver_beside, solver_beside_bytes, solver_bytes,
    solver_in, solver_join, solver_line, solver_numbers, solver_run,
)
from board_ext.solvers.proofs.dfpn_team cimport TEAM_MOST, Team, team_begin
from board_ext.solvers.proofs.replies cimport MAX_REPLIES, Solver

from board_ext.coords import PASS

cdef enum:
    LONGEST_LINE = 40

MOST_POINTS = MAX_REPLIES - 1
"""Of a fight that is given."""

_VERDICTS = {FIRST_WINS: True, FIRST_LOSES: False}


cdef struct Question:
    Board* board
    Fight fight
    int first
    int master
    bint eyes
    uint64_t nodes


cdef class Reader:
    """Reads fights, and remembers what it has read. The table takes ``2**bits`` times 24 bytes.
    A reader ``beside`` another one has the same table; both may be asked at the same time.

    With several ``threads`` they solve a question together (SPDFPN). Who wins is then the same as
    with one; the number of positions, and which of several winning moves is found, may differ. In
    a table that is full of other fights they may not decide what one thread does.

    :raises ValueError: when ``bits`` is not from 8 to 28, or ``threads`` not from 1 to 64; when
        the other reader has no table to share.
    :raises MemoryError: when the system refuses.
    """
    cdef void* memory[TEAM_MOST]
    cdef Solver* solvers[TEAM_MOST]
    cdef Verdict verdicts[TEAM_MOST]
    cdef int moves[TEAM_MOST]
    cdef readonly int threads
    cdef Team* team           # NULL when the table is not shared
    cdef bint owns_team
    cdef Reader beside        # whose table and team are used
    cdef Question question

    def __cinit__(self, int bits=18, int threads=1, bint shared=False, Reader beside=None):
        cdef int i
        if not 8 <= bits <= 28:
            raise ValueError(f"bits {bits}: give 8 to 28")
        if not 1 <= threads <= TEAM_MOST:
            raise ValueError(f"{threads} threads: give 1 to {TEAM_MOST}")
        if beside is not None and beside.team == NULL:
            raise ValueError("the other reader shares no table: make it with shared=True")
        self.threads = threads
        self.beside = beside
        self.question.board = board_new()
        if self.question.board == NULL:
            raise MemoryError
        if beside is not None:
            self.team = beside.team
        elif shared or threads > 1:
            self.team = <Team*>calloc(1, sizeof(Team))
            self.owns_team = True
            if self.team == NULL:
                raise MemoryError
        for i in range(threads):
            self._make(i, bits)

    cdef int _make(self, int i, int bits) except -1:
        """Make the solver of a thread."""
        cdef const Solver* first = self.solvers[0] if i else NULL
        if self.beside is not None:
            first = self.beside.solvers[0]
        self.memory[i] = table_new(solver_bytes(bits) if first == NULL else solver_beside_bytes())
        if self.memory[i] == NULL:
            raise MemoryError
        if first == NULL:
            self.solvers[i] = solver_in(self.memory[i], bits)
        else:
            self.solvers[i] = solver_beside(self.memory[i], first)
        if self.team != NULL:
            solver_join(self.solvers[i], self.team, self.threads > 1)
        return 0

    def __dealloc__(self):
        cdef int i
        for i in range(TEAM_MOST):
            aligned_free(self.memory[i])
        if self.owns_team:
            free(self.team)
        board_free(self.question.board)

    @property
    def nodes(self):
        """The number of positions that the last question took, by all threads."""
        return sum([self.solvers[i].nodes for i in range(self.threads)])

    @property
    def numbers(self):
        """The numbers (phi, delta) of the last question: how far its first player is from a proof
        of winning, and of losing. 0 is a proof."""
        cdef uint32_t phi = 0, delta = 0
        solver_numbers(self.solvers[0], &phi, &delta)
        return phi, delta

    def _work(self, int i):
        """Answer the question as one of the threads."""
        cdef const Question* q = &self.question
        with nogil:
            self.verdicts[i] = solver_run(self.solvers[i], q.board, &q.fight, q.first, q.master,
                                          q.eyes, q.nodes, &self.moves[i])

    cdef int _ask(self):
        """Answer the question; return the number of a thread that knows, or 0."""
        cdef int i
        if self.threads > 1:
            team_begin(self.team)
        others = [threading.Thread(target=self._work, args=(i,)) for i in range(1, self.threads)]
        for thread in others:
            thread.start()
        self._work(0)
        for thread in others:
            thread.join()
        for i in range(self.threads):
            if self.verdicts[i] != UNDECIDED:
                return i
        return 0

    def fight(self, Position position not None, int stone, bint wide=False, int few=WEAK_LIBERTIES):
        """Return the fight over the chain of a stone as (target, points, exits), lists of points.

        None where the chain lives already, or where the fight is too large to be read. A ``wide``
        fight is for more chains around. Chains of the attacker with at most ``few`` liberties may
        be captured; with 0 only those that have all their liberties on the points.

        :raises ValueError: when there is no stone.
        """
        cdef Fight fight
        cdef int v = self._stone(position, stone), size = position.board.size
        if not fight_find(&position.board, v, wide, few, &fight):
            return None
        return (points_of(fight.target, size), points_of(fight.points, size),
                points_of(fight.exits, size))

    cdef int _stone(self, Position position, point) except -1:
        cdef int v = position.vertex(point)
        if not is_stone(&position.board, v):
            raise ValueError(f"point {point} is empty: give a stone")
        return v

    def read(self, Position position not None, int stone, int first, int ko_master=0,
             uint64_t nodes=100000):
        """Return who wins the fight over the chain of a stone when ``first`` begins, and by what.

        The answer is (won, move): ``won`` says whether ``first`` wins, None where ``nodes`` were
        not enough or there is no fight to read; ``move`` is a move that wins, or the pass. It is
        None where ``first`` does not win, or the fight is over as it stands. ``ko_master`` is the
        colour that may take back each ko at once, 0 for nobody.

        :raises ValueError: when there is no stone, or another colour.
        """
        cdef int v = self._stone(position, stone), answer
        _check_colors(first, ko_master)
        if not fight_find(&position.board, v, False, WEAK_LIBERTIES, &self.question.fight):
            return None, None
        answer = self._answer(position, first, ko_master, False, nodes)
        if self.verdicts[answer] != FIRST_WINS:
            return _VERDICTS.get(self.verdicts[answer]), None
        if self.moves[answer] == NO_VERTEX:
            return True, PASS if self.nodes > self.threads else None
        return True, vertex_to_point(self.moves[answer], position.board.size)

    def solve(self, Position position not None, int defender, fight not None, int first,
              int ko_master=0, bint eyes=False, uint64_t nodes=100000):
        """Return who wins a given fight when ``first`` begins, and the moves that show it.

        ``fight`` is (target, points, exits), as ``fight`` returns it, and stays the same while
        moves are made on its points: ``target`` are the defender's stones at the beginning. Empty
        points around are exits, or as good as stones of the attacker. A fourth list may name a
        border: points around on which the attacker alone plays. The answer is (won, line):
        ``won`` says whether ``first`` wins, None where ``nodes`` were not enough; ``line`` lists
        points and passes from the first move on. With ``eyes`` a defender who lives in seki, or by
        a repetition, does not win.

        Chains that have all their liberties on the points may be captured: their stones count as
        points, too.

        :raises ValueError: when the fight has no target, no such points or more than 63 of them,
            or with another colour.
        """
        cdef int answer, n, i, size = position.board.size
        cdef int[LONGEST_LINE] moves
        _check_colors(first, ko_master)
        _check_colors(defender, 0)
        self._given(position, defender, *fight)
        answer = self._answer(position, first, ko_master, eyes, nodes)
        won = _VERDICTS.get(self.verdicts[answer])
        n = 0
        if won is not None:
            n = solver_line(self.solvers[0], first, moves, LONGEST_LINE)
        return won, [PASS if moves[i] == NO_VERTEX else vertex_to_point(moves[i], size)
                     for i in range(n)]

    def walled(self, Position position not None, int defender, fight not None):
        """Return the position with stones around a given fight, as it is read: the attacker's on
        empty points, the defender's on exits.

        :raises ValueError: as ``solve`` does.
        """
        cdef Position copy = position.copy()
        _check_colors(defender, 0)
        self._given(position, defender, *fight)
        fight_set_up(&copy.board, &self.question.fight)
        return copy

    def _given(self, Position position, int defender, target, points, exits, border=()):
        """Make the fight of the question from lists of points."""
        cdef Fight* fight = &self.question.fight
        cdef int v, n
        if not target:
            raise ValueError("a fight without a target: give the stones that are attacked")
        memset(fight, 0, sizeof(Fight))
        fight.defender = defender
        for point in target:
            bits_set(fight.target, position.vertex(point))
        for point in points:
            bits_set(fight.points, position.vertex(point))
        for point in exits:
            bits_set(fight.exits, position.vertex(point))
        for point in border:
            bits_set(fight.border, position.vertex(point))
        fight.n_target = bits_count(fight.target)
        fight.needed = fight.n_target // 2 + 1
        fight_close(&position.board, fight)
        n = bits_count(fight.points) + bits_count(fight.border)
        if n >= MAX_REPLIES:
            raise ValueError(f"a fight on {n} points: give at most {MOST_POINTS}")
        bits_dilate(fight.scope, fight.points)
        v = bits_first(fight.scope)
        while v:
            if (bits_has(position.board.points[EMPTY], v) and not bits_has(fight.points, v)
                    and not bits_has(fight.exits, v) and not bits_has(fight.border, v)):
                bits_set(fight.walls, v)
            v = bits_next(fight.scope, v)

    cdef int _answer(self, Position position, int first, int ko_master, bint eyes,
                     uint64_t nodes) except -1:
        """Answer the question about the fight; return the number of a thread that knows, or 0."""
        board_copy(self.question.board, &position.board)
        self.question.first = first
        self.question.master = ko_master
        self.question.eyes = eyes
        self.question.nodes = nodes
        return self._ask()


cdef int _check_colors(int first, int ko_master) except -1:
    if first not in (1, 2) or ko_master not in (0, 1, 2):
        raise ValueError(f"colours {first} and {ko_master}: give 1 (Black) or 2 (White)")
    return 0
