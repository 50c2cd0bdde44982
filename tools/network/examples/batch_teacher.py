"""A teacher that is a Python file: it judges many positions in one call.

So a network in PyTorch judges several times faster than behind a protocol that asks one position
at a time.

The file defines ``teacher(size, rules, arguments)``. It is called once, with the board size, the
name of the rules as KataGo's protocol calls them, and the words behind the file's name. What it
returns has

- ``about``: a dict of text, with ``version`` and ``network``;
- ``judge(komi, points, starts)``: float32 (n,), int16, int64 (n + 1,). The moves of position i are
  ``points[starts[i]:starts[i + 1]]``, Black first; points run from A1 along the rows, -1 is a pass.
  It returns policy (n, points + 1), the pass last; value (n,), 0 to 1; lead (n,), komi counted;
  ownership (n, points), -1 to 1: all for the side to move. A row whose value is NaN is refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from gtpengine.base.arguments import pythonfile
from gtpengine.programs.analysis_program import ProgramError

from .games import joined
from .teacher import TeacherJudgement, TeacherQuestion

REFUSED = "the teacher gave no value"


class BatchTeacher:
    """The file, loaded; a context manager like `Teacher`.

    :param command: the file and its arguments, as one line.
    :param rules: the name of the rules.
    :raises ProgramError: when the file cannot be loaded.
    """

    def __init__(self, command: str, size: int, rules: str = "chinese") -> None:
        self._size = size
        try:
            path, words = pythonfile.named(command)
            module = pythonfile.loaded(path, "batch_teacher_of_user")
        except ValueError as error:
            raise ProgramError(f"--batch-teacher: {error}") from error
        try:
            self._made: Any = module.teacher(size, rules, words)
        except Exception as error:
            raise ProgramError(f"--batch-teacher: {pythonfile.failed(path, error)}") from error

    def __enter__(self) -> BatchTeacher:
        return self

    def __exit__(self, *exc: object) -> None:
        pass

    def describe(self) -> dict[str, str]:
        """Return what the file says of itself: its version, and its network."""
        about = getattr(self._made, "about", {})
        return {name: str(about.get(name, "unknown")) for name in ("version", "network")}

    def judge(
        self, questions: Iterable[TeacherQuestion], in_flight: int
    ) -> Iterator[tuple[int, TeacherJudgement | str]]:
        """Yield the number of each question and what the teacher says of it, in their order.

        A call asks ``in_flight`` questions.

        :raises ProgramError: when an answer makes no sense.
        """
        source = iter(questions)
        number = 0
        while batch := list(itertools.islice(source, in_flight)):
            for told in self._answers(batch):
                yield number, told
                number += 1

    def _answers(self, batch: list[TeacherQuestion]) -> Iterator[TeacherJudgement | str]:
        points, starts = joined([question.points for question in batch])
        komi = np.array([question.komi for question in batch], np.float32)
        try:
            told = self._made.judge(komi, points, starts)
            policy, value, lead, ownership = (np.asarray(column, np.float32) for column in told)
        except Exception as error:
            raise ProgramError(f"the teacher failed: {type(error).__name__}: {error}") from error
        rows, area = len(batch), self._size**2
        wanted = ((rows, area + 1), (rows,), (rows,), (rows, area))
        shapes = (policy.shape, value.shape, lead.shape, ownership.shape)
        if shapes != wanted:
            raise ProgramError(f"the teacher answered arrays of {shapes}, not of {wanted}")
        for row in range(rows):
            if np.isnan(value[row]):
                yield REFUSED
            else:
                yield self._judgement(policy[row], value[row], lead[row], ownership[row])

    def _judgement(self, policy: Any, value: Any, lead: Any, ownership: Any) -> TeacherJudgement:
        policy = np.maximum(policy, 0)
        total = float(policy.sum())
        finite = np.isfinite([value, lead]).all() and np.isfinite(ownership).all()
        if not (np.isfinite(total) and total > 0 and finite and 0 <= value <= 1):
            raise ProgramError(
                "an answer of the teacher makes no sense: a policy without a move, a value outside"
                " 0 to 1, or a number that is not finite"
            )
        return TeacherJudgement(policy / total, float(value), float(lead), ownership)
