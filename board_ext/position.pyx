"""The one Python class of a Go position: rules, moves, and the history of the game.

What is asked of the board alone stands in ``board_view``.
"""

import math

import numpy as np

from board_ext import diagram as _diagram
from board_ext.coords import color_name
from board_ext.legality import IllegalMoveError, IllegalReason, chain_without_liberty
from board_ext.rules import CHINESE, Ko, Rules

from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from board_ext.board cimport board_copy, board_init, board_situation
from board_ext.board_view cimport BoardView, points_of, side_of
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport (
    BLACK, CELL_BORDER, CELL_EMPTY, EMPTY, PASS_VERTEX, WHITE, WORDS, opponent, point_to_vertex,
    vertex_to_point,
)
from board_ext.placing cimport board_place
from board_ext.playing cimport board_pass, board_play
from board_ext.superko cimport KO_POSITIONAL, KO_SIMPLE, KO_SITUATIONAL, move_repeats

cdef enum:
    PASS = -1                  # as in coords.py
    PICKLE_VERSION = 1

cdef dict _KO_RULES = {
    Ko.SIMPLE: KO_SIMPLE, Ko.POSITIONAL: KO_POSITIONAL, Ko.SITUATIONAL: KO_SITUATIONAL,
}


cdef class Position(BoardView):
    """A game of Go in progress: stones, rules, komi, and the moves so far.

    ``Position(size=19, rules=CHINESE, komi=None)`` is an empty board with Black to move; without a
    komi, the rules' own komi holds. Points are ints, ``row * size + column`` from A1 on
    (``board_ext.coords``), and ``PASS``. Colours are ``BLACK`` and ``WHITE``; a ``color`` left out
    is the side to move.

    Two positions are equal when their stones, ko point and side to move are equal; the way there,
    rules and komi do not count. Positions can change, so they have no hash. Threads must not share
    one: give each a copy.

    :raises ValueError: when the size is not 2 to 19, the komi is not finite, or, in any method, a
        colour is neither ``BLACK`` nor ``WHITE``.
    """

    def __cinit__(self):
        self.history = NULL
        self.played = NULL

    def __init__(self, size=19, rules=CHINESE, komi=None):
        BoardView.__init__(self, size)
        board_init(&self.start, size)
        self.rules = rules
        self.komi = rules.komi if komi is None else komi
        self.reserve()
        self.begin()

    def __dealloc__(self):
        free(self.history)
        free(self.played)

    cdef int reserve(self) except -1:
        """Make room for one more move, which may add two situations."""
        cdef int capacity
        cdef void* memory
        if self.history_len + 2 > self.history_capacity:
            capacity = 2 * self.history_len + 64
            memory = realloc(self.history, capacity * sizeof(uint64_t))
            if memory == NULL:
                raise MemoryError
            self.history = <uint64_t*>memory
            self.history_capacity = capacity
        if self.board.move_number + 1 > self.played_capacity:
            capacity = 2 * self.board.move_number + 64
            memory = realloc(self.played, capacity * sizeof(PlayedMove))
            if memory == NULL:
                raise MemoryError
            self.played = <PlayedMove*>memory
            self.played_capacity = capacity
        return 0

    cdef void begin(self) noexcept:
        """Return to the board before the first move."""
        board_copy(&self.board, &self.start)
        self.board.suicide_allowed = self.rules_suicide
        self.history[0] = board_situation(&self.board, self.board.to_play)
        self.history_len = 1

    cdef void apply(self, int v, int color) noexcept:
        """Make a legal move; there must be room for it."""
        cdef PlayedMove* move = &self.played[self.board.move_number]
        cdef uint64_t before = board_situation(&self.board, color)
        move.vertex = v
        move.color = color
        move.to_play_before = self.board.to_play
        if self.history[self.history_len - 1] != before:
            # A move out of turn: as if the other side had passed, or at the start of the game, as
            # if this side had been to move all along.
            self.history_len -= self.board.move_number == 0
            self.history[self.history_len] = before
            self.history_len += 1
        if v == PASS_VERTEX:
            board_pass(&self.board, color)
        else:
            board_play(&self.board, v, color)
        self.history[self.history_len] = board_situation(&self.board, opponent(color))
        self.history_len += 1

    cdef bint repeats(self, int v, int color) noexcept:
        """Return whether a move that is legal otherwise breaks superko."""
        return move_repeats(&self.board, self.history, self.history_len, v, color, self.ko_rule)

    # --- state ----------------------------------------------------------------------------

    @property
    def rules(self):
        """The rules in force. They may be changed in mid-game; komi and earlier moves stay.

        :raises TypeError: when set to something that is no ``Rules``.
        """
        return self.rules_value

    @rules.setter
    def rules(self, rules):
        if not isinstance(rules, Rules):
            raise TypeError(f"not a Rules: {rules!r}; board_ext.rules.rules_named finds one")
        self.rules_value = rules
        self.ko_rule = _KO_RULES[rules.ko]
        self.rules_suicide = rules.suicide
        self.board.suicide_allowed = self.rules_suicide

    @property
    def komi(self):
        """Points that White gets at the end.

        :raises ValueError: when set to a number that is not finite.
        """
        return self.komi_value

    @komi.setter
    def komi(self, komi):
        if not math.isfinite(komi):
            raise ValueError(f"komi {komi} is not a finite number")
        self.komi_value = komi

    @property
    def to_play(self):
        """The side to move. Setting it is no move and cannot be undone.

        :raises ValueError: when set to anything but ``BLACK`` or ``WHITE``.
        """
        return self.board.to_play

    @to_play.setter
    def to_play(self, color):
        self.board.to_play = side_of(color, BLACK)
        if self.board.move_number == 0:
            self.start.to_play = self.board.to_play
            self.history[0] = board_situation(&self.board, self.board.to_play)

    @property
    def move_number(self):
        """The number of moves since the set-up, passes included."""
        return self.board.move_number

    @property
    def handicap(self):
        """The number of handicap stones, as given to ``set_up``; a record may set another number,
        because its stones were played as moves."""
        return self.n_handicap

    @handicap.setter
    def handicap(self, stones):
        if not 0 <= stones <= self.board.size * self.board.size:
            raise ValueError(f"{stones} handicap stones on {self.board.size}x{self.board.size}")
        self.n_handicap = stones

    def repetitions(self):
        """Return how often these stones with this side to move have occurred before in the game."""
        cdef uint64_t now = board_situation(&self.board, self.board.to_play)
        cdef int i, times = 0
        for i in range(self.history_len):
            times += self.history[i] == now
        return times - (self.history[self.history_len - 1] == now)

    @property
    def moves(self):
        """The moves since the set-up as a new list of (colour, point), passes included."""
        cdef int i
        return [(self.played[i].color, self._point(self.played[i].vertex))
                for i in range(self.board.move_number)]

    def _point(self, int v):
        return PASS if v == PASS_VERTEX else vertex_to_point(v, self.board.size)

    # --- playing --------------------------------------------------------------------------

    def play(self, point, color=None):
        """Play a move or ``PASS`` and return how many enemy stones it captured.

        The opponent of ``color`` is then to move. One colour may play several times in a row;
        situational superko treats that as if the other side had passed in between.

        :raises IllegalMoveError: when the rules forbid the move; the position is then unchanged.
        """
        cdef int side = side_of(color, self.board.to_play)
        cdef int v = PASS_VERTEX, before
        if point != PASS:
            reason = self.illegal_reason(point, side)
            if reason is not None:
                raise IllegalMoveError(f"{color_name(side)} {self._name(point)}", reason)
            v = point_to_vertex(point, self.board.size)
        self.reserve()
        before = self.board.prisoners[side]
        self.apply(v, side)
        return self.board.prisoners[side] - before

    def undo(self, int count=1):
        """Take back the last ``count`` moves, whoever made them; set-up and handicap stones stay.

        The game is replayed from its set-up, which takes microseconds however many moves are taken
        back.

        :raises ValueError: when fewer moves were played; the position is then unchanged.
        """
        cdef int i, n = self.board.move_number - count
        if n < 0 or count < 0:
            raise ValueError(
                f"cannot undo {count} moves: {self.board.move_number} were played since the set-up"
            )
        if count == 0:
            return
        self.begin()
        for i in range(n):
            self.board.to_play = self.played[i].to_play_before
            self.apply(self.played[i].vertex, self.played[i].color)
        self.board.to_play = self.played[n].to_play_before

    def is_legal(self, point, color=None):
        """Return whether ``play`` would accept the move. A pass is always legal, ``RESIGN`` never.
        """
        return self.illegal_reason(point, color) is None

    def illegal_reason(self, point, color=None):
        """Return why ``play`` would refuse the move, or None when it would accept it."""
        cdef int side = side_of(color, self.board.to_play), v
        if point == PASS:
            return None
        if not 0 <= point < self.board.size * self.board.size:
            return IllegalReason.OFF_BOARD
        v = point_to_vertex(point, self.board.size)
        if self.board.cell[v] != CELL_EMPTY:
            return IllegalReason.OCCUPIED
        if v == self.board.ko and side == self.board.ko_color:
            return IllegalReason.KO
        if not board_is_legal(&self.board, v, side):
            return IllegalReason.SUICIDE
        if self.repeats(v, side):
            return IllegalReason.SUPERKO
        return None

    def legal_moves(self, color=None):
        """Return all legal points in rising order, without ``PASS``."""
        cdef int side = side_of(color, self.board.to_play)
        cdef int v = bits_first(self.board.points[EMPTY])
        cdef list moves = []
        while v:
            if board_is_legal(&self.board, v, side) and not self.repeats(v, side):
                moves.append(vertex_to_point(v, self.board.size))
            v = bits_next(self.board.points[EMPTY], v)
        return moves

    def legal_mask(self, color=None):
        """Return which moves are legal: bool, (size * size + 1,), by point; the last is a pass."""
        cdef int side = side_of(color, self.board.to_play)
        cdef int size = self.board.size, row, first, v
        cdef bytearray room = bytearray(size * size + 1)  # an array of numpy takes longer to reach
        cdef char* legal = room
        for row in range(size):
            first = point_to_vertex(row * size, size)
            for v in range(first, first + size):
                legal[0] = board_is_legal(&self.board, v, side) and not move_repeats(
                    &self.board, self.history, self.history_len, v, side, self.ko_rule)
                legal += 1
        legal[0] = True
        return np.frombuffer(room, np.bool_)

    # --- set-up, copies -------------------------------------------------------------------

    def set_up(self, black, white, to_play=BLACK, handicap=0):
        """Replace the board by these stones and start moves, prisoners and history anew.

        ``handicap`` says how many of the black stones are handicap stones.

        :raises ValueError: when a point is off the board or given twice, a chain has no liberty
            (the message names it), or there are fewer black stones than handicap stones; the
            position is then unchanged.
        """
        cdef Board board
        cdef int color
        side = side_of(to_play, BLACK)
        stones = {}
        for color, points in ((BLACK, black), (WHITE, white)):
            for point in points:
                self.vertex(point)
                if point in stones:
                    raise ValueError(f"{self._name(point)} is given twice")
                stones[point] = color
        n_black = sum(color == BLACK for color in stones.values())
        if not 0 <= handicap <= n_black:
            raise ValueError(f"{handicap} handicap stones, but {n_black} black "
                             f"stone{'s' if n_black != 1 else ''} on the board")
        board_init(&board, self.board.size)
        for point, color in stones.items():
            # A chain without a liberty is found here whatever the order of the stones: while it
            # is unfinished, its missing stones are its liberties.
            if not board_place(&board, self.vertex(point), color):
                bad = chain_without_liberty(self.board.size, stones)
                raise ValueError(f"the {color_name(stones[bad])} chain at {self._name(bad)} has "
                                 "no liberty: add an empty point beside it or leave it out")
        board.to_play = side
        board_copy(&self.start, &board)
        self.n_handicap = handicap
        self.begin()

    @classmethod
    def from_diagram(cls, text, to_play=BLACK, rules=CHINESE, komi=None):
        """Return the position that a diagram shows; points with marks are empty.

        :raises ValueError: when the text is no diagram or a chain has no liberty.
        """
        shown = _diagram.parse_diagram(text)
        position = cls(shown.size, rules, komi)
        position.set_up(shown.black, shown.white, to_play)
        return position

    def copy(self):
        """Return an independent copy with the whole game."""
        cdef Position other = Position.__new__(Position)
        # The memory of a new object is zero, so its boards lack nothing but their border.
        memset(other.start.cell, CELL_BORDER, sizeof(other.start.cell))
        memset(other.board.cell, CELL_BORDER, sizeof(other.board.cell))
        board_copy(&other.start, &self.start)
        board_copy(&other.board, &self.board)
        other.rules_value = self.rules_value
        other.ko_rule = self.ko_rule
        other.rules_suicide = self.rules_suicide
        other.komi_value = self.komi_value
        other.n_handicap = self.n_handicap
        other.history_len = self.history_len
        other.reserve()
        memcpy(other.history, self.history, self.history_len * sizeof(uint64_t))
        memcpy(other.played, self.played, self.board.move_number * sizeof(PlayedMove))
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        cdef Position that = <Position>other
        if self.board.size != that.board.size or self.board.to_play != that.board.to_play:
            return False
        return self.board.ko == that.board.ko and _same_stones(&self.board, &that.board)

    __hash__ = None

    def __repr__(self):
        return (f"<Position {self.size}x{self.size}, {self.rules.name}, komi {self.komi:g}, "
                f"{color_name(self.to_play)} to play move {self.move_number + 1}>")

    def __reduce__(self):
        cdef int i
        state = {
            "version": PICKLE_VERSION,
            "size": self.size,
            "rules": self.rules,
            "komi": self.komi,
            "handicap": self.handicap,
            "black": points_of(self.start.points[BLACK], self.board.size),
            "white": points_of(self.start.points[WHITE], self.board.size),
            "start_to_play": self.start.to_play,
            "moves": [(move[0], move[1], self.played[i].to_play_before)
                      for i, move in enumerate(self.moves)],
            "to_play": self.to_play,
        }
        return _restore, (state,)

    # --- results --------------------------------------------------------------------------

    def area_score(self, dead=()):
        """Return Black's area minus White's, komi and the points for handicap counted.

        The chains of the stones in ``dead`` are taken off first.

        :raises ValueError: when a point of ``dead`` is empty or off the board.
        """
        bonus = self.rules.handicap_bonus.points(self.handicap)
        return self.area(dead) - self.komi - bonus

    def territory_score(self, dead=(), seki=()):
        """Return Black's territory and prisoners minus White's, komi counted.

        Dead stones become prisoners. Regions beside a chain named in ``seki`` count nothing; the
        caller has to know which chains those are. Passes cost nothing (no pass stones) and handicap
        brings no points.

        :raises ValueError: when a point of ``dead`` or ``seki`` is empty or off the board.
        """
        return self.territory(dead, seki) - self.komi

    def tromp_taylor_score(self):
        """Return ``area_score`` with all stones alive."""
        return self.area_score()


