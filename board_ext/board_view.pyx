"""A board as Python sees it, without a game: what stands where, and what it counts."""

import numpy as np

from board_ext import diagram as _diagram
from board_ext.coords import check_size, point_to_vertex as vertex_name

from libc.string cimport memset

from board_ext.board cimport (
    add_chain, board_check, board_color, board_hash_with_ko, board_init, board_liberties,
    board_situation, chain_of, is_stone,
)
from board_ext.lowlevel.bits cimport bits_zero
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport (
    BLACK, N_VERTICES, NO_VERTEX, WHITE, WORDS, point_to_vertex, vertex_of, vertex_to_point,
)
from board_ext.scoring cimport benson_alive, score_area, score_territory


cdef class BoardView:
    """The stones of a board, to be looked at and counted; nothing here moves them.

    ``BoardView(size=19)`` is an empty board. ``Position`` adds the game: rules, moves and their
    history. Points are ints, ``row * size + column`` from A1 on (``board_ext.coords``).

    Views alone are neither compared by their stones nor pickled; positions are.

    :raises ValueError: when the size is not 2 to 19, or, in any method, a colour is neither
        ``BLACK`` nor ``WHITE``.
    """

    def __init__(self, size=19):
        board_init(&self.board, check_size(size))

    @property
    def size(self):
        """The number of lines of the board."""
        return self.board.size

    @property
    def ko_point(self):
        """The point where the simple ko forbids a capture now; None where there is no such ko."""
        if self.board.ko == NO_VERTEX:
            return None
        return vertex_to_point(self.board.ko, self.board.size)

    @property
    def prisoners(self):
        """The stones captured by Black and by White since the set-up, suicides included."""
        return self.board.prisoners[BLACK], self.board.prisoners[WHITE]

    @property
    def hash(self):
        """The Zobrist hash of the stones: 64 bits, the same in every process."""
        return self.board.hash

    @property
    def situational_hash(self):
        """The Zobrist hash of the stones and the side to move."""
        return board_situation(&self.board, self.board.to_play)

    @property
    def hash_with_ko(self):
        """The Zobrist hash of the stones, the side to move and the ko point."""
        return board_hash_with_ko(&self.board, self.board.to_play)

    # --- points and chains ------------------------------------------------------------------

    def color_at(self, point):
        """Return ``EMPTY``, ``BLACK`` or ``WHITE``.

        :raises ValueError: when the point is off the board.
        """
        return board_color(&self.board, self.vertex(point))

    def stones(self):
        """Return a copy of the colours as an int8 array of shape (size, size), row 0 at the bottom.
        """
        array = np.empty((self.size, self.size), np.int8)
        cdef signed char[:, ::1] view = array
        cdef int row, column, size = self.board.size
        for row in range(size):
            for column in range(size):
                view[row, column] = board_color(&self.board, vertex_of(row, column))
        return array

    def liberties(self):
        """Return, for each stone, the number of liberties of its chain; 0 on empty points.

        The array is int16 of shape (size, size), row 0 at the bottom.
        """
        array = np.zeros((self.size, self.size), np.int16)
        cdef short[:, ::1] view = array
        cdef int row, column, v, size = self.board.size
        for row in range(size):
            for column in range(size):
                v = vertex_of(row, column)
                if is_stone(&self.board, v):
                    view[row, column] = board_liberties(&self.board, v)
        return array

    def chains(self):
        """Return, for each stone, the number of its chain, counted from 1 in the order of the
        chains' first points; 0 on empty points.

        The array is int16 of shape (size, size), row 0 at the bottom.
        """
        array = np.zeros((self.size, self.size), np.int16)
        cdef short[:, ::1] view = array
        cdef int[N_VERTICES] numbers
        cdef int row, column, v, count = 0, size = self.board.size
        memset(numbers, 0, sizeof(numbers))
        for row in range(size):
            for column in range(size):
                v = vertex_of(row, column)
                if is_stone(&self.board, v):
                    if not numbers[self.board.chain[v]]:
                        count += 1
                        numbers[self.board.chain[v]] = count
                    view[row, column] = numbers[self.board.chain[v]]
        return array

    def chain_at(self, point):
        """Return the points of the chain at ``point`` in rising order; an empty list for an empty
        point.

        :raises ValueError: when the point is off the board.
        """
        cdef uint64_t stones[WORDS]
        cdef int v = self.vertex(point)
        bits_zero(stones)
        if is_stone(&self.board, v):
            add_chain(&self.board, v, stones)
        return points_of(stones, self.board.size)

    def liberties_of(self, point):
        """Return the liberties of the chain at ``point`` in rising order; an empty list for an
        empty point.

        :raises ValueError: when the point is off the board.
        """
        cdef int v = self.vertex(point)
        if not is_stone(&self.board, v):
            return []
        return points_of(chain_of(&self.board, v).liberties, self.board.size)

    cdef int vertex(self, point) except -1:
        """Return the kernel's vertex of a point of the board.

        :raises ValueError: when the point is off the board.
        """
        if not 0 <= point < self.board.size * self.board.size:
            raise ValueError(f"point {point} is off the {self.size}x{self.size} board")
        return point_to_vertex(point, self.board.size)

    def _name(self, point):
        try:
            return vertex_name(point, self.board.size)
        except ValueError:
            return f"point {point}"

    def to_diagram(self, coordinates=True):
        """Return the board as text (``board_ext.diagram``)."""
        return _diagram.format_diagram(self.size, self.stones().ravel().tolist(), coordinates)

    # --- counting ---------------------------------------------------------------------------

    cdef int area(self, dead) except? -1:
        """Return Black's area minus White's without komi; the chains of ``dead`` are taken off.

        :raises ValueError: when a point of ``dead`` is empty or off the board.
        """
        cdef uint64_t dead_bits[WORDS]
        self._chains_of(dead, dead_bits)
        return score_area(&self.board, dead_bits)

    cdef int territory(self, dead, seki) except? -1:
        """Return Black's territory and prisoners minus White's without komi.

        Dead stones become prisoners; regions beside a chain of ``seki`` count nothing.

        :raises ValueError: when a point of ``dead`` or ``seki`` is empty or off the board.
        """
        cdef uint64_t dead_bits[WORDS]
        cdef uint64_t seki_bits[WORDS]
        self._chains_of(dead, dead_bits)
        self._chains_of(seki, seki_bits)
        return score_territory(&self.board, dead_bits, seki_bits)

    def unconditional_life(self, color):
        """Return the stones that no attack captures even if ``color`` always passes, and their
        territory.

        This is Benson's algorithm (Benson 1976), stricter where the rules allow suicide. The
        territory is every region beside a living chain in which the opponent has no room to live;
        there may be more that is safe.
        """
        cdef uint64_t alive[WORDS]
        cdef uint64_t territory[WORDS]
        benson_alive(&self.board, side_of(color, BLACK), alive, territory)
        size = self.board.size
        return points_of(alive, size), points_of(territory, size)

    cdef int _chains_of(self, points, uint64_t* stones) except -1:
        """Set ``stones`` to the chains of the given stones."""
        cdef int v
        bits_zero(stones)
        for point in points:
            v = self.vertex(point)
            if not is_stone(&self.board, v):
                raise ValueError(f"{self._name(point)} is empty: give stones, not empty points")
            add_chain(&self.board, v, stones)
        return 0

    def check(self):
        """Recompute everything that the board keeps up to date move by move.

        For tests: it takes as long as playing some hundred moves.

        :raises AssertionError: when something differs.
        """
        cdef int code = board_check(&self.board)
        if code:
            raise AssertionError(f"board_check says {code} after {self.board.move_number} moves:\n"
                                 f"{self.to_diagram()}")


cdef int side_of(color, int default) except -1:
    """Return ``color``, or ``default`` when it is None.

    :raises ValueError: when it is neither ``BLACK`` nor ``WHITE``.
    """
    if color is None:
        return default
    if color != BLACK and color != WHITE:
        raise ValueError(f"no side of colour {color!r}: use BLACK ({BLACK}) or WHITE ({WHITE})")
    return color


cdef list points_of(const uint64_t* bits, int size):
    """Return the points of a bitboard in rising order."""
    cdef int v = bits_first(bits)
    cdef list points = []
    while v:
        points.append(vertex_to_point(v, size))
        v = bits_next(bits, v)
    return points
