"""Life and death, asked from Python: what is fought for, and what reading says of it.

`dfpn.pxd` has the search, `fight.pxd` says what a fight is and how it is found.
"""

from libc.stdlib cimport calloc, free

from board_ext.bits cimport bits_dilate, bits_first, bits_next, bits_set, bits_zero
from board_ext.board cimport is_stone
from board_ext.tactics.dfpn cimport (
    FIRST_LOSES, FIRST_WINS, Solver, Verdict, solver_bytes, solver_in, solver_run,
)
from board_ext.tactics.fight cimport Fight, fight_find
from board_ext.position cimport Position
from board_ext.types cimport NO_VERTEX, uint64_t, vertex_to_point

from board_ext.coords import PASS

_VERDICTS = {FIRST_WINS: True, FIRST_LOSES: False}


cdef list _points(const uint64_t* bits, int size):
    cdef int v = bits_first(bits)
    found = []
    while v:
        found.append(vertex_to_point(v, size))
        v = bits_next(bits, v)
    return found


cdef class Reader:
    """Reads fights, and remembers what it has read. The table takes ``2**bits`` times 32 bytes.

    :raises ValueError: when ``bits`` is not from 8 to 28.
    :raises MemoryError: when the system refuses.
    """
    cdef void* memory
    cdef Solver* solver

    def __cinit__(self, int bits=18):
        if not 8 <= bits <= 28:
            raise ValueError(f"bits {bits}: give 8 to 28")
        self.memory = calloc(1, solver_bytes(bits))
        if self.memory == NULL:
            raise MemoryError
        self.solver = solver_in(self.memory, bits)

    def __dealloc__(self):
        free(self.memory)

    @property
    def nodes(self):
        """The number of positions that the last question took."""
        return self.solver.nodes

    def fight(self, Position position not None, int stone):
        """Return the fight over the chain of a stone as (target, points, exits), lists of points.

        None where the chain lives already, or where the fight is too large to be read.

        :raises ValueError: when there is no stone.
        """
        cdef Fight fight
        cdef int v = self._stone(position, stone), size = position.board.size
        if not fight_find(&position.board, v, &fight):
            return None
        return _points(fight.target, size), _points(fight.points, size), _points(fight.exits, size)

    cdef int _stone(self, Position position, point) except -1:
        cdef int v = position.vertex(point)
        if not is_stone(&position.board, v):
            raise ValueError(f"point {point} is empty: give a stone")
        return v

    def read(self, Position position not None, int stone, int first, int ko_master=0,
             uint64_t nodes=100000, points=None):
        """Return who wins the fight over the chain of a stone when ``first`` begins, and by what.

        The answer is (won, move): ``won`` says whether ``first`` wins, None where ``nodes`` were
        not enough or there is no fight to read; ``move`` is a move that wins, or the pass. It is
        None where ``first`` does not win, or the fight is over as it stands. ``ko_master`` is the
        colour that may take back each ko at once, 0 for nobody. ``points`` says where is played
        instead of the points that are found.

        :raises ValueError: when there is no stone, no such point, or another colour.
        """
        cdef Fight fight
        cdef Verdict verdict
        cdef int move = NO_VERTEX, v = self._stone(position, stone)
        if first not in (1, 2) or ko_master not in (0, 1, 2):
            raise ValueError(f"colours {first} and {ko_master}: give 1 (Black) or 2 (White)")
        if not fight_find(&position.board, v, &fight) and points is None:
            return None, None
        if points is not None:
            bits_zero(fight.points)
            for point in points:
                bits_set(fight.points, position.vertex(point))
            bits_zero(fight.walls)
            bits_zero(fight.exits)
            bits_dilate(fight.scope, fight.points)
        with nogil:
            verdict = solver_run(self.solver, &position.board, &fight, first, ko_master, nodes,
                                 &move)
        if verdict != FIRST_WINS:
            return _VERDICTS.get(verdict), None
        if move == NO_VERTEX:
            return True, PASS if self.solver.nodes > 1 else None
        return True, vertex_to_point(move, position.board.size)
