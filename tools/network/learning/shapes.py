"""Shapes of networks that see the planes and numbers of this version."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from typing import Any, Final

from gtpengine.network.netshape import BOARD_ALONE, TRUNKS, NetShape
from gtpengine.network.planes import NUMBERS, PLANES

SHAPES: Final = ("residual-4x32", "residual-6x64", "bottleneck-6x64", "mobile-6x64")
"""Names of shapes from cheap to dear, for measurements."""
CODEBOOK: Final = "codebook"


@dataclass(frozen=True)
class CodebookShape(NetShape):
    """The shape of a network whose stem is a codebook; its blocks are as in ``trunk``."""

    @property
    def name(self) -> str:
        """Return a short name: ``codebook-1x32``."""
        return f"{CODEBOOK}-{self.blocks}x{self.channels}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**NetShape.to_dict(self), CODEBOOK: True}


def shape_of(data: dict[str, Any]) -> NetShape:
    """Return the shape that ``to_dict`` made plain data of."""
    rest = {name: value for name, value in data.items() if name != CODEBOOK}
    return CodebookShape(**rest) if data.get(CODEBOOK) else NetShape(**rest)


def shape_for(
    trunk: str, blocks: int, channels: int, head: int, sees_model: bool = True
) -> NetShape:
    """Return a shape that sees the planes and numbers of this version.

    :param trunk: one of ``TRUNKS``, or ``codebook``: residual blocks after a codebook.
    :param sees_model: whether it sees what the move model expects.
    """
    planes, numbers = (len(PLANES), len(NUMBERS)) if sees_model else BOARD_ALONE
    if trunk == CODEBOOK:
        return CodebookShape(TRUNKS[0], blocks, channels, head, planes, numbers)
    return NetShape(trunk, blocks, channels, head, planes, numbers)


def learned_shape_named(text: str) -> tuple[str, int, int]:
    """Return trunk, blocks and channels of a name such as ``residual-4x32`` or ``codebook-1x32``.

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


def shape_named(text: str) -> tuple[str, int, int]:
    """Return trunk, blocks and channels of a shape that the engine can run.

    :raises argparse.ArgumentTypeError: when it is no such name.
    """
    named = learned_shape_named(text)
    if named[0] == CODEBOOK:
        raise argparse.ArgumentTypeError(
            f"{text!r}: the engine runs no codebook; only 'net compare' learns one"
        )
    return named
