"""*Are you sure?*: which moves are asked about, the answers, and when verdicts are told."""

from __future__ import annotations

import pytest

from board_ext.coords import PASS
from gtpengine.mcts.report.report import MoveStats
from gtpengine.play.doubt import Doubt, doubt_of
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.teaching import Teaching
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from gtpengine.session.rankscale import style_of
from tests.play.test_session import FAST, at

SHARP = Teaching(3, "5k")


def stats(point: int, value: float, score: float) -> MoveStats:
    return MoveStats(point, 100, value, 0, 0.5, 0.5, 1.0, score)


@pytest.mark.parametrize(
    ("lost", "weak", "strong"), [(0.02, False, False), (0.15, False, True), (0.75, True, True)]
)
def test_better_players_see_more(lost: float, weak: bool, strong: bool) -> None:
    for rank, seen in ((-24, weak), (3, strong)):
        found = doubt_of(stats(1, 0.8 - lost, 0.0), stats(2, 0.8, 5.0), style_of(rank, 9), False)
        assert (found is not None) == seen, rank


@pytest.mark.parametrize("value", [0.01, 0.99])
def test_points_count_in_a_decided_game_but_not_where_captures_win(value: float) -> None:
    eyes = style_of(0, 9)
    played, best = stats(1, value, -20.0), stats(2, value, 0.0)
    assert doubt_of(played, best, eyes, False) is not None
    assert doubt_of(played, best, eyes, True) is None


def test_a_verdict_is_a_sentence() -> None:
    doubt = Doubt(at("B2"), at("C3"), 0.313, 8.04)
    assert str(doubt.question(5, False)) == "Are you sure about B2?"
    assert str(doubt.verdict(5)) == "B2: loses about 8.0 points, 31% to win; better: C3."
    capture = Doubt(PASS, at("C3"), 0.5, None)
    assert str(capture.verdict(5, False)) == ("pass: would have lost about 50% to win; better: C3.")


def close_game(teaching: Teaching = SHARP) -> PlaySession:
    """9x9; White, the engine, can capture Black's five stones at E5 unless Black saves them."""
    stones = "AB[dd][de][df][ed][ef]AW[cd][ce][cf][dc][ec][dg][eg][fd][ff]PL[B]"
    return PlaySession.from_sgf(
        f"(;SZ[9]KM[6.5]{stones})",
        PlaySettings(options=FAST, teaching=teaching),
        hint_simulations=200,
    )


def work(game: PlaySession) -> None:
    while game.due == "look":
        game.engine_work()


def test_a_move_that_loses_much_waits_for_an_answer_and_then_gets_its_verdict() -> None:
    game = close_game()
    game.play(at("A1", 9))
    assert game.due == "look" and game.stage is Stage.PLAYING
    work(game)
    assert str(game.question) == "Are you sure about A1?" and game.due == ""
    assert not game.position.moves and game.remarks == []
    assert game.to_dict()["doubted"] == "A1"
    game.play(at("A1", 9))
    assert game.position.moves and str(game.question) == "" and game.due == "move"
    assert str(game.remarks[0]).startswith("A1: loses about")
    assert "verdict" in [event.kind for event in game.events_since()]


def test_a_move_that_is_thought_better_of() -> None:
    game = close_game()
    game.play(at("A1", 9))
    work(game)
    game.withdraw()
    assert str(game.question) == "" and game.due == "" and game.helped
    with pytest.raises(PlayError, match="no question"):
        game.withdraw()
    game.play(at("F5", 9))
    work(game)
    assert game.position.moves, game.question
    assert str(game.remarks[0]).startswith("A1: would have lost about")


def test_an_undo_answers_no_and_a_move_elsewhere_is_another_question() -> None:
    game = close_game()
    game.play(at("A1", 9))
    work(game)
    game.play(at("J1", 9))
    work(game)
    assert str(game.question) == "Are you sure about J1?"
    assert game.undo() == 0
    assert str(game.question) == "" and not game.position.moves


def test_a_verdict_at_once_stands_with_the_question() -> None:
    game = close_game(Teaching(3, "5k", "at-once"))
    game.play(at("A1", 9))
    work(game)
    assert str(game.question).startswith("Are you sure about A1? A1: loses about")


def test_nobody_is_asked_where_that_is_off() -> None:
    game = close_game(Teaching())
    game.play(at("A1", 9))
    assert game.due == "move" and game.position.moves


def test_a_stone_given_away_in_atari_go() -> None:
    game = PlaySession.from_sgf(
        "(;SZ[7]RU[capture-1]AB[dd][ce]AW[cd][de]PL[B])",
        PlaySettings(options=FAST, teaching=SHARP),
        hint_simulations=200,
    )
    game.play(at("G1", 7))  # in a crosscut who moves first wins
    work(game)
    assert str(game.question) == "Are you sure about G1?"
    game.play(at("G1", 7))
    assert "points" not in str(game.remarks[0])
