"""Attacks on small territories, read out."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.judge import enclosed
from gtpengine.judge.enclosed import is_refuted


def eyes(number: int, above: str = "O", rules: str = "japanese") -> Position:
    """Black lives, if at all, by ``number`` points at the lower edge; White is all around.

    With ``above`` X Black has all the rest of the board.
    """
    row = " ".join(["X"] * (number + 1) + [above] * (8 - number))
    lowest = " ".join(["."] * number + ["X"] + [above] * (8 - number))
    wall = " ".join([above] * 9)
    free = " ".join(["."] * 9)
    board = "\n".join([free] * 2 + [wall] * 5 + [row, lowest])
    return Position.from_diagram(board, rules=rules_named(rules))


def refuted(position: Position, vertex: str) -> bool:
    size = position.size
    owned = [_owned(position, point) for point in range(size**2)]
    return is_refuted(position, BLACK, vertex_to_point(vertex, size), owned)


def _owned(position: Position, point: int) -> float:
    return {BLACK: 1.0, WHITE: -1.0, EMPTY: 0.0}[position.color_at(point)]


@pytest.mark.parametrize(("number", "expected"), [(2, False), (3, False), (4, True), (5, True)])
def test_a_row_of_four_points_lives_and_a_row_of_three_needs_a_move(
    number: int, expected: bool
) -> None:
    assert refuted(eyes(number), "B1") == expected


def test_walls_with_a_large_territory_elsewhere_are_never_captured() -> None:
    assert refuted(eyes(3, above="X"), "B1")


def test_a_square_of_nine_points_in_the_corner_needs_a_move() -> None:
    """The carpenter's square is a ko."""
    square = """
        . . . . . . .
        . . . . . . .
        O O O O O . .
        X X X X O . .
        . . . X O . .
        . . . X O . .
        . . . X O . .
    """
    assert not refuted(Position.from_diagram(square, rules=rules_named("japanese")), "B2")


def test_what_cannot_be_read_is_not_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not refuted(eyes(4), "E9")  # White's
    assert not refuted(eyes(4, rules="new-zealand"), "B1")  # suicide takes stones off
    monkeypatch.setattr(enclosed, "MOST_STATES", 3)
    assert not refuted(eyes(4), "B1")
    monkeypatch.setattr(enclosed, "MOST_POINTS", 3)
    assert not refuted(eyes(4), "B1")


def test_dead_stones_beside_a_wall_take_its_liberties() -> None:
    """Black's territory at the right is large, but White's dead stones leave no liberty there to
    the five stones at the top: White at D9 captures them."""
    board = """
        . . . . X X O O O
        . . X X O X X O .
        . X . X O X O O O
        X X X O O O O . X
        O O O X X . O O X
        . . O O X X X X X
        . . O . O O X . X
        . O . . O . O X X
        . . O O . . O X .
    """
    position = Position.from_diagram(board, rules=rules_named("japanese"))
    dead = set(position.chain_at(vertex_to_point("E8", 9)))
    owned = [1.0 if point in dead else _owned(position, point) for point in range(81)]
    assert not is_refuted(position, BLACK, vertex_to_point("D9", 9), owned)
