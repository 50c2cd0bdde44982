"""``Position`` set up: from lists of stones, and from diagrams."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.coords import MAX_SIZE, MIN_SIZE, WHITE, vertices_to_points
from board_ext.coords import vertex_to_point as point_named
from board_ext.position import IllegalReason, Position
from board_ext.rules import JAPANESE, TROMP_TAYLOR
from tests.board_ext.positions import KO_SHAPE, SEND_TWO, play_all, random_game, state

EMPTY_9 = "\n".join(["........."] * 9)


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_diagram_round_trip(size: int) -> None:
    game = random_game(size, size, size * size, "tromp-taylor")
    for coordinates in (True, False):
        text = game.to_diagram(coordinates)
        copy = Position.from_diagram(text, game.to_play, game.rules, 0.5)
        assert copy.to_diagram(coordinates) == text
        assert np.array_equal(copy.stones(), game.stones())
        assert (copy.to_play, copy.rules, copy.komi) == (game.to_play, game.rules, 0.5)
        assert copy.hash == game.hash
        copy.check()


def test_from_diagram_takes_komi_of_the_rules() -> None:
    assert Position.from_diagram(EMPTY_9, rules=JAPANESE).komi == 6.5


# Black, white, further arguments, message.
@pytest.mark.parametrize(
    ("black", "white", "options", "message"),
    [
        ("A1", "B1 A2", {}, "the black chain at A1 has no liberty"),
        ("B1 A2 B3 C2 D3", "B2 C3 A1", {}, "the white chain at A1 has no liberty"),
        ("A1 A1", "", {}, "A1 is given twice"),
        ("A1", "A1", {}, "A1 is given twice"),
        ("pass", "", {}, "point -1 is off the 4x4 board"),
        ("A1", "", {"to_play": 0}, "colour 0"),
        ("A1", "", {"handicap": 2}, "2 handicap stones, but 1 black stone"),
        ("A1", "", {"handicap": -1}, "-1 handicap stones"),
    ],
)
def test_set_up_errors(black: str, white: str, options: dict[str, int], message: str) -> None:
    position = Position.from_diagram(KO_SHAPE)
    position.play(point_named("C3", 4))
    before = state(position)
    with pytest.raises(ValueError, match=message):
        position.set_up(vertices_to_points(black, 4), vertices_to_points(white, 4), **options)
    assert state(position) == before


def test_set_up_of_a_full_board_is_refused() -> None:
    with pytest.raises(ValueError, match="chain at A1 has no liberty"):
        Position(3).set_up(range(9), [])


def test_set_up_clears_the_game() -> None:
    position = Position.from_diagram(KO_SHAPE)
    play_all(position, "C3 D1")
    position.set_up([0], [1], WHITE)
    assert (position.moves, position.prisoners, position.ko_point) == ([], (0, 0), None)
    assert (position.move_number, position.to_play, position.handicap) == (0, WHITE, 0)
    position.check()
    position.set_up([], [])
    assert position == Position(4)


def test_set_up_board_counts_for_superko() -> None:
    position = Position.from_diagram(SEND_TWO, rules=TROMP_TAYLOR)
    play_all(position, "A1 C1")
    assert position.illegal_reason(point_named("B1", 4)) is IllegalReason.SUPERKO


def test_handicap_is_counted() -> None:
    position = Position(19)
    stones = vertices_to_points("D4 Q16 D16", 19)
    position.set_up(stones, [], WHITE, handicap=3)
    assert (position.handicap, position.to_play, position.moves) == (3, WHITE, [])
    assert position.copy().handicap == 3
    assert position.illegal_reason(stones[0]) is IllegalReason.OCCUPIED
