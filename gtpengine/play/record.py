"""A game with a person as an SGF file, and back: also the clocks, the strength and the terms.

What SGF has no property for (the engine's options, the person's colour) stands in the private
property ``GTPE``, as texts ``name=value``. Other programs keep or skip this property.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from board_ext.coords import BLACK, WHITE, parse_color
from board_ext.position import Position
from gtpengine import __version__
from gtpengine.base.files.userpath import read_regular
from gtpengine.base.text.language import Text, later
from gtpengine.clock.timeman import Clock, TimeSystem
from gtpengine.game.replay import position_tree, replayed
from gtpengine.game.sgf import MOST_BYTES, SgfGame, number, read_game
from gtpengine.play.ladder import RUNGS
from gtpengine.play.teaching import Teaching
from gtpengine.play.terms import PlaySettings, clock_text, parse_clock
from gtpengine.play.trouble import PlayError
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import trees
from gtpengine.sgf.points import move_points
from gtpengine.sgf.tree import SgfNode, escaped
from gtpengine.sgf.tree import write as tree_file

PRIVATE: Final = "GTPE"
STRENGTH: Final = ("rank", "level", "simulations", "time_per_move")
"""Options of the engine that a file keeps; what a file says of other options is not believed."""
LONGEST_CLOCK: Final = 1e6
"""The most seconds on a clock that a file is believed."""
ENGINE_NAME: Final = f"gtpengine {__version__}"

_RUNGS: Final = frozenset(str(number) for number in range(len(RUNGS)))
_LEFT: Final = {BLACK: ("BL", "OB"), WHITE: ("WL", "OW")}


@dataclass(frozen=True, slots=True)
class Saved:
    """A game to write, or as read from ``data``.

    ``clocks`` has both clocks after each move, as far as known; ``notes`` are sentences on what was
    assumed while reading; ``helped`` says whether the person had help.
    """

    terms: PlaySettings
    position: Position
    clocks: Sequence[dict[int, Clock]]
    result: str = ""
    date: str = ""
    data: bytes = b""
    notes: tuple[Text, ...] = ()
    helped: bool = False


def to_sgf(saved: Saved) -> bytes:
    """Return the game as SGF."""
    terms, position = saved.terms, saved.position
    names = {terms.color: terms.person, terms.engine_color: ENGINE_NAME}
    strength = {terms.engine_color: _rank(terms)}
    root = position_tree(
        position,
        {
            "PB": names[BLACK],
            "PW": names[WHITE],
            "BR": strength.get(BLACK, ""),
            "WR": strength.get(WHITE, ""),
            "RE": saved.result,
            "DT": saved.date,
            "OT": "" if terms.clock.system is TimeSystem.NONE else clock_text(terms.clock),
        },
    )
    if terms.clock.system is not TimeSystem.NONE:
        root.set_raw("TM", number(terms.clock.main))
    own = {name: text for name, text in terms.options.items() if name in STRENGTH}
    own |= terms.teaching.to_texts()
    if terms.rung is not None:
        own |= {"rung": str(terms.rung), "helped": str(int(saved.helped))}
    own["person"] = "w" if terms.color == WHITE else "b"
    root.set_raw(PRIVATE, *(escaped(f"{name}={text}") for name, text in own.items()))
    nodes = list(root.main_line())[1:]
    for node, (color, _), clocks in zip(nodes, position.moves, saved.clocks, strict=False):
        _set_clock(node, color, clocks[color])
    return tree_file([root])


def is_this_game_alone(data: bytes) -> bool:
    """Return whether a file is what :func:`to_sgf` writes, without anything added by others."""
    try:
        games = [tree.root for tree in trees(data)]
    except SgfError:
        return False
    if len(games) != 1 or PRIVATE not in games[0]:
        return False
    known = {"B", "W", *_LEFT[BLACK], *_LEFT[WHITE]}
    first, *moves = games[0].main_line()
    return "C" not in first and all(
        known.issuperset(node.properties) and len(before.children) == 1
        for before, node in pairwise([first, *moves])
    )


def _rank(terms: PlaySettings) -> str:
    """Return the engine's rank for other programs; empty when the engine has no rank."""
    return terms.strength if terms.strength[:1].isdecimal() else ""


