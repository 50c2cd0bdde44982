"""A search that can be watched while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, Self

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.base.system import threads
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper

Avoid = Mapping[tuple[int, int], int]
"""Moves to leave out: (colour, point) -> depth down to which they are, 1 at the root."""


class SearcherLike(Protocol):
    """The part of ``gtpengine.mcts.searcher.Searcher`` that the engine uses.

    A searcher need not have the queries that have a body here. What is asked about the whole root
    belongs in the report; what is asked about one move is a method.
    """

    def set_params(self, params: SearchParams) -> None: ...
    def set_threads(self, threads: int) -> None: ...
    def set_memory(self, memory_mb: int) -> None: ...
    def set_seed(self, seed: int) -> None: ...
    def set_position(
        self, position: Position, avoid: Avoid | None = None, komi_offset: float = 0.0
    ) -> None: ...
    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def snapshot(self) -> SearchReport: ...

    def notices(self) -> tuple[str, ...]:
        return ()

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        stats = self.snapshot().stats_of(point)
        return () if stats is None else ((point, stats.visits),)

    def keep_move_ownership(self, keep: bool) -> None:  # noqa: ARG002
        """Keep what ``move_ownership`` returns, from the next search on."""
        return

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:  # noqa: ARG002
        return None


class RunningSearch:
    """A search in its own thread, as a context: leaving the context ends the search.

    ``finished`` is set when the search ends by itself; ``on_end`` is then called in its thread. The
    other methods may be called inside the context and after it, until the next search begins.
    """

    def __init__(
        self,
        searcher: SearcherLike,
        limits: Limits,
        stop_conditions: Sequence[Stopper] = (),
        on_end: Callable[[], object] = lambda: None,
    ) -> None:
        self.finished = threading.Event()
        self._on_end = on_end
        self._searcher = searcher
        self._limits = limits
        self._stop_conditions = stop_conditions
        self._report: SearchReport | None = None
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._thread = threads.begin(self._run, name="search")[0]
        return self

    def __exit__(self, *_error: object) -> None:
        if self._thread is not None:
            threads.end(self._thread, self._stop)

    def _stop(self) -> None:
        # The searcher remembers a stop that comes before its thread has begun to search. After the
        # end a stop would hit the next search, which may already go on in the same tree.
        if not self.finished.is_set():
            self._searcher.stop()

    def _run(self) -> None:
        try:
            self._report = self._searcher.search(self._limits, self._stop_conditions)
        except BaseException as error:  # raised again in the thread that asks for the result
            self._error = error
        finally:
            self.finished.set()
            self._on_end()

    def snapshot(self) -> SearchReport:
        """Return a report of the search so far."""
        return self._searcher.snapshot()

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        """Return the expected line from a move of the root on, as (point, visits)."""
        return self._searcher.variation(point)

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:
        """Return the ownership after a move of the root, if it was asked for."""
        return self._searcher.move_ownership(point)

    def result(self) -> SearchReport:
        """Return the report of a search that has ended, or raise the error that ended it.

        :raises RuntimeError: when the search has not ended yet.
        """
        if self._error is not None:
            raise self._error
        if self._report is None:
            raise RuntimeError("the search has not ended yet")
        return self._report


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """The wishes that go with a search for a move.

    ``watch`` is called while the search runs; it returns when the search has finished or should
    end. With ``move_ownership`` ownership is kept for each move of the root. ``cleanup``: capture
    all dead stones before passing, and do not resign. ``book``: a book move is welcome although
    there is then no search to watch.
    """

    avoid: Avoid = field(default_factory=dict)
    move_ownership: bool = False
    watch: Callable[[RunningSearch], None] | None = None
    cleanup: bool = False
    book: bool = False

    @property
    def plain(self) -> bool:
        """Whether only a move is wanted, wherever it comes from."""
        watched = self.watch is not None and not self.book
        return not (self.avoid or self.move_ownership or watched or self.cleanup)


PLAIN: Final = SearchRequest()
"""A request for the move alone."""
