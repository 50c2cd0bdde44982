"""How the store writes settings and openings; ``store_rows.py`` reads them."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from gtpengine.tools.games.game import GameSettings, Opening


def settings_to_json(settings: GameSettings) -> dict[str, Any]:
    """Return a dictionary for the ``game`` key of an event's settings."""
    data: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(settings)))
    data["scorer"] = settings.scorer.to_json() if settings.scorer else None
    return data


def opening_to_json(opening: Opening) -> str:
    return json.dumps(dataclasses.asdict(opening), separators=(",", ":"))
