"""Reading a query: one JSON object that asks about some positions of one game.

Field names and meanings are as in KataGo's analysis engine; `fields` has them in a table. Not
supported: rectangular boards and everything about neural networks. Unknown fields and settings are
answered with warnings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

from board_ext.coords import BLACK, PASS, WHITE, parse_color, vertex_to_point
from board_ext.position import Position
from board_ext.rules import CHINESE, Rules
from gtpengine.gtp.arguments import shorten
from gtpengine.gtp.dialects.kata_rules import rules_from_text
from gtpengine.katajson.fields import (
    FIELDS,
    FLAGS,
    IGNORED,
    MAX_MOVES,
    PERSPECTIVES,
    SETTINGS,
    USUAL_PV,
    Table,
)

ALL_DEPTHS: Final = 500


class QueryError(ValueError):
    """A query that cannot be answered; ``field`` is the field at fault."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Query:
    """A question: the positions after ``turns`` of the ``moves`` from ``start``.

    ``visits`` and ``seconds`` limit each position's search. ``every`` is the interval in seconds
    between answers during the search, None for none; ``first`` is the time before the first one if
    that differs. ``avoid`` is in the searcher's form.
    """

    id: str
    start: Position
    moves: tuple[tuple[int, int], ...]
    turns: tuple[int, ...]
    visits: int
    seconds: float | None
    priorities: tuple[int, ...]
    avoid: Mapping[tuple[int, int], int]
    first: float | None
    every: float | None
    perspective: str
    pv_length: int
    flags: frozenset[str]
    warnings: tuple[tuple[str, str], ...] = field(default=())

    def position(self, turn: int) -> Position:
        """Return the position after ``turn`` moves: a new one, since each takes some 80 kB."""
        position = self.start.copy()
        for color, point in self.moves[:turn]:
            position.play(point, color)
        return position


def read_query(fields: Mapping[str, Any], visits: int, perspective: str) -> Query:
    """Read the query in a JSON object; ``visits`` and ``perspective`` are its defaults.

    :raises QueryError: when it cannot be answered; the error names the field.
    """
    size = _size(fields)
    rules = _rules(fields)
    komi = _number(fields, "komi", rules.komi)
    if komi * 2 != int(komi * 2):
        raise QueryError("must be an integer or half-integer", "komi")
    settings = _object(fields, "overrideSettings")
    moves = _moves(fields, "moves", size, required=True)
    turns = _turns(fields, len(moves))
    every = _number(fields, "reportDuringSearchEvery", 0.0)
    first = _number(fields, "firstReportDuringSearchAfter", 0.0)
    seconds = _number(settings, "maxTime", 0.0, SETTINGS)
    side = str(settings.get("reportAnalysisWinratesAs", perspective)).upper()
    if side not in PERSPECTIVES:
        raise QueryError(f"must be one of {', '.join(PERSPECTIVES)}", "overrideSettings")
    visits = _whole(settings, "maxVisits", visits, SETTINGS)
    unknown = [
        (name, "unknown field") for name in fields if name not in FIELDS and name not in IGNORED
    ]
    unknown += [
        ("overrideSettings", f"unknown setting {name}")
        for name in settings
        if name not in SETTINGS and name not in IGNORED
    ]
    return Query(
        id=fields["id"],
        start=_start(fields, size, rules, komi, moves),
        moves=moves,
        turns=tuple(turns),
        visits=_whole(fields, "maxVisits", visits),
        seconds=seconds if 0.0 < seconds < 1e8 else None,
        priorities=tuple(turns.values()),
        avoid=_avoid(fields, size),
        first=first or None,
        every=every or None,
        perspective=side,
        pv_length=_whole(
            fields, "analysisPVLen", _whole(settings, "analysisPVLen", USUAL_PV, SETTINGS)
        ),
        flags=frozenset(flag for flag in FLAGS if _truth(fields, flag)),
        warnings=tuple(unknown),
    )


def _size(fields: Mapping[str, Any]) -> int:
    for name in ("boardXSize", "boardYSize"):
        if name not in fields:
            raise QueryError("must be given", name)
        _whole(fields, name, 19)
    if fields["boardXSize"] != fields["boardYSize"]:
        raise QueryError("only square boards are supported", "boardYSize")
    return int(fields["boardXSize"])


def _rules(fields: Mapping[str, Any]) -> Rules:
    given = fields.get("rules")
    if given is None:
        raise QueryError("must be given: a name such as chinese, or an object", "rules")
    try:
        text = given if isinstance(given, str) else json.dumps(given)
        rules = rules_from_text(text, CHINESE)
        if "whiteHandicapBonus" in fields:
            bonus = {"whiteHandicapBonus": str(fields["whiteHandicapBonus"])}
            rules = rules_from_text(json.dumps(bonus), rules)
    except ValueError as error:
        raise QueryError(str(error), "rules") from None
    return rules