def _set_clock(node: SgfNode, color: int, clock: Clock) -> None:
    if clock.settings.system is TimeSystem.NONE:
        return
    left, overtime = _LEFT[color]
    node.set_raw(left, number(round(clock.left, 2)))
    if clock.in_overtime:
        node.set_raw(overtime, number(clock.periods_left or clock.stones_left))


def from_sgf(data: bytes | str, fallback: PlaySettings | None = None) -> Saved:
    """Read a game; what the file does not say is taken from ``fallback``.

    Of a file by another program the person plays the side to move.

    :raises PlayError: when nobody can go on with this game.
    """
    fallback = fallback or PlaySettings()
    try:
        record = read_game(data)
        agreed = record.terms(otherwise=fallback.rule_set)
        position = replayed(record, agreed.rules, agreed.komi)
    except SgfError as error:
        raise PlayError(later("This file cannot be played on: {error}.", error=error)) from None
    own = _private(record.root)
    person_color = position.to_play
    with contextlib.suppress(ValueError):
        person_color = parse_color(own.get("person", ""))
    strength = {name: own[name] for name in STRENGTH if name in own}
    options = dict(fallback.options)
    if own:
        options = {n: text for n, text in options.items() if n not in STRENGTH} | strength
    clock = fallback.clock
    if "OT" in record.root:
        with contextlib.suppress(PlayError, ValueError):
            clock = parse_clock(record.root.line("OT"))
    texts = record.texts
    teaching = fallback.teaching
    with contextlib.suppress(PlayError):
        told = Teaching.from_texts(own)
        teaching = told if told != Teaching() else teaching
    rung = own.get("rung", "")
    terms = PlaySettings(
        position.size,
        agreed.rules.name,
        agreed.komi,
        person_color,
        min(9, position.handicap) if position.handicap >= 2 else 0,
        options,
        clock,
        texts.get("PB" if person_color == BLACK else "PW", "") or fallback.person,
        teaching,
        int(rung) if rung in _RUNGS else None,
    )
    clocks = _clocks(record, terms) if clock.system is not TimeSystem.NONE else []
    result = texts.get("RE", "")
    if result[:2] not in ("B+", "W+") and result not in ("0", "Draw"):
        result = ""
    whole = data.encode() if isinstance(data, str) else data
    helped = own.get("helped") == "1"
    date = texts.get("DT", "")
    return Saved(terms, position, clocks, result, date, whole, agreed.notes, helped)


def _private(root: SgfNode) -> dict[str, str]:
    values = root.properties.get(PRIVATE, [])
    pairs = (raw.decode("utf-8", "replace").partition("=") for raw in values)
    return {name: text for name, equals, text in pairs if equals}


def _clocks(record: SgfGame, terms: PlaySettings) -> list[dict[int, Clock]]:
    """Return both clocks after each move; a move without times leaves them as they were."""
    now = {color: Clock.start(terms.clock) for color in (BLACK, WHITE)}
    found = []
    for node in record.root.main_line():
        for letter, _ in move_points(node, record.size):
            color = BLACK if letter == "b" else WHITE
            left, overtime = _LEFT[color]
            with contextlib.suppress(ValueError):
                seconds = min(max(0.0, float(node.line(left))), LONGEST_CLOCK)
                count = int(node.line(overtime)) if overtime in node else 0
                byoyomi = terms.clock.system is TimeSystem.BYOYOMI
                stones, periods = (0, count) if byoyomi else (count, 0)
                now = {**now, color: Clock(terms.clock, seconds, stones, periods)}
            found.append(now)
    return found


def load(path: Path, fallback: PlaySettings | None = None) -> Saved:
    """Read the game at ``path``.

    :raises PlayError: when the game cannot be read or played on; the text names the file.
    """
    try:
        data = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise PlayError(
            later(
                "Cannot read {path}: {why}.", path=path, why=(error.strerror or "an error").lower()
            )
        ) from None
    if not data:
        raise PlayError(later("{path} is empty.", path=path))
    try:
        return from_sgf(data, fallback)
    except PlayError as error:
        raise PlayError(Text("{path}: {why}", {"path": path.name, "why": error})) from None
