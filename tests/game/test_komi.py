"""The komi of a record, as people and servers write it."""

from __future__ import annotations

import pytest

from gtpengine.game.komi import komi_of


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("6.5", 6.5),
        (" 7 ", 7.0),
        ("6,5", 6.5),
        ("+5.5", 5.5),
        ("-5.5", -5.5),
        (".5", 0.5),
        ("0", 0.0),
        ("650", 6.5),
        ("-650", -6.5),
        ("375", 7.5),  # 3.75 stones, as Chinese servers count
        ("325", 6.5),
        ("275", 5.5),
        ("3.75", 7.5),
        ("3又3/4子", 7.5),
        ("3¾", 7.5),
        ("3 3/4", 7.5),
        ("6 1/2 points", 6.5),
        ("七目半", 7.5),
        ("\uff16\uff0e\uff15", 6.5),
        ("6目半", 6.5),
        ("コミ6目半", 6.5),
        ("6집반", 6.5),
        ("7.5 points", 7.5),
        ("三又四分之三", 7.5),  # 3.75 stones
        ("黑贴3又4分之3子", 7.5),
        ("二又二分之一目", 2.5),
        ("reverse komi 5.5", -5.5),
        ("Reversed komi -5.5", -5.5),
        ("倒贴6目半", -6.5),
        ("逆コミ5目半", -5.5),
    ],
)
def test_what_is_a_komi(text: str, points: float) -> None:
    assert komi_of(text) == points


@pytest.mark.parametrize(
    "text",
    [
        "",
        "six",
        "nan",
        "inf",
        "1e3",
        "1_0",
        "0x7",
        "-",
        "6.5.5",
        "99999",
        "12345",
        "123",
        "9" * 999,
    ],
)
def test_what_is_none(text: str) -> None:
    assert komi_of(text) is None


def test_a_server_that_always_writes_hundredths() -> None:
    assert [komi_of(text, fox=True) for text in ("50", "0", "375", "7.5")] == [0.5, 0.0, 7.5, 7.5]
    assert komi_of("50") == 50
