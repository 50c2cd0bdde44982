"""Shapes of networks that see the planes and numbers of this version."""

from __future__ import annotations

import argparse
import re
from typing import Final

from gtpengine.network.netshape import NetShape
from gtpengine.network.planes import NUMBERS, PLANES

SHAPES: Final = ("residual-4x32", "residual-6x64", "bottleneck-6x64", "mobile-6x64")
"""Names of shapes from cheap to dear, for measurements."""


def shape_for(trunk: str, blocks: int, channels: int, head: int) -> NetShape:
    """Return a shape that sees the planes and numbers of this version."""
    return NetShape(trunk, blocks, channels, head, len(PLANES), len(NUMBERS))


def shape_named(text: str) -> tuple[str, int, int]:
    """Return trunk, blocks and channels of a name such as ``residual-4x32``.

    :raises argparse.ArgumentTypeError: when it is no such name.
    """
    found = re.fullmatch(r"([a-z]+)-([0-9]{1,4})x([0-9]{1,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r}: give a shape such as {SHAPES[0]}")
    trunk, blocks, channels = found.groups()
    try:
        shape_for(trunk, int(blocks), int(channels), 1)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None
    return trunk, int(blocks), int(channels)
