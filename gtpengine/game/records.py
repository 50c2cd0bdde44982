"""Game records to learn from: text lines (also .xz), files of games, folders and archives of both.

A line has, separated by tabs: board size, komi, result, black rank, white rank, source, moves as
GTP vertices; Black first, colours alternating. From SGF the main line of each game without handicap
or set-up stones is taken, up to where a colour moves twice; games with a date are put in its order.
Encodings of names and comments do not matter. Games that teach nothing are counted and skipped, and
files that cannot be read are told.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import (
    BLACK,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    WHITE,
    opponent,
    vertex_to_point,
)
from gtpengine.game.documents import RecordError, documents, is_game
from gtpengine.game.komi import komi_of
from gtpengine.game.results import winner_of
from gtpengine.game.rulenames import record_rules
from gtpengine.game.sgf import SET_UP, board_size, record_komi
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import SgfTree, first_tree, trees
from gtpengine.sgf.points import move_points
from gtpengine.sgf.tree import SgfNode

BOTH: Final = BLACK | WHITE
FIELDS: Final = 7
Points = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game: ``points`` as in ``board_ext`` (PASS = -1), and whose moves are worth learning.

    An unknown ``winner`` is EMPTY, an unknown ``komi`` None. ``date`` is copied from an SGF record;
    ``rules`` is the name of its rules, empty when they are missing or unknown. ``ranks`` are as in
    the record, Black's first; ``scored`` is whether the game was counted, after two passes;
    ``margin`` is then Black's lead in points, komi counted.
    """

    size: int
    points: Points
    source: str
    colors: int = BOTH
    winner: int = EMPTY
    date: str = ""
    komi: float | None = None
    rules: str = ""
    ranks: tuple[str, str] = ("", "")
    scored: bool = False
    margin: float | None = None


@dataclass(slots=True)
class ReadingCounts:
    """Counts of the records read and skipped so far.

    ``unread`` names the files that could not be read, whole or in part, and says why.
    """

    games: int = 0
    passed_over: dict[str, int] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def skip(self, why: str) -> None:
        self.passed_over[why] = self.passed_over.get(why, 0) + 1


@dataclass(frozen=True, slots=True)
class RecordSource:
    """A place of records, and whose moves to learn there: endings of ranks, such as "d" or "p";
    when empty, the default for all places holds."""

    path: Path
    strong: tuple[str, ...] = ()

    @classmethod
    def named(cls, text: str) -> RecordSource:
        """Read ``FILE``, or ``FILE:d,p`` with ranks after the last colon.

        A file whose whole name is the text comes first.
        """
        path, _, ranks = text.rpartition(":")
        if not path or not ranks or Path(text).exists() or not Path(path).exists():
            return cls(Path(text))
        return cls(Path(path), endings(ranks))

    @property
    def name(self) -> str:
        """Return the name without ranks, to record what was learned from."""
        return ":".join(filter(None, [self.path.name, ",".join(self.strong)]))


def endings(text: str) -> tuple[str, ...]:
    """Return the endings of ranks in a text such as ``d,p``."""
    return tuple(filter(None, (word.strip() for word in text.split(","))))


def place_names(places: Iterable[RecordSource], strong: tuple[str, ...]) -> list[str]:
    """Return the names of places with the ranks learned there; ``strong`` is the default for places
    without ranks of their own."""
    return sorted(RecordSource(place.path, place.strong or strong).name for place in places)


class _Vertices:
    """A map from the vertex names of one board size to points."""

    def __init__(self, size: int) -> None:
        self.points = {"pass": PASS}
        for letter in "ABCDEFGHJKLMNOPQRST"[:size]:
            for row in range(1, size + 1):
                name = f"{letter}{row}"
                self.points[name] = vertex_to_point(name, size)


_VERTICES: dict[int, _Vertices] = {}


def game_ids(games: Iterable[RecordedGame]) -> npt.NDArray[np.uint32]:
    """Return a hash of the moves of each game, uint32, shape (games,)."""
    return np.array(
        [zlib.crc32(game.points.astype("<i2").tobytes(), game.size) for game in games], np.uint32
    )


