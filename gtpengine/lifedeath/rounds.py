"""Rounds of questions: all are asked with little time, those that stay open with more and more.

A question that needs a moment is so answered whatever the others need, and those that look nearest
to an answer come first. What has been read for a question is remembered by the reader, so that
little is read twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")

PARTS: Final = (1 / 20, 1 / 6, 1 / 3, 1.0)
"""Of the time that is left, for each round."""

FAVOURED: Final = 4
"""Into how many parts, at most, the time of a later round is divided for the next item."""


def ask_in_rounds(
    items: Sequence[Item], end: float, ask: Callable[[Item, float], float | None]
) -> None:
    """Call ``ask`` with each item and a time at which to stop, until the time is ``end``.

    ``ask`` returns None for an item that needs no more, else how far the item looks from an answer.
    Time that an item does not need is for those after it.
    """
    todo = list(items)
    for number, part in enumerate(PARTS):
        now = time.monotonic()
        stop = now + part * max(0.0, end - now)
        still: list[tuple[float, Item]] = []
        for asked, item in enumerate(todo):
            now = time.monotonic()
            left = len(todo) - asked
            share = max(0.0, stop - now) / (min(left, FAVOURED) if number else left)
            far = ask(item, now + share)
            if far is not None:
                still.append((far, item))
        todo = [item for _, item in sorted(still, key=lambda one: one[0])]
