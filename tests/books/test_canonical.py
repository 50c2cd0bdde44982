"""Keys: the same for symmetric positions and exchanged colours, different for others."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.books.canonical import (
    board_frame,
    corner_frame,
    corner_of,
    corner_points,
    images,
    origins,
)
from hypothesis import given
from hypothesis import strategies as st

from board_ext.coords import BLACK, WHITE, opponent, vertex_to_point
from board_ext.position import Position

from .games import mirrored, position_of, random_game

SIZES = st.integers(2, 19)
SEEDS = st.integers(0, 10_000)


def swapped(position: Position) -> Position:
    """The position with the colours exchanged."""
    stones = position.stones().reshape(-1)
    result = Position(position.size)
    black, white = (np.flatnonzero(stones == color).tolist() for color in (WHITE, BLACK))
    result.set_up(black, white, to_play=opponent(position.to_play))
    return result


@given(SIZES, SEEDS, st.integers(0, 40), st.integers(0, 7))
def test_symmetric_positions_have_one_key(size: int, seed: int, moves: int, symmetry: int) -> None:
    record = random_game(size, moves, seed)
    position = position_of(record, size)
    image = position_of(mirrored(record, size, symmetry), size)
    ours = board_frame(position, position.to_play)
    theirs = board_frame(image, image.to_play)
    assert ours.key == theirs.key
    # A move of one board and its image on the other are one move of the key.
    for point in range(size * size):
        assert ours.to_key(point) == theirs.to_key(int(images(size)[symmetry][point]))


@given(SIZES, SEEDS, st.integers(0, 40))
def test_exchanged_colours_have_one_key(size: int, seed: int, moves: int) -> None:
    position = position_of(random_game(size, moves, seed), size)
    other = swapped(position)
    if position.ko_point is None:  # set up, the other has no ko
        assert board_frame(position, position.to_play).key == board_frame(other, other.to_play).key


@given(st.integers(2, 9), SEEDS, st.integers(0, 30))
def test_points_go_to_the_image_and_back(size: int, seed: int, moves: int) -> None:
    position = position_of(random_game(size, moves, seed), size)
    frame = board_frame(position, position.to_play)
    for point in range(size * size):
        back = [frame.to_board(frame.to_key(point), image) for image in range(len(frame.maps))]
        assert point in back
        assert {frame.to_key(p) for p in back} == {frame.to_key(point)}


def test_the_side_to_move_makes_a_difference() -> None:
    position = Position(9)
    position.play(vertex_to_point("C3", 9))
    assert board_frame(position, BLACK).key != board_frame(position, WHITE).key
    assert corner_frame(position, BLACK, 0, 4).key != corner_frame(position, WHITE, 0, 4).key
    assert corner_frame(position, BLACK, 1, 4).key == corner_frame(position, WHITE, 1, 4).key


def test_different_positions_have_different_keys() -> None:
    """All positions of four stones on 5x5, by the orbits they fall into."""
    keys: dict[int, bytes] = {}
    for seed in range(3000):
        position = position_of(random_game(5, 4 + seed % 5, seed), 5)
        if position.ko_point is not None:
            continue
        stones = position.stones()
        own = np.where(stones == position.to_play, 1, np.where(stones == 0, 0, 2)).astype(np.int8)
        forms = [own.reshape(-1)[origins(5)[s]].tobytes() for s in range(8)]
        key = board_frame(position, position.to_play).key
        assert keys.setdefault(key, min(forms)) == min(forms)
    assert len(set(keys.values())) == len(keys) > 500


def test_a_ko_point_is_part_of_the_key() -> None:
    diagram = """
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .
    """
    open_ko = Position.from_diagram(diagram, to_play=BLACK)
    taken = open_ko.copy()
    taken.play(vertex_to_point("C4", 5))
    assert taken.ko_point is not None
    fresh = Position(5)
    stones = taken.stones().reshape(-1)
    fresh.set_up(
        np.flatnonzero(stones == BLACK).tolist(),
        np.flatnonzero(stones == WHITE).tolist(),
        to_play=WHITE,
    )
    assert board_frame(taken, WHITE).key != board_frame(fresh, WHITE).key


@given(SEEDS, st.integers(0, 7), st.integers(1, 60))
def test_corners_are_the_same_everywhere(seed: int, symmetry: int, moves: int) -> None:
    record = random_game(13, moves, seed)
    position = position_of(record, 13)
    image = position_of(mirrored(record, 13, symmetry), 13)
    color = position.to_play

    def keys(of: Position) -> list[int]:
        return sorted(corner_frame(of, color, corner, 6).key for corner in range(4))

    assert keys(position) == keys(image)
    # A larger board with the same corner has the same key.
    larger = Position(19)
    for corner_point in corner_points(13, 6)[0, 0].tolist():
        if position.color_at(corner_point):
            row, column = divmod(corner_point, 13)
            larger.play(19 * row + column, position.color_at(corner_point))
    assert corner_frame(larger, color, 0, 6).key == corner_frame(position, color, 0, 6).key


def test_corners_of_points() -> None:
    corners = {
        vertex: corner_of(vertex_to_point(vertex, 13), 13, 7)
        for vertex in ("A1", "N1", "A13", "N13", "D4", "K4", "G3", "F8", "G7")
    }
    assert corners == {
        "A1": 0, "N1": 1, "A13": 2, "N13": 3, "D4": 0, "K4": 1, "G3": None, "F8": 2, "G7": None,
    }  # fmt: skip


def test_points_outside_a_corner_are_refused() -> None:
    frame = corner_frame(Position(19), BLACK, 3, 9)
    assert frame.to_key(vertex_to_point("Q16", 19)) == 3 * 9 + 3
    with pytest.raises(ValueError, match="not in this corner"):
        frame.to_key(vertex_to_point("D4", 19))
