"""A position as users of the library meet it: points and colours are text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, check_size
from board_ext.position import Position as CorePosition
from board_ext.rules import Rules, Scoring
from gtpengine.game.ending import captured_score, game_is_over
from gtpengine.game.handicap import fixed_handicap, free_handicap
from gtpengine.game.replay import initial_position
from gtpengine.library.pictures.svg import board_svg
from gtpengine.library.positions.board import PositionView
from gtpengine.library.positions.sgfs import read_sgf, replay
from gtpengine.library.positions.symmetry import symmetry_of, turn, turned_point
from gtpengine.library.values.checks import array, whole
from gtpengine.library.values.points import (
    Color,
    ColorName,
    Move,
    Point,
    color_of,
    komi_of,
    listed,
    named_color,
    names_of,
    number_of_move,
    numbers_of,
    rules_of,
)


class Position(PositionView):
    """A game of Go in progress: the board, the rules, the moves so far.

    ``Position(9)`` is an empty 9x9 board under Chinese rules with Black to move::

        position = gtpengine.Position(9)
        position.play("E5")
        position.play("G6")
        print(position)

    A point is text, ``"E5"`` in any case, or its number, ``row * size + column`` with A1 = 0, or
    ``(row, column)``, or its name in SGF, two small letters. A move is a point, or ``"pass"``,
    whose number is -1; ``size * size``, its place in policies and masks, is a pass, too. A colour
    is ``"black"`` or ``"white"``, ``"b"`` or ``"w"``, or ``gtpengine.BLACK`` or
    ``gtpengine.WHITE``; where a colour is left out, the side to move is meant. Methods take any of
    these and return text.

    Positions are equal, and have the same hash, when their stones, ko and side to move are equal;
    the way there, rules and komi do not count. A position that is played on has another hash: put a
    copy into a set or a dict. Positions can be copied and pickled.

    :param size: lines of the board, 2 to 19.
    :param rules: a name (``gtpengine.RULES`` has them all) or a ``gtpengine.Rules``.
    :param komi: points that White gets; those usual under the rules when left out.
    :raises ValueError: when the size, the name of the rules or the komi is none.
    """

    __slots__ = ()

    def __init__(
        self, size: int = 19, rules: Rules | str = "chinese", komi: float | None = None
    ) -> None:
        named = rules_of(rules)
        self._core = CorePosition(size, named, komi_of(komi, named.komi))

    @classmethod
    def from_core(cls, core: CorePosition) -> Self:
        """Return a position around one of the engine's own; the two share their state."""
        position = cls.__new__(cls)
        position._core = core
        return position

    @property
    def core(self) -> CorePosition:
        """The engine's own position (``board_ext.position.Position``), where points are numbers.

        It is no copy: what is played there is played here.
        """
        return self._core

    # --- where one begins ---------------------------------------------------------------------

    @classmethod
    def from_diagram(
        cls,
        text: str,
        to_play: Color = "black",
        rules: Rules | str = "chinese",
        komi: float | None = None,
    ) -> Self:
        """Return the position that a text shows, such as one printed by ``print(position)``.

        :param text: a line for each row, the top row first; ``X`` is a black stone, ``O`` a white
            one, ``.`` an empty point. Blanks, row numbers and column letters are ignored.
        :raises ValueError: when the text is no such diagram or a chain has no liberty; the message
            names the row or the chain.
        """
        if not isinstance(text, str):
            raise TypeError(f"a diagram is text, not {text!r}; an array is for from_array")
        side, named = color_of(to_play, BLACK), rules_of(rules)
        points = komi_of(komi, named.komi)
        return cls.from_core(CorePosition.from_diagram(text, side, named, points))

    @classmethod
    def from_array(
        cls,
        stones: npt.ArrayLike,
        to_play: Color = "black",
        rules: Rules | str = "chinese",
        komi: float | None = None,
    ) -> Self:
        """Return the position of an array such as ``stones`` returns.

        :param stones: shape (size, size), row 0 at the bottom; values ``EMPTY`` (0), ``BLACK`` (1)
            and ``WHITE`` (2). ``numpy.flipud`` turns a board whose row 0 is at the top.
        :raises ValueError: when the array has another shape or other values, or a chain has no
            liberty; the message says which.
        """
        given = array("stones", stones)
        if given.ndim != 2 or given.shape[0] != given.shape[1]:
            raise ValueError(f"shape {given.shape}: a board has shape (size, size)")
        if not np.isin(given, (EMPTY, BLACK, WHITE)).all():
            raise ValueError("a board has values 0 (EMPTY), 1 (BLACK) and 2 (WHITE) alone")
        board = given.ravel()
        position = cls(math.isqrt(len(board)), rules, komi)
        black, white = (np.flatnonzero(board == color).tolist() for color in (BLACK, WHITE))
        position.set_up(black, white, to_play)
        return position

    @classmethod
    def from_sgf(
        cls,
        sgf: str | bytes,
        number: int | None = None,
        rules: Rules | str | None = None,
        komi: float | None = None,
    ) -> Self:
        """Return the position of a game in SGF text, at its end or after ``number`` moves.

        ``gtpengine.Game`` reads files, and tells who played and who won.

        :param rules: the rules of the game; when left out, those that the record names (``RU``), or
            Chinese ones where it names none.
        :param komi: the komi of the game; when left out, the record's, or the usual komi under the
            rules.
        :raises ValueError: when it is no game of Go, a move is illegal, or it has fewer moves; the
            message says which.
        """
        record = read_sgf(sgf)
        if number is not None:
            moves = record.moves
            number = whole(f"the game has {moves} moves; number", number, 0, moves)
        return cls.from_core(replay(record, rules, komi, number))

    @classmethod
    def from_handicap(
        cls,
        size: int,
        stones: int,
        rules: Rules | str = "chinese",
        komi: float = 0.5,
    ) -> Self:
        """Return an empty board with handicap stones and White to move.

        Up to nine stones lie where GTP puts them (``fixed_handicap``). Stones that have no place
        there lie far from all others.

        :raises ValueError: when there are fewer than two stones, or no room for them.
        """
        most = check_size(size) ** 2
        stones = whole(f"handicap stones on a {size}x{size} board", stones, 2, most - 1)
        try:
            points = fixed_handicap(size, stones)
        except ValueError:
            points = free_handicap(size, stones)
        position = cls(size, rules, komi)
        position._core.set_up(points, [], WHITE, len(points))
        return position

    def set_up(
        self,
        black: str | Iterable[Point] = (),
        white: str | Iterable[Point] = (),
        to_play: Color = "black",
        handicap: int = 0,
    ) -> None:
        """Replace the board by these stones, and begin moves, prisoners and history anew.

        :param black: points, as a list or as one text with blanks between: ``"C3 G7"``.
        :param handicap: how many of the black stones are handicap stones.
        :raises ValueError: when a point is off the board or given twice, a chain has no liberty, or
            there are fewer black stones than handicap stones; the position stays as it was.
        """
        self._core.set_up(
            numbers_of(black, self.size),
            numbers_of(white, self.size),
            color_of(to_play, BLACK),
            handicap,
        )

    def copy(self) -> Self:
        """Return an independent copy with the whole game, within about a microsecond."""
        return self.from_core(self._core.copy())

    def __copy__(self) -> Self:
        return self.copy()

    def turned(self, symmetry: SupportsIndex) -> Self:
        """Return the same game with the board turned: stones set up, moves, rules and komi.

        :param symmetry: 0 to 7, as in ``gtpengine.turn``, which turns arrays the same way.
        :raises ValueError: when there is no such symmetry.
        """
        number, size, core = symmetry_of(symmetry), self.size, self._core
        first = initial_position(core)
        stones = turn(first.stones(), number).ravel()
        black, white = (np.flatnonzero(stones == color).tolist() for color in (BLACK, WHITE))
        made = CorePosition(size, core.rules, core.komi)
        made.set_up(black, white, first.to_play, 0)
        made.handicap = core.handicap
        for color, point in core.moves:
            made.play(turned_point(point, size, number), color)
        made.to_play = core.to_play
        return self.from_core(made)

    # --- what it is ---------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules. They may be changed in mid-game, by name, too; komi and moves stay.

        :raises ValueError: when set to a name that is unknown.
        """
        return self._core.rules

    @rules.setter
    def rules(self, rules: Rules | str) -> None:
        self._core.rules = rules_of(rules)

    @property
    def komi(self) -> float:
        """Points that White gets at the end. They can be set.

        :raises ValueError: when set to a number beyond 10,000.
        """
        return self._core.komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self._core.komi = komi_of(komi, self._core.rules.komi)

    @property
    def to_play(self) -> ColorName:
        """The side to move. It can be set; that is no move and cannot be undone.

        :raises ValueError: when set to what is no colour.
        """
        return named_color(self._core.to_play)

    @to_play.setter
    def to_play(self, color: Color) -> None:
        self._core.to_play = color_of(color, BLACK)

    @property
    def moves(self) -> list[tuple[ColorName, str]]:
        """The moves since the set-up as (colour, point), passes included."""
        return [(named_color(color), self.name(point)) for color, point in self._core.moves]

    @property
    def move_number(self) -> int:
        """The number of moves since the set-up, passes included."""
        return self._core.move_number

    @property
    def last_move(self) -> str | None:
        """The last move; None before the first."""
        moves = self._core.moves
        return self.name(moves[-1][1]) if moves else None

    @property
    def ko(self) -> str | None:
        """The point where the simple ko forbids a capture now; None without one."""
        point = self._core.ko_point
        return None if point is None else self.name(point)

    @property
    def zobrist_key(self) -> int:
        """The key of what ``==`` compares, 64 bits (Zobrist 1970), alike on all machines.

        It goes by stones, ko and side to move. Empty boards of two sizes have the same key.
        """
        return self._core.hash_with_ko

    @property
    def prisoners(self) -> dict[ColorName, int]:
        """How many stones each side has captured."""
        black, white = self._core.prisoners
        return {"black": black, "white": white}

    @property
    def handicap(self) -> int:
        """The number of handicap stones."""
        return self._core.handicap

    @property
    def is_over(self) -> bool:
        """Whether the last two moves were passes, or a side has won by captures."""
        return game_is_over(self._core)

    # --- playing ------------------------------------------------------------------------------

    def play(self, move: Move, color: Color | None = None) -> int:
        """Play a move and return how many stones it captured; the other side is then to move.

        :param move: ``"E5"``, its number, (row, column), ``"ee"`` as in SGF, or ``"pass"``.
        :param color: who plays; the side to move when left out. One side may play several times.
        :raises IllegalMoveError: when the rules forbid the move; its ``reason`` says why. The
            position stays as it was.
        :raises ValueError: when the board has no such point.
        """
        number = number_of_move(move, self.size)
        return self._core.play(number, color_of(color, self._core.to_play))

    def play_all(self, moves: str | Iterable[Move]) -> None:
        """Play several moves in turn: a list, or one text with blanks between (``"E5 G6 pass"``).

        :raises IllegalMoveError: when one of them is illegal; none of them is then played.
        :raises ValueError: when the board has no such point; none of them is then played.
        """
        before = self.move_number
        try:
            for move in listed(moves):
                self.play(move)
        except BaseException:
            self.undo(self.move_number - before)
            raise

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, whoever made them; set-up and handicap stones stay.

        :raises ValueError: when fewer were played; the position stays as it was.
        """
        number = whole("count", count, 0)
        if number > self.move_number:
            raise ValueError(
                f"cannot undo {number} moves: {self.move_number} were played since the set-up"
            )
        self._core.undo(number)

    def is_legal(self, move: Move, color: Color | None = None) -> bool:
        """Return whether the rules allow a move; a pass is always legal.

        :raises ValueError: when the board has no such point.
        """
        return self.why_illegal(move, color) is None

    def why_illegal(self, move: Move, color: Color | None = None) -> str | None:
        """Return why the rules forbid a move, None when they allow it.

        The reasons are ``"occupied"``, ``"ko"``, ``"suicide"`` and ``"superko"``.

        :raises ValueError: when the board has no such point.
        """
        number = number_of_move(move, self.size)
        reason = self._core.illegal_reason(number, color_of(color, self._core.to_play))
        return None if reason is None else reason.value

    def legal_moves(self, color: Color | None = None) -> list[str]:
        """Return all legal moves, from A1 on row by row, the pass last.

        :raises ValueError: when that is no colour.
        """
        names = names_of(self.size)
        points = self._core.legal_moves(color_of(color, self._core.to_play))
        return [names[point] for point in [*points, PASS]]

    def legal_mask(self, color: Color | None = None) -> npt.NDArray[np.bool_]:
        """Return which moves are legal, as an array of shape (size * size + 1,).

        It goes by the number of the move; the last value is the pass's, which is always True. On
        19x19 this takes two microseconds, a tenth of what ``legal_moves`` takes.

        :raises ValueError: when that is no colour.
        """
        return self._core.legal_mask(color_of(color, self._core.to_play))

    # --- counting and showing ---------------------------------------------------------------

    def score(self, dead: str | Iterable[Point] = ()) -> float:
        """Return Black's points minus White's by the rules, komi and handicap points counted.

        Under area rules that is stones and surrounded points, under territory rules surrounded
        points and prisoners. Points in a seki are not recognised under territory rules. Where
        captures win (``capture-1``) it is 1 when Black has won, -1 when White has, else 0.

        :param dead: stones to take off first, one of each chain is enough; all stones that are
            not named count as alive (``Report.dead_stones`` finds dead ones).
        :raises ValueError: when one of them is empty or off the board.
        """
        points = numbers_of(dead, self.size)
        if self.rules.capture:
            return captured_score(self._core)
        if self.rules.scoring is Scoring.TERRITORY:
            return self._core.territory_score(points)
        return self._core.area_score(points)

    def to_dict(self) -> dict[str, Any]:
        """Return the position as values that ``json.dumps`` takes."""
        stones = self._core.stones().ravel()
        return {
            "size": self.size,
            "rules": self.rules.name,
            "komi": self.komi,
            "to_play": self.to_play,
            "black": self._names(np.flatnonzero(stones == BLACK).tolist()),
            "white": self._names(np.flatnonzero(stones == WHITE).tolist()),
            "ko": self.ko,
            "prisoners": dict(self.prisoners),
            "handicap": self.handicap,
            "moves": [list(move) for move in self.moves],
        }

    def __str__(self) -> str:
        return self.to_diagram()

    def __repr__(self) -> str:
        return (
            f"<Position {self.size}x{self.size}, {self.rules.name}, komi {self.komi:g}, "
            f"{self.to_play} to play move {self.move_number + 1}>"
        )

    def _repr_svg_(self) -> str:
        return board_svg(self)

    def __eq__(self, other: object) -> bool:
        """Compare stones, ko and side to move, of boards of the same size."""
        return self._core == other._core if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash of what ``==`` compares, as it is now."""
        return hash((self.size, self.zobrist_key))
