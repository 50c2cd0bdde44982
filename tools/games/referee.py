"""The referee decides legality and score; it never takes the playing engines' word.

Two boards can judge: ``board_ext.position.Position`` (ours, the default) and sgfmill's board, a
second opinion by other authors. Colours are ``"b"`` and ``"w"``, vertices upper-case GTP texts.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable

from sgfmill import boards

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex, vertex_to_point
from board_ext.position import IllegalMoveError, Position
from board_ext.rules import Ko, Rules, Scoring

_COLORS = {"b": BLACK, "w": WHITE}


class ForbiddenMoveError(Exception):
    """A move that the rules forbid. The text is the reason."""


class Referee(abc.ABC):
    """The board of one game."""

    def __init__(self, size: int, rules: Rules, komi: float) -> None:
        self.size = size
        self.rules = rules
        self.komi = komi

    @abc.abstractmethod
    def set_up(self, black: Iterable[str], white: Iterable[str], handicap: int = 0) -> None:
        """Place stones before the first move.

        ``handicap`` of the black ones are handicap stones: rules may give White points for them.

        :raises ForbiddenMoveError: if a chain has no liberty
        """

    @abc.abstractmethod
    def play(self, color: str, vertex: str) -> None:
        """Play the move.

        :raises ForbiddenMoveError: if it is illegal; nothing has changed then
        """

    @abc.abstractmethod
    def color_at(self, vertex: str) -> str:
        """Return ``"b"``, ``"w"`` or, for an empty point, ``""``.

        :raises ForbiddenMoveError: if ``vertex`` is no point of the board
        """

    @abc.abstractmethod
    def score(self, dead: Iterable[str]) -> float:
        """Return Black minus White by the game's rules, komi included.

        The stones ``dead`` are taken off first; all others are alive.
        """

    def point(self, vertex: str) -> int:
        """Return the point of ``vertex``.

        :raises ForbiddenMoveError: if it is not on the board
        """
        try:
            return vertex_to_point(vertex, self.size)
        except ValueError as error:
            raise ForbiddenMoveError(
                f"{vertex or 'an empty answer'} is no vertex of this board"
            ) from error

    def intersection(self, vertex: str) -> int:
        """Return the point of ``vertex``, which is no pass.

        :raises ForbiddenMoveError: if it is one, or not on the board
        """
        point = self.point(vertex)
        if point == PASS:
            raise ForbiddenMoveError("a pass is no point")
        return point


class PositionReferee(Referee):
    """Our own board."""

    def __init__(self, size: int, rules: Rules, komi: float) -> None:
        super().__init__(size, rules, komi)
        self._position = Position(size, rules, komi)

    def set_up(self, black: Iterable[str], white: Iterable[str], handicap: int = 0) -> None:
        stones = [[self.intersection(vertex) for vertex in side] for side in (black, white)]
        try:
            self._position.set_up(stones[0], stones[1], handicap=handicap)
        except ValueError as error:
            raise ForbiddenMoveError(f"set-up stones: {error}") from error

    def play(self, color: str, vertex: str) -> None:
        try:
            self._position.play(self.point(vertex), _COLORS[color])
        except IllegalMoveError as error:
            raise ForbiddenMoveError(str(error)) from error

    def color_at(self, vertex: str) -> str:
        return {BLACK: "b", WHITE: "w"}.get(self._position.color_at(self.intersection(vertex)), "")

    def score(self, dead: Iterable[str]) -> float:
        points = [self.intersection(vertex) for vertex in dead]
        if self.rules.scoring is Scoring.TERRITORY:
            return float(self._position.territory_score(points))
        return float(self._position.area_score(points))


class SgfmillReferee(Referee):
    """sgfmill's board with ko and superko added. Area scoring only."""

    def __init__(self, size: int, rules: Rules, komi: float) -> None:
        super().__init__(size, rules, komi)
        if rules.scoring is Scoring.TERRITORY:
            raise ValueError("the sgfmill referee scores by area: use --referee own")
        self._board = boards.Board(size)
        self._ko: tuple[int, int] | None = None
        self._ko_color = ""
        self._bonus = 0
        self._seen = {self._key("w")}

    def set_up(self, black: Iterable[str], white: Iterable[str], handicap: int = 0) -> None:
        stones = [[self._cell(vertex) for vertex in side] for side in (black, white)]
        if not self._board.apply_setup(stones[0], stones[1], []):
            raise ForbiddenMoveError("set-up stones: a chain without liberties")
        self._bonus = self.rules.handicap_bonus.points(handicap)
        self._seen = {self._key("w")}

    def play(self, color: str, vertex: str) -> None:
        if self.point(vertex) == PASS:
            self._ko = None
            self._seen.add(self._key(color))
            return
        row, col = self._cell(vertex)
        if self._board.get(row, col) is not None:
            raise ForbiddenMoveError(f"{vertex} is occupied")
        # Only the player who did not just take the ko is barred from the point.
        if self.rules.ko is Ko.SIMPLE and self._ko == (row, col) and color == self._ko_color:
            raise ForbiddenMoveError(f"{vertex} retakes a ko")
        before = self._board.copy()
        ko = self._board.play(row, col, color)
        if self._board.get(row, col) is None and (
            not self.rules.suicide or self._board.board == before.board
        ):
            self._board = before
            raise ForbiddenMoveError(f"{vertex} is suicide")
        key = self._key(color)
        if self.rules.ko is not Ko.SIMPLE and key in self._seen:
            self._board = before
            raise ForbiddenMoveError(f"{vertex} repeats an earlier position")
        self._ko = ko
        self._ko_color = "w" if color == "b" else "b"
        self._seen.add(key)

    def color_at(self, vertex: str) -> str:
        return self._board.get(*self._cell(vertex)) or ""

    def score(self, dead: Iterable[str]) -> float:
        board = self._board.copy()
        board.apply_setup([], [], [self._cell(vertex) for vertex in dead])
        return float(board.area_score()) - self.komi - self._bonus

    def _cell(self, vertex: str) -> tuple[int, int]:
        return divmod(self.intersection(vertex), self.size)

    def _key(self, just_played: str) -> object:
        stones = tuple(tuple(row) for row in self._board.board)
        return (stones, just_played) if self.rules.ko is Ko.SITUATIONAL else stones


def make_referee(kind: str, size: int, rules: Rules, komi: float) -> Referee:
    """Return the referee called ``kind``: ``own`` or ``sgfmill``.

    :raises ValueError: for another name, or rules that this referee does not know
    """
    if rules.capture:
        raise ValueError(f"games by the rules {rules.name} have no referee: choose other rules")
    if kind == "own":
        return PositionReferee(size, rules, komi)
    if kind == "sgfmill":
        return SgfmillReferee(size, rules, komi)
    raise ValueError(f"no referee {kind!r}: use own or sgfmill")


def chain_of(referee: Referee, vertex: str) -> set[str]:
    """Return all vertices of the chain at ``vertex``; empty for an empty point.

    :raises ForbiddenMoveError: if ``vertex`` is no point of the board
    """
    color = referee.color_at(vertex)
    if not color:
        return set()
    size, todo, chain = referee.size, [referee.point(vertex)], set[int]()
    while todo:
        point = todo.pop()
        if point in chain:
            continue
        chain.add(point)
        row, col = divmod(point, size)
        for r, c in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if 0 <= r < size and 0 <= c < size:
                near = r * size + c
                if referee.color_at(point_to_vertex(near, size)) == color:
                    todo.append(near)
    return {point_to_vertex(point, size) for point in chain}
