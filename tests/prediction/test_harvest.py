"""Counting shapes: which are inside which, the gate, and games that stop making sense."""

from __future__ import annotations

import numpy as np
from gtpengine.patterns.modelfile import n_features

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.prediction.harvest import Harvest
from tests.patterns.games import random_game
from tests.patterns.models import empty_model, shapes_of_a_game

SIZE = 9


def test_parents_are_shapes_inside() -> None:
    """A move with a shape has the shapes inside it too, each the parent of the next."""
    game, keys, parents = shapes_of_a_game(SIZE)
    model = empty_model(keys, summed=False)
    position = Position(SIZE)
    chains = 0
    for point in game.points:
        shapes = [row - n_features() for row in model.active(position, int(point))]
        shapes = [shape for shape in shapes if shape >= 0]
        assert all(parents[shape] in (-1, *shapes) for shape in shapes)
        chains += sum(parents[shape] >= 0 for shape in shapes)
        position.play(int(point))
    assert chains > 200


def test_the_gate_keeps_larger_shapes_out_until_the_smaller_was_seen() -> None:
    game = random_game(SIZE, 40, 5)
    open_to_all, gated = Harvest(8, 1), Harvest(8, 5)
    for _ in range(4):
        open_to_all.count_game(game.points, SIZE)
        gated.count_game(game.points, SIZE)
    assert open_to_all.moves == gated.moves > 0
    assert 0 < len(gated) < len(open_to_all)


def test_a_game_is_counted_up_to_an_illegal_move() -> None:
    whole, cut = Harvest(8, 1), Harvest(8, 1)
    whole.count_game(np.array([40, 41], dtype=np.int16), SIZE)
    cut.count_game(np.array([40, 41, 40, 30, 31], dtype=np.int16), SIZE)
    assert cut.frequent(1)[0].tolist() == whole.frequent(1)[0].tolist()
    assert len(whole) > 0


def test_shapes_of_one_side_are_those_of_its_moves() -> None:
    game = random_game(SIZE, 40, 5)
    counts = []
    for colors in (BLACK, WHITE, BLACK | WHITE):
        counter = Harvest(8, 1)
        counter.count_game(game.points, SIZE, colors)
        counts.append((counter.moves, set(counter.frequent(1)[0].tolist())))
    (black, of_black), (white, of_white), (both, of_both) = counts
    assert (black, white, both) == (20, 20, 40)
    assert of_black != of_white
    assert of_black | of_white == of_both
