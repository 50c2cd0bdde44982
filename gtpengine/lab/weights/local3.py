"""The file of learned 3x3 weights: how likely a strong player is to play a pattern beside the last
two moves.

A text in the frame of ``sealed.py``. ``beside``, ``diagonal`` and ``second`` lines give a factor
for the points beside the last move, diagonal to it, and around only the move before it. Every other
line is a pattern and its weight. A pattern is eight points in the order of ``pattern3_code`` (row
below from left to right, left, right, row above): ``.`` empty, ``X`` the side to move, ``O`` the
other, ``|`` the border; it stands for its eight symmetries. Weights are gammas of a Bradley-Terry
model (Coulom 2007) in which playing elsewhere has the gamma 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from gtpengine.lab.weights.sealed import SealedError, TextFormat, gamma
from gtpengine.patterns.shipped import read_shipped

SYMBOLS: Final = ".XO|"
KINDS: Final = ("beside", "diagonal", "second")
_FORMAT: Final = TextFormat(
    "gtpengine 3x3 weights",
    (1,),
    "3x3 weights",
    "install again, or write it with python -m gtpengine.lab.training.pattern_weights",
)
# Place in a code -> (row, column) of the neighbourhood.
_PLACES: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))


def _permutations() -> tuple[tuple[int, ...], ...]:
    """Return for each symmetry the place of the code that each place comes from."""
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
    """Yield the eight codes of a pattern turned and reflected, some of them equal."""
    for places in _PERMUTATIONS:
        yield sum((code >> 2 * place & 3) << 2 * i for i, place in enumerate(places))


def class_of(code: int) -> int:
    """Return the smallest of the symmetric codes, which names the pattern."""
    return min(symmetric_codes(code))


def class_table() -> npt.NDArray[np.uint16]:
    """Return ``class_of`` for all codes in their order, shape (65536,)."""
    codes = np.arange(1 << 16, dtype=np.uint16)
    points = [codes >> 2 * i & 3 for i in range(8)]
    smallest = codes.copy()
    for places in _PERMUTATIONS:
        image = sum(points[place] << 2 * i for i, place in enumerate(places))
        smallest = np.minimum(smallest, image)
    return smallest


def swapped_codes() -> npt.NDArray[np.uint16]:
    """Return all codes in their order with the colours exchanged, shape (65536,)."""
    codes = np.arange(1 << 16, dtype=np.uint16)
    return ((codes & 0x5555) << 1 | (codes & 0xAAAA) >> 1).astype(np.uint16)


def pattern_text(code: int) -> str:
    """Return the eight points of a pattern, as the file writes them."""
    return "".join(SYMBOLS[code >> 2 * i & 3] for i in range(len(_PLACES)))


def pattern_code(text: str) -> int:
    """Return the class of the pattern that :func:`pattern_text` writes.

    :raises ValueError: when the text is not a pattern.
    """
    if len(text) != len(_PLACES):
        raise ValueError("a pattern has eight points")
    return class_of(sum(SYMBOLS.index(symbol) << 2 * i for i, symbol in enumerate(text)))


@dataclass(frozen=True, slots=True)
class LocalWeights:
    """Factors by place, in the order of ``KINDS``, and weights by the ``class_of`` a code in which
    the side to move is Black."""

    kinds: tuple[float, float, float]
    weights: dict[int, float]

    def to_text(self, note: str) -> str:
        """Return the text of the file; ``note`` says where the weights come from."""
        lines = [f"{kind} {factor:.4g}" for kind, factor in zip(KINDS, self.kinds, strict=True)]
        for code, weight in sorted(self.weights.items()):
            lines.append(f"{pattern_text(code)} {weight:.4g}")
        return _FORMAT.seal(note, lines)


def from_bytes(data: bytes, name: str) -> LocalWeights:
    """Read the weights in the bytes of a file ``name``.

    :raises SealedError: when there are none.
    """
    kinds: dict[str, float] = {}
    weights: dict[int, float] = {}
    for number, key, value in _FORMAT.open(data, name):
        try:
            if key in KINDS:
                kinds[key] = gamma(value)
            else:
                weights[pattern_code(key)] = gamma(value)
        except ValueError as error:
            _FORMAT.refuse_line(name, number, key, value, error)
    missing = [key for key in KINDS if key not in kinds]
    if missing:
        _FORMAT.refuse(f"{name} lacks {', '.join(missing)}")
    return LocalWeights((kinds["beside"], kinds["diagonal"], kinds["second"]), weights)


def shipped_weights() -> LocalWeights:
    """Return the weights of the package.

    :raises SealedError: when they are missing or damaged.
    """
    return read_shipped("local3.txt", from_bytes, SealedError, __package__)