def is_scored(result: str) -> bool:
    """Return whether a result such as ``B+3.5``, ``W+0.5`` or ``0`` is a count of points."""
    margin = result.strip().upper().removeprefix("B+").removeprefix("W+")
    return margin == "DRAW" or (margin[:1].isdecimal() and margin.replace(".", "", 1).isdecimal())


def margin_of(result: str) -> float | None:
    """Return Black's lead in points by a result such as ``W+3.5``; None when none was counted."""
    if not is_scored(result):
        return None
    points = result.strip().upper().removeprefix("B+").removeprefix("W+")
    try:
        lead = 0.0 if points == "DRAW" else float(points)
    except ValueError:
        return None
    return -lead if winner_of(result.strip()) == WHITE else lead


def rules_of(text: str) -> str:
    """Return the name of the rules in an SGF property RU; empty when missing or unknown."""
    rules, note = record_rules(text)
    return rules.name if rules and not note else ""


def is_handicap(text: str) -> bool:
    """Return whether an SGF property HA means handicap stones, whoever placed them."""
    word = text.strip()
    return word.isdecimal() and int(word) > 1


def parse_line(line: str, strong: Sequence[str] = ()) -> RecordedGame:
    """Return the game of one line.

    With ``strong`` (endings of ranks, such as "d" or "p"), only the moves of players with such a
    rank are marked for learning.

    :raises ValueError: when the line is not a game.
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
    colors = _strong_colors(fields[3], fields[4], strong)
    komi = komi_of(fields[1])
    return RecordedGame(
        size,
        points,
        fields[5],
        colors,
        winner_of(fields[2]),
        komi=komi,
        ranks=(fields[3], fields[4]),
        scored=is_scored(fields[2]),
        margin=margin_of(fields[2]),
    )


def _strong_colors(black: str, white: str, strong: Sequence[str]) -> int:
    """Return the colours whose rank ends as one of ``strong`` does; both when it is empty."""
    if not strong:
        return BOTH
    return (BLACK if black.endswith(tuple(strong)) else 0) | (
        WHITE if white.endswith(tuple(strong)) else 0
    )


def parse_sgf(data: bytes, source: str, strong: Sequence[str] = ()) -> RecordedGame:
    """Return the main line of the first game.

    :raises ValueError: when it is not played out move by move.
    """
    return _sgf_game(first_tree(data), source, strong)


def _sgf_game(tree: SgfTree, source: str, strong: Sequence[str]) -> RecordedGame:
    root = tree.root
    if root.raw("GM").strip() not in (b"", b"1"):
        raise ValueError("another game than Go")
    if is_handicap(root.line("HA")):
        raise ValueError("handicap or set-up stones")
    size = board_size(root)
    points = _played(root, size)
    black, white = (root.line(name).strip(" ?*") for name in ("BR", "WR"))
    result = root.line("RE")
    return RecordedGame(
        size,
        np.array(points, dtype=np.int16),
        source,
        _strong_colors(black, white, strong),
        winner_of(result),
        root.line("DT"),
        record_komi(root),
        rules_of(root.line("RU")),
        (black, white),
        is_scored(result),
        margin_of(result),
    )


def _played(root: SgfNode, size: int) -> list[int]:
    """Return the moves up to where a colour moves twice or stones are set up, without last passes.

    :raises ValueError: when the game does not begin with Black on the empty board.
    """
    points: list[int] = []
    to_play = BLACK
    for node in root.main_line():
        if not SET_UP.isdisjoint(node.properties):
            if not points:
                raise ValueError("handicap or set-up stones")
            break
        try:
            moves = move_points(node, size)
        except SgfError:
            raise ValueError(f"a move that is none on {size}x{size}") from None
        for color, point in moves:
            played = BLACK if color == "b" else WHITE
            if played != to_play:
                # A pass in between was no choice of a player; neither are handicap stones.
                if not points:
                    raise ValueError("White begins")
                break
            points.append(point)
            to_play = opponent(played)
        else:
            continue
        break
    while points and points[-1] == PASS:
        points.pop()
    return points


def _games(
    name: str, data: bytes, reading: ReadingCounts, strong: Sequence[str]
) -> Iterator[RecordedGame]:
    """Yield the games of one file, of any size; count those that cannot be used."""
    if is_game(name):
        yield from _sgf_games(name, data, reading, strong)
        return
    lines = data.splitlines()
    bad: list[str] = []
    for number, line in enumerate(lines, 1):
        try:
            yield parse_line(line.decode("utf-8"), strong)
        except UnicodeDecodeError:
            bad.append(f"line {number} is no text")
        except ValueError as error:
            bad.append(f"line {number}: {str(error).splitlines()[0]}")
    if bad:
        reading.unread.append(f"{name}: {len(bad):,} of {len(lines):,} lines are no game; {bad[0]}")


def _sgf_games(
    name: str, data: bytes, reading: ReadingCounts, strong: Sequence[str]
) -> Iterator[RecordedGame]:
    found = trees(data)
    while True:
        try:
            yield _sgf_game(next(found), name, strong)
        except StopIteration:
            return
        except SgfError as error:
            reading.unread.append(f"{name}: {error}")
        except ValueError as error:
            reading.skip(str(error))


def read_games(
    places: Sequence[Path | RecordSource],
    size: int,
    reading: ReadingCounts,
    strong: Sequence[str] = (),
    tell: Callable[[ReadingCounts], None] = lambda _: None,
) -> list[list[RecordedGame]]:
    """Return the games of ``size`` at ``places``: a list for each file of lines, one for all SGFs.

    Lists keep the order of their file; SGFs with a date are sorted by it. Games that cannot be used
    are counted in ``reading``, which ``tell`` gets after each file; files that cannot be read are
    named there. A place without ranks of
    its own uses ``strong``.

    :raises RecordError: when there are no games.
    """
    lists: list[list[RecordedGame]] = []
    from_sgf: list[RecordedGame] = []
    others: Counter[int] = Counter()
    for place in places:
        own = place if isinstance(place, RecordSource) else RecordSource(place)
        for name, data in _documents(own.path, reading):
            found = []
            for game in _games(name, data, reading, own.strong or strong):
                if game.size != size:
                    others[game.size] += 1
                    reading.skip(f"board size {game.size}")
                elif not len(game.points) or not game.colors:
                    reading.skip("nothing to learn")
                else:
                    found.append(game)
                    reading.games += 1
            tell(reading)
            if is_game(name):
                from_sgf += found
            elif found:
                lists.append(found)
    if from_sgf:
        lists.append(sorted(from_sgf, key=lambda game: game.date))
    if not lists:
        counts = (f"{why}: {n}" for why, n in reading.passed_over.items())
        reasons = "; ".join([*reading.unread, *counts])
        usual = [n for n, _ in others.most_common() if MIN_SIZE <= n <= MAX_SIZE]
        raise RecordError(
            f"no games on {size}x{size} here ({reasons or 'no records at all'}); give "
            + (f"--size {usual[0]}, or other records" if usual else "other records")
        )
    return lists


def _documents(path: Path, reading: ReadingCounts) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the files at a path; tell of what cannot be read."""
    try:
        yield from documents(path, reading.unread.append)
    except RecordError as error:
        reading.unread.append(str(error))


def split_games(
    lists: Sequence[Sequence[RecordedGame]], share: float
) -> tuple[list[RecordedGame], list[RecordedGame]]:
    """Return (games to learn from, games to test on): the last ``share`` of each file is for tests.

    This splits by date where files are in order of date; a game is never divided.
    """
    learn: list[RecordedGame] = []
    test: list[RecordedGame] = []
    for games in lists:
        cut = len(games) - max(1, round(share * len(games)))
        learn += games[:cut]
        test += games[cut:]
    return learn, test


def spread(games: Sequence[RecordedGame], number: int) -> list[RecordedGame]:
    """Return an evenly spaced sample of at most ``number`` games."""
    number = min(number, len(games))
    return [games[i * len(games) // number] for i in range(number)]
