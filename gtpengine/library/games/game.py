"""Records of games: their moves, variations, comments and players, from SGF and to SGF."""

from __future__ import annotations

import copy
import errno
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from board_ext.coords import BLACK, EMPTY
from board_ext.position import Position as CorePosition
from board_ext.rules import Rules
from gtpengine.base.files.userpath import read_regular
from gtpengine.base.files.wholefile import new_file, whole_file
from gtpengine.game.documents import game_files
from gtpengine.game.replay import position_tree
from gtpengine.game.results import winner_of
from gtpengine.game.sgf import MOST_BYTES, SgfGame, read_games
from gtpengine.library.games.gamenode import GameNode, GameTree
from gtpengine.library.games.viewer import Html, viewer
from gtpengine.library.positions.position import Position
from gtpengine.library.positions.sgfs import checked, read_sgf, replay
from gtpengine.library.searches.report import Report
from gtpengine.library.values import checks
from gtpengine.library.values.points import (
    Color,
    ColorName,
    Move,
    color_of,
    named_color,
    number_of_move,
)
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import is_sgf
from gtpengine.sgf.points import name_of
from gtpengine.sgf.tree import write


class _RootText(property):
    """What a record says in a text property of its root. It can be set."""

    def __init__(self, name: str, doc: str) -> None:
        def read(game: Game) -> str:
            return game._record.root.line(name)

        def write(game: Game, text: str) -> None:
            game._record.root.set_text(name, text)

        super().__init__(read, write, doc=doc)

    def __get__(self, game: Any, kind: type | None = None) -> str:  # type: ignore[override]
        return super().__get__(game, kind)  # type: ignore[no-any-return]

    def __set__(self, game: Any, text: str) -> None:
        super().__set__(game, text)


