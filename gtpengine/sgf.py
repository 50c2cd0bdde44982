"""Games in SGF: the main line of a file as steps to replay, and a game as a file.

Built on sgfmill. Only what a Go engine needs is read: size, komi, handicap, set-up stones and
moves. Not done: variations other than the first, comments, rules (``RU``), results.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from board_ext.coords import BLACK, MAX_SIZE, MIN_SIZE, PASS, WHITE, opponent

MAX_BYTES: Final = 4 << 20
"""Longer files are refused; one game takes some 10,000 bytes, with all its comments 100,000."""

MAX_NODES: Final = 30_000
"""Files with more semicolons are refused, because reading them takes seconds; a game has some 300
nodes, a commented one with variations some 1,000."""


class SgfError(ValueError):
    """The file is no game that can be replayed here; the text says why."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Stones put on the board (or taken away) without playing; points as in ``board_ext``."""

    black: tuple[int, ...]
    white: tuple[int, ...]
    empty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A move or a pass. ``number`` counts the moves of the main line from 1."""

    color: int
    point: int
    number: int


@dataclass(frozen=True, slots=True)
class ToPlay:
    """The property PL: whose turn it is."""

    color: int


Step = SetUp | Move | ToPlay


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. ``komi`` is None when the file does not say; ``handicap`` counts stones."""

    size: int
    komi: float | None
    handicap: int
    steps: tuple[Step, ...]

    def before(self, move_number: int | None) -> Iterator[Step]:
        """The steps before move ``move_number`` (from 1), or all for None."""
        for step in self.steps:
            if move_number is not None and isinstance(step, Move) and step.number >= move_number:
                return
            yield step


def read_file(path: str) -> GameRecord:
    """The game in the file at ``path``; :class:`SgfError` when it cannot be read or replayed."""
    try:
        file = Path(path)
        # A pipe or a device could block or never end.
        if not stat.S_ISREG(file.stat().st_mode):
            raise SgfError("not a regular file")
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise SgfError((error.strerror or type(error).__name__).lower()) from None
    except ValueError:  # a NUL character in the path, or one the file system cannot encode
        raise SgfError("no such file or directory") from None
    return read_game(data)


def read_game(data: bytes) -> GameRecord:
    """The main line of the first game in ``data``; :class:`SgfError` when it is none of Go."""
    from sgfmill import sgf  # late, because most sessions never need it

    if len(data) > MAX_BYTES:
        raise SgfError(f"longer than {MAX_BYTES} bytes")
    if data.count(b";") > MAX_NODES:
        raise SgfError(f"more than {MAX_NODES} nodes; save the game alone")
    try:
        game = sgf.Sgf_game.from_bytes(data)
    except ValueError as error:
        raise SgfError(f"no SGF: {error}") from None
    size = game.get_size()
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SgfError(f"board size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
    nodes = list(game.main_sequence_iter())
    steps: list[Step] = []
    moves = 0
    for node in nodes:
        try:
            black, white, empty = node.get_setup_stones()
            if black or white or empty:
                steps.append(SetUp(*(_points(places, size) for places in (black, white, empty))))
            if node.has_property("PL"):
                steps.append(ToPlay(_color(node.get("PL"))))
            color, place = node.get_move()
        except ValueError as error:
            raise SgfError(f"after move {moves}: {error}") from None
        if color is not None:
            moves += 1
            point = PASS if place is None else int(place[0]) * size + int(place[1])
            steps.append(Move(_color(color), point, moves))
    return GameRecord(size, _komi(nodes[0]), _handicap(nodes[0], steps), tuple(steps))


def _points(places: Iterable[tuple[int, int]], size: int) -> tuple[int, ...]:
    return tuple(sorted(row * size + column for row, column in places))


def _color(letter: str) -> int:
    return BLACK if letter == "b" else WHITE


def _komi(root: Any) -> float | None:
    try:
        return float(root.get("KM")) if root.has_property("KM") else None
    except ValueError:
        return None


def _handicap(root: Any, steps: list[Step]) -> int:
    """How many stones of the first set-up are handicap.

    They are when the file says so, or when Black alone has stones and White begins.
    """
    first = steps[0] if steps else None
    if not isinstance(first, SetUp) or first.white or len(first.black) < 2:
        return 0
    try:
        declared = root.get("HA") if root.has_property("HA") else None
    except ValueError:
        declared = None
    if declared is not None:
        return len(first.black) if declared >= 2 else 0
    follower = next((step.color for step in steps[1:] if not isinstance(step, SetUp)), WHITE)
    return len(first.black) if follower == WHITE else 0


def initial_player(record: GameRecord) -> int:
    """Who plays first: as PL or the first move says, else White after a handicap."""
    for step in record.steps:
        if not isinstance(step, SetUp):
            return step.color
    return WHITE if record.handicap else BLACK


def write_game(
    size: int,
    komi: float,
    rules: str,
    handicap: int,
    black: Iterable[int],
    white: Iterable[int],
    first_to_play: int,
    moves: Iterable[tuple[int, int]],
    application: str,
) -> bytes:
    """An SGF file of set-up stones and moves (colour, point)."""
    from sgfmill import sgf

    game = sgf.Sgf_game(size=size)
    root = game.get_root()
    root.set("AP", tuple(application.partition(":")[::2]))
    root.set("KM", komi)
    root.set("RU", rules)
    if handicap >= 2:
        root.set("HA", handicap)
    stones = [{divmod(point, size) for point in points} for points in (black, white)]
    if stones[0] or stones[1]:
        root.set_setup_stones(*stones)
    played = list(moves)
    usual = WHITE if handicap >= 2 else BLACK
    if first_to_play != usual and not (played and played[0][0] == first_to_play):
        root.set("PL", _letter(first_to_play))
    for color, point in played:
        node = game.extend_main_sequence()
        node.set_move(_letter(color), None if point == PASS else divmod(point, size))
    data: bytes = game.serialise()
    return data


def _letter(color: int) -> str:
    return "w" if opponent(color) == BLACK else "b"
