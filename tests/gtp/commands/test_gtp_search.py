"""Commands for time, search and score, with a searcher that knows nothing."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine.mcts.report.report import SearchReport
from tests.gtp.talk import Talk
from tests.session.fake_searcher import fake_engine


@pytest.fixture
def gtp() -> Talk:
    return Talk()


def test_time_settings_are_accepted_in_every_form(gtp: Talk) -> None:
    for text in ("0 0 0", "600 0 0", "0 5 1", "1.5 2.5 3", "-1 -1 -1", "600 30 0", "1e3 30 25.0"):
        gtp(f"time_settings {text}")
        gtp("time_left b 10.5 0")
        gtp("time_left w -3 5")
    for text in ("", "1", "1 2", "a b c", "1 2 nan"):
        assert gtp.fails(f"time_settings {text}").startswith("syntax error: ")
    for text in ("", "b", "b 1", "x 1 1", "b one 1"):
        assert gtp.fails(f"time_left {text}").startswith("syntax error: ")


def test_the_clock_limits_the_search(gtp: Talk) -> None:
    assert gtp.engine.limits(1).seconds is None
    gtp("time_settings 0 10 1")
    assert gtp.engine.limits(1).seconds == pytest.approx(9.85)
    gtp("clear_board")
    assert gtp.engine.limits(1).seconds == pytest.approx(9.85)
    gtp("time_left b 5 1")
    assert gtp.engine.limits(1).seconds == pytest.approx(4.85)
    gtp("time_settings 0 10 1")  # sent again: the clock goes on
    assert gtp.engine.limits(1).seconds == pytest.approx(4.85)
    gtp("gtpengine-param time_per_move 1")
    assert gtp.engine.limits(1).seconds == 1
    gtp("gtpengine-param simulations 500")
    assert gtp.engine.limits(2).simulations == 500
    gtp("time_settings 0 0 0")
    gtp("gtpengine-param time_per_move off")
    assert gtp.engine.limits(2).seconds is None


def test_genmove_plays_for_either_colour(gtp: Talk) -> None:
    for color in "bbwwb":
        vertex = gtp(f"genmove {color}")
        assert vertex in gtp(f"list_stones {color}").split()
    assert gtp.engine.position.move_number == 5
    for wrong in ("", "x", "d4"):
        assert gtp.fails(f"genmove {wrong}").startswith("syntax error: ")


def test_genmove_goes_on_after_two_passes(gtp: Talk) -> None:
    gtp("play b e5")
    gtp("play w pass")
    gtp("play b pass")
    assert gtp("genmove w") in [*gtp("list_stones w").split(), "pass"]


def test_reg_genmove_changes_nothing_and_repeats_itself(gtp: Talk) -> None:
    gtp("play b e5")
    before = gtp.state()
    answers = {gtp("reg_genmove b") for _ in range(3)}
    assert len(answers) == 1
    assert gtp.state() == before
    assert gtp("reg_genmove w") != ""


def test_the_last_search_is_told(gtp: Talk) -> None:
    assert gtp.fails("gtpengine-last_search") == "no search yet"
    gtp("genmove b")
    words = gtp("gtpengine-last_search").split()
    assert words[::2] == ["winrate", "score", "visits", "simulations", "seconds"]
    assert 0 <= float(words[1]) <= 1
    assert int(words[7]) > 0


def test_seed_and_cache(gtp: Talk) -> None:
    gtp("set_random_seed 5")
    assert gtp("gtpengine-param seed").startswith("seed 5 ")
    for wrong in ("", "-1", "x", "1.5"):
        assert gtp.fails(f"set_random_seed {wrong}").startswith("syntax error: ")
    first = gtp("reg_genmove b")
    gtp("set_random_seed 6")
    assert gtp("reg_genmove b") != first
    gtp("set_random_seed 5")
    assert gtp("reg_genmove b") == first
    gtp("clear_cache")


def settled(position: Position, report: SearchReport) -> SearchReport:
    """Black owns the columns A to D, White the others."""
    size = position.size
    half = np.where(np.arange(size) < (size + 1) // 2, 1.0, -1.0)
    return dataclasses.replace(report, ownership=np.tile(half, (size, 1)).astype(np.float32))


def test_score_and_status_agree() -> None:
    gtp = Talk()
    gtp.session.engine = gtp.engine = fake_engine(settled)
    for row in range(1, 10):
        gtp(f"play b e{row}")
        gtp(f"play w f{row}")
    gtp("play b h5")
    gtp("komi 6.5")
    assert gtp("final_status_list dead") == "H5"
    alive = gtp("final_status_list alive").split("\n")
    assert [len(line.split()) for line in alive] == [9, 9]
    assert gtp("final_status_list seki") == ""
    assert gtp("final_score") == "B+2.5"
    gtp("komi 9")
    assert gtp("final_score") == "0"
    gtp("komi 10")
    assert gtp("final_score") == "W+1.0"
    gtp("gtpengine-param rules cgos")
    assert gtp("final_score") == "B+27.0"
    for wrong in ("", "foo"):
        assert gtp.fails(f"final_status_list {wrong}").startswith("syntax error: ")


def test_handicap_counts_in_the_score(gtp: Talk) -> None:
    gtp("set_free_handicap c3 g7")
    gtp("komi 0")
    assert gtp("final_score") == "B+79.0"
    gtp("gtpengine-param rules aga")
    assert gtp("final_score") == "B+80.0"


def test_genmove_answers_although_the_search_is_broken() -> None:
    def fail(_position: Position, _report: SearchReport) -> SearchReport:
        raise RuntimeError("no search today")

    notes: list[str] = []
    gtp = Talk(5)
    gtp.session.engine = gtp.engine = fake_engine(fail, size=5)
    gtp.engine.note = notes.append
    vertices = [gtp(f"genmove {color}") for color in "bw" * 40]
    assert "no search today" in notes[0]
    assert vertices[-1] == "pass"
    assert gtp("final_score")[:2] in ("B+", "W+")
    listed = " ".join(gtp(f"final_status_list {status}") for status in ("alive", "dead", "seki"))
    stones = gtp("list_stones b") + " " + gtp("list_stones w")
    assert sorted(listed.split()) == sorted(stones.split())
