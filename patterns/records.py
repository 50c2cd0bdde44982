"""Game records to learn from: text lines (also .xz), SGF files, folders and zip archives of both.

The line format: board size, komi, result, black rank, white rank, source, moves as GTP vertices,
separated by tabs; Black first, colours alternating. Of SGF, the main line of games without handicap
or set-up stones is taken; a record that cannot be used is counted and passed over.
"""

from __future__ import annotations

import lzma
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, opponent, vertex_to_point

BOTH: Final = BLACK | WHITE
FIELDS: Final = 7

Points = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: ``points`` as in ``board_ext`` (PASS = -1), and whose moves are worth learning.

    ``winner`` is EMPTY when unknown.
    """

    size: int
    points: Points
    source: str
    colors: int = BOTH
    winner: int = EMPTY


@dataclass(slots=True)
class Reading:
    """What became of the records read so far."""

    games: int = 0
    passed_over: dict[str, int] = field(default_factory=dict)

    def skip(self, why: str) -> None:
        self.passed_over[why] = self.passed_over.get(why, 0) + 1


class RecordError(ValueError):
    """A place without records; the text says what to give instead."""


class _Vertices:
    """Vertex names of one board size to points."""

    def __init__(self, size: int) -> None:
        self.points = {"pass": PASS}
        for letter in "ABCDEFGHJKLMNOPQRST"[:size]:
            for row in range(1, size + 1):
                name = f"{letter}{row}"
                self.points[name] = vertex_to_point(name, size)


_VERTICES: dict[int, _Vertices] = {}


def winner_of(result: str) -> int:
    """The colour that won by a result such as ``B+R``; EMPTY for any other text."""
    return {"B+": BLACK, "W+": WHITE}.get(result[:2].upper(), EMPTY)


def parse_line(line: str, strong: Sequence[str] = ()) -> Game:
    """The game of one line; ``ValueError`` when it is none.

    With *strong* (endings of ranks, such as "d" or "p"), only the moves of players with such a
    rank are marked for learning.
    """
    fields = line.rstrip("\n").split("\t")
    if len(fields) != FIELDS:
        raise ValueError(f"{len(fields)} fields instead of {FIELDS}")
    size = int(fields[0])
    if size not in _VERTICES:
        _VERTICES[size] = _Vertices(size)
    names = _VERTICES[size].points
    try:
        points = np.array([names[name] for name in fields[6].split()], dtype=np.int16)
    except KeyError as error:
        raise ValueError(f"no vertex of {size}x{size}: {error}") from None
    colors = BOTH
    if strong:
        colors = (BLACK if fields[3].endswith(tuple(strong)) else 0) | (
            WHITE if fields[4].endswith(tuple(strong)) else 0
        )
    return Game(size, points, fields[5], colors, winner_of(fields[2]))


def parse_sgf(data: bytes, source: str) -> Game:
    """The main line of an SGF game; ``ValueError`` when it is not played out move by move."""
    from sgfmill import sgf

    game = sgf.Sgf_game.from_bytes(data)
    size = game.get_size()
    points: list[int] = []
    to_play = BLACK
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            raise ValueError("handicap or set-up stones")
        color, place = node.get_move()
        if color is None:
            continue
        played = BLACK if color == "b" else WHITE
        if played != to_play:
            # Somebody moved twice: as if the other side had passed.
            points.append(PASS)
        points.append(PASS if place is None else place[0] * size + place[1])
        to_play = opponent(played)
    while points and points[-1] == PASS:
        points.pop()
    root = game.get_root()
    result = root.get("RE") if root.has_property("RE") else ""
    return Game(size, np.array(points, dtype=np.int16), source, winner=winner_of(result))


def _documents(path: Path) -> Iterator[tuple[str, bytes]]:
    """(name, contents) of the files at a path, inside folders and zip archives, in order."""
    if path.is_dir():
        for child in sorted(path.rglob("*")):
            if child.is_file() and child.suffix.lower() in (".sgf", ".txt", ".xz", ".zip"):
                yield from _documents(child)
    elif path.suffix.lower() == ".zip":
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.lower().endswith((".sgf", ".txt")):
                    yield f"{path.name}:{name}", archive.read(name)
    elif path.suffix.lower() == ".xz":
        yield path.name, lzma.decompress(path.read_bytes())
    elif path.is_file():
        yield path.name, path.read_bytes()
    else:
        raise RecordError(f"{path}: no such file or folder; give records as .txt, .xz, .sgf, .zip")


def read_games(
    paths: Sequence[Path], size: int, reading: Reading, strong: Sequence[str] = ()
) -> list[list[Game]]:
    """The games of ``size`` found at *paths*: a list for each file of lines, and one for all SGFs.

    Lists keep the order of the files. Records that cannot be used are counted in *reading*.
    """
    lists: list[list[Game]] = []
    from_sgf: list[Game] = []
    for path in paths:
        for name, data in _documents(path):
            into = from_sgf if name.lower().endswith(".sgf") else []
            texts = [data] if into is from_sgf else data.splitlines()
            for text in texts:
                try:
                    if into is from_sgf:
                        game = parse_sgf(text, name)
                    else:
                        game = parse_line(text.decode("utf-8"), strong)
                except ValueError as error:
                    reading.skip(str(error).splitlines()[0])
                    continue
                if game.size != size:
                    reading.skip(f"board size {game.size}")
                elif not len(game.points) or not game.colors:
                    reading.skip("nothing to learn")
                else:
                    into.append(game)
                    reading.games += 1
            if into and into is not from_sgf:
                lists.append(into)
    if from_sgf:
        lists.append(from_sgf)
    if not lists:
        reasons = "; ".join(f"{why}: {n}" for why, n in reading.passed_over.items())
        raise RecordError(f"no games on {size}x{size} here ({reasons or 'no records at all'})")
    return lists


def split_games(lists: Sequence[Sequence[Game]], share: float) -> tuple[list[Game], list[Game]]:
    """(games to learn from, games to test on): the last *share* of each file is for the test.

    A split by date where the files are in order of date; a game is never divided.
    """
    learn: list[Game] = []
    test: list[Game] = []
    for games in lists:
        cut = len(games) - max(1, round(share * len(games)))
        learn += games[:cut]
        test += games[cut:]
    return learn, test
