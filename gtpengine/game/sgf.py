"""What a record in SGF says of a game of Go: size, komi, rules, handicap, the main line as steps.

A record is read as it is meant. What it leaves open, or says in a way that is not known here, is
taken as usual, and a note says so. The whole tree stays beside it (``SgfGame.root``), to be written
again.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from board_ext.coords import BLACK, MAX_SIZE, MIN_SIZE, PASS, WHITE, opponent
from board_ext.rules import CHINESE, Rules
from gtpengine import __version__
from gtpengine.base.files.userpath import read_regular
from gtpengine.base.text.language import Text, later
from gtpengine.game.handicap import HANDICAP_KOMI
from gtpengine.game.komi import komi_of
from gtpengine.game.rulenames import record_rules, rules_words
from gtpengine.sgf.error import SgfError, shown
from gtpengine.sgf.parse import SgfTree, first_tree, trees
from gtpengine.sgf.points import move_points, name_of, stones
from gtpengine.sgf.tree import SgfNode

MOST_BYTES: Final = 48 << 20
"""Longest file; a game has some 10,000 bytes, with the analysis of a program some millions."""

MOST_MOVES: Final = 30_000
"""Most moves of the main line; a game has some 300."""

MAX_SET_UPS: Final = 2_000
"""Most set-up properties and rectangles in the main line; a problem has two or three."""

MOST_HANDICAP: Final = MAX_SIZE**2 // 2
"""Most handicap stones that a file may claim by HA; a higher number is ignored."""

TEXTS: Final = ("PB", "PW", "BR", "WR", "RE", "DT", "EV", "RU", "KM")
"""What a file says of its game: players, their ranks, result, date, event, rules, komi."""

LONGEST_TEXT: Final = 10_000
"""Most characters of a text of ``TEXTS``."""

_STONES: Final = ("AB", "AW", "AE")
SET_UP: Final = frozenset(_STONES)
"""Properties that set up stones."""
_BETWEEN: Final = SET_UP | {"PL"}
"""Properties of the board that are no moves."""

_SIZE: Final = re.compile(rb"\s*0*(\d{1,4})\s*(?:[:xX*]\s*0*(\d{1,4})\s*)?")


@dataclass(frozen=True, slots=True)
class SetUp:
    """Stones put on the board (or taken away) without playing; points as in ``board_ext``."""

    black: tuple[int, ...]
    white: tuple[int, ...]
    empty: tuple[int, ...]


class SgfMove(NamedTuple):
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
class RecordRules:
    """The rules and the komi that a record is taken to have been played by.

    ``notes`` are sentences on what was assumed.
    """

    rules: Rules
    komi: float
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class SgfGame:
    """One game. ``komi`` is None when the file does not say; ``handicap`` counts stones.

    ``texts`` maps each of ``TEXTS`` that the file has to what it says; ``notes`` are sentences on
    what was assumed while reading. ``root`` is the whole game, with variations and comments;
    ``more`` is whether other games follow in the file.
    """

    size: int
    komi: float | None
    handicap: int
    steps: tuple[Step, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[Text, ...] = field(default=(), compare=False)
    root: SgfNode = field(default_factory=SgfNode, compare=False)
    more: bool = field(default=False, compare=False)

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

    def terms(self, rules: Rules | None = None, otherwise: Rules = CHINESE) -> RecordRules:
        """Return the rules and the komi of the game.

        :param rules: those to use, whatever the record says.
        :param otherwise: the rules of a record that names none, or rules that are not known here.
        """
        notes = list(self.notes)
        said = self.texts.get("RU", "")
        under, note = record_rules(said)
        if rules is None:
            if note:
                notes.append(note)
            elif under is None:
                taken = rules_words(otherwise.name)
                notes.append(
                    later(
                        "The rules {name} are not known; {rules} ones are taken.",
                        name=repr(said),
                        rules=taken,
                    )
                    if said
                    else later("The record names no rules; {rules} ones are taken.", rules=taken)
                )
            under = under or otherwise
        else:
            under = rules
        if self.komi is not None:
            return RecordRules(under, self.komi, tuple(notes))
        komi = HANDICAP_KOMI if self.handicap else under.komi
        said = self.texts.get("KM", "")
        what = later("The record names no komi.")
        if said:
            what = later("The komi {komi} cannot be read.", komi=repr(said))
        usual = later("A komi of {komi:g} is usual with handicap stones.", komi=komi)
        if not self.handicap:
            name = rules_words(under.name)
            usual = later("A komi of {komi:g} is usual under {rules} rules.", komi=komi, rules=name)
        notes.append(Text("{what} {usual}", {"what": what, "usual": usual}))
        return RecordRules(under, komi, tuple(notes))


def read_file(path: str) -> SgfGame:
    """Return the first game in the file at ``path``.

    :raises SgfError: when it cannot be read or replayed.
    """
    try:
        return of_tree(first_tree(read_regular(path, MOST_BYTES)))
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise _too_long() from None
        raise SgfError((error.strerror or type(error).__name__).lower()) from None


def _too_long() -> SgfError:
    return SgfError(f"longer than {MOST_BYTES >> 20} MiB; divide it")


def read_game(data: bytes | str) -> SgfGame:
    """Return the first game in ``data``; a note tells when it has more.

    Text is text whatever its property CA says.

    :raises SgfError: when it is not a game of Go.
    """
    if len(data) > MOST_BYTES:
        raise _too_long()
    game = of_tree(first_tree(data))
    if not game.more:
        return game
    note = later("The file has more games: the first one counts.")
    return replace(game, notes=(*game.notes, note))


def read_games(data: bytes | str) -> Iterator[SgfGame | SgfError]:
    """Yield each game in ``data``; for a game that cannot be read, the error.

    After a game whose end cannot be found nothing follows.
    """
    if len(data) > MOST_BYTES:
        yield _too_long()
        return
    found = trees(data)
    del data
    while True:
        try:
            tree = next(found)
        except StopIteration:
            return
        except SgfError as error:
            yield error
            return
        try:
            yield of_tree(tree)
        except SgfError as error:
            yield error


def of_tree(tree: SgfTree, line: Sequence[SgfNode] | None = None) -> SgfGame:
    """Return what the main line of a tree says, or another line, whose nodes begin with the root.

    :raises SgfError: when it is not a game of Go.
    """
    root = tree.root
    if (kind := root.raw("GM").strip()) not in (b"", b"1"):
        raise SgfError(f"no game of Go, which has GM[1]: GM[{shown(kind)}]")
    size = board_size(root)
    nodes = list(root.main_line()) if line is None else line
    steps = tuple(_steps(nodes, size))
    texts = {name: root.line(name)[:LONGEST_TEXT] for name in TEXTS if name in root}
    notes = list(tree.notes)
    handicap, komi = _handicap(root, steps, notes), record_komi(root)
    if _is_of_fox(root) and not handicap and (given := _given(steps)) >= 2:
        handicap, komi = given, None  # its handicap games may say HA[0], and the komi of even ones
    if komi is None and komi_of(root.line("KM")) is not None:
        del texts["KM"]
    return SgfGame(size, komi, handicap, steps, texts, tuple(notes), root, tree.more)


def _is_of_fox(root: SgfNode) -> bool:
    return any(b"foxwq" in value for value in root.properties.get("AP", ()))


def record_komi(root: SgfNode) -> float | None:
    """Return the komi that a record names; None when it names none, or cannot be read.

    The server Fox writes ``KM[0]HA[0]`` in even games with the usual komi, ``HA[1]`` where there is
    none.
    """
    fox = _is_of_fox(root)
    komi = komi_of(root.line("KM"), fox)
    return None if fox and komi == 0 and root.line("HA") == "0" else komi


def board_size(root: SgfNode) -> int:
    """Return the number of lines of the board.

    :raises SgfError: when the game cannot be played on here.
    """
    if "SZ" not in root:
        return MAX_SIZE
    found = _SIZE.fullmatch(root.raw("SZ"))
    if found is None:
        raise SgfError(f"no board size: SZ[{shown(root.raw('SZ'))}]")
    size, height = int(found[1]), int(found[2] or found[1])
    if size != height:
        raise SgfError(f"a board of {size}x{height}; only square boards can be read")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SgfError(f"board size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
    return size


def _steps(nodes: Iterable[SgfNode], size: int) -> list[Step]:
    steps: list[Step] = []
    moves = set_ups = 0
    for node in nodes:
        try:
            if not _BETWEEN.isdisjoint(node.properties):
                set_ups += _weight(node)
                if set_ups > MAX_SET_UPS:
                    raise SgfError(f"more than {MAX_SET_UPS} set-up properties and rectangles")
                steps += _set_up(node, size)
            for color, point in move_points(node, size):
                moves += 1
                steps.append(SgfMove(WHITE if color == "w" else BLACK, point, moves))
        except SgfError as error:
            raise SgfError(f"after move {moves}: {error}") from None
        if moves > MOST_MOVES:
            raise SgfError(f"more than {MOST_MOVES:,} moves")
    return steps


def _weight(node: SgfNode) -> int:
    """Return how much the set-up stones of a node take to unfold: properties and rectangles."""
    given = [node.properties[name] for name in SET_UP.intersection(node.properties)]
    return len(given) + sum(b":" in value for values in given for value in values)


def _set_up(node: SgfNode, size: int) -> Iterator[Step]:
    if not SET_UP.isdisjoint(node.properties):
        yield SetUp(*(stones(node, name, size) for name in _STONES))
    if "PL" in node:
        yield ToPlay(_to_play(node))


def _to_play(node: SgfNode) -> int:
    word = node.raw("PL").strip().lower()
    if word in (b"b", b"black", b"1"):
        return BLACK
    if word in (b"w", b"white", b"2"):
        return WHITE
    raise SgfError(f"cannot read PL[{shown(node.raw('PL'))}]")


def _handicap(root: SgfNode, steps: Sequence[Step], notes: list[Text]) -> int:
    """Return how many handicap stones the game has, 0 for an even game.

    That is what the file says. Where it says nothing, stones of Black alone are handicap when White
    begins.
    """
    said = root.line("HA")
    number = re.fullmatch(r"\+?(\d{1,4})(\D.{0,20})?", said)
    stones = int(number[1]) if number else 0
    if said and (number is None or stones > MOST_HANDICAP):
        notes.append(
            later("The handicap {stones} cannot be read.", stones=repr(shown(root.raw("HA"))))
        )
    elif said:
        given = _given(steps)
        if stones >= 2 and given < stones:
            notes.append(
                later(
                    "The record says {stones} handicap stones, but begins with {given}.",
                    stones=stones,
                    given=given,
                )
            )
        return stones if stones >= 2 else 0
    first = steps[0] if steps else None
    if not isinstance(first, SetUp) or first.white or len(first.black) < 2:
        return 0
    follower = next((step.color for step in steps[1:] if not isinstance(step, SetUp)), WHITE)
    return len(first.black) if follower == WHITE else 0


def _given(steps: Sequence[Step]) -> int:
    """Return how many stones Black has when White's first move comes, set up or played."""
    count = 0
    for step in steps:
        if isinstance(step, SetUp):
            count += len(step.black)
        elif isinstance(step, SgfMove):
            if step.color == WHITE:
                break
            count += step.point != PASS
    return count


