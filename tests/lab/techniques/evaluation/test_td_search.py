"""TD search: positions that lead to wins are valued, and their moves begin with these values."""

import math
from pathlib import Path

import numpy as np
import pytest

from board_ext.coords import BLACK, vertices_to_points
from board_ext.position import Position
from gtpengine.lab.learning.value_learner import ValueLearner
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

A, B, C = 21, 23, 63


def probe() -> SearchProbe:
    return SearchProbe(SearchParams(td_search=10.0, td_search_step=0.2), Position(5))


def value(search: SearchProbe, move: int, path: tuple[int, ...] = (ROOT,)) -> float:
    wins, weight = search.prior(path, move)
    assert weight == 10.0
    return wins / weight


def test_without_experience_all_moves_are_even() -> None:
    assert value(probe(), A) == pytest.approx(0.5)


def test_values_approach_the_outcomes() -> None:
    search = probe()
    for _ in range(300):
        search.learn((ROOT,), [A], 1.0)
        search.learn((ROOT,), [C], 0.0)
    assert value(search, A) > 0.85
    assert value(search, C) < 0.15


def test_a_value_moves_towards_that_of_the_next_position() -> None:
    search = probe()
    # White answers A by C and wins: the outcome reaches A by way of the position after C.
    for _ in range(300):
        search.learn((ROOT,), [A, C], 0.0)
    assert value(search, A) < 0.3


def test_colours_exchanged_the_value_is_the_same() -> None:
    search = probe()
    (passed,) = search.expand((ROOT,), [0])
    for _ in range(50):
        search.learn((ROOT,), [A], 1.0)
    # White's stone at the same point is as good for White.
    assert value(search, A, (ROOT, passed)) == pytest.approx(value(search, A), abs=1e-6)


def permanent(path: Path) -> ValueLearner:
    """Learn values of 5x5 from one game many times, into a file; return who knows them."""
    learner = ValueLearner(5)
    game = np.array(vertices_to_points("A1 D4 A2 C4 B1", 5), np.int16)
    for _ in range(50):
        learner.learn_game(game, BLACK, 0.1, 0.7)
    path.write_text(learner.weights().to_text("a test"), encoding="utf-8")
    return learner


def with_file(path: Path) -> SearchParams:
    return SearchParams(td_search=10.0, td_search_step=0.2, td_search_file=str(path))


def test_a_search_begins_with_the_permanent_memory(tmp_path: Path) -> None:
    path = tmp_path / "my.values"
    learner = permanent(path)
    search = SearchProbe(with_file(path), Position(5))
    for move, vertex in ((A, "A1"), (C, "C3"), (64, "D3")):
        position = Position(5)
        position.play(vertices_to_points(vertex, 5)[0])
        assert value(search, move) == pytest.approx(learner.value(position), abs=1e-3)
    assert value(search, A) > 0.55


def test_the_transient_memory_is_added_and_forgotten_the_permanent_one_stays(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my.values"
    permanent(path)
    search = SearchProbe(with_file(path), Position(5))
    before = value(search, A)
    # In this position the corner loses.
    for _ in range(300):
        search.learn((ROOT,), [A], 0.0)
    assert value(search, A) < 0.2 < before
    search.begin()
    assert value(search, A) == pytest.approx(before)


def test_a_file_serves_its_size_alone(tmp_path: Path) -> None:
    path = tmp_path / "my.values"
    permanent(path)
    searcher = Searcher(with_file(path), memory_mb=16)
    for size, says in ((5, ()), (7, ("learned on 5x5; boards of 7x7: td_search begins without",))):
        searcher.set_position(Position(size))
        searcher.search(Limits(simulations=10))
        notices = [text for text in searcher.notices() if "values" in text]
        assert len(notices) == len(says)
        assert all(part in text for part, text in zip(says, notices, strict=True))


def test_two_simulations_by_hand() -> None:
    # The step is 0.2, shared out among the 25 points. After A1 three points see a stone, each in
    # its own direction; a shape counts twice, since the weight of the one with colours exchanged
    # falls, and the stone once: 7 parts. After E5, far away, there are 7 more.
    search = probe()
    far = 105

    def value_of(parts: float) -> float:
        return 1 / (1 + math.exp(-parts))

    def part(difference: float) -> float:
        return 2 * 0.2 * difference / 25

    search.learn((ROOT,), [A, far], 0.0)
    first = part(0.0 - 0.5)  # of the last position; the others were worth as much as the next
    assert value(search, A) == pytest.approx(value_of(7 * first), abs=1e-6)
    search.learn((ROOT,), [A, far], 0.0)
    second = part(value_of(14 * first) - value_of(7 * first))  # towards the next position
    third = part(0.0 - value_of(14 * first + 7 * second))
    assert value(search, A) == pytest.approx(value_of(7 * (first + second + third)), abs=1e-6)
