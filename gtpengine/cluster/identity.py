"""Which program a member runs: machines take part in a search only if theirs is the head's."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from board_ext.position import Position
from gtpengine import __version__
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZES: Final = (9, 19)
"""The boards of the searches behind a signature: those for which models are learned."""

SIMULATIONS: Final = 64


@dataclass(frozen=True)
class Identity:
    """The version, the order of bytes, and a signature as of ``gtpengine bench``: a number that
    changes when the search, its models or its parameters do."""

    version: str
    byteorder: str
    signature: int

    def difference(self, head: Identity) -> str:
        """Return what differs from the head, for the user; empty if nothing does."""
        if self.version != head.version:
            return f"it has gtpengine {self.version}, the head {head.version}: install the same"
        if self.byteorder != head.byteorder:
            return f"its order of bytes is {self.byteorder}, the head's {head.byteorder}"
        if self.signature != head.signature:
            return (
                f"its searches have the signature {self.signature}, the head's {head.signature}:"
                " build both from the same sources"
            )
        return ""


def identity(params: Mapping[str, object]) -> Identity:
    """Return the identity of this installation, with these values of ``SearchParams`` by name.

    It takes some hundredths of a second.

    :raises ParamError: when a parameter is unknown here, or a value out of range.
    """
    chosen = SearchParams()
    for name, value in params.items():
        chosen.assign(name, value)
    signature = 0
    searcher = Searcher(chosen, threads=1, memory_mb=16, seed=1)
    for size in SIZES:
        searcher.set_position(Position(size))
        report = searcher.search(Limits(simulations=SIMULATIONS))
        for move in sorted(report.moves, key=lambda move: move.point):
            signature = (signature * 1_000_003 + move.visits + move.point) % 2**32
    return Identity(__version__, sys.byteorder, signature)
