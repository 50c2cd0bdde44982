"""Each line has its section, and each section what it is about."""

from __future__ import annotations

import pytest

from gtpengine.lab.surveys.literature import left_out, techniques
from gtpengine.lab.surveys.sections import (
    BROWNE,
    arabic,
    order_in_section,
    section_of,
    sections,
)

KNOWN = sections()
SCHWARZ = "Schwarz, A survey on MCTS methods"


def test_sections_of_browne_are_in_the_order_of_the_survey() -> None:
    numbers = [one.number for one in KNOWN if one.survey == BROWNE]
    chapters = ["II", "III", "IV", "V", "VI", "VII", "VIII"]
    assert [number for number in numbers if "-" not in number] == chapters
    below = {"II": 4, "III": 6, "IV": 10, "V": 6, "VI": 4, "VII": 8, "VIII": 4}
    for chapter, count in below.items():
        letters = "ABCDEFGHIJ"[:count]
        assert [n for n in numbers if n.startswith(f"{chapter}-")] == [
            f"{chapter}-{letter}" for letter in letters
        ]


def test_each_section_says_what_it_is_about() -> None:
    assert all(one.title and one.text.endswith(".") for one in KNOWN)
    assert len({one.survey for one in KNOWN}) == 5


def test_each_line_has_its_section_and_each_section_a_line() -> None:
    sources = [one.source for one in techniques()] + [one.source for one in left_out()]
    used = {section_of(source, KNOWN) for source in sources}
    assert {one for one in KNOWN if one.depth == 3} <= used


@pytest.mark.parametrize(
    ("source", "number", "place"),
    [
        (f"{BROWNE}, V-C5", "V-C", (5,)),
        (f"{BROWNE}, III-C1, Alg. 2", "III-C", (1,)),
        (f"{BROWNE}, IV-H10", "IV-H", (10,)),
        (f"{BROWNE}, VII, Table III", "VII", (0,)),
        (f"{SCHWARZ}, 3.2", "3", (3, 2)),
        (f"{SCHWARZ}, 1, 2.3 Alg. 1", "1", (1,)),
        ("Lanctot et al. 2014", "", ()),
    ],
)
def test_a_line_belongs_to_the_section_named_first(
    source: str, number: str, place: tuple[int, ...]
) -> None:
    section = section_of(source, KNOWN)
    assert section.number == number
    assert order_in_section(source, section) == place


def test_a_source_without_a_section_is_an_error() -> None:
    for source in ("Nobody 2030, 1", f"{SCHWARZ}, 9"):
        with pytest.raises(ValueError, match="no section for"):
            section_of(source, KNOWN)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("V-C5", "V-C5 (5.3.5)"),
        ("II-B2, VII-A", "II-B2 (2.2.2), VII-A (7.1)"),
        ("VII, Table III", "VII (7), Table III"),
        ("VII-F (Tron)", "VII-F (7.6) (Tron)"),
        ("Schwarz, 3.2", "Schwarz, 3.2"),
    ],
)
def test_numbers_of_the_journal_have_those_of_the_preprint_beside(text: str, shown: str) -> None:
    assert arabic(text) == shown
