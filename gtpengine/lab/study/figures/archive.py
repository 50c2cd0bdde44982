"""The games of a study as one compressed table, so that a reader can count again.

A line a game, with tabs between the columns of ``ArchivedGame``, compressed by xz. A game is told
from the side of the technique: ``points`` are its share, and both games of a pair have one number.
"""

from __future__ import annotations

import dataclasses
import io
import lzma
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from gtpengine.base.files.wholefile import new_file
from gtpengine.lab.study.tables import rowfile
from gtpengine.lab.study.tables.table import Cell
from gtpengine.tools.storage.store import Event, GameRow, Store

from .equalcost import simulations_of_equal_cost
from .results import KIND, Key, cell_settings
from .stored import as_text, date_of, events_of


@dataclasses.dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of a study; ``moves`` are vertices, Black's first, with those of the start position.

    ``color`` is that of the side with the technique, ``sides`` what both are started with.
    ``score`` is Black's less White's, empty where it was not counted. ``seconds`` are those of a
    move of that side, on average, ``other_seconds`` those of the other side's.
    """

    block: str
    row: str
    size: int
    budget: str
    at: str
    sides: str
    commit: str
    date: str
    number: int
    pair: int
    color: str
    points: float
    result: str
    termination: str
    score: str
    opening: str
    seed: int
    seconds: float
    other_seconds: float
    moves: str

    @property
    def key(self) -> Key:
        """Which match of a table it belongs to."""
        return self.row, self.size, self.budget, self.at


def write_archive(store: Store, cells: Sequence[Cell], path: Path) -> int:
    """Write the games of some matches to a new file; return how many they are.

    Games of all versions of the engine are there, but those from before a fault was mended.

    :raises FileExistsError: when something of that name is there
    :raises StoreError: when the store cannot be read
    """
    events = events_of(store, KIND)
    games = [
        game
        for cell in cells
        for event in events.get(as_text(cell_settings(cell)), [])
        if cell.row.counts(date_of(event))
        for game in _games(store, cell, event)
    ]
    with new_file(path) as file:
        file.write(lzma.compress(rowfile.written(ArchivedGame, games).encode()))
    return len(games)


def read_archive(path: Path) -> list[ArchivedGame]:
    """Read a file that ``write_archive`` made.

    :raises OSError: when it cannot be read
    :raises TableError: when the file is no archive
    """
    try:
        text = lzma.decompress(path.read_bytes()).decode()
    except (lzma.LZMAError, UnicodeDecodeError):
        text = ""
    return rowfile.rows_of(io.StringIO(text), str(path), ArchivedGame, "archive of a study")


def sides_text(cell: Cell, simulations: int) -> str:
    """Return what both sides of a match are started with.

    ``simulations`` are those of the side with the technique, if they are not the budget's.
    """
    sides = (text.partition("=")[2] for text in cell.engines("gtpengine", simulations))
    return " | ".join(sides)


def _games(store: Store, cell: Cell, event: Event) -> Iterator[ArchivedGame]:
    simulations = simulations_of_equal_cost(store, cell) if cell.at == "cost" else 0
    sides = sides_text(cell, simulations or 0)
    points = {one.number: one.points(0) for one in store.results(event)}
    for row in store.records(event):
        if row.plan.number in points:
            yield _game(cell, event, sides, row, points[row.plan.number])


def _game(cell: Cell, event: Event, sides: str, row: GameRow, points: float) -> ArchivedGame:
    plan, record = row.plan, row.record
    color = "b" if plan.black == 0 else "w"
    moves = [vertex for _, vertex in plan.opening.moves] + [move.vertex for move in record.moves]
    return ArchivedGame(
        cell.block.name, *cell.key, sides, event.entrants[0].identity.revision, date_of(event),
        plan.number, plan.pair, color, points, record.result, record.termination,
        "" if record.score is None else f"{record.score:g}", plan.opening.name, plan.seed,
        _mean(move.seconds for move in record.moves if move.color == color),
        _mean(move.seconds for move in record.moves if move.color != color), " ".join(moves),
    )  # fmt: skip


def _mean(seconds: Iterable[float]) -> float:
    """Return the mean with five digits; 0 without a move."""
    found = list(seconds)
    return float(f"{sum(found) / len(found):.5g}") if found else 0.0
