"""What a study found: a figure for each match of its table, from a store or from a file.

Elo is always that of *having* the technique, whichever side of the match has it by default. A match
with fewer games than the table wants, or whose interval holds 0, is undecided: it gets no sign.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from gtpengine.tools.statistics.stats import Estimate, paired_games, single_games
from gtpengine.tools.storage.replays import replays_of
from gtpengine.tools.storage.store import Event, Result, Store

from .table import WAYS, Cell, Table

KIND: Final = "study"
"""The kind of the events in the store."""

SHIPPED: Final = Path(__file__).with_name("data") / "figures.tsv"

GAINS, COSTS, UNDECIDED = "gains", "costs", "undecided"

Key = tuple[str, int, str, str]
"""Row, size, budget and way of a match."""


class FigureError(ValueError):
    """A file of figures that cannot be read."""


@dataclasses.dataclass(frozen=True, slots=True)
class Figure:
    """The result of one match, with the 95 % interval of the Elo of having the technique.

    ``slower`` is how many times the seconds of a move are with it; ``commit`` is the revision of
    the engine, which may be empty; ``settings`` are those of the two sides.
    """

    row: str
    size: int
    budget: str
    at: str
    settings: str
    games: int
    elo: float
    low: float
    high: float
    failures: int
    slower: float
    date: str
    commit: str

    @property
    def key(self) -> Key:
        return self.row, self.size, self.budget, self.at

    def verdict(self, least: int) -> str:
        """Return whether the technique gains or costs, of at least ``least`` games."""
        if self.games < least or self.low <= 0.0 <= self.high:
            return UNDECIDED
        return GAINS if self.elo > 0.0 else COSTS

    def shown(self, least: int) -> str:
        """Return Elo with its interval; without a sign for too few games."""
        if self.games < least:
            return f"undecided, {self.games} games"
        value, low, high = (_elo_text(x) for x in (self.elo, self.low, self.high))
        text = f"{value} ({low} to {high}), {self.games} games"
        return text if self.verdict(least) != UNDECIDED else f"undecided: {text}"


def _elo_text(elo: float) -> str:
    if math.isinf(elo):
        return "all lost" if elo < 0 else "all won"
    return f"{elo:+z.0f}"


def settings_text(cell: Cell) -> str:
    """Return what decides play in a match besides limit, board and version."""
    sides = (" ".join(side) for side in (cell.row.on, cell.row.off))
    return " | ".join((cell.row.preset, *sides))


def cell_settings(cell: Cell) -> dict[str, str | int | float]:
    """Return what the store keeps about a match, besides its engines and games."""
    row, size, budget, at = cell.key
    limit = cell.budget.seconds[size] if at == "time" else cell.budget.simulations
    return {
        "row": row, "size": size, "budget": budget, "at": at, "limit": limit,
        "settings": settings_text(cell),
    }  # fmt: skip


def events_of(store: Store, kind: str) -> dict[str, list[Event]]:
    """Return the events of a kind by what their settings say of them, as text; the newest first.

    :raises StoreError: when the store cannot be read
    """
    found: dict[str, list[Event]] = {}
    for name in store.event_names():
        event = store.event(name)
        if event.kind == kind and isinstance(about := event.settings.get(kind), dict):
            found.setdefault(as_text(about), []).append(event)
    for events in found.values():
        events.sort(key=lambda event: -event.created)
    return found


def as_text(about: Mapping[str, object]) -> str:
    """Return the settings of a match as one text: equal for equal settings."""
    return json.dumps(about, sort_keys=True)


def estimate_of(results: Sequence[Result]) -> tuple[int, Estimate]:
    """Return how many games count, and the expected score of the first engine.

    It comes from pairs if all games are in complete pairs.
    """
    by_pair: dict[int, list[float]] = {}
    for one in results:
        if one.termination != "void":
            by_pair.setdefault(one.pair, []).append(one.points(0))
    points = [x for pair in by_pair.values() for x in pair]
    if not all(len(pair) == 2 for pair in by_pair.values()):
        return len(points), single_games(sum(points), len(points))
    pairs = [0] * 5
    for pair in by_pair.values():
        pairs[round(2 * sum(pair))] += 1
    return len(points), paired_games(pairs)


def failures_of(store: Store, event: Event) -> int:
    """Return how many games failed or are void, those that were played again included."""
    return sum(one.trouble for one in store.results(event)) + len(replays_of(store, event))


def seconds_of_moves(store: Store, event: Event) -> tuple[float, float]:
    """Return the mean seconds of a move of the first and of the second engine; 0 without moves."""
    means = [0.0, 0.0]
    for row in store.database.rows(
        "SELECT CASE color WHEN 'b' THEN black ELSE white END AS who, avg(move.seconds) AS mean"
        " FROM move JOIN game ON game.id = game_id WHERE event_id = ? AND state = 'done'"
        " GROUP BY who",
        event.id,
    ):
        if row["who"] in (0, 1) and isinstance(row["mean"], float):
            means[row["who"]] = row["mean"]
    return means[0], means[1]


def figure_of(store: Store, cell: Cell, event: Event) -> Figure | None:
    """Return the figure of one event; None without a game that counts.

    :raises StoreError: when the store cannot be read
    """
    games, score = estimate_of(store.results(event))
    if not games:
        return None
    elo = score.elo()
    with_it, without = seconds_of_moves(store, event)
    return Figure(
        *cell.key,
        settings=settings_text(cell),
        games=games,
        elo=round(elo.value, 1),
        low=round(elo.low, 1),
        high=round(elo.high, 1),
        failures=failures_of(store, event),
        slower=round(with_it / without, 3) if without else 1.0,
        date=time.strftime("%Y-%m-%d", time.gmtime(event.created)),
        commit=event.entrants[0].identity.revision,
    )


def figures(store: Store, cells: Sequence[Cell], least: int) -> dict[Key, Figure]:
    """Return the figure of each match: the newest with games enough, or else the newest.

    :raises StoreError: when the store cannot be read
    """
    events = events_of(store, KIND)
    found = {}
    for cell in cells:
        mine = events.get(as_text(cell_settings(cell)), [])
        there = [one for event in mine if (one := figure_of(store, cell, event)) is not None]
        if there:
            found[cell.key] = next((one for one in there if one.games >= least), there[0])
    return found


COLUMNS: Final = tuple(field.name for field in dataclasses.fields(Figure))


def written(found: Iterable[Figure]) -> str:
    """Return figures as a file of columns with tabs between."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(dataclasses.astuple(figure) for figure in found)
    return out.getvalue()


