"""Late answers: nobody waits for them during a search, all are used by its end."""

from __future__ import annotations

from board_ext.coords import vertex_to_point
from board_ext.position import Position
from gtpengine.lab.probes.toy_evaluator import ToyEvaluator
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZE = 9
FAVOURITE = vertex_to_point("B7", SIZE)
LATE_REQUESTS = 64


def searched(manner: str, simulations: int, pause: float = 0.0) -> tuple[SearchReport, int]:
    """Return a search where a node gets children at its second visit, and the number of answers."""
    toy = ToyEvaluator(SIZE, FAVOURITE, None, manner, pause)
    try:
        searcher = Searcher(SearchParams(expand_visits=1), 1, 32, 7)
        searcher.set_evaluator(toy)
        searcher.set_position(Position(SIZE))
        return searcher.search(Limits(simulations=simulations)), toy.answered
    finally:
        toy.close()


def test_late_priors_are_those_that_come_at_once() -> None:
    """The root's children, which no rule tells apart later, have the same priors in the end."""
    at_once, _ = searched("at once", 100)
    late, _ = searched("late", 100)
    wanted = {m.point: (m.prior, m.prior_weight) for m in at_once.moves}
    assert {m.point: (m.prior, m.prior_weight) for m in late.moves} == wanted


def test_all_that_were_asked_have_answered_when_the_search_ends() -> None:
    """While all requests are under way further nodes are not asked about, and nobody waits."""
    report, answered = searched("late", 400, pause=0.002)
    assert report.simulations == 400
    # One question for each node that got children, the root among them.
    assert LATE_REQUESTS <= answered < 400
    short, few = searched("late", 10, pause=0.002)
    assert short.simulations == 10
    assert 1 <= few <= 10
