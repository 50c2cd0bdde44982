"""Numbers, times and settings as the page says them."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from gtpengine.tools.games.game import GameRecord
from gtpengine.tools.statistics.stats import Estimate, single_games
from gtpengine.tools.storage.store import Event

#: Made by ``setup.event_name`` when the user gives none.
AUTOMATIC_NAME = re.compile(r"(?:match|sprt|tournament|[a-z]+)-.*-[0-9a-f]{8}")
#: Openings as ``setup.read_setup`` stores them: source, count, digest.
OPENINGS = re.compile(r"(.*) (\d+) [0-9a-f]{16}")
NATIONAL = ("chinese", "japanese", "korean")
MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"
#: Engines named in a title; of more, the first ones.
MOST_NAMES = 4


def signed(value: float) -> str:
    """Return a whole number with its sign, as Elo is shown; a proper minus, no minus zero."""
    if math.isinf(value):
        return "+\N{INFINITY}" if value > 0 else f"{MINUS}\N{INFINITY}"
    return f"{value:+z.0f}".replace("-", MINUS) if abs(value) >= 0.5 else "0"


def with_interval(estimate: Estimate) -> str:
    return f"{signed(estimate.value)} ({signed(estimate.low)} to {signed(estimate.high)})"


def percent(share: float, games: int) -> str:
    """Return a score with the interval of independent games."""
    interval = single_games(share * games, games)
    return f"{100 * share:.1f} % ({100 * interval.low:.0f}{NOTHING}{100 * interval.high:.0f})"


def points(value: float) -> str:
    """Return points, which are halves or wholes."""
    whole, half = divmod(value, 1)
    return f"{whole:.0f}½" if half else f"{whole:.0f}"


def many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def duration(seconds: float) -> str:
    """Return a duration in its two largest units."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    whole = round(seconds)
    for name, size, smaller, unit in (("d", 86400, "h", 3600), ("h", 3600, "min", 60)):
        if whole >= size:
            return f"{whole // size} {name} {whole % size // unit} {smaller}"
    return f"{whole // 60} min {whole % 60} s"


def date(seconds: float) -> str:
    """Return a time since 1970 as date and minute, in UTC; nothing for no time."""
    try:
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC) if seconds else None
    except (OverflowError, OSError, ValueError):
        moment = None
    return f"{moment:%Y-%m-%d %H:%M}" if moment else ""


def span(records: Iterable[GameRecord]) -> float | None:
    """Return the seconds from the start of the first game to the end of the last; None if unknown.

    A record's start is text of the store, so it may be none.
    """
    ends = []
    for record in records:
        try:
            start = datetime.datetime.fromisoformat(record.started).timestamp()
        except (ValueError, OverflowError):
            continue
        ends += [start, start + record.seconds]
    return max(ends) - min(ends) if ends else None


def conditions(event: Event) -> str:
    """Return size, komi, rules and time: games of equal conditions can be rated together.

    :raises ValueError: if the event's settings are damaged
    """
    game = event.game_settings()
    time = "no clock" if game.time == "none" else f"time {game.time}"
    rules = game.rules.capitalize() if game.rules in NATIONAL else game.rules
    return f"{game.size}x{game.size}, komi {game.komi:g}, {rules} rules, {time}"


def openings(event: Event) -> str:
    """Return where the games begin."""
    raw = str(event.settings.get("openings", ""))
    found = OPENINGS.fullmatch(raw)
    source, count = (found[1], int(found[2])) if found else (raw, 0)
    if source in ("", "empty"):
        return "from the empty board"
    name = Path(source).name or source
    return f"openings: {name}" + (f" ({many(count, 'position')})" if count else "")


def subjects(event: Event) -> list[str]:
    """Return the subject of each engine's commit, of a test between two; else nothing."""
    raw = event.settings.get("commits")
    if not isinstance(raw, list) or len(raw) != len(event.entrants):
        return []
    found = [one[1] for one in raw if isinstance(one, list) and len(one) == 2]
    return found if len(found) == len(raw) and all(isinstance(s, str) for s in found) else []


def title(event: Event) -> tuple[str, str]:
    """Return the heading of an event, and what to say below it.

    A name that the user gave is the heading. Others end in a hash; the new commit's subject, or the
    engines, head those.
    """
    names = [entrant.spec.name for entrant in event.entrants]
    engines = joined(names, event.kind)
    if AUTOMATIC_NAME.fullmatch(event.name) and engines:
        commits = subjects(event)
        return (commits[0], engines) if commits else (engines, "")
    return event.name, engines


def joined(names: Sequence[str], kind: str) -> str:
    if len(names) == 2 and kind != "tournament":
        return " against ".join(names)
    shown = list(names[:MOST_NAMES])
    rest = len(names) - len(shown)
    if rest:
        return f"{', '.join(shown)} and {rest} more"
    return " and ".join(part for part in (", ".join(shown[:-1]), *shown[-1:]) if part)
