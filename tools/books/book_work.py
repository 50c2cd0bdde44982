"""The work of growing a book: tasks of a pool that search positions or play games."""

from __future__ import annotations

import dataclasses
import random
import threading
import time
from collections.abc import Sequence
from typing import Any, Final, Protocol

from gtpengine.books.growth import Found, Growth
from gtpengine.books.meta import MetaBook, MetaPolicy
from gtpengine.books.table import Table
from gtpengine.books.walk import position_after
from gtpengine.tools.running.runner import Task, Worker

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.game.ending import game_is_over, without_history
from gtpengine.mcts.params.set_option import params_with
from gtpengine.mcts.report.recommend import robust_child
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

from .book_state import BookState, GrowSettings

KEPT_MOVES: Final = 20
"""How many moves of a search are stored."""

MEMORY_MB: Final = 512

EVEN: Final = 0.25
"""A mean lead of at most a quarter of a point at the end of a game is a draw."""

_local = threading.local()


def searcher_for(params: tuple[tuple[str, str], ...], seed: int) -> Searcher:
    """Return this thread's searcher, with no memory of earlier searches."""
    if getattr(_local, "params", None) != params:
        _local.searcher = Searcher(params_with(params), 1, MEMORY_MB, seed)
        _local.params = params
    searcher: Searcher = _local.searcher
    searcher.set_seed(seed)
    return searcher


class Work(Protocol):
    """What a book grows by: it claims tasks and stores their results."""

    noun: str
    """What is counted, in the plural."""
    tasks: str
    """What runs, in the plural."""

    def sync(self) -> None:
        """Read what any process has stored."""

    def count(self) -> int:
        """Return how many there are, as of the last :meth:`sync`."""

    def claim(self, most: int) -> Task | None:
        """Return the next task; None when there is none, or with it were more than ``most``."""

    def finish(self, task: Any, result: Any) -> None:
        """Store the result of a task."""

    def note(self) -> str:
        """Say what is known of the empty board."""

    def summary(self) -> str:
        """Say what is known; empty where nothing is."""

    def table(self) -> Table:
        """Return the book, without provenance."""


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

    def run(self, _worker: Worker) -> tuple[list[Found], float]:
        """Return the moves with the most visits, and the seconds the search took."""
        settings = self.settings
        begun = time.monotonic()
        position = position_after(settings.header, self.line)
        position.rules = rules_named(settings.rules)
        report = _searched(settings, position, settings.seed)
        found = [Found(m.point, m.visits, m.value) for m in report.moves[:KEPT_MOVES] if m.visits]
        return found, time.monotonic() - begun


class Positions:
    """Work on the graph of searched positions (``growth``)."""

    noun = "positions"
    tasks = "searches"

    def __init__(self, state: BookState) -> None:
        self._state = state
        self._growth = Growth(state.settings.header, state.settings.policy, state.seed())

    def sync(self) -> None:
        self._state.sync(self._growth)

    def count(self) -> int:
        return len(self._growth.nodes)

    def claim(self, most: int) -> Task | None:
        chosen = self._state.claim(self._growth, most)
        return None if chosen is None else GrowTask(*chosen, self._state.settings)

    def finish(self, task: GrowTask, result: tuple[list[Found], float]) -> None:
        found, seconds = result
        simulations = self._state.settings.simulations
        self._state.finish(task.key, task.line, found, simulations, seconds)

    def note(self) -> str:
        root = self._growth.nodes.get(self._growth.root)
        return "" if root is None else f"Black wins {100 * root.value:.1f} %"

    def summary(self) -> str:
        depths = [len(node.line) for node in self._growth.nodes.values()]
        if not depths:
            return ""
        return (
            f"{len(depths):,} positions, depth {sum(depths) / len(depths):.1f} on average,"
            f" {max(depths)} at most; {self.note()};"
            f" best line: {_line_text(self._growth.best_line(), self._state.settings)}"
        )

    def table(self) -> Table:
        return self._growth.table()


@dataclasses.dataclass(frozen=True, slots=True)
class GameTask:
    """A task of a pool: play one game.

    The number of the game, the settings and the book as it is while the game asks it decide the
    moves.
    """

    number: int
    book: MetaBook
    settings: GrowSettings

    @property
    def name(self) -> str:
        """What a message of an error calls it."""
        return f"game {self.number}"

    def run(self, _worker: Worker) -> tuple[list[int], int, float]:
        """Return the moves, the winner's colour (0: a draw), and the seconds the game took.

        The game ends after two passes, or after three moves for each point. Who won is what a last
        search says, so that dead stones need not be captured.
        """
        settings = self.settings
        begun = time.monotonic()
        chance = random.Random(f"{settings.seed} {self.number}")
        position = self.book.empty_board()
        while not game_is_over(position) and position.move_number < 3 * settings.size**2:
            point = self.book.choose(position, chance)
            if point is None:
                point = robust_child(_searched(settings, position, chance.getrandbits(31))).point
            position.play(point)
        report = _searched(settings, without_history(position), chance.getrandbits(31))
        lead = report.score if report.to_play == BLACK else -report.score
        winner = 0 if abs(lead) <= EVEN else BLACK if lead > 0 else WHITE
        return [point for _, point in position.moves], winner, time.monotonic() - begun


class Games:
    """Work on a book that grows by games (``meta``)."""

    noun = "games"
    tasks = "games"

    def __init__(self, state: BookState, policy: MetaPolicy) -> None:
        self._state = state
        self._book = MetaBook(state.settings.header, policy)

    def sync(self) -> None:
        self._state.sync_games(self._book)

    def count(self) -> int:
        return self._book.games

    def claim(self, most: int) -> Task | None:
        number = self._state.claim_game(self._book, most)
        return None if number is None else GameTask(number, self._book, self._state.settings)

    def finish(self, task: GameTask, result: tuple[list[int], int, float]) -> None:
        line, winner, seconds = result
        simulations = self._state.settings.simulations
        self._state.finish_game(task.number, line, winner, simulations, seconds)

    def note(self) -> str:
        return f"Black won {100 * self._book.win_rate():.1f} %" if self._book.games else ""

    def summary(self) -> str:
        if not self._book.games:
            return ""
        return (
            f"{self._book.games:,} games, {self._book.positions:,} positions; {self.note()};"
            f" most played: {_line_text(self._book.most_played(), self._state.settings)}"
        )

    def table(self) -> Table:
        return self._book.table()


def work_of(state: BookState) -> Work:
    """Return the work that a file asks for, with what is stored in it."""
    policy = state.settings.meta
    work: Work = Positions(state) if policy is None else Games(state, policy)
    work.sync()
    return work


def _line_text(line: Sequence[int], settings: GrowSettings) -> str:
    return " ".join(point_to_vertex(point, settings.size) for point in line)


def _searched(settings: GrowSettings, position: Position, seed: int) -> SearchReport:
    """Return the report of a search that begins anew."""
    searcher = searcher_for(settings.params, seed)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=settings.simulations))
