"""Games in SGF: the main line of a file as steps to replay, and a game as a file.

Built on sgfmill. Read are size, komi, handicap, set-up stones, moves, and the texts that ``TEXTS``
names. Not done: variations other than the first, comments.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from board_ext.coords import BLACK, MAX_SIZE, MIN_SIZE, PASS, WHITE, opponent
from gtpengine.base.userpath import read_regular

MAX_BYTES: Final = 1 << 20
"""Longest file accepted, in bytes; a game has some 10,000, with many comments 100,000."""

MAX_MARKS: Final = (
    (b";", 30_000, "nodes"),
    (b"(", 100_000, "variations"),
    (b"[", 200_000, "values"),
)
"""Most of these characters in a file, because reading more takes seconds. A game has some 300
nodes, a commented one with variations some 1,000."""

MAX_SET_UPS: Final = 2_000
"""Most set-up properties and rectangles in the main line; a problem has two or three."""

_SET_UP: Final = ("AB", "AW", "AE")

TEXTS: Final = ("PB", "PW", "RE", "DT", "EV", "RU")
"""What a file says of its game: players, result, date, event, rules."""


class SgfError(ValueError):
    """A file that is not a game to replay here; the message says why."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Stones put on the board (or taken away) without playing; points as in ``board_ext``."""

    black: tuple[int, ...]
    white: tuple[int, ...]
    empty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SgfMove:
    """A move or a pass. ``number`` counts the moves of the main line from 1."""

    color: int
    point: int
    number: int


@dataclass(frozen=True, slots=True)
class ToPlay:
    """The property PL: whose turn it is."""

    color: int


Step = SetUp | SgfMove | ToPlay


@dataclass(frozen=True, slots=True)
class SgfGame:
    """One game. ``komi`` is None when the file does not say; ``handicap`` counts stones.

    ``texts`` maps those of ``TEXTS`` that the file has to what it says.
    """

    size: int
    komi: float | None
    handicap: int
    steps: tuple[Step, ...]
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """The number of moves, passes included."""
        return max((step.number for step in self.steps if isinstance(step, SgfMove)), default=0)

    def before(self, move_number: int | None) -> Iterator[Step]:
        """Yield the steps before move ``move_number`` (from 1), or all for None."""
        for step in self.steps:
            if move_number is not None and isinstance(step, SgfMove) and step.number >= move_number:
                return
            yield step


def read_file(path: str) -> SgfGame:
    """Return the game in the file at ``path``.

    :raises SgfError: when it cannot be read or replayed.
    """
    try:
        data = read_regular(path, MAX_BYTES)
    except OSError as error:
        raise SgfError((error.strerror or type(error).__name__).lower()) from None
    if not data:
        raise SgfError("an empty file")
    return read_game(data)


