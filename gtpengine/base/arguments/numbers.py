"""Numbers on the command line, checked where they are read.

Each function makes a ``type=`` for argparse. A text out of range is refused in one line that names
the range. The engine's parameters are read by the same rules, so ``1_000``, ``nan``, ``inf`` and
numbers of 310 digits are refused.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from gtpengine.base.arguments.paramspec import ParamSpec

#: Largest count accepted: far above what a machine can do.
MOST: Final = 2_000_000_000
#: Longest wait in seconds that system calls take without complaint.
LONGEST: Final = 1_000_000.0


def whole(low: int = 0, high: int = MOST, metavar: str = "N") -> Callable[[str], int]:
    """Make a reader of whole numbers from ``low`` to ``high``; the help calls them ``metavar``."""
    spec = ParamSpec("number", int, low, low, high)
    wanted = f"a whole number from {low} to {high}"

    def read(text: str) -> int:
        return int(_parse(spec, text, wanted))

    vars(read)["metavar"] = metavar
    return read


def real(
    low: float, high: float, *, above: bool = False, metavar: str = "X"
) -> Callable[[str], float]:
    """Make a reader of numbers from ``low`` to ``high``; with ``above``, ``low`` is excluded.

    The help calls them ``metavar``.
    """
    spec = ParamSpec("number", float, float(low), float(low), float(high))
    wanted = f"a number {'above' if above else 'from'} {low:.12g} {'up ' * above}to {high:.12g}"

    def read(text: str) -> float:
        value = float(_parse(spec, text, wanted))
        if above and value == low:
            raise _refused(text, wanted)
        return value

    vars(read)["metavar"] = metavar
    return read


def seconds(
    low: float = 0.0, high: float = LONGEST, *, above: bool = False
) -> Callable[[str], float]:
    """Make a reader of times in seconds."""
    return real(low, high, above=above, metavar="SECONDS")


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


#: A count: 1 or more.
count: Final = whole(1)
#: A count where 0 means none, no limit, or all.
count_or_none: Final = whole(0)
#: Board sizes.
board_size: Final = whole(2, 19)
komi: Final = real(-1000, 1000, metavar="POINTS")
#: Differences of strength.
elo: Final = real(-5000, 5000, metavar="ELO")
#: A random seed that files and engines can hold.
seed: Final = whole(0, 2**63 - 1)
#: A fraction of a whole.
share: Final = real(0, 1)
#: Games, engines or searches at a time; 0 = as many as there are cores.
concurrency: Final = whole(0, 1024)
#: Cores for each game; 0 = no pinning.
cores: Final = whole(0, 1024)
