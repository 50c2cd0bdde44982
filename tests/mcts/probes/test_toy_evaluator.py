"""The toy evaluator of the tests of evaluators."""

from __future__ import annotations

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.toy_evaluator import ToyEvaluator
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_it_answers_once_for_each_node_that_gets_children() -> None:
    toy = ToyEvaluator(9, 40, 0.5)
    searcher = Searcher(SearchParams(widening_children=0), memory_mb=16)
    searcher.set_evaluator(toy)
    searcher.set_position(Position(9))
    report = searcher.search(Limits(simulations=20))
    assert max(report.moves, key=lambda move: move.prior_weight).point == 40
    # The root, and a new node for each simulation.
    assert toy.answered == 21
