"""From a position to the tree of its game."""

from __future__ import annotations

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.game.replay import position_tree, replayed, stones_of, vertices_of
from gtpengine.game.sgf import read_game
from gtpengine.sgf.tree import write


def test_the_tree_of_a_game_leads_to_its_position() -> None:
    position = Position(9, komi=0.5)
    stones = [vertex_to_point(vertex, 9) for vertex in ("C3", "G7")]
    position.set_up(stones, [vertex_to_point("E5", 9)], to_play=WHITE, handicap=2)
    for point in (40, 0, 1):
        if position.is_legal(point):
            position.play(point)
    data = write([position_tree(position, {"PB": "Anna", "DT": ""})])
    record = read_game(data)
    assert record.texts["PB"] == "Anna" and b"DT[" not in data
    terms = record.terms()
    assert replayed(record, terms.rules, terms.komi) == position


def test_the_stones_of_a_colour_are_read_off_a_position() -> None:
    position = Position(9)
    position.set_up([0, 40], [vertex_to_point("E6", 9)], to_play=WHITE)
    assert stones_of(position, BLACK) == [0, 40]
    assert vertices_of(position, WHITE) == ["E6"]
