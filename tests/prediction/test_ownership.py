"""Monte-Carlo ownership: the classes of points, and models that learn from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.modelwriting import encode_model

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.diagram import parse_diagram
from board_ext.position import Position
from gtpengine.prediction.movemodel import MOST_OWNERSHIP, OWNERSHIP, MoveModel
from tests.patterns.games import random_game

PLAYOUTS = 64
CLASSES = OWNERSHIP[1]

DIVIDED = """
    9 . . . X O . . . .
    8 . X . X O . O . .
    7 X . X X O O . O .
    6 . X . X O . O . O
    5 . . X X O O . O .
    4 . X . X O . O . .
    3 X . X X O O . O .
    2 . X . X O . O . .
    1 . . . X O . . . .
      A B C D E F G H J
"""


def owning(playouts: int = PLAYOUTS) -> MoveModel:
    """A model whose only rows are those of features and of ownership."""
    rows = np.zeros((modelfile.n_rows(0, playouts), modelfile.ROW), dtype=np.float32)
    return MoveModel(rows, np.zeros(0, dtype=np.uint64), 8, True, playouts)


def ownership(position: Position, point: int, model: MoveModel) -> int:
    """The class of a point for the side to move."""
    own = model.active(position, point)[-1] - modelfile.n_features()
    assert 0 <= own < CLASSES
    return own


def divided(to_play: int) -> Position:
    diagram = parse_diagram(DIVIDED)
    position = Position(diagram.size)
    position.set_up(diagram.black, diagram.white, to_play)
    return position


@pytest.mark.parametrize(("color", "own", "other"), [(BLACK, "B5", "H1"), (WHITE, "H1", "B5")])
def test_points_of_territory_become_of_its_owner(color: int, own: str, other: str) -> None:
    position, model = divided(color), owning()
    assert ownership(position, vertex_to_point(own, 9), model) == CLASSES - 1
    assert ownership(position, vertex_to_point(other, 9), model) <= 1


def test_the_empty_board_is_nobodys() -> None:
    position, model = Position(9), owning(400)
    classes = [ownership(position, point, model) for point in range(81)]
    assert set(classes) <= {4, 5, 6}, "the first to move has a little more"


def test_equal_games_have_equal_ownership() -> None:
    """The random games are drawn from the position, and leave it as it was."""
    model, moves = owning(8), random_game(9, 30, 1).points.tolist()
    one, other = Position(9), Position(9)
    for point in moves:
        one.play(point)
        ownership(one, one.legal_moves()[0], model)
        other.play(point)
    assert one.hash == other.hash and one.legal_moves() == other.legal_moves()
    for point in one.legal_moves():
        assert ownership(one, point, model) == ownership(other, point, model)


def test_ownership_is_the_last_row_of_a_move_and_none_of_a_pass() -> None:
    position = Position(9)
    with_it, without = owning(), owning(0)
    assert with_it.active(position, PASS) == without.active(position, PASS)
    assert with_it.active(position, 40)[:-1] == without.active(position, 40)


@pytest.mark.parametrize("playouts", [-1, MOST_OWNERSHIP + 1])
def test_numbers_of_games_that_do_not_fit_are_refused(playouts: int) -> None:
    with pytest.raises(ValueError, match=f"ownership {playouts}: give 0 to"):
        owning(playouts)


def test_a_model_with_ownership_survives_its_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(modelfile.n_rows(0, 16), modelfile.ROW)).astype(np.float32)
    data = encode_model(rows, np.zeros(0, np.uint64), 8, {}, ownership=16)
    path = tmp_path / "owning.bin"
    path.write_bytes(data)
    loaded = modelfile.load(path)
    assert loaded.model.ownership == 16 and loaded.header["features"][-1] == ["ownership", CLASSES]
    np.testing.assert_allclose(loaded.model.rows, rows, rtol=1e-3)
    without = modelfile.decode(encode_model(rows[:-CLASSES], loaded.model.keys, 8, {}), "x")
    assert without.model.ownership == 0
