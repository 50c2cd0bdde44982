"""A small table, and figures and results that tests make by hand."""

from __future__ import annotations

from pathlib import Path

from gtpengine.tools.games.game import GameRecord, Opening
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.storage.store import Entrant, Event, Store

from gtpengine.lab.study.figures.results import KIND, MatchFigure, cell_settings, settings_text
from gtpengine.lab.study.tables.table import Cell, StudyTable, read_table
from tests.tools.report.report_store import SETTINGS, record_of

TEXT = """
sizes = [5]
width = 0.2
least = 4
most = 8
openings = "empty"

[[budget]]
name = "small"
simulations = 5
seconds = { 5 = 0.01 }

[[budget]]
name = "large"
simulations = 10
seconds = { 5 = 0.02 }

[[row]]
name = "mercy"
technique = "The mercy rule"
family = "playouts"
paper = "Bouzy and Helmstetter 2003"
on = ["mercy=0.3"]

[[row]]
name = "rave"
technique = "RAVE"
family = "AMAF"
paper = "Gelly and Silver 2007"
off = ["rave_equivalence=0", "exploration=0.3"]
preset = "plain-uct"
published = "more | less"
file = "gtpengine/mcts/by_playouts/treepolicy.pxd"
"""


def table_at(folder: Path, text: str = TEXT) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def table_in(folder: Path) -> StudyTable:
    return read_table(table_at(folder))


def figure(cell: Cell, elo: float, half: float, games: int = 100, failures: int = 0) -> MatchFigure:
    return MatchFigure(
        *cell.key, settings_text(cell), games, elo, elo - half, elo + half, failures, 1.1,
        "2026-01-02", "0123456789ab",
    )  # fmt: skip


def add_event(
    store: Store, cell: Cell, points: list[tuple[float, float]], version: str = "1"
) -> Event:
    """Store a match of which each pair gave the technique these points in its two games."""
    names = [cell.row.name, f"without-{cell.row.name}"]
    entrants = [
        Entrant(EngineSpec(name, f"/bin/{name}"), EngineIdentity("x", version, f"rev{version}"))
        for name in names
    ]
    settings = {**SETTINGS, KIND: cell_settings(cell)}
    event, _ = store.open_event(f"{cell} {version}", KIND, settings, entrants)
    store.schedule(event, match_games(0, len(points), [Opening()], 1))
    for claim in store.claim(event, 2 * len(points)):
        record: GameRecord = record_of(claim.plan, names)
        record.termination, record.detail, record.disputed = "score", "", False
        won = points[claim.plan.pair][claim.plan.number % 2]
        ours = "bw"[claim.plan.number % 2]
        record.winner = ours if won == 1.0 else {"b": "w", "w": "b"}[ours]
        assert store.finish(claim, record)
    return event
