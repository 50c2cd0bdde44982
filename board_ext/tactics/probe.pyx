"""The tactics of the kernel, asked from Python.

Slow by nature (a Python call each), so the search does not use it. Reviews, the library and GoGui's
views do.
"""

from board_ext.board cimport (
    board_color, board_copy, board_free, board_init, board_liberties, board_new, chain_of, is_stone,
)
from board_ext.board_view cimport points_of
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport (
    BLACK, MAX_POINTS, MAX_SIZE, MIN_SIZE, NO_VERTEX, WHITE, point_to_vertex, vertex_to_point,
)
from board_ext.placing cimport board_place
from board_ext.playing cimport board_play
from board_ext.position cimport Position
from board_ext.tactics.atari cimport atari_liberty, capture_moves, chain_neighbours, is_self_atari
from board_ext.tactics.eyes cimport EYE_FALSE, EYE_TRUE, eye_kind
from board_ext.tactics.ladder cimport ladder_attack_moves, ladder_captures, ladder_escapes
from board_ext.tactics.nakade cimport (
    SPACE_ONE_EYE, SPACE_OPEN, SPACE_TWO_EYES, SPACE_UNREAD, SPACE_VITAL, nakade_space,
)

_SPACES = {SPACE_OPEN: "open", SPACE_ONE_EYE: "one eye", SPACE_VITAL: "vital",
           SPACE_TWO_EYES: "two eyes", SPACE_UNREAD: "unread"}


cdef class Probe:
    """A board of the kernel. Points are ``row * size + column`` from A1, colours 1 and 2.

    :raises ValueError: when the size is not 2 to 19, a point is taken, a chain would have no
        liberty, or, in any method, a point, stone or colour does not fit the question.
    """

    def __cinit__(self, int size, black=(), white=()):
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError(f"board size {size}: give {MIN_SIZE} to {MAX_SIZE}")
        self.b = board_new()
        if self.b == NULL:
            raise MemoryError
        board_init(self.b, size)
        for color, points in ((BLACK, black), (WHITE, white)):
            for point in points:
                if not board_place(self.b, self.vertex(point), color):
                    raise ValueError(f"point {point} is taken, or a chain would have no liberty")

    def __dealloc__(self):
        board_free(self.b)

    cdef int vertex(self, int point) except -1:
        if not 0 <= point < self.b.size * self.b.size:
            raise ValueError(f"point {point}: give 0 to {self.b.size * self.b.size - 1}")
        return point_to_vertex(point, self.b.size)

    cdef int stone(self, int point) except -1:
        cdef int v = self.vertex(point)
        if not is_stone(self.b, v):
            raise ValueError(f"point {point} is empty: give a stone")
        return v

    cdef int in_atari(self, int point) except -1:
        cdef int v = self.stone(point)
        if board_liberties(self.b, v) != 1:
            raise ValueError(f"the chain at point {point} is not in atari")
        return v

    cdef int empty(self, int point, int color) except -1:
        cdef int v = self.vertex(point)
        if is_stone(self.b, v):
            raise ValueError(f"point {point} is occupied: give an empty point")
        if color != BLACK and color != WHITE:
            raise ValueError(f"colour {color}: give 1 (Black) or 2 (White)")
        return v

    cdef object point(self, int v):
        return None if v == NO_VERTEX else vertex_to_point(v, self.b.size)

    cdef list points(self, const int* vertices, int count):
        return sorted([vertex_to_point(vertices[i], self.b.size) for i in range(count)])

    # --- the board --------------------------------------------------------------------------

    @staticmethod
    def of(Position position):
        """Return a probe of a position's board."""
        cdef Probe probe = Probe(position.board.size)
        board_copy(probe.b, &position.board)
        return probe

    def copy(self):
        """Return an independent copy."""
        cdef Probe other = Probe(self.b.size)
        board_copy(other.b, self.b)
        return other

    @property
    def size(self):
        """The number of lines of the board."""
        return self.b.size

    @property
    def ko_point(self):
        """The point where the simple ko forbids a capture; None where there is no ko."""
        return self.point(self.b.ko)

    def colors(self):
        """Return the colours of all points from A1 on."""
        cdef int point, size = self.b.size
        return [board_color(self.b, point_to_vertex(point, size)) for point in range(size * size)]

    def is_legal(self, int point, int color):
        """Return whether a move is legal. Superko is not looked at."""
        return board_is_legal(self.b, self.vertex(point), color)

    def play(self, int point, int color):
        """Play a move; return how many stones it captured."""
        cdef int v = self.empty(point, color)
        if not board_is_legal(self.b, v, color):
            raise ValueError(f"illegal move at point {point}")
        return board_play(self.b, v, color)

    def liberties_of(self, int point):
        """Return the liberties of the chain of a stone, in rising order."""
        cdef int v = self.stone(point)
        return points_of(chain_of(self.b, v).liberties, self.b.size)

    # --- atari ------------------------------------------------------------------------------

    def is_self_atari(self, int point, int color):
        """Return whether a move leaves fewer than two liberties."""
        return is_self_atari(self.b, self.empty(point, color), color)

    def atari_liberty(self, int point):
        """Return the last liberty of a chain; None when it is not in atari."""
        return self.point(atari_liberty(self.b, self.stone(point)))

    def chain_neighbours(self, int point, int limit=MAX_POINTS):
        """Return one stone of each enemy chain beside a chain."""
        cdef int[MAX_POINTS] out
        return self.points(out, chain_neighbours(self.b, self.stone(point), out, limit))

    def capture_moves(self, int point, int limit=MAX_POINTS):
        """Return the points that capture an enemy chain beside a chain."""
        cdef int[MAX_POINTS] out
        return self.points(out, capture_moves(self.b, self.stone(point), out, limit))

    # --- ladders ----------------------------------------------------------------------------

    def ladder_attack_moves(self, int point):
        """Return the moves that capture a chain, or begin a ladder that does."""
        cdef int[2] out
        return self.points(out, ladder_attack_moves(self.b, self.stone(point), out, 2))

    def ladder_captures(self, int point):
        """Return the first move of a ladder or capture that works, or None."""
        cdef int move = NO_VERTEX
        cdef bint captures = ladder_captures(self.b, self.stone(point), &move)
        assert captures == (move != NO_VERTEX)
        assert captures == ladder_captures(self.b, self.stone(point), NULL)
        return self.point(move)

    def ladder_escapes(self, int point):
        """Return a move that saves a chain in atari, or None."""
        cdef int move = NO_VERTEX
        cdef bint escapes = ladder_escapes(self.b, self.in_atari(point), &move)
        assert escapes == (move != NO_VERTEX)
        assert escapes == ladder_escapes(self.b, self.in_atari(point), NULL)
        return self.point(move)

    # --- eyes -------------------------------------------------------------------------------

    def eye_kind(self, int point, int color):
        """Return ``"true"``, ``"false"`` or ``"none"``."""
        cdef int kind = eye_kind(self.b, self.empty(point, color), color)
        return "true" if kind == EYE_TRUE else "false" if kind == EYE_FALSE else "none"

    def nakade_space(self, int point, int owner):
        """Return (verdict, vital point or None) for a space that ``owner`` encloses."""
        cdef int vital
        cdef int space = nakade_space(self.b, self.vertex(point), owner, &vital)
        return _SPACES[space], self.point(vital)
