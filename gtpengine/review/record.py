"""A game to review: read from SGF and replayed, or refused with a sentence that says why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from board_ext.coords import point_to_vertex
from board_ext.position import Position
from board_ext.rules import Rules, Scoring, rules_named, sgf_rules_named
from gtpengine.game.records import ASIAN, komi_of
from gtpengine.game.replay import replayed
from gtpengine.game.sgf import MAX_BYTES, SetUp, SgfError, SgfGame, SgfMove, read_game

DEFAULT_RULES: Final = "chinese"
"""Those of records that name none."""

PLAIN: Final = 200
"""Most characters of a name or another text that is shown."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game of Go with moves.

    ``data`` is the whole SGF game, with comments and variations; ``moves`` are (colour, point) of
    its main line, ``notes`` sentences on what is not as usual. ``texts`` are SGF properties of the
    root, such as PB and BR.
    """

    name: str
    data: bytes
    rules: Rules
    komi: float
    start: Position
    moves: tuple[tuple[int, int], ...]
    texts: dict[str, str]
    notes: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self.start.size

    def positions(self) -> Iterator[Position]:
        """Yield the position before each move, its player to move, and the one at the end."""
        position = self.start.copy()
        for color, point in self.moves:
            position.to_play = color
            yield position.copy()
            position.play(point, color)
        yield position

    def stones(self, color: int) -> list[str]:
        """Return the stones of a colour before the first move."""
        points = range(self.size**2)
        return [point_to_vertex(p, self.size) for p in points if self.start.color_at(p) == color]


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that cannot be reviewed, and the reason."""

    name: str
    reason: str


def read_record(data: bytes, name: str = "game", rules: str | None = None) -> Record:
    """Return the main line of the first game in SGF data.

    :param rules: the name of the rules; when None, those that the record names, else Chinese ones.
    :raises SgfError: when there is nothing to review; the message says why, and what to do.
    """
    games = split_games(data)
    return _record(games[0], name, rules)


def read_records(data: bytes, name: str, rules: str | None = None) -> list[Record | Refused]:
    """Return all games in SGF data, with a reason for each one that cannot be reviewed."""
    try:
        games = split_games(data)
    except SgfError as error:
        return [Refused(name, str(error))]
    found: list[Record | Refused] = []
    for number, game in enumerate(games, 1):
        own = name if len(games) == 1 else f"{name}-{number}"
        try:
            found.append(_record(game, own, rules))
        except SgfError as error:
            found.append(Refused(own, str(error)))
    return found


def split_games(data: bytes) -> list[bytes]:
    """Return each game of SGF data by itself.

    :raises SgfError: when the data has no game.
    """
    from sgfmill import sgf_grammar

    if not data.strip():
        raise SgfError("an empty file")
    if len(data) > 64 * MAX_BYTES:
        raise SgfError(f"longer than {64 * MAX_BYTES >> 20} MiB; divide it")
    if len(data) <= MAX_BYTES and data.count(b"(;") == 1:
        return [data]  # the usual case, unchanged
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError:
        return [data]  # reading it says what is wrong, in its first game at least
    return [bytes(sgf_grammar.serialise_game_tree(tree)) for tree in trees]


def _record(data: bytes, name: str, rules: str | None) -> Record:
    """Return the game in the data of one.

    :raises SgfError: when there is nothing to review.
    """
    data, game = _readable(data)
    under = _rules(game, rules)
    texts = _texts(data, game)
    said = texts.pop("KM", "")
    read = komi_of(said)
    komi = under.komi if read is None else read
    notes = _notes(game, under)
    if read is None:
        what = f"The komi {said!r} cannot be read" if said else "The record names no komi"
        notes.insert(0, f"{what}; {komi:g} is usual under {under.name} rules.")
    steps = [step for step in game.steps if isinstance(step, SgfMove)]
    if not steps:
        raise SgfError(
            "stones are set up, but there are no moves to review" if game.steps else "no moves"
        )
    first = next(i for i, step in enumerate(game.steps) if isinstance(step, SgfMove))
    for step in game.steps[first:]:
        if isinstance(step, SetUp):
            raise SgfError(
                "stones are set up between moves; save the part before or after it as a game"
            )
    start = replayed(game, under, komi, 1)
    moves: list[tuple[int, int]] = []
    position = start.copy()
    for step in steps:
        try:
            position.play(step.point, step.color)
        except ValueError as error:
            if not moves:
                raise SgfError(f"move 1: {error}; which rules? give --rules") from None
            notes.append(
                f"Move {step.number} cannot be played ({error}), so the review ends before it."
            )
            break
        moves.append((step.color, step.point))
    colors = [color for color, _ in moves]
    if any(one == other for one, other in pairwise(colors)):
        notes.append("In this record a player moves twice in a row.")
    return Record(name, data, under, komi, start, tuple(moves), texts, tuple(notes))


def _readable(data: bytes) -> tuple[bytes, SgfGame]:
    """Return the game and its data, which may have been written in another encoding.

    :raises SgfError: when it is no game of Go on a square board.
    """
    if found := re.search(rb"SZ\s*\[\s*(\d+)\s*:\s*(\d+)\s*\]", data):
        width, height = (int(number) for number in found.groups())
        if width != height:
            raise SgfError(f"a board of {width}x{height}; only square boards can be reviewed")
    try:
        return data, read_game(data)
    except SgfError as error:
        # In these encodings half a character may look like the end of a value.
        for encoding in () if data.isascii() else ASIAN:
            try:
                text = data.decode(encoding)
                again = re.sub(r"CA\s*\[[^\]]*\]", "", text, count=1)
                utf8 = again.replace("(;", "(;CA[UTF-8]", 1).encode("utf-8")
                return utf8, read_game(utf8)
            except ValueError:
                continue
        raise SgfError(_plainer(str(error), data)) from None


def _plainer(reason: str, data: bytes) -> str:
    if b"(" not in data:
        return "no SGF: it has no '('"
    return reason


def _rules(game: SgfGame, rules: str | None) -> Rules:
    name = rules or game.texts.get("RU", "").strip()
    try:
        return sgf_rules_named(name) if name else rules_named(DEFAULT_RULES)
    except ValueError as error:
        raise SgfError(f"{error}; choose with --rules") from None


def _notes(game: SgfGame, rules: Rules) -> list[str]:
    """Return what the reader should know, but for the komi."""
    notes = []
    if game.handicap >= 2:
        notes.append(
            f"A game with {game.handicap} handicap stones: Black leads from the start, so early"
            " mistakes show in points rather than in the win rate."
        )
    if rules.scoring is Scoring.TERRITORY:
        notes.append(
            f"Under {rules.name} rules the engine counts territory; a point may be misjudged where"
            " only the last neutral points are left."
        )
    if not game.texts.get("RU", "").strip():
        notes.append(f"The record names no rules; {rules.name} ones are taken.")
    return notes


def _texts(data: bytes, game: SgfGame) -> dict[str, str]:
    """Return the texts of the game, with the players' ranks and the komi as it is written."""
    from sgfmill import sgf

    texts = dict(game.texts)
    root = sgf.Sgf_game.from_bytes(data).get_root()
    for name in ("BR", "WR", "KM"):
        if root.has_property(name):
            raw: Any = root.get_raw(name)
            texts[name] = " ".join(raw.decode("utf-8", "replace").split())
    return {name: text[:PLAIN] for name, text in texts.items()}
