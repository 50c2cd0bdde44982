"""The file of weights of the softmax playouts.

Text: the first line names the format and its version, the last one has the SHA-256 of all lines
before it. ``#`` begins a comment, where the provenance is. ``size`` is that of the boards learned
on. The other lines have a name and a gamma of a Bradley-Terry model (Coulom 2007): each of
``FACTORS`` once, then 3x3 patterns as in `local3.py`, each for its eight symmetries, seen from the
side to move.

A file is refused when anything does not fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_ext.coords import MAX_SIZE, MIN_SIZE

from .digest import sha256
from .local3 import pattern_code, pattern_text
from .shipped import read_shipped

VERSION: Final = 2
"""Files of version 1 lack the size."""
FIRST_LINE: Final = "gtpengine playout weights"
STAKES: Final = ("1", "2", "4")
"""Chains in atari beside a point, by the least number of stones of the class."""
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
"""The features beside the patterns, in the order in which a learner numbers them: an own and an
enemy chain in atari beside the point; places by the last two moves; answers to the last move; and
the gamma of all patterns that are not named."""
_ADVICE: Final = "install again, or write it with gtpengine patterns playouts"


class PlayoutFileError(ValueError):
    """A file of weights that cannot be used; the text says which and why."""


@dataclass(frozen=True, slots=True)
class PlayoutWeights:
    """Gammas by the names of ``FACTORS``, and by `class_of` the code of a pattern; ``size`` of the
    boards they were learned on, None where that is not known."""

    factors: Mapping[str, float]
    patterns: Mapping[int, float]
    size: int | None = None

    def to_text(self, note: str) -> str:
        """The file; *note* says where the weights come from."""
        lines = [f"{FIRST_LINE} {VERSION}", *(f"# {line}" for line in note.splitlines())]
        if self.size is not None:
            lines.append(f"size {self.size}")
        lines += [f"{name} {self.factors[name]:.4g}" for name in FACTORS]
        for code, gamma in sorted(self.patterns.items()):
            lines.append(f"{pattern_text(code)} {gamma:.4g}")
        text = "\n".join(lines) + "\n"
        return f"{text}sha256 {sha256(text.encode()).hexdigest()}\n"


def _gamma(text: str) -> float:
    gamma = float(text)
    if not (math.isfinite(gamma) and gamma > 0.0):
        raise ValueError("a gamma is a positive number")
    return gamma


def _size(text: str) -> int:
    if not (text.isdecimal() and MIN_SIZE <= int(text) <= MAX_SIZE):
        raise ValueError(f"a size is {MIN_SIZE} to {MAX_SIZE}")
    return int(text)


def from_text(text: str, name: str) -> PlayoutWeights:
    """The weights in the text of a file *name*; :class:`PlayoutFileError` when it is none."""
    first, _, rest = text.partition("\n")
    kind, _, version = first.rpartition(" ")
    if kind != FIRST_LINE:
        raise PlayoutFileError(f"{name} has no weights of playouts; {_ADVICE}")
    if version not in ("1", str(VERSION)):
        newer = version.isdecimal() and int(version) > VERSION
        advice = "use a newer gtpengine" if newer else _ADVICE
        raise PlayoutFileError(
            f"{name}: version {version}, but this program reads {VERSION}; {advice}"
        )
    body, _, checksum = text.rpartition("sha256 ")
    if sha256(body.encode()).hexdigest() != checksum.strip():
        raise PlayoutFileError(f"{name} is damaged: its checksum is wrong; {_ADVICE}")
    factors: dict[str, float] = {}
    patterns: dict[int, float] = {}
    size: int | None = None
    for number, line in enumerate(rest.splitlines()[:-1], 2):
        if not line or line.startswith("#"):
            continue
        key, _, value = line.partition(" ")
        try:
            if key == "size":
                size = _size(value)
            elif key in FACTORS:
                factors[key] = _gamma(value)
            else:
                patterns[pattern_code(key)] = _gamma(value)
        except ValueError as error:
            raise PlayoutFileError(f"{name}, line {number}, {line!r}: {error}; {_ADVICE}") from None
    missing = [key for key in FACTORS if key not in factors]
    if missing:
        raise PlayoutFileError(f"{name} lacks {', '.join(missing)}; {_ADVICE}")
    return PlayoutWeights(factors, patterns, size)


def from_bytes(data: bytes, name: str) -> PlayoutWeights:
    """The same of the bytes of a file."""
    try:
        return from_text(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        raise PlayoutFileError(f"{name} is no text; {_ADVICE}") from None


def load(path: Path) -> PlayoutWeights:
    """The weights of a file; :class:`PlayoutFileError` when it cannot be read or used."""
    try:
        return from_bytes(path.read_bytes(), str(path))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise PlayoutFileError(f"{path}: {reason}; {_ADVICE}") from None


def shipped_name(size: int) -> str:
    """The file for boards of *size*: small boards have their own."""
    return "playout9.txt" if size <= 11 else "playout19.txt"


def shipped_playout_weights(name: str) -> PlayoutWeights:
    """The weights of the package, by the name of the file; :class:`PlayoutFileError` when it is
    missing or damaged."""
    return read_shipped(name, from_bytes, PlayoutFileError)


def load_shipped(size: int) -> PlayoutWeights:
    """The weights of the package for boards of *size*; :class:`PlayoutFileError` as above."""
    return shipped_playout_weights(shipped_name(size))
