"""The games in the short form that the page's script reads (``templates/games.js``)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from gtpengine.tools.games.game import GameRecord
from gtpengine.tools.storage.store import Event, GameRow

from board_ext.coords import vertex_to_point

from .texts import conditions


def event_games(event: Event, rows: Sequence[GameRow], most: int, heading: str) -> dict[str, Any]:
    """Return an event's games: what they share, and up to ``most`` of them in order.

    Games with trouble are never left out for others.

    :raises ValueError: if the event's settings are damaged
    """
    trouble = [row for row in rows if _troubled(row.record)]
    others = [row for row in rows if not _troubled(row.record)]
    chosen = [*trouble[:most], *others[: max(0, most - len(trouble))]]
    chosen.sort(key=lambda row: row.plan.number)
    game = event.game_settings()
    return {
        "event": event.name,
        "title": heading,
        "names": [entrant.spec.name for entrant in event.entrants],
        "size": game.size,
        "komi": game.komi,
        "rules": game.rules,
        "where": conditions(event),
        "total": len(rows),
        "games": [_game(row) for row in chosen],
    }


def _troubled(record: GameRecord) -> bool:
    return record.failed or record.disputed or record.termination == "void"


def _game(row: GameRow) -> dict[str, Any]:
    """Return one game; what is empty or usual is left out.

    ``m`` are the moves, two letters each as in SGF, ``--`` for a pass and ``++`` for resigning.
    ``c`` are their colours: the first one's if they alternate, else all. The first ``k`` moves are
    the opening's; the others have hundredths of seconds in ``s`` and in ``v`` the mover's win rates
    in thousandths, -1 where unknown.
    """
    record, plan = row.record, row.plan
    opening = record.opening
    size = record.settings.size
    moves = [*opening.moves, *((move.color, move.vertex) for move in record.moves)]
    colors = "".join(color for color, _ in moves)
    alternate = all(a != b for a, b in pairwise(colors))
    winrates = [-1 if m.winrate is None else round(1000 * m.winrate) for m in record.moves]
    data: dict[str, Any] = {
        "n": plan.number,
        "b": plan.black,
        "w": plan.white,
        "r": record.result,
        "t": record.termination,
        "m": "".join(_move(vertex, size) for _, vertex in moves),
        "c": colors[:1] if alternate else colors,
        "s": [round(100 * move.seconds) for move in record.moves],
        "o": opening.name,
    }
    usual = {
        "k": len(opening.moves),
        "v": winrates if any(value >= 0 for value in winrates) else [],
        "ab": list(opening.black),
        "aw": list(opening.white),
        "d": record.detail,
        "dead": list(record.dead),
        "x": int(record.disputed),
        "f": int(record.failed),
        "date": record.started[:10],
    }
    return data | {key: value for key, value in usual.items() if value}


def _move(vertex: str, size: int) -> str:
    if vertex == "pass":
        return "--"
    if vertex == "resign":
        return "++"
    row, col = divmod(vertex_to_point(vertex, size), size)
    return chr(97 + col) + chr(97 + size - 1 - row)
