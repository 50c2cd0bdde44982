"""Columns that texts take in a terminal."""

from __future__ import annotations

import pytest

from gtpengine.base.text.columns import columns, left, right


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("", 0),
        ("ko", 2),
        ("コウ", 4),
        ("패", 2),
        ("劫", 2),
        ("Größe", 5),
        ("e\u0301", 1),
        ("ｱﾀﾘ", 3),
    ],
)
def test_letters_of_east_asia_take_two_columns(text: str, taken: int) -> None:
    assert columns(text) == taken
    assert columns(left(text, 9)) == columns(right(text, 9)) == 9
    assert left(text, 9).strip() == right(text, 9).strip() == text
    assert left(text, 0) == right(text, 0) == text
