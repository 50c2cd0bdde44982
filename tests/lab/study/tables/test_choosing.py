"""A part of a table: by all words of one text, and a hint for a word that is not there."""

from __future__ import annotations

import dataclasses

import pytest

from gtpengine.lab.study.tables.choosing import chosen
from gtpengine.lab.study.tables.reading import TableError


@dataclasses.dataclass(frozen=True)
class Thing:
    words: tuple[str, ...]


RED, BLUE, WIDE = Thing(("red", "9x9")), Thing(("blue", "9x9")), Thing(("blue", "19x19"))
ALL = [RED, BLUE, WIDE]


@pytest.mark.parametrize(
    ("only", "found"),
    [
        ([], ALL),
        (["blue"], [BLUE, WIDE]),
        (["9x9,blue"], [BLUE]),
        (["19x19", "red,9x9"], [RED, WIDE]),
        (["red,19x19"], []),
    ],
)
def test_all_words_of_one_text_are_had(only: list[str], found: list[Thing]) -> None:
    assert chosen(ALL, only, "colour", "red or blue") == found


def test_an_unknown_word_is_refused_with_a_hint() -> None:
    with pytest.raises(TableError) as near:
        chosen(ALL, ["blue", "9x9,reed"], "colour or board", "red or blue")
    assert str(near.value) == "--only reed: there is no such colour or board; did you mean red?"
    with pytest.raises(TableError, match="no such colour; give red or blue$"):
        chosen(ALL, ["xyzzyx"], "colour", "red or blue")
