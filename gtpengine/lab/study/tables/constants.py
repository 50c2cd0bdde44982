"""Whose the constants of the study's rows are: the papers', by ``data/constants.tsv``, or ours.

A line of that table has a parameter, its value, and where the paper, or a survey that tells of it,
has it. Without a row the value is the default. What it does not have is called *not tuned*, *ours*,
or set beside the paper's number in the source of its parameter; tests prove both.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gtpengine.mcts.params.search_params import OWN_ROWS, SWITCHES

from .rowfile import read_rows
from .table import StudyRow

SHIPPED: Final = Path(__file__).parents[1] / "data" / "constants.tsv"


@dataclasses.dataclass(frozen=True, slots=True)
class Published:
    """A constant of a paper: of a row of the study, or a default if ``row`` is empty."""

    row: str
    name: str
    value: float
    source: str


@dataclasses.dataclass(frozen=True, slots=True)
class Constant:
    """A number that a row plays with; ``is_published`` where it is the paper's."""

    name: str
    value: float
    is_published: bool

    def __str__(self) -> str:
        whose = "the paper's" if self.is_published else "ours"
        return f"`{self.name}={self.value:g}` {whose}"


def published(path: Path = SHIPPED) -> list[Published]:
    """Return the constants that are papers'.

    :raises TableError: when it is no such file
    :raises OSError: when it cannot be read
    """
    return read_rows(path, Published, "file of published constants")


def of_row(row: StudyRow, known: Sequence[Published]) -> list[Constant]:
    """Return the numbers of a row's technique, as its side plays with them.

    A technique that is not a file of its own has none here: its numbers are the engine's.
    """
    module = row.source().removesuffix(".pyx").replace("/", ".")
    if module not in SWITCHES:
        return []
    settings = dict(text.split("=", 1) for text in row.on)
    papers = {(one.row, one.name, one.value) for one in known}
    found = []
    for spec in OWN_ROWS.get(module, ()):
        off = spec.name == SWITCHES[module][0] and spec.name not in settings
        if spec.kind in (int, float) and not off:
            value = float(settings.get(spec.name, str(spec.default)))
            if not value:
                continue  # switched off
            is_published = bool({(row.name, spec.name, value), ("", spec.name, value)} & papers)
            found.append(Constant(spec.name, value, is_published))
    return found
