"""Features of moves, by diagram, and shapes under the symmetries."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features

from board_ext.coords import PASS, vertex_to_point
from board_ext.position import Position
from gtpengine.prediction.features import GROUPS
from gtpengine.prediction.harvest import Harvest
from gtpengine.prediction.movemodel import MoveModel

from .games import image, random_game

SIZE = 9


def empty_model(keys: np.ndarray | None = None, summed: bool = True) -> MoveModel:
    known = np.zeros(0, dtype=np.uint64) if keys is None else keys
    rows = np.zeros((n_features() + len(known), ROW), dtype=np.float32)
    return MoveModel(rows, known, 8, summed)


def features(position: Position, point: int) -> dict[str, int]:
    """Group -> value of the features of a move."""
    found = {}
    for row in empty_model().active(position, point):
        first = 0
        for name, count, _ in GROUPS:
            if first <= row < first + count:
                assert name not in found
                found[name] = row - first
            first += count
    return found


def from_rows(*rows: str) -> Position:
    return Position.from_diagram("\n".join(rows))


# Black (X) to play at the vertex: what the groups must say (None: nothing).
CASES = [
    pytest.param(
        (".....", "..X..", ".XO..", "..X..", "....."), "D3", {"capture": 6}, id="capture, escape"
    ),
    pytest.param(
        ("....", ".XO.", "..X.", "...."), "C4", {"capture": None, "self-atari": None}, id="plain"
    ),
    pytest.param(
        ("O....", "XX...", ".....", ".....", "....."), "B5", {"capture": 9}, id="capture, no escape"
    ),
    pytest.param(
        (".OX..", "OX.X.", ".OX..", ".....", "....."), "C4", {"eye": 1}, id="connection in an eye"
    ),
    pytest.param(
        (".....", ".OX..", "O.OX.", ".OX..", "....."), "B3", {"capture": 12}, id="ko capture"
    ),
    pytest.param(
        ("..O..", ".OXO.", ".....", ".....", "....."), "C3", {"escape": 0, "eye": None}, id="saved"
    ),
    pytest.param(
        ("XO...", ".O...", ".....", ".....", "....."),
        "A4",
        {"self-atari": 2, "escape": 3},
        id="extended in vain",
    ),
    pytest.param(
        (".....", ".....", "..O..", "....X", "....."),
        "C2",
        {"enemy": 20, "contact": 1},
        id="contact",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "vertex", "expected"), CASES)
def test_features_of_diagrams(
    rows: tuple[str, ...], vertex: str, expected: dict[str, int | None]
) -> None:
    position = from_rows(*rows)
    found = features(position, vertex_to_point(vertex, position.size))
    assert {name: found.get(name) for name in expected} == expected


def test_place_and_last_move() -> None:
    position = Position(19)
    assert features(position, vertex_to_point("D4", 19)) == {"place": 9}
    position.play(vertex_to_point("Q16", 19))
    beside = features(position, vertex_to_point("R16", 19))
    assert (beside["last"], beside["path"], beside["enemy"]) == (1, 0, 20)
    assert features(position, vertex_to_point("D4", 19))["last"] == 21 + 36 // 2
    assert features(position, PASS) == {"pass": 0}
    position.play(PASS)
    assert features(position, PASS) == {"pass": 1}


def keys_of(points: np.ndarray) -> Counter[int]:
    harvest = Harvest(10, 1)
    harvest.count_game(points, SIZE)
    keys, parents = harvest.frequent(1)
    assert (parents < len(keys)).all()
    return Counter(keys.tolist())


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("swapped", [False, True])
def test_shapes_do_not_depend_on_symmetry_and_colour(symmetry: int, swapped: bool) -> None:
    points = random_game(SIZE, 60, 3).points
    seen = image(points, SIZE, symmetry)
    if swapped:
        # White begins.
        seen = np.concatenate([[PASS], seen]).astype(np.int16)
    assert keys_of(seen) == keys_of(points)
    assert len(keys_of(points)) > 500


def test_shapes_differ_between_games() -> None:
    one, other = (keys_of(random_game(SIZE, 60, seed).points) for seed in (1, 2))
    assert len(one & other) < 0.5 * len(one)


def test_parents_are_shapes_inside() -> None:
    """A move with a shape has the shapes inside it too, each the parent of the next."""
    harvest = Harvest(8, 1)
    game = random_game(SIZE, 40, 5)
    harvest.count_game(game.points, SIZE)
    keys, parents = harvest.frequent(1)
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


def test_summed_model_takes_the_largest_shape() -> None:
    harvest = Harvest(8, 1)
    game = random_game(SIZE, 40, 5)
    harvest.count_game(game.points, SIZE)
    keys, parents = harvest.frequent(1)
    position = Position(SIZE)
    for point in game.points[:20]:
        position.play(int(point))
    point = int(game.points[20])
    every = empty_model(keys, summed=False).active(position, point)
    largest = empty_model(keys).active(position, point)
    inside = {int(parents[row - n_features()]) for row in every if row >= n_features()}
    assert set(largest) == {
        row for row in every if row < n_features() or row - n_features() not in inside
    }


def test_probabilities_are_a_distribution_over_legal_moves() -> None:
    rng = np.random.default_rng(1)
    rows = (0.3 * rng.normal(size=(n_features(), ROW))).astype(np.float32)
    model = MoveModel(rows, np.zeros(0, dtype=np.uint64), 8)
    position = Position(SIZE)
    for point in random_game(SIZE, 50, 7).points:
        found = model.probabilities(position)
        assert found.sum() == pytest.approx(1.0, abs=1e-5)
        legal = position.legal_moves()
        assert set(np.nonzero(found[:-1])[0]) <= set(legal)
        assert found[legal].min() > 0.0 and found[-1] > 0.0
        position.play(int(point))


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="max_ring 99"):
        Harvest(99)
    with pytest.raises(ValueError, match="do not fit"):
        MoveModel(np.zeros((3, ROW), dtype=np.float32), np.zeros(0, dtype=np.uint64), 8)
    position = Position(SIZE)
    position.play(0)
    with pytest.raises(ValueError, match="no legal move"):
        empty_model().active(position, 0)