def read_figures(path: Path) -> dict[Key, Figure]:
    """Read a file that ``written`` made.

    :raises FigureError: when it is none
    :raises OSError: when it cannot be read
    """
    lines = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8")), delimiter="\t"))
    if not lines or tuple(lines[0]) != COLUMNS:
        raise FigureError(f"{path} is no file of figures; gtpengine study --figures makes one")
    found = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            figure = _figure(dict(zip(COLUMNS, line, strict=True)))
        except (ValueError, KeyError) as error:
            raise FigureError(f"{path}, line {number}: {error}") from None
        found[figure.key] = figure
    return found


def _figure(cells: Mapping[str, str]) -> Figure:
    if cells["at"] not in WAYS:
        raise ValueError(f"at is {cells['at']!r}, not one of {', '.join(WAYS)}")
    return Figure(
        row=cells["row"],
        size=int(cells["size"]),
        budget=cells["budget"],
        at=cells["at"],
        settings=cells["settings"],
        games=int(cells["games"]),
        elo=float(cells["elo"]),
        low=float(cells["low"]),
        high=float(cells["high"]),
        failures=int(cells["failures"]),
        slower=float(cells["slower"]),
        date=cells["date"],
        commit=cells["commit"],
    )


def flips(table: Table, found: Mapping[Key, Figure]) -> list[tuple[str, int, str]]:
    """Return row, size and way where a technique gains at one budget and costs at another."""
    turned = []
    for row in table.rows:
        for size in table.sizes:
            for at in WAYS:
                keys = [(row.name, size, budget.name, at) for budget in table.budgets]
                signs = {found[key].verdict(table.ending.least) for key in keys if key in found}
                if {GAINS, COSTS} <= signs:
                    turned.append((row.name, size, at))
    return turned


def current(table: Table, found: Mapping[Key, Figure]) -> dict[Key, Figure]:
    """Return the figures that belong to the matches of a table as it is now."""
    cells = {cell.key: settings_text(cell) for cell in table.cells()}
    return {key: one for key, one in found.items() if cells.get(key) == one.settings}
