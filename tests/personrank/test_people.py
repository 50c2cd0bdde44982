"""Whose rank: names in the records, as people write them."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK
from gtpengine.personrank.people import NobodyError, name_of, person_in, rank_of, same_name
from gtpengine.review.searching.record import ReviewRecord
from tests.personrank.games import record


def between(*pairs: tuple[str, str]) -> list[ReviewRecord]:
    return [record("9k", black=black, white=white) for black, white in pairs]


def test_the_one_name_in_all_records_is_the_person() -> None:
    assert person_in(between(("Ann", "Bob"), ("Cleo", "ANN ")), "") == "ANN"


@pytest.mark.parametrize(
    ("pairs", "wanted", "told"),
    [
        ([("Ann", "Bob")], "", r"Whose rank\? .*: Ann, Bob"),
        ([("Ann", "Bob"), ("Cleo", "Dan")], "", "Whose rank"),
        ([("Ann", "Bob"), ("Ann", "Bob")], "", "Whose rank"),
        ([("Ann", "Bob")], "Zoe", "Nobody is called Zoe .* Ann, Bob"),
        ([("", "")], "Ann", "write names into PB and PW"),
        ([(f"a{k}", f"b{k}") for k in range(9)], "Zoe", r", \.\.\.$"),
    ],
)
def test_an_unclear_name_is_told(pairs: list[tuple[str, str]], wanted: str, told: str) -> None:
    with pytest.raises(NobodyError, match=told):
        person_in(between(*pairs), wanted)


def test_a_name_is_found_however_it_is_written() -> None:
    assert person_in(between(("Ann", "Bob")), " bOB ") == "Bob"
    assert same_name("STRASSE ", "straße") and not same_name("Ann", "Anna")


def test_ranks_are_those_that_the_record_writes() -> None:
    one = record("9k", more="BR[12 kyu?]WR[ 5段 ]")
    assert (name_of(one, BLACK), rank_of(one, BLACK)) == ("Ann", "12 kyu?")
    assert rank_of(one, BLACK ^ 3) == "5段"
