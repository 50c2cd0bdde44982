"""Searching a position: at once, with a look at it from time to time, or from asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Final, Never, Self

import numpy as np

from board_ext.coords import PASS
from gtpengine.base.arguments.paramspec import ParamValue
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.evaluator import Batches, Evaluator, SearchEvaluator
from gtpengine.library.searches.report import Report, report_of
from gtpengine.library.searches.searchtree import TreeNode, tree_of
from gtpengine.library.values import checks
from gtpengine.library.values.checks import whole
from gtpengine.library.values.points import Move, listed, number_of_move
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.analysis import RunningSearch

Params = SearchParams | Mapping[str, ParamValue]
"""Parameters of the search: a ``SearchParams``, or those that differ from the defaults by name."""

Callback = Callable[[Report], object]
"""Gets the report so far; returns True to end the search."""

AsyncCallback = Callable[[Report], object | Awaitable[object]]
"""The same for ``run_async``; it may be a coroutine."""

MOST_THREADS: Final = 1024
MOST_MEMORY: Final = 1 << 20
MOST_SEED: Final = (1 << 63) - 1
MOST_DEPTH: Final = 100
MOST_VISITS: Final = (1 << 31) - 1
EVERY: Final = (1e-4, 1e6)


def params_of(params: Params | None) -> SearchParams:
    """Return parameters of the search of their own.

    :raises ParamError: when a name or a value does not fit; the message says what would.
    :raises TypeError: when they are no parameters.
    """
    if isinstance(params, SearchParams):
        return params.copy()
    if not isinstance(params, Mapping | None):
        raise TypeError(f"params {params!r}: give a SearchParams, or names with their values")
    made = SearchParams()
    for name, value in (params or {}).items():
        if not isinstance(name, str):
            raise TypeError(f"params {name!r}: the name of a parameter is text")
        made.assign(name, value)
    return made


def limits_of(limits: Limits | None, simulations: int | None, seconds: float | None) -> Limits:
    """Return the limits that were given in one of two forms.

    :raises ValueError: when there are none, two forms at once, or they are out of range.
    :raises TypeError: when they are no limits.
    """
    if limits is not None:
        if simulations is not None or seconds is not None:
            raise ValueError("give either limits, or simulations and seconds")
        checks.one(Limits, limits)
        simulations, seconds = limits.simulations, limits.seconds
    return Limits(
        None if simulations is None else whole("simulations", simulations, 1),
        None if seconds is None else checks.seconds("seconds", seconds),
    )


class Search:
    """A search with its tree, which it keeps from one position to the next.

    ::

        with gtpengine.Search(threads=2) as search:
            report = search.run(position, seconds=1)
        print(report.best_move, report.win_rate)

    When a position continues one searched before, what the tree knows of it is used. With one
    thread and a limit in simulations, a new ``Search`` with the same seed finds the same again.
    Leaving the context, or ``close``, gives the memory back.

    A ``Search`` runs one search at a time. ``gtpengine.search_many`` searches many positions.

    :param params: parameters that differ from the defaults, ``{"network_exploration": 0.9}``, or a
        ``gtpengine.SearchParams``. ``gtpengine.SearchParams.table`` says what they mean.
    :param threads: threads of the search, 1 to 1024.
    :param memory: most megabytes of the tree; memory is taken as the tree grows.
    :param seed: of all randomness.
    :param evaluator: a function that leads the search in place of the package's network. It gets a
        list of n positions, which have no earlier moves, and returns (policies, values) or
        (policies, values, leads): shapes (n, size * size + 1) with the pass last, (n,), (n,); for
        the side to move, values from 0 to 1, leads in points. It is called by one thread at a time;
        with more threads a batch has more positions, at most one for each. What it raises ends the
        search and is passed on.
    :raises ValueError: when a number is out of range; ParamError, a kind of it, for parameters.
    """

    def __init__(
        self,
        params: Params | None = None,
        *,
        threads: int = 1,
        memory: int = 512,
        seed: int = 1,
        evaluator: Evaluator | Batches | None = None,
    ) -> None:
        self._params = params_of(params)
        self._settings = f"threads={threads}, memory={memory}, seed={seed}"
        self._searcher: Searcher | None = Searcher(
            self._params,
            whole("threads", threads, 1, MOST_THREADS),
            whole("memory", memory, 1, MOST_MEMORY),
            whole("seed", seed, 0, MOST_SEED),
        )
        self._lock = threading.Lock()
        self._evaluator: SearchEvaluator | None = None
        if evaluator is not None:
            batches = evaluator if isinstance(evaluator, Batches) else Batches(evaluator)
            self._evaluator = SearchEvaluator(batches, threads)
            self._searcher.set_evaluator(self._evaluator.door)
        self._root: tuple[int, int] | None = None  # size and side to move of what the tree is of

    def run(
        self,
        position: Position,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        limits: Limits | None = None,
        avoid: str | Iterable[Move] = (),
        only: str | Iterable[Move] = (),
        callback: Callback | None = None,
        every: float = 0.1,
    ) -> Report:
        """Search a position and return what was found; the position is not changed.

        :param simulations: the number of simulations after which to end.
        :param seconds: wall time after which to end; with both, whichever comes first. The first
            search of a board size also reads its model, which takes some tenths of a second more.
        :param limits: the same as one value, in place of these two.
        :param avoid: moves not to search, as a list or as one text with blanks between.
        :param only: the moves to search alone.
        :param callback: gets the report so far from time to time; when it returns True the search
            ends. It is called in this thread; what it raises ends the search and is passed on.
        :param every: seconds between two calls of it, from 0.0001 on.
        :raises ValueError: when there is no limit, one is out of range, or a move is no point of
            the board.
        :raises RuntimeError: when this search is running already, or was closed.
        :raises MemoryError: when the system refuses the memory.
        """
        wanted = limits_of(limits, simulations, seconds)
        left_out = _left_out(position, avoid, only)
        interval = _interval(every, callback)
        with self._begun(position, wanted, left_out) as watched:
            while not watched.running.finished.wait(interval):
                report = watched.snapshot()
                if callback is not None and report is not None and _is_true(callback(report)):
                    break
            return watched.result()

    def steps(
        self,
        position: Position,
        *,
        every: int,
        simulations: int | None = None,
        seconds: float | None = None,
        limits: Limits | None = None,
        avoid: str | Iterable[Move] = (),
        only: str | Iterable[Move] = (),
    ) -> Iterator[Report]:
        """Search a position and yield a report every ``every`` simulations, and at the end.

        ::

            for report in search.steps(position, every=100, simulations=1000):
                print(report.simulations, report.best_move, report.visit_shares.max())

        Leaving the loop ends the search. With one thread and the same seed the reports are the same
        each time, but for their seconds. The other arguments are those of ``run``.

        :param every: simulations between two reports.
        :raises ValueError: as for ``run``; so for RuntimeError and MemoryError.
        """
        wanted, step = limits_of(limits, simulations, seconds), whole("every", every, 1)
        left_out = [tuple(listed(moves)) for moves in (avoid, only)]
        _left_out(position, *left_out)
        return self._steps(position.copy(), wanted, step, *left_out)

    def _steps(
        self,
        position: Position,
        wanted: Limits,
        step: int,
        avoid: str | Iterable[Move],
        only: str | Iterable[Move],
    ) -> Iterator[Report]:
        """Search as ``steps`` does, a position that is nobody else's."""
        most, begun = wanted.simulations or MOST_VISITS, time.monotonic()
        done, owners = 0, np.zeros((position.size, position.size))
        while done < most:
            passed = time.monotonic() - begun
            left = None if wanted.seconds is None else max(0.0, wanted.seconds - passed)
            now = Limits(min(step, most - done), left)
            report = self.run(position, limits=now, avoid=avoid, only=only)
            done += report.simulations
            owners += report.simulations * report.ownership
            passed = time.monotonic() - begun
            late = wanted.seconds is not None and passed >= wanted.seconds and done < most
            report = replace(
                report,
                simulations=done,
                seconds=passed,
                ownership=(owners / max(1, done)).astype(np.float32),
                stopped_by="time" if late else report.stopped_by,
            )
            yield report
            if report.stopped_by != "simulations":
                return

    async def run_async(
        self,
        position: Position,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        limits: Limits | None = None,
        avoid: str | Iterable[Move] = (),
        only: str | Iterable[Move] = (),
        callback: AsyncCallback | None = None,
        every: float = 0.1,
    ) -> Report:
        """Search as ``run`` does, while other tasks of the event loop run.

        The callback is called in the event loop, and awaited if it is a coroutine. When the task is
        cancelled, the search ends within some milliseconds.

        :raises ValueError: as for ``run``; so for RuntimeError and MemoryError.
        """
        wanted = limits_of(limits, simulations, seconds)
        left_out = _left_out(position, avoid, only)
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def tell() -> None:
            with contextlib.suppress(RuntimeError):  # the loop was closed
                loop.call_soon_threadsafe(ended.set)

        interval = _interval(every, callback)
        with self._begun(position, wanted, left_out, tell) as watched:
            while not ended.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), interval)
                if ended.is_set() or callback is None or (report := watched.snapshot()) is None:
                    continue
                answer = callback(report)
                if inspect.isawaitable(answer):
                    answer = await answer
                if _is_true(answer):
                    break
            return watched.result()

    def notices(self) -> tuple[str, ...]:
        """Return what the user should know of how the last position is searched; empty before.

        Such are settings that this search does not read, a technique that takes the lead from the
        network, and learned files that are damaged or for other boards.

        :raises RuntimeError: when the search is running, or was closed.
        """
        with self._at_rest() as searcher:
            return searcher.notices()

    def tree(self, *, depth: int = 10, least_visits: int = 10) -> TreeNode:
        """Return the root of the tree of the last search; ``children`` lead on.

        :param depth: moves from the root down to which nodes are returned, 0 to 100.
        :param least_visits: nodes with fewer visits are left out, and all below them; 1 or more.
        :raises ValueError: when a number is out of range.
        :raises RuntimeError: when nothing was searched, the search is running, or it was closed.
        """
        moves, least = whole("depth", depth, 0, MOST_DEPTH), whole("least_visits", least_visits, 1)
        with self._at_rest() as searcher:
            if self._root is None:
                raise RuntimeError("this Search has no tree yet: run it first")
            size, to_play = self._root
            return tree_of(searcher.nodes(moves, min(least, MOST_VISITS)), size, to_play)

    def stop(self) -> None:
        """End the running search within some milliseconds; callable from any thread.

        ``run`` then returns what was found so far. Without a running search nothing happens.
        """
        searcher = self._searcher
        if searcher is not None:
            searcher.stop()

    def clear(self) -> None:
        """Forget the tree, so that the next search begins from nothing.

        :raises RuntimeError: when the search is running, or was closed.
        """
        with self._at_rest() as searcher:
            searcher.clear()
            self._root = None

    def begin_anew(self, seed: int) -> None:
        """Forget the tree and start the random numbers from a seed, as a new search would.

        :raises RuntimeError: when the search is running, or was closed.
        """
        with self._at_rest() as searcher:
            searcher.set_seed(whole("seed", seed, 0, MOST_SEED))  # forgets the tree, too
            self._root = None

    def close(self) -> None:
        """Give the memory back; the search cannot be used any more. Closing twice is allowed.

        :raises RuntimeError: when the search is running.
        """
        if self._searcher is not None:
            with self._at_rest():
                self._searcher = None

    @property
    def params(self) -> SearchParams:
        """A copy of the parameters. Setting them forgets the tree.

        :raises ParamError: when set to a name or a value that does not fit.
        :raises RuntimeError: when set while the search is running, or after it was closed.
        """
        return self._params.copy()

    @params.setter
    def params(self, params: Params) -> None:
        made = params_of(params)
        with self._at_rest() as searcher:
            searcher.set_params(made)
            self._params = made
            self._root = None

    def __reduce__(self) -> Never:
        """Refuse to be copied and pickled.

        :raises TypeError: always.
        """
        raise TypeError("a Search is not copied and not pickled: make one in each process")

    def __repr__(self) -> str:
        return f"<Search {self._settings}{'' if self._searcher else ', closed'}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _at_rest(self) -> Iterator[Searcher]:
        """Give the searcher, which nobody else uses while the context lasts."""
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "this Search is running: wait until it ends, stop() it, or use another Search"
            )
        try:
            if self._searcher is None:
                raise RuntimeError("this Search was closed: make a new Search")
            yield self._searcher
        finally:
            self._lock.release()

    def _served(self, position: Position, searcher: Searcher) -> AbstractContextManager[None]:
        """Return the context in which the user's evaluator, if there is one, answers a search."""
        if self._evaluator is None:
            return contextlib.nullcontext()
        return self._evaluator.serving(position.copy(), searcher.stop)

    @contextmanager
    def _begun(
        self,
        position: Position,
        limits: Limits,
        left_out: Mapping[tuple[int, int], int],
        tell: Callable[[], object] = lambda: None,
    ) -> Iterator[_Watched]:
        """Begin to search; leaving the context ends the search.

        ``tell`` is called in the thread of the search when that has ended.
        """
        with self._at_rest() as searcher, self._served(position, searcher):
            searcher.set_position(position.core, left_out)
            self._root = position.size, position.core.to_play
            running = RunningSearch(searcher, limits, on_end=tell)
            with running:
                yield _Watched(position.copy(), searcher, running)