def initial_player(record: SgfGame) -> int:
    """Return who plays first: as PL or the first move says, else White after a handicap."""
    for step in record.steps:
        if not isinstance(step, SetUp):
            return step.color
    return WHITE if record.handicap else BLACK


APPLICATION: Final = f"gtpengine:{__version__}"
"""The program that wrote a file, as the property AP names it."""


def game_tree(
    size: int,
    komi: float,
    rules: str,
    handicap: int = 0,
    black: Iterable[int] = (),
    white: Iterable[int] = (),
    first_to_play: int = BLACK,
    moves: Iterable[tuple[int, int]] = (),
    application: str = APPLICATION,
    texts: Mapping[str, str] | None = None,
) -> SgfNode:
    """Return a tree of set-up stones and moves (colour, point).

    ``texts`` gives properties by name, as in ``SgfGame``; empty ones are left out.
    """
    root = SgfNode({"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"]})
    root.set_raw("AP", application.encode())
    root.set_raw("SZ", str(size).encode())
    root.set_raw("KM", number(komi))
    root.set_text("RU", rules)
    for name, text in (texts or {}).items():
        root.set_text(name, text)
    if handicap >= 2:
        root.set_raw("HA", str(handicap).encode())
    for name, points in (("AB", black), ("AW", white)):
        if names := [name_of(point, size) for point in sorted(points)]:
            root.set_raw(name, *names)
    played = list(moves)
    usual = WHITE if handicap >= 2 else BLACK
    if first_to_play != usual and not (played and played[0][0] == first_to_play):
        root.set_raw("PL", _letter(first_to_play))
    node = root
    for color, point in played:
        node = node.add_child({_letter(color).decode(): [name_of(point, size)]})
    return root


def number(value: float) -> bytes:
    """Return a number as SGF writes it."""
    return f"{value:.4f}".rstrip("0").rstrip(".").encode()


def _letter(color: int) -> bytes:
    return b"W" if opponent(color) == BLACK else b"B"
