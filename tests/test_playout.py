"""The heavy playouts: which rule speaks, balance between the colours, and clean ends."""

import math

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.cparams import cparams_fields
from gtpengine.mcts.params import PARAMS, SearchParams
from gtpengine.mcts.playout_bench import heavy_playouts, uniform_playouts
from gtpengine.mcts.playout_view import playout_from, playout_move_of
from gtpengine.mcts.probe import pattern3_matches

ALWAYS = SearchParams(
    playout_atari_rate=1.0,
    playout_pattern_rate=1.0,
    playout_nakade_rate=1.0,
    playout_self_atari_rate=1.0,
)


def test_the_kernel_has_a_field_for_each_parameter() -> None:
    fields = cparams_fields(SearchParams(rave_schedule="linear", expand_visits=9))
    assert set(fields) == set(PARAMS)
    assert fields["rave_schedule"] == 2
    assert fields["expand_visits"] == 9


def answers(diagram: str, last: str, color: int = BLACK) -> dict[str, set[str]]:
    """Play *last* for the opponent and return {reason: {vertices}} over many seeds."""
    from board_ext.coords import point_to_vertex

    position = Position.from_diagram(diagram)
    position.play(vertex_to_point(last, position.size), 3 - color)
    found: dict[str, set[str]] = {}
    for seed in range(200):
        point, reason = playout_move_of(position, ALWAYS, seed)
        found.setdefault(reason, set()).add(point_to_vertex(point, position.size))
    return found


def test_saves_a_chain_by_connecting() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . O X O . . .
        . O X . . . .
        . . O X . . .
        . . . . . . .
        . . . . . . .
    """
    # White ataris at C6; Black can only connect at D4.
    assert answers(diagram, "C6") == {"atari": {"D4"}}


def test_counter_capture_and_extension_are_both_candidates() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . O X O X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers(diagram, "C3") == {"atari": {"D3", "C5"}}


def test_captures_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers(diagram, "D4") == {"atari": {"D3"}}


def test_a_hopeless_extension_is_not_played() -> None:
    diagram = """
        O O O O O . .
        O X X X O . .
        O O O . O . .
        . . O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    # Three stones in atari whose only liberty leads nowhere.
    found = answers(diagram, "E4")
    assert "D5" not in found.get("atari", set())


def test_patterns_answer_beside_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    found = answers(diagram, "C5")
    assert set(found) == {"pattern"}
    assert found["pattern"] <= {"B5", "D5", "B4", "D4", "B6", "D6", "C6", "C3", "B3", "D3"}


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


@pytest.mark.parametrize("seed", range(3))
def test_a_colour_swap_mirrors_the_statistics(seed: int) -> None:
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
    games = 1500
    totals = []
    for text, color in ((diagram, BLACK), (swapped, WHITE)):
        position = Position.from_diagram(text, to_play=color)
        sign = 1 if color == BLACK else -1
        leads = [
            sign * playout_from(position, SearchParams(), 1000 * seed + i)[1] for i in range(games)
        ]
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
def test_playouts_end_with_two_passes_and_only_legal_moves() -> None:
    for seed in range(50):
        position = Position(7)
        moves, _ = playout_from(position, SearchParams(), seed)
        assert [point for _, point, _ in moves[-2:]] == [-1, -1]
        for color, point, _ in moves:
            position.play(point, color)


def test_mercy_ends_a_one_sided_playout_early() -> None:
    full, _, _ = heavy_playouts(9, 300, 1, SearchParams())
    short, _, _ = heavy_playouts(9, 300, 1, SearchParams(mercy=0.25))
    assert short < full


PATTERNS = {
    "hane": (". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . .", "C3", True),
    "empty": (". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", "C3", False),
    "solid own stones": ("X X X . .\nX . X . .\nX X X . .\n. . . . .\n. . . . .", "B4", False),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_matches_in_all_symmetries_and_colours(name: str) -> None:
    diagram, vertex, expected = PATTERNS[name]
    position = Position.from_diagram(diagram)
    point = vertex_to_point(vertex, 5)
    assert pattern3_matches(position, point, BLACK) is expected
    swapped = Position.from_diagram(diagram.translate(str.maketrans("XO", "OX")))
    assert pattern3_matches(swapped, point, WHITE) is expected
