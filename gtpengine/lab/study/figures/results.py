"""What a study found: a figure for each match of its table, from a store or from a file.

Elo is always that of *having* the technique, whichever side of the match has it by default. A match
with fewer games than the table wants, or whose interval holds 0, is undecided: it gets no sign.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from gtpengine.lab.study.tables import rowfile
from gtpengine.lab.study.tables.blocks import WAYS
from gtpengine.lab.study.tables.table import Cell, StudyTable
from gtpengine.tools.storage.store import Event, Store

from .stored import as_text, date_of, estimate_of, events_of, failures_of, newest

KIND: Final = "study"
"""The kind of the events in the store."""

SHIPPED: Final = Path(__file__).parents[1] / "data" / "figures.tsv"

GAINS, COSTS, UNDECIDED = "gains", "costs", "undecided"

Key = tuple[str, int, str, str]
"""Row, size, budget and way of a match."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchFigure:
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

    def __post_init__(self) -> None:
        if self.at not in WAYS:
            raise ValueError(f"at is {self.at!r}, not one of {', '.join(WAYS)}")

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
        bounds = f"{low} to {high}"
        if math.isinf(self.elo):
            bounds = f"below {high}" if self.elo < 0 else f"above {low}"
        text = f"{value} ({bounds}), {self.games} games"
        return text if self.verdict(least) != UNDECIDED else f"undecided: {text}"


def _elo_text(elo: float) -> str:
    if math.isinf(elo):
        return "all lost" if elo < 0 else "all won"
    return f"{elo:+z.0f}"


def settings_text(cell: Cell) -> str:
    """Return what decides play in a match besides limit, board and version."""
    sides = (" ".join(side) for side in (cell.row.on, cell.row.off))
    rules = f"rules={cell.row.rules}" if cell.row.rules else ""
    return " | ".join((" ".join(filter(None, (cell.row.preset, rules, *cell.block.both))), *sides))


def cell_settings(cell: Cell) -> dict[str, str | int | float]:
    """Return what the store keeps about a match, besides its engines and games."""
    row, size, budget, at = cell.key
    limit = cell.budget.seconds[size] if at == "time" else cell.budget.simulations
    return {
        "row": row, "size": size, "budget": budget, "at": at, "limit": limit,
        "settings": settings_text(cell),
    }  # fmt: skip


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


def figure_of(store: Store, cell: Cell, event: Event) -> MatchFigure | None:
    """Return the figure of one event; None without a game that counts.

    :raises StoreError: when the store cannot be read
    """
    games, score = estimate_of(store.results(event))
    if not games:
        return None
    elo = score.elo()
    with_it, without = seconds_of_moves(store, event)
    return MatchFigure(
        *cell.key,
        settings=settings_text(cell),
        games=games,
        elo=round(elo.value, 1),
        low=round(elo.low, 1),
        high=round(elo.high, 1),
        failures=failures_of(store, event),
        slower=round(with_it / without, 3) if without else 1.0,
        date=date_of(event),
        commit=event.entrants[0].identity.revision,
    )


def figures(store: Store, cells: Sequence[Cell], least: int) -> dict[Key, MatchFigure]:
    """Return the figure of each match: the newest with games enough, or else the newest.

    :raises StoreError: when the store cannot be read
    """
    events = events_of(store, KIND)
    found = {}
    for cell in cells:
        stored = events.get(as_text(cell_settings(cell)), [])
        mine = [event for event in stored if cell.row.counts(date_of(event))]
        if one := newest(mine, partial(figure_of, store, cell), least):
            found[cell.key] = one
    return found


def telling_more(
    new: Mapping[Key, MatchFigure], known: Mapping[Key, MatchFigure], least: int
) -> dict[Key, MatchFigure]:
    """Return the new figures but those of matches that have just begun and are known with more.

    A match that was begun anew has fewer than ``least`` games for a while; until then the known
    figure stands, if that has games enough.
    """
    return {
        key: one
        for key, one in new.items()
        if one.games >= least or key not in known or known[key].games < least
    }


def written(found: Iterable[MatchFigure]) -> str:
    """Return figures as a file of columns with tabs between."""
    return rowfile.written(MatchFigure, found)


def read_figures(path: Path) -> dict[Key, MatchFigure]:
    """Read a file that ``written`` made.

    :raises TableError: when the file holds no figures
    :raises OSError: when it cannot be read
    """
    advice = "file of figures; gtpengine study --figures makes one"
    return {figure.key: figure for figure in rowfile.read_rows(path, MatchFigure, advice)}


def flips(table: StudyTable, found: Mapping[Key, MatchFigure]) -> list[tuple[str, int, str]]:
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


def current(table: StudyTable, found: Mapping[Key, MatchFigure]) -> dict[Key, MatchFigure]:
    """Return the figures that belong to the matches of a table as it is now, but for faults."""
    cells = {cell.key: cell for cell in table.cells()}
    return {key: one for key, one in found.items() if key in cells and _counts(cells[key], one)}


def _counts(cell: Cell, figure: MatchFigure) -> bool:
    return settings_text(cell) == figure.settings and cell.row.counts(figure.date)
