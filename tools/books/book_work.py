"""The work of growing a book: tasks of a pool that search positions."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence
from typing import Final

from gtpengine.books.table import BookTable
from gtpengine.books.walk import position_after
from gtpengine.tools.books.growth import Growth, SearchedMove
from gtpengine.tools.running.runner import PoolWorker

from board_ext.coords import point_to_vertex
from board_ext.rules import rules_named
from gtpengine.mcts.params.set_option import params_with
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

from .book_state import BookState, GrowSettings

KEPT_MOVES: Final = 20
"""How many moves of a search are stored."""

MEMORY_MB: Final = 512

_local = threading.local()


def searcher_for(params: tuple[tuple[str, str], ...], seed: int) -> Searcher:
    """Return this thread's searcher, with no memory of earlier searches."""
    if getattr(_local, "params", None) != params:
        _local.searcher = Searcher(params_with(params), 1, MEMORY_MB, seed)
        _local.params = params
    searcher: Searcher = _local.searcher
    searcher.set_seed(seed)
    return searcher


@dataclasses.dataclass(frozen=True, slots=True)
class GrowTask:
    """A task of a pool: search one position."""

    key: int
    line: tuple[int, ...]
    settings: GrowSettings

    @property
    def name(self) -> str:
        """What a message of an error calls it."""
        return f"position {self.line}"

    def run(self, worker: PoolWorker) -> tuple[list[SearchedMove], float]:
        """Return the moves with the most visits, and the seconds the search took."""
        settings = self.settings
        begun = time.monotonic()
        position = position_after(settings.header, self.line)
        position.rules = rules_named(settings.rules)
        searcher = searcher_for(settings.params, settings.seed)
        searcher.set_position(position)
        report = worker.search(searcher, Limits(simulations=settings.simulations))
        found = [
            SearchedMove(m.point, m.visits, m.value) for m in report.moves[:KEPT_MOVES] if m.visits
        ]
        return found, time.monotonic() - begun


class Positions:
    """Work on the graph of searched positions (``growth``)."""

    def __init__(self, state: BookState) -> None:
        self._state = state
        self._growth = Growth(state.settings.header, state.settings.policy, state.seed())

    def sync(self) -> None:
        """Read what any process has stored."""
        self._state.sync(self._growth)

    def count(self) -> int:
        """Return how many positions are searched, as of the last :meth:`sync`."""
        return len(self._growth.nodes)

    def claim(self, most: int) -> GrowTask | None:
        """Return the next task; None when there is none, or with it were more than ``most``."""
        chosen = self._state.claim(self._growth, most)
        return None if chosen is None else GrowTask(*chosen, self._state.settings)

    def finish(self, task: GrowTask, result: tuple[list[SearchedMove], float]) -> None:
        """Store the result of a task."""
        found, seconds = result
        simulations = self._state.settings.simulations
        self._state.finish(task.key, task.line, found, simulations, seconds)

    def note(self) -> str:
        """Say what is known of the empty board."""
        root = self._growth.nodes.get(self._growth.root)
        return "" if root is None else f"Black wins {100 * root.value:.1f} %"

    def summary(self) -> str:
        """Say what is known; empty where nothing is."""
        depths = [len(node.line) for node in self._growth.nodes.values()]
        if not depths:
            return ""
        return (
            f"{len(depths):,} positions, depth {sum(depths) / len(depths):.1f} on average,"
            f" {max(depths)} at most; {self.note()};"
            f" best line: {_line_text(self._growth.best_line(), self._state.settings)}"
        )

    def table(self) -> BookTable:
        """Return the book, without provenance."""
        return self._growth.table()


def _line_text(line: Sequence[int], settings: GrowSettings) -> str:
    return " ".join(point_to_vertex(point, settings.size) for point in line)