class Game:
    """A record of a game: where it began, its moves and variations, who played and who won.

    ::

        game = gtpengine.Game.read("game.sgf")
        print(game.black, game.white, game.result, len(game))
        for color, point in game:
            ...
        game.root.next.comment = "A good beginning."
        game.write("game.sgf")

    The moves of a game are the moves of its main line. ``root`` leads to the whole tree, with
    variations, comments, labels and all else that a record has. What was read is written again.

    A record is also made move by move: ``game.play("E5")``.

    :param start: where the game begins, 19x19 under Chinese rules when left out; its moves belong
        to the game. It is copied.
    :raises TypeError: when the start is no position, or one of the others no text.
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
        core = Position().core if start is None else start.core
        texts = {"PB": black, "PW": white, "RE": result, "DT": date, "EV": event}
        self._begin(
            GameTree(position_tree(core, texts), core.size, core.rules, core.komi), core.copy(), ()
        )

    def _begin(self, record: GameTree, end: CorePosition, notes: tuple[str, ...]) -> None:
        self._record = record
        self._notes = notes
        self._end = record.edits, end
        self._file: tuple[str, bytes] | None = None  # a path, and the digest of what is there
        self._source = ""

    # --- from SGF and to SGF ------------------------------------------------------------------

    @classmethod
    def from_sgf(
        cls, sgf: str | bytes, rules: Rules | str | None = None, komi: float | None = None
    ) -> Self:
        """Return the game in an SGF text.

        :param rules: the rules of the game; when left out, those that the record names (``RU``), or
            Chinese ones where it names none.
        :param komi: the komi of the game; when left out, the record's, or the usual komi under the
            rules.
        :raises SgfError: when it is no game of Go, there are several, or a move of the main line is
            illegal; the message says which. It is a ValueError.
        """
        record = read_sgf(sgf)
        if record.more:
            raise SgfError("several games; all_from_sgf and read_all return them all")
        return cls._of(record, rules, komi)

    @classmethod
    def all_from_sgf(
        cls, sgf: str | bytes, rules: Rules | str | None = None, komi: float | None = None
    ) -> list[Self]:
        """Return all games in an SGF text; ``rules`` and ``komi`` are as for ``from_sgf``.

        :raises SgfError: when one of them is no game of Go; the message says which.
        """
        games = []
        for number, record in enumerate(read_games(checked(sgf)), 1):
            try:
                if isinstance(record, SgfError):
                    raise record
                games.append(cls._of(record, rules, komi))
            except SgfError as error:
                raise SgfError(f"game {number}: {error}") from None
        return games

    @classmethod
    def read(
        cls, path: str | Path, rules: Rules | str | None = None, komi: float | None = None
    ) -> Self:
        """Return the game in a file; ``rules`` and ``komi`` are as for ``from_sgf``.

        Read are SGF, and GIB (Tygem), NGF (Cyberoro) and UGF (PandaNet), whatever the file's name.

        :raises OSError: when the file cannot be read.
        :raises SgfError: as for ``from_sgf``; the message names the file.
        """
        place = checks.path("path", path)
        data = read_regular(place, MOST_BYTES)
        try:
            game = cls.from_sgf(data, rules, komi)
        except SgfError as error:
            raise SgfError(f"{path}: {error}") from None
        game._file = os.path.realpath(place), _digest(data)
        return game

    @classmethod
    def read_all(
        cls, path: str | Path, rules: Rules | str | None = None, komi: float | None = None
    ) -> list[Self]:
        """Return all games in an SGF file; ``rules`` and ``komi`` are as for ``from_sgf``.

        :raises OSError: when the file cannot be read.
        :raises SgfError: as for ``all_from_sgf``; the message names the file.
        """
        place = checks.path("path", path)
        try:
            return cls.all_from_sgf(read_regular(place, MOST_BYTES), rules, komi)
        except SgfError as error:
            raise SgfError(f"{path}: {error}") from None

    @classmethod
    def read_each(
        cls,
        path: str | Path,
        rules: Rules | str | None = None,
        komi: float | None = None,
        *,
        skip: Callable[[str], object] | None = None,
    ) -> Iterator[Self]:
        """Yield the games of a file, a folder or an archive, each when it has been read.

        Of folders and archives (zip, tar) the files .sgf, .gib, .ngf, .ugf and .ugi are read, also
        packed by xz. Memory
        holds one file at a time, so any number of games can be gone through::

            for game in gtpengine.Game.read_each("games.zip", skip=print):
                ...

        :param skip: is told, in a sentence with the name of the file, what could not be read; the
            other games follow. When left out, that is an error.
        :raises SgfError: when the place cannot be read; without ``skip``, also when a game cannot.
        """
        if skip is not None:
            checks.function("skip", skip)
        for name, data in game_files(checks.path("path", path)):
            records = [SgfError(data)] if isinstance(data, str) else read_games(data)
            for number, record in enumerate(records, 1):
                try:
                    if isinstance(record, SgfError):
                        raise record
                    game = cls._of(record, rules, komi)
                except SgfError as error:
                    where = name if isinstance(data, str) else f"{name}, game {number}"
                    if skip is None:
                        raise SgfError(f"{where}: {error}") from None
                    skip(f"{where}: {error}")
                else:
                    game._source = f"{name}, game {number}"
                    yield game

    @classmethod
    def _of(cls, record: SgfGame, rules: Rules | str | None, komi: float | None) -> Self:
        end = replay(record, rules, komi)
        game = cls.__new__(cls)
        notes = tuple(map(str, record.terms(None if rules is None else end.rules).notes))
        game._begin(GameTree(record.root, record.size, end.rules, end.komi), end, notes)
        return game

    def merge(self, other: Game) -> None:
        """Add the moves of another game, with its variations, to the tree of this one.

        Where both have a move at the same place its nodes become one. It keeps what this game says
        there, gets what only the other says, and has both comments. So do the roots, but players,
        result and rules stay this game's. The other game stays as it is.

        :raises ValueError: when the games do not begin from the same position.
        """
        if not isinstance(other, Game):
            raise TypeError(f"another gtpengine.Game is merged, not {other!r}")
        if self.root.position() != other.root.position():
            raise ValueError("these games begin from different positions")
        self._record.merge(copy.copy(other)._record.root)

    def to_sgf(self) -> str:
        """Return the whole game as SGF text."""
        return write([self._record.root]).decode("utf-8")

    def write(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the whole game to an SGF file, at once or not at all.

        An SGF file that this game was read from, or written to, is replaced while nobody has
        changed it.

        :param overwrite: whether to replace any other file, too.
        :raises FileExistsError: when another file is there.
        :raises OSError: when it cannot be written; what was there stays.
        """
        place, data = checks.path("path", path), self.to_sgf().encode("utf-8")
        real = Path(os.path.realpath(place))
        if not overwrite and self._file is not None and self._file[0] == str(real):
            there = real.read_bytes() if real.is_file() else b""
            overwrite = _digest(there) == self._file[1] and is_sgf(there)
        _write(place, data, overwrite)
        self._file = str(real), _digest(data)

    @staticmethod
    def write_all(path: str | Path, games: Iterable[Game], *, overwrite: bool = False) -> None:
        """Write several games to one SGF file, at once or not at all.

        :param overwrite: whether to replace a file that is there.
        :raises ValueError: when there are no games.
        :raises FileExistsError: when a file is there.
        :raises OSError: when it cannot be written; what was there stays.
        """
        place = checks.path("path", path)
        roots = [game._record.root for game in checks.several("games", Game, games)]
        if not roots:
            raise ValueError("no games: a record has one or more")
        _write(place, write(roots), overwrite)

    # --- what the record says -----------------------------------------------------------------

    @property
    def root(self) -> GameNode:
        """The first node of the tree; the main line and all variations follow it."""
        return GameNode(self._record, self._record.root)

    @property
    def source(self) -> str:
        """The file that ``read_each`` found the game in, and its number there; else empty."""
        return self._source

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what was assumed while reading, such as rules that the record lacks."""
        return self._notes

    black = _RootText("PB", "The name of the player with the black stones. It can be set.")
    white = _RootText("PW", "The name of the player with the white stones. It can be set.")
    black_rank = _RootText(
        "BR", 'The rank of the player with the black stones: ``"3d"``; settable.'
    )
    white_rank = _RootText("WR", "The rank of the player with the white stones. It can be set.")
    result = _RootText(
        "RE", 'As SGF writes it: ``"B+3.5"``, ``"W+R"``, ``"0"`` (a draw); settable.'
    )
    date = _RootText("DT", 'As SGF writes it: ``"2026-11-23"``. It can be set.')
    event = _RootText("EV", "The tournament or match. It can be set.")

    @property
    def winner(self) -> ColorName | None:
        """Who won, by ``result``; None for a draw or when that is unknown."""
        color = winner_of(self.result)
        return None if color == EMPTY else named_color(color)

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self._record.size

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._record.rules

    @property
    def komi(self) -> float:
        """Points that White gets at the end."""
        return self._record.komi

    # --- moves and positions of the main line -------------------------------------------------

    @property
    def moves(self) -> list[tuple[ColorName, str]]:
        """The moves as (colour, point), passes included."""
        return [move for node in self.root.main_line() for move in node.moves]

    def __iter__(self) -> Iterator[tuple[ColorName, str]]:
        """Yield the moves as (colour, point)."""
        return iter(self.moves)

    def __len__(self) -> int:
        """Return the number of moves."""
        nodes = self._record.root.main_line()
        return sum(len(node.properties.get(name, ())) for node in nodes for name in ("B", "W"))

    def play(self, move: Move, color: Color | None = None) -> int:
        """Add a move and return how many stones it captured (``Position.play``).

        :raises IllegalMoveError: when the rules forbid it; the game stays as it was.
        :raises ValueError: when the board has no such point.
        """
        end = self._last()
        number = number_of_move(move, self.size)
        side = color_of(color, end.to_play)
        captured = end.play(number, side)
        *_, last = self._record.root.main_line()
        last.add_child({"B" if side == BLACK else "W": [name_of(number, self.size)]})
        self._record.edits += 1
        self._end = self._record.edits, end
        return captured

    def undo(self, count: int = 1) -> None:
        """Take the last moves out of the record.

        :raises ValueError: when there are fewer, or variations branch off there, which only
            ``GameNode.remove`` takes out; the game stays as it was.
        """
        left = len(self) - checks.whole("count", count, 0)
        if left < 0:
            raise ValueError(f"cannot undo {count} moves: the game has {len(self)}")
        for node in self.root.main_line():
            left -= len(node.moves)
            if left < 0:
                parent = node.parent
                if parent is None or any(len(n.children) > 1 for n in parent.main_line()):
                    raise ValueError("variations branch off there: see GameNode.remove")
                node.remove()
                return

    def position(self, number: int | None = None) -> Position:
        """Return the position after the given number of moves, or the last position.

        ``root`` leads to the positions of variations.

        :raises ValueError: when there are fewer moves.
        """
        if number is None:
            return Position.from_core(self._last().copy())
        moves = len(self)
        known = checks.whole(f"the game has {moves} moves; number", number, 0, moves)
        return self._after(known, moves)

    def positions(self) -> Iterator[Position]:
        """Yield a position for each number of moves, from the start (0) to the end."""
        moves = len(self)
        for number in range(moves + 1):
            yield self._after(number, moves)

    def _after(self, number: int, moves: int) -> Position:
        """Return the position after some of all the ``moves`` of the main line."""
        end = self._last()
        if end.move_number != moves:  # stones were set up on the way
            return Position.from_core(self._record.position(number=number))
        position = end.copy()
        position.undo(moves - number)
        return Position.from_core(position)

    def _last(self) -> CorePosition:
        """Return the last position of the main line, which is this object's own."""
        if self._end[0] != self._record.edits:
            self._end = self._record.edits, self._record.position()
        return self._end[1]

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle by way of SGF, because a tree is deeper than Python's stack."""
        return _again, (type(self), self.to_sgf(), self.rules, self.komi, self._source)

    def __repr__(self) -> str:
        players = f"{self.black or '?'} - {self.white or '?'}"
        result = f", {self.result}" if self.result else ""
        return f"<Game {players}, {self.size}x{self.size}, {len(self)} moves{result}>"

    def to_html(self, reports: Sequence[Report] = ()) -> Html:
        """Return a page to step through the main line, by keys, touch, mouse or buttons.

        The page is whole and works offline; as the last line of a cell it shows itself in a
        notebook. A game does the same without reports.

        :param reports: reports of the positions from the start on, as ``search_many`` returns them;
            the page shows their win rates and best moves.
        :raises ValueError: when a report is not of the position at its place.
        """
        title = f"{self.black or '?'} - {self.white or '?'}"
        return viewer(title, list(self.positions()), self.root.main_line(), reports)

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.to_html()._repr_html_()


def _again(kind: type[Game], sgf: str, rules: Rules, komi: float, source: str = "") -> Game:
    game = kind.from_sgf(sgf, rules, komi)
    game._source = source
    return game


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _write(path: Path, data: bytes, overwrite: bool) -> None:
    """Write a file; without ``overwrite`` only where none is.

    :raises OSError: when that cannot be done.
    """
    if not overwrite and os.path.lexists(path):
        raise FileExistsError(
            errno.EEXIST, "A file is there; give another name, or overwrite=True", str(path)
        )
    with whole_file(Path(os.path.realpath(path))) if overwrite else new_file(path) as file:
        file.write(data)
