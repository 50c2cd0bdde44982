"""Decisive and anti-decisive passes: a winning pass is played, a losing pass is left out."""

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

#: Black has 15 points, White 10.
DIAGRAM = """
    . . X O .
    . . X O .
    . . X O .
    . . X O .
    . . X O .
"""


def pass_visits(komi: float, *, passed: bool, on: bool) -> int:
    """Visits of Black's pass in a search of 500 simulations, after a pass of White's or not."""
    params = SearchParams(decisive_passes=on, solver=False, score_bounds=False, explore_interval=0)
    searcher = Searcher(params, memory_mb=64)
    position = Position.from_diagram(DIAGRAM, to_play=WHITE, rules=rules_named("tromp-taylor"))
    position.komi = komi
    if passed:
        position.play(PASS, WHITE)
    position.to_play = BLACK
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=500))
    return next(move.visits for move in report.moves if move.point == PASS)


def test_a_pass_that_wins_at_once_is_the_only_move() -> None:
    assert pass_visits(4.5, passed=True, on=True) == 500
    assert pass_visits(4.5, passed=True, on=False) < 500


def test_a_pass_that_lets_the_opponent_win_is_not_played() -> None:
    assert pass_visits(5.5, passed=False, on=True) == 0
    assert pass_visits(5.5, passed=True, on=True) == 0
    assert pass_visits(5.5, passed=False, on=False) > 0
