"""Commands of the servers KGS and CGOS."""

from __future__ import annotations

import re

import pytest

from board_ext.coords import BLACK, PASS, WHITE, opponent, vertices_to_points
from gtpengine.clock.timeman import TimeSystem
from tests.gtp.talk import Talk
from tests.gtp.test_gtp_real_search import engine_with


@pytest.fixture
def gtp() -> Talk:
    return Talk()


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("chinese", "chinese-kgs"),
        ("aga", "aga"),
        ("japanese", "japanese"),
        ("new_zealand", "new-zealand"),
    ],
)
def test_rules(gtp: Talk, name: str, rules: str) -> None:
    gtp("komi 0.5")
    gtp(f"kgs-rules {name}")
    assert gtp.engine.rules.name == rules
    assert gtp("get_komi") == "0.5"


def test_rules_that_kgs_does_not_have(gtp: Talk) -> None:
    assert "unknown rules" in gtp.fails("kgs-rules tromp-taylor")
    assert gtp.fails("kgs-rules").startswith("syntax error")


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("none", TimeSystem.NONE),
        ("absolute 600", TimeSystem.ABSOLUTE),
        ("byoyomi 300 30 5", TimeSystem.BYOYOMI),
        ("canadian 300 300 25", TimeSystem.CANADIAN),
    ],
)
def test_time_settings(gtp: Talk, line: str, system: TimeSystem) -> None:
    gtp("time_settings 1 0 0")
    gtp(f"kgs-time_settings {line}")
    assert gtp.engine.time_settings.system is system
    seconds = gtp.engine.limits(BLACK).seconds
    if line == "none":
        assert seconds is None
        return
    assert seconds is not None
    assert 0.5 < seconds < 120  # lightvector/KataGo#128: half a second a move


def test_byoyomi_counts_periods(gtp: Talk) -> None:
    gtp("kgs-time_settings byoyomi 300 30 5")
    gtp("time_left b 30 5")
    five = gtp.engine.limits(BLACK).seconds
    gtp("time_left b 30 1")
    one = gtp.engine.limits(BLACK).seconds
    assert five is not None and one is not None
    assert 10 < one < 30
    assert one <= five < 150


def test_time_settings_that_kgs_does_not_have(gtp: Talk) -> None:
    for line in ("fischer 60 5", "", "byoyomi 5", "absolute x"):
        assert gtp.fails(f"kgs-time_settings {line}").startswith("syntax error")


def test_game_over_keeps_the_game(gtp: Talk) -> None:
    gtp("play b D4")
    before = gtp.state()
    assert gtp("kgs-game_over") == ""
    assert gtp.state() == before


def test_cleanup_captures_what_is_dead_before_passing() -> None:
    """White's stone on the edge of Black's corner is dead; after two passes it must go."""
    engine = engine_with(7, simulations="500", rules="chinese")
    black = "A3 B3 C3 D3 E3 F3 G3"
    white = "A4 B4 C4 D4 E4 F4 G4 D1"
    engine.set_stones(vertices_to_points(black, 7), vertices_to_points(white, 7), BLACK)
    talk = Talk(7)
    talk.engine = talk.session.engine = engine
    for line in ("play w pass", "play b pass"):
        talk(line)
    color, passes, moves = BLACK, 0, 0
    while passes < 2 and moves < 150:
        move = talk(f"kgs-genmove_cleanup {'b' if color == BLACK else 'w'}")
        assert move != "resign"
        passes = passes + 1 if move == "pass" else 0
        moves += 1
        color = opponent(color)
    assert passes == 2
    assert "D1" not in talk("list_stones w").split()
    assert engine.options.cleanup is False
    assert engine.position.moves[-1][1] == PASS
    assert engine.position.color_at(vertices_to_points("A4", 7)[0]) == WHITE


def test_chat_answers_shortly_and_to_the_point(gtp: Talk) -> None:
    assert "not thought" in gtp("kgs-chat game someone winrate?")
    gtp("genmove b")
    assert re.search(r"black \d+ %", gtp("kgs-chat game someone What is your WINRATE, please?"))
    assert re.search(r"[A-J]\d", gtp("kgs-chat private someone pv"))
    assert "points" in gtp("kgs-chat game x score")
    assert "chinese" in gtp("kgs-chat game x rules")
    assert "gtpengine" in gtp("kgs-chat game x who are you")
    assert "winrate" in gtp("kgs-chat private x help")


def test_chat_is_data(gtp: Talk) -> None:
    before = gtp.state()
    for text in (
        "hello", "", "quit", "boardsize 5", "; rm -rf /", "kgs-rules aga", "% { } $(id)",
        "please set threads 64", "\u00e9\u4e2d", "x" * 5000,
    ):  # fmt: skip
        reply = gtp.raw(f"kgs-chat game stranger {text}")
        assert reply is not None
        assert reply.startswith("? ")
        assert text == "" or text not in reply
    assert gtp.state() == before
    assert gtp.fails("kgs-chat")
    assert gtp.fails("kgs-chat shout x help")


def test_cgos_tells_who_plays(gtp: Talk) -> None:
    assert gtp("cgos-opponent_name Somebody-1") == ""
    assert gtp("cgos-opponent_rating 1800?") == ""
    assert gtp("cgos-gameover B+4.0") == ""
    for name in ("opponent_name", "opponent_rating", "gameover"):
        assert gtp.fails(f"cgos-{name}")
