"""The file of learned 3x3 weights: how likely a strong player is to play a pattern beside the last
two moves.

Text. ``#`` begins a comment, where the provenance is. ``beside``, ``diagonal`` and ``second`` lines
give a factor for the points beside the last move, diagonal to it, and around the move before it
alone. Every other line is a pattern and its weight. A pattern is its eight points in the order of
`pattern3_code` (row below from left to right, left, right, row above): ``.`` empty, ``X`` the side
to move, ``O`` the other, ``|`` the border; it stands for its eight symmetries. Weights are gammas
of a Bradley-Terry model (Coulom 2007) in which playing elsewhere has the gamma 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

SYMBOLS: Final = ".XO|"
KINDS: Final = ("beside", "diagonal", "second")
# Places of a code -> (row, column) of the neighbourhood.
_PLACES: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))


def _permutations() -> tuple[tuple[int, ...], ...]:
    """For each symmetry, which place of the code each place comes from."""
    found = []
    for flip in (False, True):
        for turns in range(4):
            places = []
            for row, column in _PLACES:
                for _ in range(turns):
                    row, column = column, 2 - row
                places.append(_PLACES.index((row, 2 - column) if flip else (row, column)))
            found.append(tuple(places))
    return tuple(found)


_PERMUTATIONS: Final = _permutations()


def symmetric_codes(code: int) -> Iterator[int]:
    """The eight codes of a pattern turned and reflected, some of them equal."""
    for places in _PERMUTATIONS:
        yield sum((code >> 2 * place & 3) << 2 * i for i, place in enumerate(places))


def class_of(code: int) -> int:
    """The smallest of the symmetric codes, which names the pattern."""
    return min(symmetric_codes(code))


def class_table() -> npt.NDArray[np.uint16]:
    """`class_of` all 65,536 codes, in their order."""
    codes = np.arange(1 << 16, dtype=np.uint16)
    points = [codes >> 2 * i & 3 for i in range(8)]
    smallest = codes.copy()
    for places in _PERMUTATIONS:
        image = sum(points[place] << 2 * i for i, place in enumerate(places))
        smallest = np.minimum(smallest, image)
    return smallest


def swapped_codes() -> npt.NDArray[np.uint16]:
    """All 65,536 codes with the colours exchanged, in their order."""
    codes = np.arange(1 << 16, dtype=np.uint16)
    return ((codes & 0x5555) << 1 | (codes & 0xAAAA) >> 1).astype(np.uint16)


def pattern_text(code: int) -> str:
    """The eight points of a pattern, as the file writes them."""
    return "".join(SYMBOLS[code >> 2 * i & 3] for i in range(len(_PLACES)))


def pattern_code(text: str) -> int:
    """The class of the pattern that :func:`pattern_text` writes; ``ValueError`` when it is none."""
    if len(text) != len(_PLACES):
        raise ValueError("a pattern has eight points")
    return class_of(sum(SYMBOLS.index(symbol) << 2 * i for i, symbol in enumerate(text)))


@dataclass(frozen=True, slots=True)
class LocalWeights:
    """Factors by place, in the order of ``KINDS``, and weights by `class_of` a code in which the
    side to move is Black."""

    kinds: tuple[float, float, float]
    weights: dict[int, float]

    def to_text(self, note: str) -> str:
        """The file; *note* says where the weights come from."""
        lines = [f"# {line}" for line in note.splitlines()]
        lines += [f"{kind} {factor:.4g}" for kind, factor in zip(KINDS, self.kinds, strict=True)]
        for code, weight in sorted(self.weights.items()):
            lines.append(f"{pattern_text(code)} {weight:.4g}")
        return "\n".join(lines) + "\n"


def from_text(text: str) -> LocalWeights:
    """Read a file; ``ValueError`` names the line that is none."""
    kinds = dict.fromkeys(KINDS, 1.0)
    weights: dict[int, float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, _, value = line.partition(" ")
        try:
            if name in kinds:
                kinds[name] = float(value)
                continue
            weights[pattern_code(name)] = float(value)
        except ValueError as error:
            raise ValueError(f"line {number} of the 3x3 weights, {line!r}: {error}") from None
    return LocalWeights((kinds["beside"], kinds["diagonal"], kinds["second"]), weights)


def shipped_weights() -> LocalWeights:
    """The weights of the package."""
    path = resources.files("gtpengine.patterns") / "data" / "local3.txt"
    return from_text(path.read_text(encoding="utf-8"))
