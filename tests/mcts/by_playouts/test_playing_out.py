"""What a simulation by playouts is worth: the end of the game says so."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

#: All is settled: Black has 15 points, White 10.
SETTLED = """
    . X X O .
    X X X O O
    . X X O .
    X X X O O
    . X X O O
"""


def searched(komi: float, rules: str = "chinese", **settings: float) -> SearchReport:
    board = Position.from_diagram(SETTLED, rules=rules_named(rules), komi=komi)
    searcher = Searcher(SearchParams(network="none", **settings), seed=1, memory_mb=16)
    searcher.set_position(board)
    return searcher.search(Limits(simulations=200))


@pytest.mark.parametrize(("komi", "wins"), [(4.5, 1.0), (5.5, 0.0)])
def test_who_has_more_points_after_komi_wins(komi: float, wins: float) -> None:
    assert searched(komi, score_weight=0.0).value == pytest.approx(wins, abs=0.1)


def test_the_score_is_the_lead_after_komi() -> None:
    assert searched(0.5).score == pytest.approx(4.5, abs=1.0)


def test_a_weight_of_the_score_prefers_larger_wins() -> None:
    small, large = (searched(komi, score_weight=0.5).value for komi in (4.5, -9.5))
    assert small + 0.05 < large <= 1.0
