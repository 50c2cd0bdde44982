"""The file of weights of the softmax playouts.

A text in the frame of ``sealed.py``. ``size`` is the size of the boards learned on. The other lines
have a name and a gamma of a Bradley-Terry model (Coulom 2007): each of ``FACTORS`` once, then 3x3
patterns as in ``local3.py``, each for its eight symmetries, seen from the side to move.

A file is refused when anything does not fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_ext.coords import MAX_SIZE, MIN_SIZE
from gtpengine.lab.weights.sealed import SealedError, TextFormat, gamma
from gtpengine.patterns.shipped import read_shipped

from .local3 import pattern_code, pattern_text

STAKES: Final = ("1", "2", "4")
"""Classes of chains in atari beside a point, by their least number of stones."""
FACTORS: Final = (
    *(f"escape{stones}" for stones in STAKES),
    *(f"capture{stones}" for stones in STAKES),
    "beside",
    "diagonal",
    "second",
    "take-last",
    "save-by-capture",
    "save-by-running",
    "attack",
    "defend",
    "other",
)
"""The features besides the patterns, in the order in which a learner numbers them: own and enemy
chains in atari beside the point; places by the last two moves; answers to the last move; and the
gamma of all patterns that are not named."""
_FORMAT: Final = TextFormat(
    "gtpengine playout weights",
    (1, 2),  # files of version 1 lack the size
    "weights of playouts",
    "install again, or write it with gtpengine patterns playouts",
)


@dataclass(frozen=True, slots=True)
class PlayoutWeights:
    """Gammas by the names of ``FACTORS``, and by the ``class_of`` the code of a pattern; ``size``
    is the size of the boards learned on, None if unknown."""

    factors: Mapping[str, float]
    patterns: Mapping[int, float]
    size: int | None = None

    def to_text(self, note: str) -> str:
        """Return the text of the file; ``note`` says where the weights come from."""
        lines = [] if self.size is None else [f"size {self.size}"]
        lines += [f"{name} {self.factors[name]:.4g}" for name in FACTORS]
        for code, value in sorted(self.patterns.items()):
            lines.append(f"{pattern_text(code)} {value:.4g}")
        return _FORMAT.seal(note, lines)


def _size(text: str) -> int:
    if not (text.isdecimal() and MIN_SIZE <= int(text) <= MAX_SIZE):
        raise ValueError(f"a size is {MIN_SIZE} to {MAX_SIZE}")
    return int(text)


def from_bytes(data: bytes, name: str) -> PlayoutWeights:
    """Read the weights in the bytes of a file ``name``.

    :raises SealedError: when there are none.
    """
    factors: dict[str, float] = {}
    patterns: dict[int, float] = {}
    size: int | None = None
    for number, key, value in _FORMAT.open(data, name):
        try:
            if key == "size":
                size = _size(value)
            elif key in FACTORS:
                factors[key] = gamma(value)
            else:
                patterns[pattern_code(key)] = gamma(value)
        except ValueError as error:
            _FORMAT.refuse_line(name, number, key, value, error)
    missing = [key for key in FACTORS if key not in factors]
    if missing:
        _FORMAT.refuse(f"{name} lacks {', '.join(missing)}")
    return PlayoutWeights(factors, patterns, size)


def load(path: Path) -> PlayoutWeights:
    """Return the weights of a file.

    :raises SealedError: when it cannot be read or used.
    """
    return from_bytes(_FORMAT.read(path), str(path))


def shipped_name(size: int) -> str:
    """Return the file for boards of ``size``: small boards have their own."""
    return "playout9.txt" if size <= 11 else "playout19.txt"


def load_shipped(size: int) -> PlayoutWeights:
    """Return the weights of the package for boards of ``size``.

    :raises SealedError: when their file is missing or damaged.
    """
    return read_shipped(shipped_name(size), from_bytes, SealedError, __package__)
