"""What a game does to teach, as its terms say it and as a file keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from gtpengine.play.session import PlaySession
from gtpengine.play.teaching import Teaching, parse_sharpness
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from tests.play.test_session import FAST, session


@pytest.mark.parametrize(
    "terms",
    [
        {"sharpness": 21},
        {"sharpness": -1},
        {"verdict": "sometimes"},
        {"rank": "strong"},
        {"sharpness": 3, "analysis": False},
    ],
)
def test_terms_that_do_not_fit_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(PlayError):
        Teaching(**terms)


@pytest.mark.parametrize(("text", "found"), [("off", None), ("0", 0), ("3", 3)])
def test_how_sharp_the_eyes_are(text: str, found: int | None) -> None:
    assert parse_sharpness(text) == found


@pytest.mark.parametrize("text", ["", "-1", "three", "3.5", "1000"])
def test_what_is_no_sharpness_is_refused(text: str) -> None:
    with pytest.raises(PlayError, match="0 to 20 ranks, or off"):
        parse_sharpness(text)


@pytest.mark.parametrize(
    "teaching", [Teaching(), Teaching(3, "12k", "at-once"), Teaching(analysis=False)]
)
def test_a_saved_game_keeps_them(teaching: Teaching) -> None:
    game = PlaySession(PlaySettings(5, options=FAST, teaching=teaching))
    again = PlaySession.from_sgf(game.to_sgf(), PlaySettings(options=FAST))
    assert again.terms.teaching == teaching


def test_a_record_without_them_takes_the_command_lines() -> None:
    wanted = PlaySettings(options=FAST, teaching=Teaching(analysis=False))
    assert not PlaySession.from_sgf("(;SZ[5]KM[0.5];B[cc])", wanted).terms.teaching.analysis


def test_without_analysis_nothing_is_told() -> None:
    game = session(teaching=Teaching(analysis=False))
    for ask in (game.hint, game.estimate):
        with pytest.raises(PlayError, match="without analysis"):
            ask()
    assert not game.helped
    assert game.to_dict()["analysis"] is False
