"""Records of games: their moves and players, from SGF and to SGF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Self

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.rules import Rules
from gtpengine import __version__
from gtpengine.base.userpath import read_regular, user_path
from gtpengine.base.wholefile import whole_file
from gtpengine.game.records import winner_of
from gtpengine.game.replay import initial_position
from gtpengine.game.sgf import game_tree
from gtpengine.library.points import Color, ColorName, Move, named_color
from gtpengine.library.position import Position
from gtpengine.library.sgfs import read_sgf, replay
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import MOST_BYTES
from gtpengine.sgf.tree import write


class Game:
    """A record of a game: where it began, its moves, who played and who won.

    ::

        game = gtpengine.Game.read("game.sgf")
        print(game.black, game.white, game.result, len(game))
        for position in game.positions():
            ...

    A record is also made move by move: ``game.play("E5")``. ``black``, ``white``, ``result``,
    ``date`` and ``event`` are texts that may be set; empty ones are left out of the SGF. Only the
    main line of a file is read; comments and variations are not kept.

    :param start: where the game begins, 19x19 under Chinese rules when left out; its moves belong
        to the game. It is copied.
    """

    def __init__(
        self,
        start: Position | None = None,
        *,
        black: str = "",
        white: str = "",
        result: str = "",
        date: str = "",
        event: str = "",
    ) -> None:
        if not isinstance(start, Position | None):
            raise TypeError(f"a game begins from a gtpengine.Position, not {start!r}")
        self._end = Position() if start is None else start.copy()
        self.black = black
        """The name of the player with the black stones."""
        self.white = white
        """The name of the player with the white stones."""
        self.result = result
        """As SGF writes it: ``"B+3.5"``, ``"W+R"`` (by resignation), ``"0"`` (a draw)."""
        self.date = date
        """As SGF writes it: ``"2026-11-23"``."""
        self.event = event
        """The tournament or match."""

    # --- from SGF and to SGF ------------------------------------------------------------------

    @classmethod
    def from_sgf(
        cls, sgf: str | bytes, rules: Rules | str | None = None, komi: float | None = None
    ) -> Self:
        """Return the first game in an SGF text.

        :param rules: those of the game; when left out, those that the record names (``RU``), or
            Chinese ones where it names none.
        :param komi: that of the game; when left out, that of the record, or that usual under the
            rules.
        :raises ValueError: when it is no game of Go, a move is illegal, stones are set up in
            mid-game; the message says which.
        """
        record = read_sgf(sgf)
        end = replay(record, rules, komi)
        if end.move_number < record.moves:
            raise SgfError(
                "stones are set up in mid-game, which a Game cannot hold; Position.from_sgf can"
            )
        texts = record.texts
        return cls(
            Position.from_core(end),
            black=texts.get("PB", ""),
            white=texts.get("PW", ""),
            result=texts.get("RE", ""),
            date=texts.get("DT", ""),
            event=texts.get("EV", ""),
        )

    @classmethod
    def read(
        cls, path: str | Path, rules: Rules | str | None = None, komi: float | None = None
    ) -> Self:
        """Return the first game in an SGF file; ``rules`` and ``komi`` are as for ``from_sgf``.

        :raises OSError: when the file cannot be read.
        :raises ValueError: as for ``from_sgf``; the message names the file.
        """
        try:
            return cls.from_sgf(read_regular(user_path(str(path)), MOST_BYTES), rules, komi)
        except SgfError as error:
            raise SgfError(f"{path}: {error}") from None

    def to_sgf(self) -> str:
        """Return the game as SGF text."""
        core = self._end.core
        start = initial_position(core)
        points = range(core.size**2)
        texts = {
            "PB": self.black,
            "PW": self.white,
            "RE": self.result,
            "DT": self.date,
            "EV": self.event,
        }
        tree = game_tree(
            core.size,
            core.komi,
            core.rules.name,
            core.handicap,
            [p for p in points if start.color_at(p) == BLACK],
            [p for p in points if start.color_at(p) == WHITE],
            start.to_play,
            core.moves,
            f"gtpengine:{__version__}",
            texts,
        )
        return write([tree]).decode("utf-8")

    def write(self, path: str | Path) -> None:
        """Write the game to an SGF file: whole, or not at all.

        :raises OSError: when it cannot be written; what was there stays.
        """
        with whole_file(user_path(str(path))) as file:
            file.write(self.to_sgf().encode("utf-8"))

    # --- moves and positions ------------------------------------------------------------------

    @property
    def moves(self) -> list[tuple[ColorName, str]]:
        """The moves as (colour, point), passes included."""
        return self._end.moves

    @property
    def winner(self) -> ColorName | None:
        """Who won, by ``result``; None for a draw or when that is unknown."""
        color = winner_of(self.result)
        return None if color == EMPTY else named_color(color)

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self._end.size

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._end.rules

    @property
    def komi(self) -> float:
        """Points that White gets at the end."""
        return self._end.komi

    def play(self, move: Move, color: Color | None = None) -> int:
        """Add a move and return how many stones it captured (``Position.play``).

        :raises IllegalMoveError: when the rules forbid it; the game stays as it was.
        :raises ValueError: when the board has no such point.
        """
        return self._end.play(move, color)

    def undo(self, count: int = 1) -> None:
        """Take the last moves out of the record.

        :raises ValueError: when there are fewer; the game stays as it was.
        """
        self._end.undo(count)

    def position(self, number: int | None = None) -> Position:
        """Return a copy of the position after the given number of moves, or of the last position.

        :raises ValueError: when there are fewer moves.
        """
        if number is not None and not 0 <= number <= len(self):
            raise ValueError(f"position {number}: the game has {len(self)} moves, give 0 to that")
        position = self._end.copy()
        position.undo(0 if number is None else len(self) - number)
        return position

    def positions(self) -> Iterator[Position]:
        """Yield a position for each number of moves, from the start (0) to the end."""
        for number in range(len(self) + 1):
            yield self.position(number)

    def __len__(self) -> int:
        """Return the number of moves."""
        return self._end.move_number

    def __repr__(self) -> str:
        players = f"{self.black or '?'} - {self.white or '?'}"
        result = f", {self.result}" if self.result else ""
        return f"<Game {players}, {self.size}x{self.size}, {len(self)} moves{result}>"

    def _repr_svg_(self) -> str:
        return self._end._repr_svg_()
