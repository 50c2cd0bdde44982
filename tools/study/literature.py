"""The techniques of the literature, and how the program stands to each: a table that ships.

``data/techniques.tsv`` has a line for each technique of five surveys (Browne et al. 2012,
Świechowski et al. 2022, Schwarz, Couëtoux, Müller and Teytaud 2013, Lanctot et al. 2014) that makes
sense in a Go program; what several of them describe has several lines. Its settings name
parameters, with a value where only that one is meant, and ``preset=NAME``; its code names files,
and after a colon a function or class in them. The tests prove that they exist.
"""

from __future__ import annotations

import csv
import dataclasses
import io
from pathlib import Path
from typing import Final

SHIPPED: Final = Path(__file__).with_name("data") / "techniques.tsv"

STATUSES: Final = {
    "measured": "it works, and the [journal](../journal.md) or the page of"
    " [techniques](techniques.md) says what it is worth",
    "works": "it can be switched on and is tested; nobody measured it by itself yet",
    "absent": "it is not there; the note says what is near it",
    "dropped": "it will not be built; the note says why",
}
"""What can be said of a technique, and what that means."""


@dataclasses.dataclass(frozen=True, slots=True)
class Technique:
    """A line of the table."""

    technique: str
    source: str
    family: str
    status: str
    settings: tuple[str, ...]
    code: tuple[str, ...]
    note: str


def techniques(path: Path = SHIPPED) -> list[Technique]:
    """Return the table, in the order of the surveys.

    :raises ValueError: when a line has too few or too many columns
    :raises OSError: when it cannot be read
    """
    text = path.read_text(encoding="utf-8")
    reader = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(reader)
    found = []
    for line in reader:
        name, source, family, status, settings, code, note = line
        one = Technique(
            name, source, family, status, tuple(settings.split()), tuple(code.split()), note
        )
        found.append(one)
    return found
