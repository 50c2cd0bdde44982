"""What a program gives, checked where it comes in: an error says what to give."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, SupportsFloat, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from gtpengine.base.files.userpath import user_path

T = TypeVar("T")
K = TypeVar("K")
F = TypeVar("F", bound=Callable[..., object])

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
        raise TypeError(f"{name} {shown(value)}: {wanted}") from None
    if not low <= number <= high:
        told = number if abs(number) < 1 << 64 else "too large"
        raise ValueError(f"{name} {told}: {wanted}")
    return number


def number(name: str, value: SupportsFloat, wanted: str) -> float:
    """Return a number as Python's, which may be infinite or NaN.

    :raises TypeError: when it is text or something else; ``wanted`` says what to give.
    """
    try:
        if isinstance(value, str | bool) or not isinstance(value, SupportsFloat):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} {shown(value)}: {wanted}") from None
    except OverflowError:
        return math.inf


def seconds(name: str, value: SupportsFloat, low: float = 0.0, high: float = 1e9) -> float:
    """Return a time in seconds from ``low`` to ``high``.

    :raises ValueError: when it is out of range or no number.
    :raises TypeError: when it is text or something else; both name what to give.
    """
    wanted = f"give seconds from {low:g} to {high:g}"
    time = number(name, value, wanted)
    if not low <= time <= high:
        raise ValueError(f"{name} {time}: {wanted}")
    return time


def array(name: str, value: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return an array.

    :raises ValueError: when the rows of lists have several lengths.
    """
    try:
        return np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} {shown(value)}: the rows have several lengths") from None


def text(name: str, value: str) -> str:
    """Return a text.

    :raises TypeError: when the value is no text.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} {shown(value)}: give a text")
    return value


def path(name: str, value: str | Path) -> Path:
    """Return the path of a file or a folder that a user names.

    :raises ValueError: when the name is empty.
    :raises TypeError: when it is no name.
    """
    given = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(given, str):
        raise TypeError(f"{name} {shown(value)}: give the name of a file as a text or a Path")
    if not given:
        raise ValueError(f"{name} '': give the name of a file")
    return user_path(given)


def function(name: str, value: F) -> F:
    """Return a function.

    :raises TypeError: when it cannot be called.
    """
    if not callable(value):
        raise TypeError(f"{name} {shown(value)}: give a function")
    return value


def mapping(name: str, value: Mapping[K, T], wanted: str) -> Mapping[K, T]:
    """Return a dict, or what is like one.

    :raises TypeError: when the value is no mapping; the message ends with ``wanted``.
    """
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} {shown(value)}: {wanted}")
    return value


def each(name: str, values: Iterable[T], wanted: str) -> Iterator[T]:
    """Return what goes through several values.

    :raises TypeError: when that cannot be gone through; ``wanted`` says what to give.
    """
    try:
        return iter(values)
    except TypeError:
        raise TypeError(f"{name} {shown(values)}: {wanted}") from None


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
    found = list(each(name, values, f"give a list of gtpengine.{kind.__name__}"))
    for index, value in enumerate(found):
        if not isinstance(value, kind):
            raise TypeError(
                f"{name}[{index}] is a {type(value).__name__}: give gtpengine.{kind.__name__}"
            )
    return found


def shown(value: Any) -> str:
    """Return a value for a message, in one line and cut when long."""
    told = " ".join(repr(value).split())
    return told if len(told) <= 60 else told[:57] + "..."