def _start(
    fields: Mapping[str, Any],
    size: int,
    rules: Rules,
    komi: float,
    moves: Sequence[tuple[int, int]],
) -> Position:
    """Return the position before the moves; play them all to check that they are legal."""
    stones = _moves(fields, "initialStones", size)
    start = Position(size, rules, komi)
    black, white = ([p for c, p in stones if c == color] for color in (BLACK, WHITE))
    first = moves[0][0] if moves else BLACK if not black or white else WHITE
    if "initialPlayer" in fields:
        first = _color(fields["initialPlayer"], "initialPlayer")
    handicap = len(black) if len(black) >= 2 and not white else 0
    try:
        if stones:
            start.set_up(black, white, first, handicap)
    except ValueError as error:
        raise QueryError(str(error), "initialStones") from None
    start.to_play = first
    position = start.copy()
    for number, (color, point) in enumerate(moves, 1):
        try:
            position.play(point, color)
        except ValueError as error:
            raise QueryError(f"move {number}: {error}", "moves") from None
    return start


def _moves(
    fields: Mapping[str, Any], name: str, size: int, required: bool = False
) -> tuple[tuple[int, int], ...]:
    given = fields.get(name, None if required else [])
    if not isinstance(given, list):
        raise QueryError('must be a list such as [["B","D4"],["W","pass"]]', name)
    if len(given) > MAX_MOVES:
        raise QueryError(f"at most {MAX_MOVES} moves are read", name)
    moves = []
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2:
            raise QueryError('each must be a pair such as ["B","D4"]', name)
        moves.append((_color(pair[0], name), _point(pair[1], size, name)))
    return tuple(moves)


def _turns(fields: Mapping[str, Any], moves: int) -> dict[int, int]:
    """Return the turns asked about, each once, with their priorities."""
    turns = fields.get("analyzeTurns", [moves])
    if (
        not isinstance(turns, list)
        or not turns
        or not all(_is_whole(turn) and 0 <= turn <= moves for turn in turns)
    ):
        raise QueryError(f"must be a list of numbers from 0 to {moves}", "analyzeTurns")
    return dict(zip(turns, _priorities(fields, len(turns)), strict=True))


def _color(value: object, name: str) -> int:
    try:
        return parse_color(str(value))
    except ValueError:
        raise QueryError(f'a player is "B" or "W", not {shorten(value)}', name) from None


def _point(value: object, size: int, name: str) -> int:
    try:
        return vertex_to_point(str(value), size)
    except ValueError as error:
        raise QueryError(str(error), name) from None


def _avoid(fields: Mapping[str, Any], size: int) -> dict[tuple[int, int], int]:
    avoid: dict[tuple[int, int], int] = {}
    for name in ("avoidMoves", "allowMoves"):
        given = fields.get(name, [])
        if not isinstance(given, list) or not all(isinstance(entry, dict) for entry in given):
            raise QueryError("must be a list of objects with player, moves, untilDepth", name)
        for entry in given:
            color = _color(entry.get("player"), name)
            words = entry.get("moves")
            depth = entry.get("untilDepth")
            if not isinstance(words, list) or not _is_whole(depth) or depth < 1:
                raise QueryError("needs moves, a list, and untilDepth, at least 1", name)
            points = {_point(word, size, name) for word in words}
            if name == "allowMoves":
                points = {PASS, *range(size * size)} - points
            avoid.update({(color, point): min(depth, ALL_DEPTHS) for point in points})
    return avoid


def _priorities(fields: Mapping[str, Any], turns: int) -> tuple[int, ...]:
    given = fields.get("priorities")
    if given is None:
        return (_whole(fields, "priority", 0),) * turns
    if (
        not isinstance(given, list)
        or len(given) != turns
        or not all(_is_whole(priority) for priority in given)
    ):
        raise QueryError("must be a list of integers, one for each turn", "priorities")
    return tuple(given)


def _object(fields: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = fields.get(name, {})
    if not isinstance(value, dict):
        raise QueryError("must be an object", name)
    return value


def _is_whole(value: object) -> TypeGuard[int]:
    """Return whether it is an integer; true and false in JSON are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(fields: Mapping[str, Any], name: str, default: int, table: Table = FIELDS) -> int:
    value = fields.get(name, default)
    low, high = _range(table, name)
    if not _is_whole(value) or not low <= value <= high:
        raise QueryError(f"must be an integer from {low} to {high}", name)
    return value


def _number(fields: Mapping[str, Any], name: str, default: float, table: Table = FIELDS) -> float:
    if name not in fields:
        return default
    value = fields[name]
    low, high = _range(table, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise QueryError(f"must be a number from {low} to {high}", name)
    return float(value)


def _range(table: Table, name: str) -> tuple[float, float]:
    form, _ = table[name]
    return form["minimum"], form["maximum"]


def _truth(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise QueryError("must be true or false", name)
    return value
