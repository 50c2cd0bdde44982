"""JSON that is none by the letter, or made to break its reader."""

from __future__ import annotations

import math

import pytest

from gtpengine.base.text.jsontext import DEEPEST, json_object, read_json


def test_what_json_says() -> None:
    assert read_json(b'[1, -2.5, "x", null, {"a": [true]}]') == [1, -2.5, "x", None, {"a": [True]}]
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    assert math.isnan(read_json("[NaN]", any_number=True)[0])
    assert json_object('{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested too deeply"),
        ('{"a":' * 500 + "1" + "}" * 500, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ("NaN", "NaN is no number"),
        ('{"x": [-Infinity]}', "-Infinity is no number"),
        ("1e999", "too large"),
        ("-" + "9" * 400 + ".0", "too large"),
        ("9" * 5000, "limit"),
        ("", "Expecting value"),
        (b"\xff", "decode"),
    ],
)
def test_refusals(text: str | bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_json(text)


def test_an_object_is_wanted() -> None:
    with pytest.raises(ValueError, match="no JSON object"):
        json_object("[]")
