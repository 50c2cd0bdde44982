"""The toy evaluator of the tests of evaluators."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.lab.probes.toy_evaluator import ToyEvaluator
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


@pytest.mark.parametrize(("manner", "later"), [("at once", False), ("awaited", True)])
def test_only_late_manners_are_answered_by_its_thread(manner: str, later: bool) -> None:
    toy = ToyEvaluator(9, 40, 0.5, manner)
    try:
        searcher = Searcher(SearchParams(), memory_mb=16)
        searcher.set_evaluator(toy)
        searcher.set_position(Position(9))
        report = searcher.search(Limits(simulations=200))
        assert max(report.moves, key=lambda move: move.prior_weight).point == 40
        assert (toy.answered > 0) is later
    finally:
        toy.close()


def test_unknown_manners_are_refused() -> None:
    with pytest.raises(KeyError):
        ToyEvaluator(9, 40, manner="never")
