"""Softmax playouts: weights kept move by move, draws by the weights, and reasons."""

from __future__ import annotations

import random

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE, opponent, vertex_to_point
from board_ext.position import Position
from gtpengine.lab.probes.softmax_probe import SoftmaxProbe
from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights, load_shipped
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.mcts.views.playout_view import playout_from, playout_moves_of

SOFTMAX = SearchParams(playout_policy="softmax")
SHIPPED = load_shipped(9)
# Each factor another prime, so that no two products are equal.
PRIMES = (2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0, 41.0, 43.0, 1.0)
TOLD_APART = PlayoutWeights(dict(zip(FACTORS, PRIMES, strict=True)), {})


def after(diagram: str, last: str, color: int = BLACK) -> Position:
    """The position in which *color* answers the move *last*."""
    position = Position.from_diagram(diagram, to_play=opponent(color))
    position.play(vertex_to_point(last, position.size))
    return position


@pytest.mark.parametrize("size", [2, 3, 5, 7, 9, 13, 19])
def test_weights_after_each_move_are_those_computed_from_nothing(size: int) -> None:
    """Random games to the end, in which much is captured, own eyes are filled and sides pass."""
    for seed in range(max(2, 300 // size**2)):
        chance = random.Random(f"{size} {seed}")
        position = Position(size)
        probe = SoftmaxProbe(position, SHIPPED)
        for _ in range(3 * size * size):
            legal = position.legal_moves()
            point = chance.choice(legal) if legal and chance.random() < 0.97 else PASS
            position.play(point)
            probe.play(point)
            assert probe.is_exact(), position.to_diagram()


def test_weights_follow_a_playout_as_well() -> None:
    """Playouts make other positions than random moves: larger chains, longer fights."""
    for size, seed in ((9, 1), (9, 2), (9, 3), (19, 4)):
        probe = SoftmaxProbe(Position(size), SHIPPED)
        for _, point, _ in playout_from(Position(size), SOFTMAX, seed)[0]:
            probe.play(point)
            assert probe.is_exact()


def middle_games(n: int) -> list[Position]:
    """Positions of playouts on 7x7, with moves left to choose among."""
    found = []
    for seed in range(n):
        position = Position(7)
        for color, point, _ in playout_from(position, SOFTMAX, seed)[0][: 6 + 2 * seed]:
            position.play(point, color)
        found.append(position)
    return found


def test_draws_are_as_frequent_as_their_weights() -> None:
    """Chi-square; its degrees of freedom are many, so that it is nearly normal."""
    count, excess, freedom = 20_000, 0.0, 0
    for position in middle_games(14):
        probe = SoftmaxProbe(position, SHIPPED)
        expected = probe.probabilities()
        found = probe.draws(count, 5)
        if not expected:
            assert set(found) == {PASS}
            continue
        assert set(found) <= set(expected)
        # Rare moves together, so that no cell is expected to have fewer than ten.
        rare = [point for point, share in expected.items() if share * count < 10]
        cells = [[point] for point in expected if point not in rare]
        for cell in [*cells, rare] if rare else cells:
            mean = count * sum(expected[point] for point in cell)
            seen = sum(found.get(point, 0) for point in cell)
            excess += (seen - mean) ** 2 / mean
        freedom += len(cells) + bool(rare) - 1
    assert freedom > 200
    assert abs(excess - freedom) < 4.5 * (2 * freedom) ** 0.5


def test_probabilities_do_not_depend_on_colour_or_symmetry() -> None:
    for position in middle_games(10):
        size = position.size
        moves = [(color, point) for color, point in position.moves]
        plain = SoftmaxProbe(position, SHIPPED).probabilities()
        swapped, mirrored, turned = Position(size), Position(size), Position(size)
        for color, point in moves:
            row, column = divmod(point, size)
            swapped.play(point, opponent(color))
            mirrored.play(row * size + size - 1 - column, color)
            turned.play(column * size + size - 1 - row, color)
        assert SoftmaxProbe(swapped, SHIPPED).probabilities() == plain
        found = SoftmaxProbe(mirrored, SHIPPED).probabilities()
        assert {p - p % size + size - 1 - p % size: share for p, share in found.items()} == plain
        found = SoftmaxProbe(turned, SHIPPED).probabilities()
        assert {(size - 1 - p % size) * size + p // size: s for p, s in found.items()} == plain


def ratio(position: Position, vertex: str, other: str) -> float:
    """How much likelier one move is than another, with factors that are told apart."""
    found = SoftmaxProbe(position, TOLD_APART).probabilities()
    size = position.size
    return found[vertex_to_point(vertex, size)] / found[vertex_to_point(other, size)]


def test_places_by_the_last_two_moves() -> None:
    position = Position(9)
    for vertex in ("G7", "C3"):
        position.play(vertex_to_point(vertex, 9))
    assert ratio(position, "C4", "A9") == pytest.approx(17, rel=0.01)
    assert ratio(position, "B4", "A9") == pytest.approx(19, rel=0.01)
    assert ratio(position, "H7", "A9") == pytest.approx(23, rel=0.01)
    position.play(PASS)
    # After a pass nothing is near.
    assert ratio(position, "C4", "A9") == pytest.approx(1, rel=0.01)


EMPTY_ROW = ". . . . . . .\n"
# Diagram, White's last move, and for Black's answers the product of factors and the reason.
ANSWERS = {
    "take the last stone": (
        3 * EMPTY_ROW + ". . X . . . .\n. X . . . . .\n. . X . . . .\n" + EMPTY_ROW,
        "C3",
        {"D3": (7 * 17 * 29, "atari"), "B4": (19, "near"), "F6": (1, "elsewhere")},
    ),
    "save by capture or by running": (
        2 * EMPTY_ROW + ". . X O . . .\n. X O X . . .\n" + 3 * EMPTY_ROW,
        "E4",
        {"C3": (7 * 31, "atari"), "D3": (2 * 19 * 37, "atari"), "E3": (17, "near")},
    ),
    "attack two liberties": (
        5 * EMPTY_ROW + ". . X . . . .\n" + EMPTY_ROW,
        "C1",
        {"D1": (17 * 41, "two liberties"), "B1": (17 * 41, "two liberties"), "B2": (19, "near")},
    ),
    "defend two liberties": (
        6 * EMPTY_ROW + ". . X . . . .\n",
        "C2",
        {"D1": (19 * 43, "two liberties"), "C3": (17, "near"), "C5": (1, "elsewhere")},
    ),
    "a large chain in atari far away": (
        "O X X X . . .\n. O O O . . .\n" + 5 * EMPTY_ROW,
        "F1",
        {"E7": (3, "elsewhere"), "F2": (17, "near")},
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_factors_and_reasons_of_answers(name: str) -> None:
    diagram, last, expected = ANSWERS[name]
    position = after(diagram, last)
    found = playout_moves_of(position, SOFTMAX, 0, 4000)
    for vertex, (product, reason) in expected.items():
        assert ratio(position, vertex, "G5") == pytest.approx(product, rel=0.01), vertex
        point = vertex_to_point(vertex, 7)
        # A move that was never drawn would say nothing.
        assert {why for other, why in found if other == point} == {reason}, vertex


def test_every_move_of_a_playout_says_why() -> None:
    reasons: set[str] = set()
    for seed in range(60):
        reasons |= {why for _, _, why in playout_from(Position(7), SOFTMAX, seed)[0]}
    assert reasons == {"atari", "two liberties", "near", "elsewhere", "pass"}


def test_nobody_fills_eyes_or_takes_back_a_ko_at_once() -> None:
    position = Position.from_diagram(
        """
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .
        """
    )
    position.play(vertex_to_point("C4", 5))
    assert position.ko_point is not None
    probe = SoftmaxProbe(position, SHIPPED)
    assert position.ko_point not in probe.probabilities()
    assert position.ko_point not in probe.draws(5000, 1)
    assert probe.weights(WHITE)[position.ko_point] > 0
    eyes = Position.from_diagram(". X .\nX X X\n. X .", to_play=BLACK)
    assert set(SoftmaxProbe(eyes, SHIPPED).draws(100, 1)) == {PASS}


def test_a_search_plays_softmax_playouts() -> None:
    searcher = Searcher(SOFTMAX, seed=1)
    for size in (9, 19, 9):
        searcher.set_position(Position(size))
        report = searcher.search(Limits(simulations=200))
        assert report.simulations == 200
        assert np.abs(report.ownership).max() <= 1.0
    # A change of the policy asks for the position anew, so the weights are never missing.
    rules = Searcher(seed=1)
    rules.set_position(Position(9))
    rules.set_params(SOFTMAX)
    with pytest.raises(RuntimeError, match="set_position"):
        rules.search(Limits(simulations=10))
