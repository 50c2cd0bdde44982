"""A search that is looked at while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Protocol, Self

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper

Avoid = Mapping[tuple[int, int], int]
"""Moves to leave out: (colour, point) and the depth, 1 at the root, up to which they are."""


class SearcherLike(Protocol):
    """What the engine needs of ``gtpengine.mcts.searcher.Searcher``.

    A searcher that is derived from this knows nothing of what it does not say itself. What is asked
    of the whole root belongs into the report; what is asked of one move is a method here.
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
    """A search in a thread of its own, as a context: it has ended when the context is left.

    ``finished`` is set when the search ends by itself. The other methods may be called in the
    context and after it, until the next search begins.
    """

    def __init__(
        self, searcher: SearcherLike, limits: Limits, stop_conditions: Sequence[Stopper] = ()
    ) -> None:
        self.finished = threading.Event()
        self._searcher = searcher
        self._limits = limits
        self._stop_conditions = stop_conditions
        self._report: SearchReport | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        # A stop that comes before the thread has begun to search is remembered by the searcher.
        # One that has ended needs none, and may go on with another stretch.
        if not self.finished.is_set():
            self._searcher.stop()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._report = self._searcher.search(self._limits, self._stop_conditions)
        except Exception as error:
            self._error = error
        finally:
            self.finished.set()

    def snapshot(self) -> SearchReport:
        """The search so far."""
        return self._searcher.snapshot()

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        """What is expected after a move of the root, that move first, as (point, visits)."""
        return self._searcher.variation(point)

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:
        """The ownership after a move of the root, if it was asked for."""
        return self._searcher.move_ownership(point)

    def result(self) -> SearchReport:
        """The report of a search that has ended; raises what the search raised."""
        if self._error is not None:
            raise self._error
        if self._report is None:
            raise RuntimeError("the search has not ended yet")
        return self._report


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What is wanted of a search besides a move.

    ``watch`` is called while the search runs; it returns when the search has finished, or when it
    should end. ``move_ownership`` makes it known for each move of the root. ``cleanup``: capture
    all dead stones before passing, and do not resign. ``book``: a move of the opening book will do,
    though there is no search to watch then.
    """

    avoid: Avoid = field(default_factory=dict)
    move_ownership: bool = False
    watch: Callable[[RunningSearch], None] | None = None
    cleanup: bool = False
    book: bool = False

    @property
    def plain(self) -> bool:
        """Whether nothing but a move is wanted, wherever it comes from."""
        watched = self.watch is not None and not self.book
        return not (self.avoid or self.move_ownership or watched or self.cleanup)


PLAIN: Final = SearchRequest()
"""Nothing but the move."""
