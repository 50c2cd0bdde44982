"""What a study costs, known before it is played: games and hours of each row on this machine.

A match that has games already costs what they took. For the others a search from the empty board is
timed, and a game is taken to have as many moves as ``MOVES`` says.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import time
from collections.abc import Sequence
from typing import Final

from gtpengine.lab.study.figures.equalcost import simulations_of_equal_cost
from gtpengine.lab.study.figures.results import KIND, cell_settings
from gtpengine.lab.study.figures.stored import as_text, events_of
from gtpengine.lab.study.tables.reading import MatchEnding
from gtpengine.lab.study.tables.table import Cell, StudyTable
from gtpengine.tools.running.engines import EngineSpec, start_engine
from gtpengine.tools.statistics.stats import Z95, paired_games
from gtpengine.tools.storage.store import Event, Store

from .playing import Narrowing

MOVES: Final = 0.75
"""Moves of a game that the engine plays against itself, as a share of the board's points."""
PROBE: Final = 2000
"""Simulations of the search that is timed."""

Speeds = dict[tuple[tuple[str, ...], int], float]
"""Simulations a second by the settings of both sides and the size of the board."""


@dataclasses.dataclass(frozen=True, slots=True)
class Cost:
    """What one match still wants: games, and seconds of one game at a time."""

    cell: Cell
    done: int
    games: int
    seconds: float


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """A match of the plan, and at how many games it pauses, so that others get theirs."""

    cell: Cell
    goal: int

    def __str__(self) -> str:
        return str(self.cell)


def simulations_a_second(command: str, sizes: Sequence[int]) -> dict[int, float]:
    """Return the speed of an engine on the empty board of each size, one game at a time.

    :raises EngineError: if it does not play
    """
    speeds = {}
    spec = EngineSpec("engine", f"{command} --simulations {PROBE}")
    with start_engine(spec) as client:
        for size in sizes:
            client.send(f"boardsize {size}")
            # The first search of a size reads what it needs from files.
            for _ in range(2):
                client.send("clear_board")
                began = time.monotonic()
                client.send("genmove b")
            speeds[size] = PROBE / max(time.monotonic() - began, 1e-6)
    return speeds


def expected_games(ending: MatchEnding, done: Sequence[int] = ()) -> int:
    """Return the games after which a match is likely to end.

    ``done`` counts its pairs of 0, 0.5, 1, 1.5 and 2 points; without them it is taken to be even,
    with as much chance in a pair as in two games of their own.
    """
    pairs = sum(done)
    if pairs * 2 >= ending.least:
        score = paired_games(done)
        half = (score.high - score.low) / 2
        games = 2 * pairs * (half / ending.width) ** 2
    else:
        games = (Z95 * 0.5 / ending.width) ** 2
    return min(ending.most, max(ending.least, 2 * math.ceil(games / 2)))


def costs(store: Store | None, cells: Sequence[Cell], speeds: Speeds) -> list[Cost]:
    """Return what each match still wants, by the newest event of each.

    :raises StoreError: if the store cannot be read
    """
    events = events_of(store, KIND) if store else {}
    return [
        _cost(store, cell, events.get(as_text(cell_settings(cell)), []), speeds) for cell in cells
    ]


def _cost(store: Store | None, cell: Cell, events: Sequence[Event], speeds: Speeds) -> Cost:
    moves, ending = MOVES * cell.size * cell.size, cell.block.ending
    each = moves * cell.budget.simulations / speeds[cell.block.both, cell.size]
    if cell.at == "time":
        each = moves * cell.budget.seconds[cell.size]
    if store and cell.at == "cost" and simulations_of_equal_cost(store, cell) == 0:
        return Cost(cell, 0, 0, 0.0)
    if store is None or not events:
        return Cost(cell, 0, expected_games(ending), each * expected_games(ending))
    course = Narrowing(ending)
    results = store.results(events[0])
    course.refresh(results)
    wanted = 0 if course.is_over() else max(0, expected_games(ending, course.pairs) - len(results))
    row = store.database.rows(
        "SELECT avg(seconds) AS mean FROM game WHERE event_id = ? AND state = 'done'", events[0].id
    )[0]
    if isinstance(row["mean"], float) and row["mean"] > 0:
        each = row["mean"]
    return Cost(cell, len(results), wanted, each * wanted)


def steps(table: StudyTable, found: Sequence[Cost]) -> list[Step]:
    """Return the matches in the order in which they are played.

    Block after block, and in a block round after round: a game tells most where there are fewest.
    In a round many short matches come before a long one, and first what is done, which costs
    nothing.
    """
    cheapest = [cost.cell for cost in sorted(found, key=lambda cost: cost.seconds)]
    order: list[Step] = []
    for _, same in itertools.groupby(table.blocks, lambda block: block.name):
        blocks = list(same)
        mine = [cell for cell in cheapest if cell.block in blocks]
        goals = sorted({goal for block in blocks for goal in block.goals})
        order += [Step(cell, goal) for goal in goals for cell in mine]
    return order


def lines(found: Sequence[Cost], slots: int) -> list[str]:
    """Return the plan as a Markdown table, for ``slots`` games at a time."""
    text = [
        f"| row | matches | games done | games to play | hours, {slots} at a time |",
        "|---|---|---|---|---|",
    ]
    rows = dict.fromkeys(cost.cell.row.name for cost in found)
    for name in rows:
        text += [_line(name, [cost for cost in found if cost.cell.row.name == name], slots)]
    text.append(_line("all", found, slots))
    text += ["", text[0].replace("row", "block, board, budget"), text[1]]
    parts = dict.fromkeys(_part(cost.cell) for cost in found)
    text += [_line(part, [c for c in found if _part(c.cell) == part], slots) for part in parts]
    return text


def _part(cell: Cell) -> str:
    block = f"{cell.block.name}, " if cell.block.name else ""
    return f"{block}{cell.size}x{cell.size}, {cell.budget.name}"


def _line(name: str, found: Sequence[Cost], slots: int) -> str:
    hours = sum(cost.seconds for cost in found) / 3600 / slots
    done, games = sum(cost.done for cost in found), sum(cost.games for cost in found)
    return f"| {name} | {len(found)} | {done:,} | {games:,} | {hours:,.1f} |"
