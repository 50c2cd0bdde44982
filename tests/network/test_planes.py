"""What a network sees, against what the Python class of a position says, and by diagram."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from board_ext.coords import BLACK, EMPTY, PASS, opponent, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.network.planes import NUMBERS, PLANES, planes_at
from tests.network.nets import planes_of
from tests.patterns.models import empty_model

FULL = 127


def plane(planes: npt.NDArray[np.uint8], name: str) -> npt.NDArray[np.uint8]:
    """The plane whose meaning begins with ``name``, flat."""
    [place] = [i for i, m in enumerate(PLANES) if m == name] or [
        i for i, m in enumerate(PLANES) if m.startswith(name)
    ]
    found: npt.NDArray[np.uint8] = planes[place].ravel()
    return found


def seen(
    moves: list[str], size: int = 9, komi: float = 7.5
) -> tuple[npt.NDArray[np.uint8], dict[str, float]]:
    """Planes and numbers after moves by name."""
    points = np.array([PASS if m == "pass" else vertex_to_point(m, size) for m in moves], np.int16)
    planes, numbers = planes_of(empty_model(), points, size, komi)
    return planes, dict(zip(NUMBERS, map(float, numbers), strict=True))


def where(found: npt.NDArray[np.uint8], size: int = 9) -> set[str]:
    """The vertices at which a plane is set."""
    assert set(np.unique(found)) <= {0, FULL}
    return {f"{'ABCDEFGHJKLMNOPQRST'[p % size]}{p // size + 1}" for p in np.flatnonzero(found)}


@pytest.mark.parametrize("size", [2, 5, 9, 13, 19])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_seen_as_the_position_says(size: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    position = Position(size)
    played: list[int] = []
    for _ in range(int(random.integers(1, 2 * size * size))):
        legal = position.legal_moves()
        point = int(random.choice(legal)) if legal and random.random() < 0.97 else PASS
        position.play(point)
        played.append(point)
    # Superko may forbid what the planes, which know the board alone, allow.
    planes, numbers = planes_of(empty_model(), np.array(played, np.int16), size, 0.0)
    own, stones = position.to_play, position.stones().ravel()
    liberties = position.liberties().ravel()
    assert (plane(planes, "board") == FULL).all()
    for color, side in ((own, "own"), (opponent(own), "enemy")):
        assert ((plane(planes, f"{side} stones") == FULL) == (stones == color)).all()
        for n, name in ((1, f"{side} chains of 1"), (2, "of 2"), (3, "of 3")):
            if n == 1:
                place = next(i for i, m in enumerate(PLANES) if m.startswith(name))
            found = planes[place + n - 1].ravel() == FULL
            assert (found == ((stones == color) & (liberties == n))).all()
    last = [p for p in played[-1:] if p != PASS]
    assert list(np.flatnonzero(plane(planes, "last move"))) == last
    before = [p for p in played[-2:-1] if p != PASS]
    assert list(np.flatnonzero(plane(planes, "move before it"))) == before
    ko = [] if position.ko_point is None else [position.ko_point]
    assert list(np.flatnonzero(plane(planes, "ko:"))) == ko
    expected = plane(planes, "what the move model expects")
    assert (expected[stones != EMPTY] == 0).all()
    assert (expected[position.legal_moves()] > 0).all()
    assert numbers[list(NUMBERS).index("1 for White to move")] == (own != BLACK)
    assert numbers[5] == pytest.approx((stones != EMPTY).sum() / size**2)


def test_a_stone_in_atari_and_the_moves_that_concern_it() -> None:
    # Black E5 in the middle of three white stones; Black to move.
    moves = ["E5", "E6", "A1", "D5", "A2", "F5"]
    planes, _ = seen(moves)
    assert where(plane(planes, "own chains of 1 liberty")) == {"E5"}
    assert where(plane(planes, "saves an own chain from atari")) == {"E4"}
    assert where(plane(planes, "own chains that cannot escape")) == set()
    planes, _ = seen([*moves, "A3"])
    assert where(plane(planes, "captures")) == {"E4"}
    assert where(plane(planes, "enemy chains of 1 liberty")) == {"E5"}


def test_a_ladder_is_read_to_its_end() -> None:
    moves = ["D5", "D4", "C4", "pass", "E4", "pass", "D3", "pass"]
    # D4 is White's and surrounded: Black captures it at once, and it is no ladder.
    planes, _ = seen(moves[:-2])
    assert where(plane(planes, "own chains that cannot escape")) == set()
    ladder = ["C4", "D4", "D5", "pass", "C3", "pass"]
    planes, _ = seen(ladder)
    assert "D4" in where(plane(planes, "enemy chains that a ladder captures"))
    assert where(plane(planes, "begins a ladder that captures"))
    planes, _ = seen([*ladder, "H9"])
    assert where(plane(planes, "own chains that a ladder captures")) == {"D4"}


def test_eyes() -> None:
    # An eye of Black in the corner, and White's in another.
    planes, _ = seen(["A2", "J8", "B1", "H9", "B2", "H8", "E5", "E7"])
    assert "A1" in where(plane(planes, "own true eye"))
    assert "J9" in where(plane(planes, "enemy true eye"))


def test_the_plane_of_the_model_is_the_logarithm_of_its_probabilities() -> None:
    moves = ["E5", "C3", "G7", "pass"]
    model = empty_model()
    points = np.array([PASS if m == "pass" else vertex_to_point(m, 9) for m in moves], np.int16)
    position = Position(9)
    for point in points:
        position.play(int(point))
    probability = model.probabilities(position)
    planes, numbers = planes_of(model, points, 9)
    wanted = [max(1, math.floor(127.5 + 8 * math.log(p))) if p > 0 else 0 for p in probability[:81]]
    assert plane(planes, "what the move model").tolist() == wanted
    assert numbers[-1] == pytest.approx(max(-1, math.log(probability[81]) / 16))


def test_numbers_are_for_the_side_to_move() -> None:
    _, black = seen(["E5", "pass"], komi=7.5)
    _, white = seen(["E5"], komi=7.5)
    first, clipped = NUMBERS[:2]
    assert (black[first], white[first]) == (-0.75, 0.75)
    assert (black[clipped], white[clipped]) == (-1, 1)
    assert black["1 after a pass"] == 1
    assert white["1 after a pass"] == 0
    _, small = seen(["E5"], komi=0.5)
    assert small[clipped] == 0.25


def test_komi_is_that_of_the_area_score() -> None:
    numbers = []
    for rules, komi in (("chinese", 4.5), ("japanese", 5.5)):
        position = Position(9, rules_named(rules), komi)
        # Black places a stone less than White: his area score is lower by that.
        for point in (20, 30, PASS, 4):
            position.play(point)
        numbers.append(planes_at(empty_model(), position)[1].tolist())
    assert numbers[0] == numbers[1]
