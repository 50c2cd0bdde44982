"""Another engine gives hints and estimates; where it does not, ours does and says why."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from board_ext.coords import WHITE, vertex_to_point
from gtpengine.play import engine_thread
from gtpengine.play.advice import SearchSnapshot
from gtpengine.play.session import PlaySession
from gtpengine.play.terms import PlaySettings
from gtpengine.programs.session_judge import SessionJudge
from tests.programs.judges import FAILING, REFUSING, judge, spoiling

FAST = {"simulations": "60", "status_simulations": "300", "memory": "16"}
BAD = {**FAILING, **REFUSING}


def game_of(one: SessionJudge, color: int = 1) -> PlaySession:
    terms = PlaySettings(5, color=color, options=FAST)
    return PlaySession(terms, hint_simulations=100, judge=one)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HINT_SECONDS", "ESTIMATE_SECONDS"):
        monkeypatch.setattr(engine_thread, name, 0.2)


@pytest.fixture
def good() -> Iterator[SessionJudge]:
    with SessionJudge(judge(), "--hint-engine") as one:
        yield one


def test_its_hint_and_its_estimate(good: SessionJudge) -> None:
    """It has Black ahead by 4 points with 75 %, and the top half of the board Black's."""
    game = game_of(good)
    hint = game.hint()
    assert hint is not None and hint.judge.endswith("1.99 with b6-test") and not hint.note
    assert (hint.point, hint.win_rate, hint.score) == (0, 0.75, 4.0)
    estimate = game.estimate()
    assert estimate is not None and estimate.judge == hint.judge
    assert (estimate.win_rate, estimate.score) == (0.75, 4.0)
    assert estimate.ownership[0] == -1.0 and estimate.ownership[24] == 1.0


def test_a_hint_is_from_the_side_that_plays_and_an_estimate_blacks(good: SessionJudge) -> None:
    game = game_of(good, WHITE)
    game.engine_move()
    hint, estimate = game.hint(), game.estimate()
    assert hint is not None and (hint.win_rate, hint.score) == (0.25, -4.0)
    assert estimate is not None and (estimate.win_rate, estimate.score) == (0.75, 4.0)


def test_what_it_sees_meanwhile_is_shown() -> None:
    early = "send(told | {'isDuringSearch': True})"
    seen: list[SearchSnapshot] = []
    with SessionJudge(spoiling(early), "--hint-engine") as one:
        game = game_of(one)
        game.watch(seen.append)
        assert game.hint() is not None
    assert [(look.win_rate, look.score, look.line) for look in seen] == [(0.75, 4.0, (0,))]
    assert seen[0].judge.endswith("b6-test")


@pytest.mark.parametrize("change", BAD)
def test_where_it_fails_ours_answers_and_says_why(change: str) -> None:
    with SessionJudge(spoiling(change), "--hint-engine", 1.0, 0.3) as one:
        one.trouble(60.0)
        game = game_of(one)
        for _ in range(2):
            hint = game.hint()
            assert hint is not None and hint.judge == "gtpengine"
            assert hint.note.endswith(" gtpengine answers instead.")
            assert hint.simulations >= 100
        estimate = game.estimate()
        assert estimate is not None and estimate.judge == "gtpengine" and estimate.note
        game.play(vertex_to_point("C3", 5))
        assert game.engine_move() is not None


def test_a_move_ends_the_wait_for_a_hint() -> None:
    silent = "if 'action' not in asked:\n        time.sleep(1000)"
    with SessionJudge(spoiling(silent), "--hint-engine") as one:
        game = game_of(one)
        threading.Timer(0.3, lambda: game.play(vertex_to_point("C3", 5))).start()
        assert game.hint() is None
        assert game.engine_move() is not None
