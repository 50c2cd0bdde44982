"""A function of Python answers for the positions that a search asks about."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.coords import WHITE
from board_ext.position import Position
from board_ext.rules import JAPANESE
from gtpengine.mcts.doors.python_evaluator import PythonEvaluator
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZE = 5
KO = """
    . X O . .
    X . X O .
    . X O . .
    . . . . .
    . . . . .
"""


class Liking:
    """Likes one point twice as much as all others together, and keeps what it was asked."""

    def __init__(self, point: int) -> None:
        self.asked: list[Position] = []
        self.policy = np.full(SIZE * SIZE + 1, 0.01, np.float32)
        self.policy[point] = 5.0

    def __call__(self, position: Position) -> tuple[np.ndarray, float, float]:
        self.asked.append(position)
        return self.policy, 0.5, 0.0


def searched(function: Liking, position: Position, simulations: int = 200) -> SearchReport:
    searcher = Searcher(SearchParams(network_noise=0.0), 1, 32, 7)
    evaluator = PythonEvaluator(function)
    evaluator.begin(position)
    searcher.set_evaluator(evaluator)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=simulations))


def test_it_is_asked_about_whole_positions() -> None:
    root = Position.from_diagram(KO, WHITE, JAPANESE, 3.5)
    root.play(16)  # takes the ko
    function = Liking(24)
    report = searched(function, root)
    assert report.simulations == 200
    first = function.asked[0]
    assert first == root and first.ko_point == root.ko_point is not None
    assert (first.rules, first.komi, first.prisoners) == (JAPANESE, 3.5, root.prisoners)
    for position in function.asked:
        assert position.moves == []
        position.check()
        position.play(position.legal_moves()[0])
        position.undo()


def test_its_policy_is_followed_and_illegal_moves_are_left_out() -> None:
    report = searched(Liking(24), Position(SIZE))
    assert report.moves[0].point == 24 and report.moves[0].visits > 100
    occupied = Position(SIZE)
    occupied.play(24)
    report = searched(Liking(24), occupied)
    assert 24 not in {move.point for move in report.moves} and report.visits == 200


@pytest.mark.parametrize("wrong", ["raises", "shape"])
def test_without_an_answer_the_search_goes_on(wrong: str) -> None:
    class Wrong(Liking):
        def __call__(self, position: Position) -> tuple[np.ndarray, float, float]:
            if wrong == "raises":
                raise KeyError(position)
            return self.policy[:-1], 0.5, 0.0

    assert searched(Wrong(24), Position(SIZE)).visits == 200
