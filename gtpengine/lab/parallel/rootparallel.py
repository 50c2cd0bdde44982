"""Root parallelization: a tree for each thread, whose roots are added up.

Kept for comparison with the shared tree (Chaslot, Winands and van den Herik 2008; Cazenave and
Jouandeau 2007). The searchers share nothing while they search; a limit in simulations is divided
among them. Leaf parallelization is ``parallel=leaf``.

Not done: stop conditions and expected lines use the first searcher's report alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.base.system import threads
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.session.analysis import Avoid, SearcherLike
from gtpengine.session.searchers import Materials, TreeAlone

check = TreeAlone().check
end = TreeAlone().end

SEED_STEP = 1_000_003
"""Difference between the seeds of consecutive searchers."""


class EndedElsewhere:
    """A stop condition for the other searchers: the first one has ended before its limits."""

    name = "decided"

    def __init__(self) -> None:
        self.told = False

    def __call__(self, report: SearchReport, limits: Limits) -> bool:  # noqa: ARG002
        return self.told


class RootParallel(SearcherLike):
    """Several searchers with one thread each, in place of one with several.

    ``make(threads, memory_mb, seed)`` makes a searcher. Memory is divided among them. A tree takes
    at least one megabyte, so there are no more searchers than megabytes.
    """

    def __init__(
        self, make: Callable[[int, int, int], SearcherLike], threads: int, memory_mb: int, seed: int
    ) -> None:
        self._make = make
        self._memory_mb = memory_mb
        self._seed = seed
        self._searchers: list[SearcherLike] = []
        self.set_threads(threads)

    def set_threads(self, threads: int) -> None:
        """Begin anew with ``threads`` searchers, but no more than one for each megabyte."""
        threads = min(threads, self._memory_mb)
        share = self._memory_mb // threads
        self._searchers = [
            self._make(1, share, self._seed + SEED_STEP * number) for number in range(threads)
        ]

    def set_memory(self, memory_mb: int) -> None:
        self._memory_mb = memory_mb
        for searcher in self._searchers:
            searcher.set_memory(max(1, memory_mb // len(self._searchers)))

    def set_seed(self, seed: int) -> None:
        self._seed = seed
        for number, searcher in enumerate(self._searchers):
            searcher.set_seed(seed + SEED_STEP * number)

    def set_params(self, params: SearchParams) -> None:
        for searcher in self._searchers:
            searcher.set_params(params)

    def set_position(
        self, position: Position, avoid: Avoid | None = None, komi_offset: float = 0.0
    ) -> None:
        for searcher in self._searchers:
            searcher.set_position(position, avoid, komi_offset)

    def notices(self) -> tuple[str, ...]:
        return self._searchers[0].notices()

    def keep_move_ownership(self, keep: bool) -> None:
        for searcher in self._searchers:
            searcher.keep_move_ownership(keep)

    def clear(self) -> None:
        for searcher in self._searchers:
            searcher.clear()

    def stop(self) -> None:
        for searcher in self._searchers:
            searcher.stop()

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        """Search with all of them; the first to end by a stop condition ends the others."""
        n = len(self._searchers)
        parts = [limits] * n
        if limits.simulations is not None:
            total = limits.simulations
            parts = [replace(limits, simulations=max(1, (total + i) // n)) for i in range(n)]
        errors: list[BaseException] = []

        # A stop would also end the next search; a condition does not.
        ended = EndedElsewhere()

        def run(number: int) -> None:
            try:
                self._searchers[number].search(parts[number], (ended,))
            except BaseException as error:
                errors.append(error)

        others = threads.begin(*(partial(run, number) for number in range(1, n)), name="tree")
        try:
            first = self._searchers[0].search(parts[0], stop_conditions)
            ended_early = first.stopped_by not in ("simulations", "time")
        except BaseException:
            ended_early = True
            raise
        finally:
            ended.told = ended_early
            for thread in others:
                threads.end(thread)
        if errors:
            raise errors[0]
        return replace(self.snapshot(), stopped_by=first.stopped_by)

    def snapshot(self) -> SearchReport:
        """Return the sum of the roots."""
        return merged([searcher.snapshot() for searcher in self._searchers])

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        return self._searchers[0].variation(point)

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:
        return self._searchers[0].move_ownership(point)


def make(materials: Materials) -> SearcherLike:
    """Return a tree for each thread."""
    options = materials.options
    return RootParallel(materials.tree, options.threads, materials.memory_mb, options.seed)


def merged(reports: Sequence[SearchReport]) -> SearchReport:
    """Return one report of searches of the same position: counts added, means weighted."""
    first = reports[0]
    visits = [report.visits for report in reports]
    simulations = [report.simulations for report in reports]
    by_point: dict[int, list[MoveStats]] = {}
    for report in reports:
        for move in report.moves:
            by_point.setdefault(move.point, []).append(move)
    moves = sorted(
        (_added(moves) for moves in by_point.values()),
        key=lambda move: (-move.visits, -move.value, move.point),
    )
    best = moves[0].point if moves else None
    pv = next((r.pv for r in reports if r.pv and r.pv[0] == best), first.pv)
    weights = np.asarray(simulations if any(simulations) else [1] * len(reports), np.float64)
    ownership = np.average([r.ownership for r in reports], axis=0, weights=weights)
    criticality = np.average([r.criticality for r in reports], axis=0, weights=weights)
    return replace(
        first,
        moves=tuple(moves),
        visits=sum(visits),
        value=_mean([r.value for r in reports], visits, 0.5),
        score=_mean([r.score for r in reports], visits, 0.0),
        simulations=sum(simulations),
        seconds=max(r.seconds for r in reports),
        ownership=ownership.astype(np.float32),
        pv=pv,
        nodes=sum(r.nodes for r in reports),
        memory_bytes=sum(r.memory_bytes for r in reports),
        mean_depth=_mean([r.mean_depth for r in reports], simulations, 0.0),
        mean_length=_mean([r.mean_length for r in reports], simulations, 0.0),
        tree_full=any(r.tree_full for r in reports),
        score_stdev=_mean([r.score_stdev for r in reports], simulations, 0.0),
        criticality=criticality.astype(np.float32),
    )


def _added(moves: Sequence[MoveStats]) -> MoveStats:
    visits = [move.visits for move in moves]
    rave = [move.rave_visits for move in moves]
    return moves[0]._replace(
        visits=sum(visits),
        value=_mean([move.value for move in moves], visits, 0.5),
        rave_visits=sum(rave),
        rave_value=_mean([move.rave_value for move in moves], rave, 0.5),
        score=_mean([move.score for move in moves], visits, 0.0),
        score_stdev=_mean([move.score_stdev for move in moves], visits, 0.0),
        proven=next((move.proven for move in moves if move.proven is not None), None),
        bounds=_both([move.bounds for move in moves if move.bounds is not None]),
    )


def _both(bounds: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Return the intersection of these bounds."""
    return (max(b[0] for b in bounds), min(b[1] for b in bounds)) if bounds else None


def _mean(values: Sequence[float], weights: Sequence[int], empty: float) -> float:
    total = sum(weights)
    return sum(v * w for v, w in zip(values, weights, strict=True)) / total if total else empty
