"""Ranks of players as numbers, so that they can be compared, spaced evenly and averaged.

One rank is one step: 25 kyu is -24, 2 kyu -1, 1 kyu 0, 1 dan 1, 2 dan 2. On 19x19 a step is about
one handicap stone.
"""

from __future__ import annotations

import re
from typing import Final

WEAKEST: Final = -29
"""30 kyu, where servers begin to count."""
STRONGEST: Final = 9
"""9 dan, where amateur ranks end."""

_RANK: Final = re.compile(r"\s*([1-9]\d?)\s*(k|kyu|d|dan)\s*", re.IGNORECASE)


def rank_number(text: str) -> int:
    """Return the number of a rank such as ``12k``, ``12 kyu``, ``1d`` or ``2 Dan``.

    :raises ValueError: when the text is no rank from 30k to 9d.
    """
    match = _RANK.fullmatch(text)
    if match:
        count, is_dan = int(match[1]), match[2].lower().startswith("d")
        number = count if is_dan else 1 - count
        if WEAKEST <= number <= STRONGEST:
            return number
    raise ValueError(f"no rank: {text!r}; ranks are 30k to 1k and 1d to 9d")


def rank_name(number: float) -> str:
    """Return the name of the rank nearest to a number: ``12k``, ``1d``."""
    nearest = round(number)
    return f"{nearest}d" if nearest > 0 else f"{1 - nearest}k"
