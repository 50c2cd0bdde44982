"""Everything that reads a record, as functions from bytes to what was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from board_ext.position import Position
from gtpengine.game.records import ReadingCounts, parse_sgf, read_games
from gtpengine.gtp.session import Session
from gtpengine.library.games.game import Game
from gtpengine.library.positions.position import Position as LibraryPosition
from gtpengine.play.record import from_sgf as read_play
from gtpengine.play.trouble import PlayError
from gtpengine.review.searching.record import ReviewRecord, read_records
from gtpengine.session.engine import Engine
from gtpengine.sgf.error import SgfError

ERRORS: Final = (SgfError, PlayError, ValueError)
"""What readers raise for a record that they refuse."""


@dataclass(frozen=True)
class Read:
    """What a reader says of a record; None where it has no such thing."""

    komi: float | None = None
    rules: str | None = None
    handicap: int | None = None
    moves: int | None = None

    @classmethod
    def of(cls, position: Position, rules: str | None = None) -> Read:
        found = position.rules.name if rules is None else rules
        return cls(position.komi, found or None, position.handicap, position.move_number)


@contextmanager
def _file(data: bytes) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a game.sgf"
        path.write_bytes(data)
        yield path


def _loadsgf(data: bytes) -> Read:
    session = Session(Engine())
    session.answer("komi 3.5")  # of the game before
    with _file(data) as path:
        reply = session.answer(f"loadsgf {path}") or ""
    if not reply.startswith("="):
        raise SgfError(reply[1:].strip())
    return Read.of(session.engine.position, "")  # the rules stay those of the engine


def _review(data: bytes) -> Read:
    first = read_records(data, "game")[0]
    if not isinstance(first, ReviewRecord):
        raise SgfError(first.reason)
    return Read(first.komi, first.rules.name, first.start.handicap, len(first.moves))


def _training(data: bytes) -> Read:
    game = parse_sgf(data, "game")
    return Read(game.komi, None, None, None)


def _folder(data: bytes) -> Read:
    """The training reader on a folder, which goes on after a bad file."""
    with _file(data) as path:
        (path.parent / "good.sgf").write_bytes(b"(;SZ[5];B[cc])")
        games = [g for found in read_games([path.parent], 5, ReadingCounts()) for g in found]
    assert games
    return Read()


READERS: Final[dict[str, Callable[[bytes], Read]]] = {
    "loadsgf": _loadsgf,
    "play": lambda data: Read.of(read_play(data).position),
    "library": lambda data: Read.of(Game.from_sgf(data).position().core),
    "position": lambda data: Read.of(LibraryPosition.from_sgf(data).core),
    "review": _review,
    "training": _training,
    "folder": _folder,
}
