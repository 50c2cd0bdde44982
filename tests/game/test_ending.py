"""Two passes, and positions that go on after them."""

from __future__ import annotations

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.game.ending import game_is_over, without_history


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


def test_prisoners_become_komi_where_they_count() -> None:
    for name, komi in (("chinese", 7.5), ("japanese", 6.5)):
        position = Position(5, rules_named(name), komi)
        for color, point in ((WHITE, 0), (BLACK, 1), (WHITE, 12), (BLACK, 5)):
            position.play(point, color)
        assert position.prisoners == (1, 0)
        assert without_history(position).komi == komi - (name == "japanese")