def read_game(data: bytes | str) -> SgfGame:
    """Return the main line of the first game in ``data``.

    Bytes are in the encoding that they name (``CA``); text is text whatever it says there.

    :raises SgfError: when it is not a game of Go.
    """
    from sgfmill import sgf  # late, because most sessions never need it

    if len(data) > MAX_BYTES:
        raise SgfError(f"longer than {MAX_BYTES} bytes")
    for mark, most, what in MAX_MARKS:
        count = data.count(mark.decode()) if isinstance(data, str) else data.count(mark)
        if count > most:
            raise SgfError(f"more than {most} {what}; save the game alone")
    try:
        read = sgf.Sgf_game.from_string if isinstance(data, str) else sgf.Sgf_game.from_bytes
        game = read(data)
    except ValueError as error:
        raise SgfError(f"no SGF: {error}") from None
    size = game.get_size()
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SgfError(f"board size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
    nodes = list(game.main_sequence_iter())
    root = nodes[0]
    if root.has_property("GM") and root.get_raw("GM").strip() != b"1":
        raise SgfError(f"no game of Go, which has GM[1]: {_shown(root, 'GM')}")
    _check_set_ups(nodes)
    steps = tuple(_steps(nodes, size))
    return SgfGame(size, _komi(root), _handicap(root, steps), steps, _texts(root))


def _check_set_ups(nodes: Iterable[Any]) -> None:
    """Refuse set-up stones that would take long to unfold.

    :raises SgfError: when there are too many.
    """
    count = 0
    for node in nodes:
        for name in _SET_UP:
            if node.has_property(name):
                count += 1 + sum(b":" in value for value in node.get_raw_list(name))
    if count > MAX_SET_UPS:
        raise SgfError(f"more than {MAX_SET_UPS} properties and rectangles of set-up stones")


def _steps(nodes: Iterable[Any], size: int) -> Iterator[Step]:
    moves = 0
    for node in nodes:
        try:
            stones = node.get_setup_stones()
            turn = node.get("PL") if node.has_property("PL") else None
            color, place = node.get_move()
        except ValueError:
            raise SgfError(f"after move {moves}: cannot read {_unreadable(node)}") from None
        if any(stones):
            yield SetUp(*(_points(places, size) for places in stones))
        if turn is not None:
            yield ToPlay(_color(turn))
        if color is not None:
            moves += 1
            point = PASS if place is None else int(place[0]) * size + int(place[1])
            yield SgfMove(_color(color), point, moves)


def _unreadable(node: Any) -> str:
    """Return the property of a node that cannot be read."""
    for name in (*_SET_UP, "PL", "B", "W"):
        try:
            if node.has_property(name):
                node.get(name)
        except ValueError:
            return _shown(node, name)
    return "its stones"


def _shown(node: Any, name: str) -> str:
    """Return a property as in the file, cut when it is long; printable ASCII only."""
    values = b"".join(b"[%b]" % value for value in node.get_raw_list(name)[:10])
    text = ascii(values.decode("latin-1"))[1:-1]
    return name + (text if len(text) <= 40 else text[:37] + "...")


def _points(places: Iterable[tuple[int, int]], size: int) -> tuple[int, ...]:
    return tuple(sorted(row * size + column for row, column in places))


def _color(letter: str) -> int:
    return BLACK if letter == "b" else WHITE


def _komi(root: Any) -> float | None:
    try:
        return float(root.get("KM")) if root.has_property("KM") else None
    except ValueError:
        return None


def _handicap(root: Any, steps: Sequence[Step]) -> int:
    """Return how many stones of the first set-up are handicap.

    They are handicap when the file says so, or when only Black has stones and White begins.
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


def _texts(root: Any) -> dict[str, str]:
    texts = {}
    for name in TEXTS:
        if root.has_property(name):
            try:
                text = str(root.get(name))
            except ValueError:  # bytes that its encoding does not have
                text = _shown(root, name).removeprefix(name)
            if not root.has_property("CA"):
                # Such a file is Latin-1 by the standard, and UTF-8 in practice.
                with contextlib.suppress(ValueError):
                    text = text.encode("latin-1").decode("utf-8")
            texts[name] = " ".join(text.split())
    return texts


def initial_player(record: SgfGame) -> int:
    """Return who plays first: as PL or the first move says, else White after a handicap."""
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
    texts: Mapping[str, str] | None = None,
) -> bytes:
    """Return an SGF file of set-up stones and moves (colour, point).

    ``texts`` gives properties by name, as in ``SgfGame``; empty ones are left out.
    """
    from sgfmill import sgf

    game = sgf.Sgf_game(size=size)
    root = game.get_root()
    root.set("AP", tuple(application.partition(":")[::2]))
    root.set("KM", komi)
    root.set("RU", rules)
    for name, text in (texts or {}).items():
        if text:
            root.set(name, text)
    if handicap >= 2:
        root.set("HA", handicap)
    stones = [{divmod(point, size) for point in points} for points in (black, white)]
    if stones[0] or stones[1]:
        root.set_setup_stones(*stones)
    played = list(moves)
    usual = WHITE if handicap >= 2 else BLACK
    if first_to_play != usual and not (played and played[0][0] == first_to_play):
        root.set("PL", _letter(first_to_play))
    node = root
    for color, point in played:
        node = node.new_child()  # extend_main_sequence() walks the whole game for each move
        node.set_move(_letter(color), None if point == PASS else divmod(point, size))
    data: bytes = game.serialise()
    return data


def _letter(color: int) -> str:
    return "w" if opponent(color) == BLACK else "b"
