"""The sections of the surveys, in their order, each with what it is about.

``data/sections.md`` has them: first those of Browne et al. 2012 by their roman numbers, then the
other surveys, each with its sections. A line of ``literature.py`` belongs to the first section that
its source names.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SHIPPED: Final = Path(__file__).with_name("data") / "sections.md"

BROWNE: Final = "Browne et al. 2012"

_ROMANS: Final = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
# Not the number of a table: "Table III".
_ROMAN: Final = re.compile(r"(?<!Table )\b(VIII|VII|VI|IV|V|III|II|I)(?:-([A-J])(\d*))?(?![\w'-])")
_HEADING: Final = re.compile(r"^(##+) (.*)$", re.MULTILINE)


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """A section of a survey: ``V-C`` or ``3``; without a number, a survey as a whole.

    ``depth`` is 2 for a chapter or a survey, 3 for what is below it.
    """

    survey: str
    number: str
    title: str
    depth: int
    text: str

    @property
    def heading(self) -> str:
        """What stands above it on a page."""
        if self.survey == BROWNE:
            return f"{arabic(self.number)} {self.title}"
        if self.depth == 3:
            return f"{self.number} {self.title}"
        return f"{self.survey}: {self.title}"


def sections(path: Path = SHIPPED) -> list[Section]:
    """Read the sections, in the order of the surveys.

    :raises OSError: when the file cannot be read
    """
    _, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
    found: list[Section] = []
    survey = BROWNE
    for mark, heading, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        number, dot, title = heading.partition(". ")
        if not (dot and re.fullmatch(r"[IVX]+(?:-[A-J])?|\d", number)):
            survey, _, title = heading.partition(": ")
            number = ""
        found.append(Section(survey, number, title, len(mark), text.strip()))
    return found


def section_of(source: str, known: Sequence[Section]) -> Section:
    """Return the section that a source names first.

    :raises ValueError: when no survey has such a section.
    """
    for survey in dict.fromkeys(one.survey for one in known):
        if source.startswith(survey):
            number = _first(survey, rest_of(source, survey))
            for one in known:
                if (one.survey, one.number) == (survey, number):
                    return one
    raise ValueError(f"no section for {source}")


def rest_of(source: str, survey: str) -> str:
    """Return a source without the name of its survey."""
    return source.removeprefix(survey).removeprefix(", ")


def _first(survey: str, rest: str) -> str:
    if survey != BROWNE:
        found = re.match(r"\d", rest)
        return found[0] if found else ""
    if named := _ROMAN.match(rest):
        roman, letter, _ = named.groups()
        return f"{roman}-{letter}" if letter else roman
    return ""


def order_in_section(source: str, section: Section) -> tuple[int, ...]:
    """Return what sorts sources of one section: the numbers below it."""
    rest = rest_of(source, section.survey).partition(",")[0]
    if section.survey == BROWNE:
        named = _ROMAN.match(rest)
        return (int(named[3] or 0) if named else 0,)
    named = re.match(r"[\d.]+", rest)
    return tuple(int(number) for number in named[0].strip(".").split(".")) if named else ()


def arabic(text: str) -> str:
    """Return a text with the numbers of the preprint beside those of the journal: V-C5 (5.3.5)."""
    return _ROMAN.sub(_with_arabic, text)


def _with_arabic(match: re.Match[str]) -> str:
    roman, letter, number = match.groups()
    parts = [str(_ROMANS.index(roman))]
    if letter:
        parts.append(str(ord(letter) - ord("A") + 1))
    if number:
        parts.append(number)
    return f"{match[0]} ({'.'.join(parts)})"
