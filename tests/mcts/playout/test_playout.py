"""Whole playouts: balance between the colours, and clean ends."""

import math

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import ParamValue
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_bench import heavy_playouts, uniform_playouts
from gtpengine.mcts.views.playout_view import playout_from
from tests.mcts.playout_answers import ALWAYS

EVERYTHING: dict[str, ParamValue] = dict(
    **ALWAYS,
    playout_nakade_rate=1.0,
    playout_ko_rate=0.5,
    playout_race_rate=1.0,
    playout_few_liberties_rate=1.0,
    playout_eye_rate=1.0,
    playout_learned_pattern_rate=0.5,
    playout_capture_rate=0.5,
    playout_fill_tries=4,
    playout_ladder_attack_rate=1.0,
    playout_other_liberty_rate=1.0,
    playout_self_atari_stones=3,
)
POLICIES: dict[str, dict[str, ParamValue]] = {
    "defaults": {},
    "everything": EVERYTHING,
    "uniform": {"playout_policy": "uniform"},
    "learned": {"playout_pattern_rate": 0.0, "playout_learned_pattern_rate": 0.95},
    "softmax": {"playout_policy": "softmax"},
}
NAMES = (
    "defaults",
    *(pytest.param(name, marks=pytest.mark.lab) for name in POLICIES if name != "defaults"),
)


@pytest.mark.parametrize("size", [5, 9, 13])
@pytest.mark.parametrize("kind", ["uniform", "heavy"])
def test_colours_are_balanced(size: int, kind: str) -> None:
    """With Black and White moving first in half of the games each, wins are even."""
    count = 4000
    if kind == "uniform":
        _, black, _ = uniform_playouts(size, count, 3)
    else:
        _, black, _ = heavy_playouts(size, count, 3, SearchParams())
    first = black / count
    # The first mover has an edge without komi, but a small one: far from a broken playout.
    assert 0.45 < first < 0.66


SYMMETRIC = """
    . . . . . . .
    . X . . . X .
    . . O . X . .
    . . . . . . .
    . . O . X . .
    . O . . . O .
    . . . . . . .
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_symmetrical_position_is_even(name: str) -> None:
    """Turned by half, this diagram has its colours exchanged; either side moves first equally
    often."""
    games = 1500
    wins, params = 0.0, SearchParams(**POLICIES[name])
    for color in (BLACK, WHITE):
        position = Position.from_diagram(SYMMETRIC, to_play=color)
        for seed in range(games):
            lead = playout_from(position, params, seed)[1]
            wins += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    error = math.sqrt(0.25 / (2 * games))
    assert abs(wins / (2 * games) - 0.5) < 4.5 * error


@pytest.mark.parametrize("name", NAMES)
def test_a_colour_swap_mirrors_the_statistics(name: str) -> None:
    diagram = """
        . . . . . . .
        . X . . . O .
        . . O . X . .
        . . . . . . .
        . . X . O . .
        . O . . . X .
        . . . . . . .
    """
    swapped = diagram.translate(str.maketrans("XO", "OX"))
    games, params = 1500, SearchParams(**POLICIES[name])
    totals = []
    for text, color in ((diagram, BLACK), (swapped, WHITE)):
        position = Position.from_diagram(text, to_play=color)
        sign = 1 if color == BLACK else -1
        leads = [sign * playout_from(position, params, i)[1] for i in range(games)]
        totals.append(sum(lead > 0 for lead in leads) / games)
    error = math.sqrt(0.25 * 2 / games)
    assert abs(totals[0] - totals[1]) < 4.5 * error


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19])
def test_uniform_playouts_end_where_nobody_may_play(size: int) -> None:
    """The debug build checks the board after each move, and the points left out of the draws."""
    moves, black, _ = uniform_playouts(size, max(2, 4000 // size**2), 5)
    assert moves > 0
    assert black > 0


@pytest.mark.fuzz
@pytest.mark.parametrize("name", NAMES)
def test_playouts_end_with_two_passes_and_only_legal_moves(name: str) -> None:
    ended = 0
    for seed in range(50):
        position = Position(7)
        moves, _ = playout_from(position, SearchParams(**POLICIES[name]), seed)
        if [point for _, point, _ in moves[-2:]] == [PASS, PASS]:
            ended += 1
        else:
            # Two kos, taken in turn.
            assert len(moves) == 3 * 7 * 7
        for color, point, _ in moves:
            position.play(point, color)
    assert ended >= 45
