"""The head of a group of trees, as an engine sees it: what does not depend on where they are."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from board_ext.coords import opponent
from board_ext.position import Position
from gtpengine.cluster.digests.exchange import Digest
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy, group_of
from gtpengine.cluster.messages import SearchTask
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper

Avoid = Mapping[tuple[int, int], int]


class HeadSearcher:
    """A tree whose searches are shared with the members of ``group``; a subclass searches.

    Simulations are the sum of all; what is told of owners is from the head's own simulations. Any
    thread may call ``stop``, ``snapshot``, ``variation`` and ``move_ownership``; the rest is for
    one thread. ``warn`` gets sentences that the user should see.
    """

    def __init__(
        self,
        tree: SharingSearcher,
        params: SearchParams,
        seed: int,
        policy: SharingPolicy,
        clock: Callable[[], float] = time.monotonic,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._tree = tree
        tree.keep_digests(1)
        self._params = params.copy()
        self._seed = seed
        self._lock = threading.RLock()
        self.group = group_of(policy, clock, warn)
        self._task: SearchTask | None = None
        self._lineage = self._clears = 0
        self._fresh = True
        self._base = 0

    # --- settings ---

    def set_params(self, params: SearchParams) -> None:
        with self._without_position():
            self._tree.set_params(params)
            self._params = params.copy()

    def set_threads(self, threads: int) -> None:
        """Set the threads of the head; a member has as many as its machine offers."""
        self._tree.set_threads(threads)

    def set_memory(self, memory_mb: int) -> None:
        with self._without_position():
            self._tree.set_memory(memory_mb)

    def set_seed(self, seed: int) -> None:
        with self._without_position():
            self._tree.set_seed(seed)
            self._seed = seed
            self._clears += 1

    def clear(self) -> None:
        with self._without_position():
            self._tree.clear()
            self._clears += 1

    @contextmanager
    def _without_position(self) -> Iterator[None]:
        """Let members rest, and nobody ask the tree for digests, until a position is set again."""
        with self._lock:
            self._fresh = True
            self.group.detach()
            yield

    def keep_move_ownership(self, keep: bool) -> None:
        self._tree.keep_move_ownership(keep)

    def notices(self) -> tuple[str, ...]:
        return self._tree.notices()

    # --- the position ---

    def set_position(
        self, position: Position, avoid: Avoid | None = None, komi_offset: float = 0.0
    ) -> None:
        """Search this position next, on all machines."""
        with self._lock:
            before = None if self._fresh else self._task
            self._tree.set_position(position, avoid, komi_offset)
            told = self._tree.digest(*self.group.told)
            task = self._next_task(before, position.copy(), dict(avoid or {}), komi_offset, told)
            self._task, self._fresh = task, False
            if before is None or task.number != before.number:
                self.group.begin(task, self._tree)
            self.group.hear_local(told)

    def _next_task(
        self,
        before: SearchTask | None,
        position: Position,
        avoid: dict[tuple[int, int], int],
        komi_offset: float,
        told: Digest,
    ) -> SearchTask:
        """Return the task of a position: the same, one of the same line of play, or a new one."""
        played = None
        if before is not None and (before.avoid, before.komi_offset) == (avoid, komi_offset):
            played = moves_between(before.position, position)
        if before is not None and played == ():
            return before
        if before is None or played is None:
            self._lineage += 1
            moves: tuple[int, ...] = ()
        else:
            moves = (*before.moves, *played)
        return SearchTask(
            number=1 if self._task is None else self._task.number + 1,
            lineage=self._lineage,
            moves=moves,
            clears=self._clears,
            seed=self._seed,
            position=position,
            origin=told.origin,
            params=self.group.params_of_members(self._params),
            avoid=avoid,
            komi_offset=komi_offset,
        )

    # --- reports ---

    def stop(self) -> None:
        self._tree.stop()

    def snapshot(self) -> SearchReport:
        return self._of_all(self._tree.snapshot())

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        return self._tree.variation(point)

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:
        return self._tree.move_ownership(point)

    def _of_all(self, report: SearchReport) -> SearchReport:
        """Return the report of the head's search as the report of all machines."""
        with self._lock:
            others = self.group.of_task - self._base
            return self.group.of_all(replace(report, simulations=report.simulations + others))


class Enough:
    """Ends a search when all have made as many simulations as it may have."""

    name = "simulations"

    def __call__(self, report: SearchReport, limits: Limits) -> bool:
        return limits.simulations is not None and report.simulations >= limits.simulations


class OfAll:
    """A stop condition that sees the simulations of all machines."""

    def __init__(self, condition: Stopper, of_all: Callable[[SearchReport], SearchReport]) -> None:
        self.name = condition.name
        self._condition = condition
        self._of_all = of_all

    def __call__(self, report: SearchReport, limits: Limits) -> bool:
        return self._condition(self._of_all(report), limits)


def moves_between(before: Position, after: Position) -> tuple[int, ...] | None:
    """Return the points played, in turn, from one position to another of the same game; None when
    the second does not continue the first."""
    first, second = before.moves, after.moves
    if second[: len(first)] != first or _game(before) != _game(after):
        return None
    side = before.to_play
    for color, _ in second[len(first) :]:
        if color != side:
            return None
        side = opponent(side)
    return tuple(point for _, point in second[len(first) :]) if side == after.to_play else None


def _game(position: Position) -> dict[str, object]:
    """Return what a position is beside its moves: board, rules, komi and the first stones."""
    state = position.__reduce__()[1][0]
    return {name: state[name] for name in state if name not in ("moves", "to_play")}
