"""A function of the user that judges positions for a search, in batches."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from board_ext.position import Position as CorePosition
from gtpengine.library.position import Position
from gtpengine.mcts.doors.python_evaluator import PythonEvaluator

Answer = tuple[npt.NDArray[np.float32], float, float]
"""The policy, value and lead of a position (``PythonEvaluator``)."""

Evaluator = Callable[[list[Position]], Sequence[npt.ArrayLike]]
"""Gets n positions and returns (policies, values), or (policies, values, leads).

Policies have shape (n, size * size + 1), the pass last: probabilities, or anything from 0 on; what
illegal moves have is ignored. Values, from 0 to 1, and leads, in points with komi counted, have
shape (n,) and are for the side to move.
"""


class _Question:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.answer: Answer | None = None


class BatchedEvaluator:
    """The questions of all threads of a search, put to a function in batches.

    While the function works on a batch, the questions of other threads wait and make the next one:
    a search with n threads has batches of up to n positions.
    """

    def __init__(self, function: Evaluator) -> None:
        self.door = PythonEvaluator(self._ask)
        self._function = function
        self._waiting: deque[_Question] = deque()
        self._turn = threading.Lock()
        self._stop: Callable[[], object] = bool
        self._error: BaseException | None = None

    @contextmanager
    def serving(self, position: Position, stop: Callable[[], object]) -> Iterator[None]:
        """Answer what is asked while the context lasts, on the way from a position.

        :param stop: ends the search; it is called when the function has raised.
        :raises Exception: what the function raised, on leaving.
        """
        self._error, self._stop = None, stop
        self._waiting.clear()
        self.door.begin(position.core)
        try:
            yield
        finally:
            self._stop = bool  # keeps no search alive
        if self._error is not None:
            raise self._error

    def _ask(self, core: CorePosition) -> Answer:
        question = _Question(Position.from_core(core))
        self._waiting.append(question)
        with self._turn:
            if question.answer is None and self._error is None:
                try:
                    self._put([self._waiting.popleft() for _ in range(len(self._waiting))])
                except BaseException as error:
                    self._error = error
                    self._stop()
        if question.answer is None:
            raise RuntimeError("the evaluator has failed")
        return question.answer

    def _put(self, batch: list[_Question]) -> None:
        """Put questions to the function.

        :raises ValueError: when what it returns has other shapes, or is out of range.
        """
        n, points = len(batch), batch[0].position.size ** 2
        found = self._function([question.position for question in batch])
        if not 2 <= len(found) <= 3:
            raise ValueError("an evaluator returns (policies, values), or leads as a third")
        policies = _array("policies", found[0], (n, points + 1))
        values = _array("values", found[1], (n,))
        leads = _array("leads", found[2], (n,)) if len(found) == 3 else np.zeros(n, np.float32)
        if (policies < 0).any() or (values < 0).any() or (values > 1).any():
            raise ValueError("policies are at least 0, and values 0 to 1")
        for question, policy, value, lead in zip(batch, policies, values, leads, strict=True):
            question.answer = policy, float(value), float(lead)


def _array(name: str, given: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    array = np.ascontiguousarray(given, np.float32)
    if array.shape != shape:
        raise ValueError(f"{name} of shape {array.shape}: {shape} is wanted")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} that are not finite")
    return array
