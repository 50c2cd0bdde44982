"""Two passes, and positions that go on after them."""

from __future__ import annotations

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.game.ending import (
    capture_in_one,
    captured_score,
    game_is_over,
    result_by_capture,
    winner_by_capture,
    without_history,
)


def test_the_end_of_the_game_and_its_continuation() -> None:
    position = Position(9)
    position.play(40, BLACK)
    position.play(-1, WHITE)
    assert not game_is_over(position)
    position.play(-1, BLACK)
    assert game_is_over(position)
    fresh = without_history(position)
    assert not game_is_over(fresh)
    assert fresh.to_play == WHITE
    assert (fresh.stones() == position.stones()).all()


def test_captures_end_a_game_that_they_decide() -> None:
    """White captures a stone in the corner, and then another."""
    moves = ((BLACK, 0), (WHITE, 1), (BLACK, 12), (WHITE, 5), (BLACK, 0), (WHITE, 24))
    for stones, ends in ((1, 4), (2, None)):
        position = Position(5, rules_named(f"capture-{stones}"))
        assert position.komi == 0
        for number, (color, point) in enumerate(moves, 1):
            if not position.is_legal(point, color):
                continue
            position.play(point, color)
            over = ends is not None and number >= ends
            assert game_is_over(position) is over
            assert winner_by_capture(position) == (WHITE if over else None)
            assert captured_score(position) == -float(over)
            assert result_by_capture(position) == ("W+" if over else "")
        assert position.prisoners == (0, 1)
        position.undo(4)
        assert not game_is_over(position) and captured_score(position) == 0
    position = Position(5, rules_named("capture-2"))
    position.play(-1)
    assert game_is_over(position) and captured_score(position) == -1


def test_a_capture_that_wins_is_found_where_there_is_one() -> None:
    position = Position(5, rules_named("capture-2"))
    for point in (0, 1, 12, 2, 6):
        position.play(point)
    assert capture_in_one(position, WHITE) is None  # at A2 White would take one stone
    position.play(5, WHITE)
    assert position.prisoners == (0, 1)
    position.play(4, BLACK)
    position.play(9, WHITE)
    assert capture_in_one(position, WHITE) == 3  # the second stone
    position = Position(5, rules_named("capture-1"))
    for point in (0, 1):
        position.play(point)
    assert capture_in_one(position, WHITE) == 5
    assert capture_in_one(position, BLACK) is None


def test_prisoners_become_komi_where_they_count() -> None:
    for name, komi in (("chinese", 7.5), ("japanese", 6.5)):
        position = Position(5, rules_named(name), komi)
        for color, point in ((WHITE, 0), (BLACK, 1), (WHITE, 12), (BLACK, 5)):
            position.play(point, color)
        assert position.prisoners == (1, 0)
        assert without_history(position).komi == komi - (name == "japanese")