class _Watched:
    """A search that runs."""

    def __init__(self, position: Position, searcher: Searcher, running: RunningSearch) -> None:
        self._position = position
        self._searcher = searcher
        self.running = running

    def snapshot(self) -> Report | None:
        """Return the report so far, None before the first simulation."""
        found = self._searcher.snapshot()
        if not any(move.visits for move in found.moves):
            return None
        return self._report(found)

    def result(self) -> Report:
        """End the search, if it has not ended by itself, and return its report."""
        self.running.__exit__()
        return self._report(self.running.result())

    def _report(self, found: SearchReport) -> Report:
        # Each has a position of its own, which its owner may play on.
        return report_of(self._position.copy(), found, self._searcher)


def _interval(every: float, callback: Callback | AsyncCallback | None) -> float | None:
    """Return the seconds between two calls of a callback; None is without one.

    :raises ValueError: when they are out of range.
    :raises TypeError: when they are no seconds, or the callback is no function.
    """
    interval = checks.seconds("every", every, *EVERY)
    if callback is None:
        return None
    checks.function("callback", callback)
    return interval


def _is_true(answer: object) -> bool:
    """Return whether a callback asks to end: by True, also numpy's, and by nothing else.

    Others return counts, such as ``file.write`` does.
    """
    return isinstance(answer, bool | np.bool_) and bool(answer)


def _left_out(
    position: Position, avoid: str | Iterable[Move], only: str | Iterable[Move]
) -> dict[tuple[int, int], int]:
    """Return the moves of the root to leave out, in the searcher's form.

    :raises TypeError: when the position is none.
    :raises ValueError: when a move is no point of the board, or none is left.
    """
    checks.one(Position, position)
    size, color = position.size, position.core.to_play
    left_out = _numbers(avoid, size)
    if wanted := _numbers(only, size):
        left_out |= {PASS, *range(size * size)} - wanted
    moves = (PASS, *range(size * size))
    if not any(move not in left_out and position.is_legal(move) for move in moves):
        raise ValueError("no legal move is left to search: see avoid and only")
    return {(color, move): 1 for move in left_out}


def _numbers(moves: str | Iterable[Move], size: int) -> set[int]:
    return {number_of_move(move, size) for move in listed(moves)}
