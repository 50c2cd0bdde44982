"""A first lesson: games that the first capture decides."""

from __future__ import annotations

import pytest

from board_ext.coords import PASS, vertex_to_point
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from gtpengine.terminal.view import hint_line, over_line, terms_line

FAST = {"simulations": "200", "status_simulations": "300", "memory": "16", "seed": "1"}
TERMS = PlaySettings(5, "capture-1", options=FAST)
IN_ATARI = "(;GM[1]SZ[5]RU[capture-1];B[ba];W[aa];B[cc];W[dd])"
"""White's stone in the corner has one liberty left, A4."""


def at(vertex: str) -> int:
    return vertex_to_point(vertex, 5)


def test_a_capture_ends_the_game_and_undo_opens_it_again() -> None:
    game = PlaySession.from_sgf(IN_ATARI, TERMS, hint_simulations=200)
    assert terms_line(game) == "5x5, atari go: the first capture wins"
    hint = game.hint()
    assert hint is not None and hint.point == at("A4") and hint.score is None
    assert hint.win_rate > 0.9 and hint_line(hint, 5).startswith("Hint: A4, ")
    assert "points" not in hint_line(hint, 5)
    game.play(at("A4"))
    assert (game.stage, game.result, game.due) == (Stage.OVER, "B+", "")
    assert over_line(game) == "The game is over: Black wins."
    game.undo()
    assert (game.stage, game.result) == (Stage.PLAYING, "")
    game.play(at("B1"))
    assert game.due == "move"


def test_the_record_says_the_rules_and_the_result() -> None:
    game = PlaySession.from_sgf(IN_ATARI, TERMS)
    game.play(at("A4"))
    data = game.to_sgf()
    assert b"RU[capture-1]" in data and b"RE[B+]" in data and b"KM[0]" in data
    again = PlaySession.from_sgf(data)
    assert (again.stage, again.result) == (Stage.OVER, "B+")
    assert again.terms.rules == "capture-1"
    ended = PlaySession.from_sgf(f"{IN_ATARI[:-1]};B[ab])", TERMS)  # as others write it
    assert (ended.stage, ended.result) == (Stage.OVER, "B+")


def test_nobody_passes_or_is_counted_while_stones_can_be_played() -> None:
    game = PlaySession(TERMS)
    with pytest.raises(PlayError, match="Who passes loses this game"):
        game.play(PASS)
    with pytest.raises(PlayError, match="Nothing is counted"):
        game.estimate()


def test_a_whole_game_against_a_beginner() -> None:
    terms = PlaySettings(5, "capture-1", options={**FAST, "rank": "25k"})
    game = PlaySession(terms, hint_simulations=300)
    while game.stage is Stage.PLAYING:
        if game.due:
            game.engine_work()
        else:
            hint = game.hint()
            assert hint is not None
            game.play(hint.point)
    assert game.result == "B+" and game.position.prisoners[0] >= 1
