"""The file of weights of the softmax playouts.

Text: the first line names the format and its version, the last one has the SHA-256 of all lines
before it. ``#`` begins a comment, where the provenance is. The other lines have a name and a gamma
of a Bradley-Terry model (Coulom 2007): each of ``FACTORS`` once, then 3x3 patterns as in
`local3.py`, each for its eight symmetries, seen from the side to move.

A file is refused when anything does not fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from .digest import sha256
from .local3 import pattern_code, pattern_text

VERSION: Final = 1
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
    """Gammas by the names of ``FACTORS``, and by `class_of` the code of a pattern."""

    factors: Mapping[str, float]
    patterns: Mapping[int, float]

    def to_text(self, note: str) -> str:
        """The file; *note* says where the weights come from."""
        lines = [f"{FIRST_LINE} {VERSION}", *(f"# {line}" for line in note.splitlines())]
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


def from_text(text: str, name: str) -> PlayoutWeights:
    """The weights in the text of a file *name*; :class:`PlayoutFileError` when it is none."""
    first, _, rest = text.partition("\n")
    kind, _, version = first.rpartition(" ")
    if kind != FIRST_LINE:
        raise PlayoutFileError(f"{name} has no weights of playouts; {_ADVICE}")
    if version != str(VERSION):
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
    for number, line in enumerate(rest.splitlines()[:-1], 2):
        if not line or line.startswith("#"):
            continue
        key, _, value = line.partition(" ")
        try:
            if key in FACTORS:
                factors[key] = _gamma(value)
            else:
                patterns[pattern_code(key)] = _gamma(value)
        except ValueError as error:
            raise PlayoutFileError(f"{name}, line {number}, {line!r}: {error}; {_ADVICE}") from None
    missing = [key for key in FACTORS if key not in factors]
    if missing:
        raise PlayoutFileError(f"{name} lacks {', '.join(missing)}; {_ADVICE}")
    return PlayoutWeights(factors, patterns)


def load(path: Path) -> PlayoutWeights:
    """The weights of a file; :class:`PlayoutFileError` when it cannot be read or used."""
    try:
        return from_text(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise PlayoutFileError(f"{path} is no text; {_ADVICE}") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise PlayoutFileError(f"{path}: {reason}; {_ADVICE}") from None


def shipped_name(size: int) -> str:
    """The file for boards of *size*: small boards have their own."""
    return "playout9.txt" if size <= 11 else "playout19.txt"


def shipped_playout_weights(name: str) -> PlayoutWeights:
    """The weights of the package, by the name of the file."""
    with resources.as_file(resources.files("gtpengine.patterns") / "data" / name) as path:
        return load(path)
