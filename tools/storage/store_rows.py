"""Rows of the store as objects. A file may be damaged or foreign, so every value is checked.

All functions raise ``ValueError`` with the name of the column when a value is wrong.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.schedule import PlannedGame
from gtpengine.tools.running.engines import EngineSpec

from board_ext.coords import MAX_SIZE, MIN_SIZE, vertex_to_point

#: Bound of games, seconds and the like: beyond all play, and sums are still exact below it.
MOST: Final = 10**12
COLORS: Final = ("b", "w")

Values = sqlite3.Row | Mapping[str, Any]


def refused(name: str, value: object) -> ValueError:
    shown = repr(value)
    return ValueError(f"{name} is {shown if len(shown) <= 40 else shown[:37] + '...'}")


def whole(values: Values, name: str, low: int = 0, high: int = MOST) -> int:
    """Return a whole number from ``low`` to ``high``."""
    value = values[name]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise refused(name, value)
    return value


def number(values: Values, name: str, low: float = -MOST, high: float = MOST) -> float:
    """Return a number from ``low`` to ``high``."""
    value = values[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise refused(name, value)
    return value


def text(values: Values, name: str, known: Collection[str] = ()) -> str:
    """Return a text; it must be one of ``known``, if there are any."""
    value = values[name]
    if not isinstance(value, str) or (known and value not in known):
        raise refused(name, value)
    return value


def word(values: Values, name: str) -> str:
    """Return a short name without blanks. Later versions may add names of this kind."""
    value = text(values, name)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,39}", value):
        raise refused(name, value)
    return value


def mapping(name: str, raw: object) -> dict[str, Any]:
    """Return the JSON object of a column."""
    try:
        data = json.loads(raw) if isinstance(raw, str) else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise refused(name, raw)
    return data


def texts(values: Values, name: str) -> tuple[str, ...]:
    """Return a list of texts."""
    value = values[name]
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise refused(name, value)
    return tuple(value)


def engine_spec(raw: object) -> EngineSpec:
    data = mapping("spec", raw)
    try:
        spec = EngineSpec.from_json(json.dumps(data))
    except (KeyError, TypeError, ValueError):
        raise refused("spec", raw) from None
    values = {name: getattr(spec, name) for name in EngineSpec.__slots__}
    for name in ("name", "command"):
        text(values, name)
    texts(values, "init")
    for name in ("cwd", "winrate"):
        if values[name] is not None:
            text(values, name)
    if not all(isinstance(part, str) for pair in spec.env for part in pair):
        raise refused("env", spec.env)
    if spec.anchor is not None:
        number(values, "anchor", -1e6, 1e6)
    return spec


def game_settings(data: object) -> GameSettings:
    if not isinstance(data, dict):
        raise refused("settings of games", data)
    scorer = data.get("scorer")
    scorer_spec = None if scorer is None else engine_spec(scorer)
    try:
        settings = GameSettings(**{**data, "scorer": scorer_spec})
    except TypeError:
        raise refused("settings of games", data) from None
    values = {name: getattr(settings, name) for name in GameSettings.__slots__}
    whole(values, "size", MIN_SIZE, MAX_SIZE)
    number(values, "komi", -1000, 1000)
    for name in ("rules", "time", "referee"):
        text(values, name)
    for name in ("lag", "hang_seconds", "max_moves"):
        number(values, name)
    return settings


def opening(raw: object, size: int) -> Opening:
    data = mapping("opening", raw)
    try:
        moves = data["moves"]
        if not isinstance(moves, list):
            raise refused("moves", moves)
        found = Opening(
            text(data, "name"),
            texts(data, "black"),
            texts(data, "white"),
            tuple(_colored(move) for move in moves),
            text(data, "to_play", COLORS),
            whole({"handicap": 0, **data}, "handicap", high=len(data["black"])),
        )
    except (KeyError, ValueError):
        raise refused("opening", raw) from None
    for vertex in (*found.black, *found.white):
        _check_vertex(vertex, size)
    for _, vertex in found.moves:
        _check_vertex(vertex, size, ("pass",))
    return found


def _colored(move: object) -> tuple[str, str]:
    if not isinstance(move, list) or len(move) != 2:
        raise refused("moves", move)
    color, vertex = texts({"moves": move}, "moves")
    return text({"moves": color}, "moves", COLORS), vertex


def _check_vertex(vertex: str, size: int, words: Sequence[str] = ()) -> None:
    if vertex in words:
        return
    try:
        if vertex.lower() == "pass":
            raise ValueError
        vertex_to_point(vertex, size)
    except ValueError:
        raise refused("vertex", vertex) from None


def planned_game(row: sqlite3.Row, entrants: int, size: int) -> PlannedGame:
    """Return the game as it is scheduled between two of ``entrants`` entrants."""
    last = entrants - 1
    return PlannedGame(
        whole(row, "number"),
        whole(row, "pair"),
        whole(row, "round"),
        whole(row, "black", 0, last),
        whole(row, "white", 0, last),
        opening(row["opening"], size),
        whole(row, "seed", -(2**63), 2**63 - 1),
    )


def result_values(row: sqlite3.Row, entrants: int) -> tuple[Any, ...]:
    """Return the fields of a ``Result``, in order."""
    last = entrants - 1
    return (
        whole(row, "number"),
        whole(row, "pair"),
        whole(row, "round"),
        whole(row, "black", 0, last),
        whole(row, "white", 0, last),
        text(row, "winner", (*COLORS, "")),
        word(row, "termination"),
        whole(row, "faults_black"),
        whole(row, "faults_white"),
        bool(whole(row, "scorer_failed", 0, 1)),
    )


def game_record(
    row: sqlite3.Row,
    moves: Sequence[sqlite3.Row],
    plan: PlannedGame,
    names: Sequence[str],
    settings: GameSettings,
) -> GameRecord:
    """Return a finished game with its moves."""
    return GameRecord(
        names[plan.black],
        names[plan.white],
        settings,
        plan.opening,
        plan.seed,
        text(row, "winner", (*COLORS, "")),
        word(row, "termination"),
        text(row, "detail"),
        None if row["score"] is None else number(row, "score"),
        [_move(move, settings.size) for move in moves],
        bool(whole(row, "disputed", 0, 1)) if row["disputed"] is not None else False,
        text(row, "started"),
        number(row, "seconds", 0),
        (whole(row, "faults_black"), whole(row, "faults_white")),
        _dead(row, settings.size),
        text(row, "worker"),
        bool(whole(row, "scorer_failed", 0, 1)),
    )


def _dead(row: sqlite3.Row, size: int) -> tuple[str, ...]:
    found = tuple(text(row, "dead").split())
    for vertex in found:
        _check_vertex(vertex, size)
    return found


def _move(row: sqlite3.Row, size: int) -> MoveRecord:
    vertex = text(row, "vertex")
    _check_vertex(vertex, size, ("pass", "resign"))
    winrate, simulations = row["winrate"], row["simulations"]
    return MoveRecord(
        text(row, "color", COLORS),
        vertex,
        number(row, "seconds", 0),
        # Engines say what they like: a value out of 0 to 1 is no win rate.
        None if winrate is None or not 0 <= number(row, "winrate") <= 1 else winrate,
        text(row, "comment"),
        None if simulations is None else whole(row, "simulations"),
    )


def numbers(name: str, raw: object, count: int) -> list[float]:
    """Return a list of ``count`` numbers, given as a list or as its JSON text."""
    try:
        values = json.loads(raw) if isinstance(raw, str) else raw
    except (ValueError, RecursionError):
        raise refused(name, raw) from None
    if not isinstance(values, list) or len(values) != count:
        raise refused(name, raw)
    return [number({name: value}, name) for value in values]


def trial_values(row: sqlite3.Row, dimensions: int) -> tuple[Any, ...]:
    """Return the fields of a ``Trial``, in order."""
    games = whole(row, "games", 1)
    params = numbers("params", row["params"], dimensions)
    return whole(row, "number"), tuple(params), number(row, "points", 0, games), games
