"""Local games: eyes filled against every reply, kos, walls, and what is refused."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.solvers.localgame import MAX_POINTS, MAX_WALLS, LocalGame, TooLargeError
from gtpengine.judge.seki import nakade
from tests.board_ext.solvers.eyespaces import EYE_SPACES, SIZE, points

LIMIT = 100_000


def eye(space: str, black: str = "", limit: int = LIMIT) -> LocalGame:
    """A white eye on the ``space``, black stones in it, and nothing else."""
    inside = points(space)
    ring = {
        q
        for p in inside
        for q in (p - 1, p + 1, p - SIZE, p + SIZE)
        if q not in inside and 0 <= q < SIZE * SIZE
    }
    stones = dict.fromkeys(points(black), BLACK)
    return LocalGame(SIZE, inside, stones, [(WHITE, ring, True)], limit)


@pytest.mark.parametrize(
    ("space", "first", "second"),
    [
        pytest.param("E5", True, True, id="one point"),
        *EYE_SPACES,
        pytest.param("C5 D5 E5 F5 G5", False, False, id="five in a row"),
    ],
)
def test_eyes(space: str, first: bool, second: bool) -> None:
    """Whether Black kills when he plays first, and when White does."""
    game = eye(space)
    won = game.won(BLACK)
    assert (game.start(BLACK) in won, game.start(WHITE) in won) == (first, second)
    assert game.captures(BLACK) == first
    if len(points(space)) > 4:
        assert nakade(tuple(points(space)), SIZE) == first


def test_a_stone_captured_for_good() -> None:
    """White takes three stones, but only to lose the eye; of four he keeps two eyes."""
    for space, black, good in (("D5 E5 F5 G5", "D5 E5 F5", False), ("D5 E5 F5 G5", "E5", True)):
        game = eye(space, black)
        targets = game.mask(points(black))
        assert game.captures(WHITE, targets)
        lost = game.won(BLACK)
        assert (game.start(WHITE) in game.won(WHITE, targets, lost)) == good


def test_a_ko_is_lost_without_threats_and_won_with_all() -> None:
    """Black takes the ko at E1 and then the eye at G1, unless White takes back at D1."""
    walls = [
        (BLACK, points("C1 D2"), False),
        (WHITE, points("F1 E2 F2 G2 H1 H2"), True),
    ]
    space = points("D1 E1 G1")
    game = LocalGame(SIZE, space, dict.fromkeys(points("D1"), WHITE), walls, LIMIT)
    assert game.captures(BLACK)
    assert game.start(BLACK) not in game.won(BLACK, against_kos=True)
    # To connect leaves a single eye.
    assert game.start(WHITE) in game.won(BLACK)


def test_immortal_walls_lend_their_liberties() -> None:
    inside = points("D5")
    ring = points("C5 E5 D4 D6")
    assert LocalGame(SIZE, inside, {}, [(WHITE, ring, True)], LIMIT).captures(BLACK)
    assert not LocalGame(SIZE, inside, {}, [(WHITE, ring, False)], LIMIT).captures(BLACK)


def test_a_group_without_liberties_does_not_stand() -> None:
    assert eye("D5 E5", "D5").stands()
    assert not eye("D5 E5", "D5 E5").stands()


def test_limits() -> None:
    game = eye("C5 D5 E5 F5 G5", limit=100)
    with pytest.raises(TooLargeError):
        game.captures(BLACK)
    assert game.limit == 0
    game = eye("D5 E5")
    game.captures(BLACK)
    assert 0 < game.limit < LIMIT
    with pytest.raises(TooLargeError):
        LocalGame(19, range(MAX_POINTS + 1), {}, [], LIMIT)
    with pytest.raises(TooLargeError):
        LocalGame(19, [0], {}, [(WHITE, [1], True)] * (MAX_WALLS + 1), LIMIT)


def test_bit_sets() -> None:
    game = eye("D5 E5", "E5")
    assert game.points == tuple(points("D5 E5"))
    assert game.mask(points("E5 A1")) == 2
    assert len(game.won(BLACK)) > 0