cdef bint _same_stones(const Board* a, const Board* b) noexcept:
    cdef int i
    for i in range(WORDS):
        if (a.points[BLACK][i] != b.points[BLACK][i]) or (a.points[WHITE][i] != b.points[WHITE][i]):
            return False
    return True


def _restore(state):
    """Return the position that ``__reduce__`` saved; its moves are replayed without asking the
    rules."""
    cdef Position position
    cdef int v
    version = state.get("version")
    if version != PICKLE_VERSION:
        raise ValueError(f"saved position of version {version}: this gtpengine reads version "
                         f"{PICKLE_VERSION}; save the game as SGF with the one that wrote it")
    position = Position(state["size"], state["rules"], state["komi"])
    position.set_up(state["black"], state["white"], state["start_to_play"])
    position.handicap = state["handicap"]
    for color, point, to_play in state["moves"]:
        v = PASS_VERTEX if point == PASS else position.vertex(point)
        side = side_of(color, BLACK)
        if v != PASS_VERTEX and position.board.cell[v] != CELL_EMPTY:
            raise ValueError(f"saved position has a move on a stone at {position._name(point)}")
        position.reserve()
        position.board.to_play = side_of(to_play, BLACK)
        position.apply(v, side)
    position.board.to_play = side_of(state["to_play"], BLACK)
    return position
