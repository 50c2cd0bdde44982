"""A searcher with the interface of the real one that knows nothing about Go.

It answers uniformly over the legal moves, in an order drawn from the seed, so that tests of the
front end are fast and do not depend on the strength of the search.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.engine import Engine

Change = Callable[[Position, SearchReport], SearchReport]


class FakeSearcher(SearcherLike):
    """Reports every legal move with equal visits; ``change`` may alter what is reported.

    With ``endless`` a search lasts until :meth:`stop`, or 20 seconds at most.
    """

    def __init__(
        self,
        params: SearchParams,
        threads: int = 1,
        memory_mb: int = 512,
        seed: int = 1,
        *,
        change: Change | None = None,
        endless: bool = False,
    ) -> None:
        self.params = params
        self.threads = threads
        self.memory_mb = memory_mb
        self.seed = seed
        self.limits: list[Limits] = []
        self.cleared = 0
        self.searching = threading.Event()
        self.avoid: dict[tuple[int, int], int] = {}
        self.moves_ownership = False
        self._change = change
        self._endless = endless
        self._stopped = threading.Event()
        self.position = Position(9)

    def set_params(self, params: SearchParams) -> None:
        self.params = params

    def set_threads(self, threads: int) -> None:
        self.threads = threads

    def set_memory(self, memory_mb: int) -> None:
        self.memory_mb = memory_mb

    def set_seed(self, seed: int) -> None:
        self.seed = seed

    def set_position(
        self,
        position: Position,
        avoid: Mapping[tuple[int, int], int] | None = None,
        komi_offset: float = 0.0,
    ) -> None:
        self.komi_offset = komi_offset
        self.position = position.copy()
        self.avoid = dict(avoid or {})
        self._stopped.clear()

    def keep_move_ownership(self, keep: bool) -> None:
        self.moves_ownership = keep

    def clear(self) -> None:
        self.cleared += 1

    def stop(self) -> None:
        self._stopped.set()

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        assert all(callable(condition) for condition in stop_conditions)
        assert limits.simulations is not None or limits.seconds is not None
        self.limits.append(limits)
        if self._endless and limits.simulations != 1:
            self.searching.set()
            self._stopped.wait(20)
            self._stopped.clear()
        return self._changed(limits.simulations or 1000)

    def snapshot(self) -> SearchReport:
        return self._changed(1000)

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        return ((point, 7), (PASS, 3))

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:
        assert self.position.is_legal(point)
        return self._report(1000).ownership if self.moves_ownership else None

    def _changed(self, simulations: int) -> SearchReport:
        report = self._report(simulations)
        return report if self._change is None else self._change(self.position, report)

    def _report(self, simulations: int) -> SearchReport:
        position = self.position
        points = [p for p in position.legal_moves() if (position.to_play, p) not in self.avoid]
        points = points or [PASS]
        random.Random(f"{self.seed} {position.move_number}").shuffle(points)
        visits = max(1, simulations // len(points))
        stones = position.stones()
        return SearchReport(
            to_play=position.to_play,
            size=position.size,
            moves=tuple(MoveStats(point, visits, 0.5, 0, 0.5, 0.5, 8.0, 0.0) for point in points),
            visits=simulations,
            value=0.5,
            score=0.0,
            simulations=simulations,
            seconds=0.0,
            ownership=((stones == BLACK) * 1.0 - (stones == WHITE) * 1.0).astype(np.float32),
            pv=tuple(points[:1]),
            nodes=1,
            memory_bytes=0,
            mean_depth=1.0,
            mean_length=50.0,
            tree_full=False,
            stopped_by="simulations",
            criticality=np.full((position.size, position.size), 0.25, np.float32),
        )


def fake_engine(change: Change | None = None, *, size: int = 9, endless: bool = False) -> Engine:
    """An engine with a fake searcher and an empty board."""

    def make(params: SearchParams, threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        return FakeSearcher(params, threads, memory_mb, seed, change=change, endless=endless)

    engine = Engine(EngineOptions(), make)
    engine.set_parameter("book", "off")  # what is tested is what becomes of searches
    engine.new_game(size)
    return engine
