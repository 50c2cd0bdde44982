"""How settings and openings are written in the store."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from typing import Any

from .engines import EngineSpec
from .game import GameSettings, Opening
from .schedule import PlannedGame


def settings_to_json(settings: GameSettings) -> dict[str, Any]:
    """A dictionary for the `game` key of an event's settings."""
    data: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(settings)))
    data["scorer"] = settings.scorer.to_json() if settings.scorer else None
    return data


def settings_from_json(data: dict[str, Any]) -> GameSettings:
    """The inverse of `settings_to_json`."""
    scorer = data.get("scorer")
    return GameSettings(**{**data, "scorer": EngineSpec.from_json(scorer) if scorer else None})


def opening_to_json(opening: Opening) -> str:
    return json.dumps(dataclasses.asdict(opening), separators=(",", ":"))


def plan_of_row(row: sqlite3.Row) -> PlannedGame:
    data = json.loads(row["opening"])
    opening = Opening(
        data["name"],
        tuple(data["black"]),
        tuple(data["white"]),
        tuple((color, vertex) for color, vertex in data["moves"]),
        data["to_play"],
    )
    return PlannedGame(
        row["number"], row["pair"], row["round"], row["black"], row["white"], opening, row["seed"]
    )
