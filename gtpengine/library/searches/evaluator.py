"""A function of the user that judges positions for a search, in batches."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from board_ext.position import Position as CorePosition
from gtpengine.library.positions.position import Position
from gtpengine.mcts.doors.python_evaluator import PythonEvaluator

Answer = tuple[npt.NDArray[np.float32], float, float]
"""The policy, value and lead of a position (``PythonEvaluator``)."""

Evaluator = Callable[[list[Position]], Sequence[npt.ArrayLike]]
"""Gets n positions and returns (policies, values), or (policies, values, leads).

Policies have shape (n, size * size + 1), the pass last: probabilities, or anything from 0 on; what
illegal moves have is ignored. Values, from 0 to 1, and leads, in points with komi counted, have
shape (n,) and are for the side to move.
"""


PATIENCE: Final = 0.03
"""Seconds that a question waits for the questions of other threads.

While the function is busy the question waits as long again.
"""


class _Question:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.answer: Answer | None = None
        self.error: BaseException | None = None
        self.done = threading.Lock()
        self.done.acquire()


class Batches:
    """What the threads of one search, or of several, ask, put to a function in batches.

    A batch is complete when all threads that search have asked, or had ``PATIENCE`` to ask.
    """

    def __init__(self, function: Evaluator) -> None:
        if not callable(function):
            raise TypeError(f"evaluator {function!r}: give a function of a list of positions")
        self._function = function
        self._turn = threading.Lock()  # of the function
        self._lock = threading.Lock()  # of the next two
        self._waiting: list[_Question] = []
        self._asking = 0

    @contextmanager
    def joined(self, threads: int) -> Iterator[None]:
        """Count the threads of a search while it runs."""
        with self._lock:
            self._asking += threads
        try:
            yield
        finally:
            with self._lock:
                self._asking -= threads
                complete = 0 < len(self._waiting) >= self._asking
            if complete:
                self._put_all()

    def ask(self, position: Position) -> Answer:
        """Return what the function says of a position.

        :raises BaseException: what the function raised on the batch of this position.
        :raises ValueError: when what it returns has other shapes, or is out of range.
        """
        question = _Question(position)
        with self._lock:
            self._waiting.append(question)
            complete = len(self._waiting) >= self._asking
        if complete:
            self._put_all()
        # While the function works on a batch, more questions may come. A slow function would
        # otherwise get half batches.
        while not question.done.acquire(timeout=PATIENCE):
            if not self._turn.locked():
                self._put_all()
        if question.answer is None:
            raise question.error or RuntimeError("the evaluator has not answered")
        return question.answer

    def _put_all(self) -> None:
        """Put all questions that wait to the function, those of each board size together."""
        with self._turn:
            with self._lock:
                waiting, self._waiting = self._waiting, []
            for size in sorted({question.position.size for question in waiting}):
                batch = [question for question in waiting if question.position.size == size]
                try:
                    self._put(batch)
                except BaseException as error:
                    for question in batch:
                        question.error = error
                for question in batch:
                    question.done.release()

    def _put(self, batch: list[_Question]) -> None:
        n, points = len(batch), batch[0].position.size ** 2
        found: Any = self._function([question.position for question in batch])
        if not isinstance(found, Sequence) or isinstance(found, str) or not 2 <= len(found) <= 3:
            raise ValueError(
                f"an evaluator returns (policies, values), or leads as a third, not {_kind(found)}"
            )
        policies = _array("policies", found[0], (n, points + 1))
        values = _array("values", found[1], (n,))
        leads = _array("leads", found[2], (n,)) if len(found) == 3 else np.zeros(n, np.float32)
        if (policies < 0).any() or (values < 0).any() or (values > 1).any():
            raise ValueError("policies are at least 0, and values 0 to 1")
        for question, policy, value, lead in zip(batch, policies, values, leads, strict=True):
            question.answer = policy, float(value), float(lead)


class SearchEvaluator:
    """The evaluator of one search, which asks in batches."""

    def __init__(self, batches: Batches, threads: int) -> None:
        self.door = PythonEvaluator(self._ask)
        self._batches = batches
        self._threads = threads
        self._stop: Callable[[], object] = bool
        self._error: BaseException | None = None

    @contextmanager
    def serving(self, position: Position, stop: Callable[[], object]) -> Iterator[None]:
        """Answer what is asked while the context lasts, on the way from a position.

        :param stop: ends the search; it is called when the function has raised.
        :raises Exception: what the function raised, on leaving.
        """
        self._error, self._stop = None, stop
        self.door.begin(position.core)
        try:
            with self._batches.joined(self._threads):
                yield
        finally:
            self._stop = bool  # keeps no search alive
        if self._error is not None:
            raise self._error

    def _ask(self, core: CorePosition) -> Answer:
        if self._error is not None:
            raise RuntimeError("the evaluator has failed")
        try:
            return self._batches.ask(Position.from_core(core))
        except BaseException as error:
            self._error = error
            self._stop()
            raise


def _kind(found: Any) -> str:
    """Return what was returned, in a word or two."""
    kind = type(found).__name__
    return f"{kind} of {len(found)}" if isinstance(found, Sequence) else kind


def _array(name: str, given: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    try:
        array = np.asarray(given)
        if np.iscomplexobj(array):
            raise TypeError("complex numbers")
        with np.errstate(over="ignore"):  # infinity is refused below
            array = np.ascontiguousarray(array, np.float32)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} that are no array of numbers: {error}") from None
    if array.shape != shape:
        raise ValueError(f"{name} of shape {array.shape}: {shape} is wanted")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} that are not finite")
    return array
