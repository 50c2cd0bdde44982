"""What a program gives, checked where it comes in: an error says what to give."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final, SupportsFloat, SupportsIndex, TypeVar

T = TypeVar("T")

MOST: Final = 1 << 50
"""The largest count: in effect, no limit."""


def whole(name: str, value: SupportsIndex, low: int, high: int = MOST) -> int:
    """Return a whole number from ``low`` to ``high``; numpy's are whole numbers, too.

    :raises ValueError: when it is out of range.
    :raises TypeError: when it is no whole number; both name what to give.
    """
    wanted = f"give a whole number from {low} to {high}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} {value!r}: {wanted}") from None
    if not low <= number <= high:
        shown = number if abs(number) < 1 << 64 else "too large"
        raise ValueError(f"{name} {shown}: {wanted}")
    return number


def seconds(name: str, value: SupportsFloat, low: float = 0.0, high: float = 1e9) -> float:
    """Return a time in seconds from ``low`` to ``high``.

    :raises ValueError: when it is out of range or no number.
    :raises TypeError: when it is text or something else; both name what to give.
    """
    wanted = f"give seconds from {low:g} to {high:g}"
    if isinstance(value, str | bool) or not isinstance(value, SupportsFloat):
        raise TypeError(f"{name} {value!r}: {wanted}")
    number = float(value)
    if not low <= number <= high:
        raise ValueError(f"{name} {number}: {wanted}")
    return number


def one(kind: type[T], value: T) -> T:
    """Return a value that is of a public kind.

    :raises TypeError: when it is not.
    """
    if not isinstance(value, kind):
        raise TypeError(f"a gtpengine.{kind.__name__} is wanted, not a {type(value).__name__}")
    return value


def several(name: str, kind: type[T], values: Iterable[T]) -> list[T]:
    """Return values that are all of a public kind.

    :raises TypeError: when one is not; the message says which.
    """
    found = list(values)
    for index, value in enumerate(found):
        if not isinstance(value, kind):
            raise TypeError(
                f"{name}[{index}] is a {type(value).__name__}: give gtpengine.{kind.__name__}"
            )
    return found
