"""Numbers on the command line: what an option takes, checked where it is read.

Each function makes a `type=` of argparse. A text that is no number of the range is refused in one
line that names the range; the rules of reading are those of the engine's parameters, so neither
`1_000` nor `nan`, `inf` or a number of 310 digits gets through.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from gtpengine.base.paramspec import ParamSpec

#: Most of anything that is counted: far above what a machine can do.
MOST: Final = 2_000_000_000
#: The longest wait in seconds: what the functions of the system take without complaint.
LONGEST: Final = 1_000_000.0


def whole(low: int = 0, high: int = MOST) -> Callable[[str], int]:
    """A whole number from `low` to `high`."""
    spec = ParamSpec("number", int, low, low, high)
    wanted = f"a whole number from {low} to {high}"

    def read(text: str) -> int:
        return int(_parse(spec, text, wanted))

    return read


def real(low: float, high: float, *, above: bool = False) -> Callable[[str], float]:
    """A number from `low` to `high`, without `low` itself if it must lie `above`."""
    spec = ParamSpec("number", float, float(low), float(low), float(high))
    wanted = f"a number {'above' if above else 'from'} {low:.12g} {'up ' * above}to {high:.12g}"

    def read(text: str) -> float:
        value = float(_parse(spec, text, wanted))
        if above and value == low:
            raise _refused(text, wanted)
        return value

    return read


def seconds(
    low: float = 0.0, high: float = LONGEST, *, above: bool = False
) -> Callable[[str], float]:
    """A span of time in seconds."""
    return real(low, high, above=above)


def _parse(spec: ParamSpec, text: str, wanted: str) -> float:
    try:
        value = spec.parse(text)
    except (ValueError, OverflowError):  # a number of 310 digits has no float
        raise _refused(text, wanted) from None
    assert isinstance(value, int | float)
    return value


def _refused(text: str, wanted: str) -> argparse.ArgumentTypeError:
    shown = repr(text)
    return argparse.ArgumentTypeError(
        f"{shown if len(shown) <= 60 else shown[:57] + '...'}: give {wanted}"
    )


#: How many there are of something: 1 or more.
count: Final = whole(1)
#: The same, where 0 means none, or no limit, or all.
count_or_none: Final = whole(0)
#: What a board may measure.
board_size: Final = whole(2, 19)
komi: Final = real(-1000, 1000)
#: A seed of randomness, as far as files and engines can hold it.
seed: Final = whole(0, 2**63 - 1)
#: A share of a whole.
share: Final = real(0, 1)
#: Games, engines or searches at a time; 0 for as many as there are cores.
concurrency: Final = whole(0, 1024)
#: Cores of one game; 0 pins nothing.
cores: Final = whole(0, 1024)
