"""A batch teacher for the tests: its answers are those of ``dummy_teacher.py``.

``refuse N``: it has no value for positions of N moves; ``fail``: it raises; ``wrong``: it answers
arrays of another shape; ``none``: a policy without a move.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Teacher:
    def __init__(self, size: int, words: list[str]) -> None:
        self.about = {"version": "0.1", "network": "d1"}
        self.size = size
        self.words = words

    def judge(self, komi: Any, points: Any, starts: Any) -> tuple[Any, Any, Any, Any]:
        rows, area, lengths = len(komi), self.size**2, np.diff(starts)
        assert len(points) == starts[-1]
        if self.words[:1] == ["fail"]:
            raise RuntimeError("out of luck")
        policy = np.zeros((rows, area + 1))
        policy[:, 2], policy[:, -1] = 0.75, 0.25
        if self.words[:1] == ["none"]:
            policy[:] = 0
        value = np.where(lengths % 2, 0.75, 0.25)
        if self.words[:1] == ["refuse"]:
            value[lengths == int(self.words[1])] = np.nan
        ownership = np.zeros((rows, area + (self.words[:1] == ["wrong"])))
        ownership[:, : self.size] = 1
        return policy, value, komi, ownership


def teacher(size: int, rules: str, arguments: list[str]) -> Teacher:
    assert rules == "chinese"
    return Teacher(size, arguments)
