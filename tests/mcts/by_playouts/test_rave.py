"""Backing up: RAVE means that a thread collects arrive, all of them, at the latest when it ends."""

import pytest

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def counts(report: SearchReport) -> tuple[int, int]:
    """Visits of the moves of the root but the pass, and visits of their RAVE means."""
    moves = [move for move in report.moves if move.point != PASS]
    return sum(move.visits for move in moves), sum(move.rave_visits for move in moves)


@pytest.mark.fuzz
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_no_rave_mean_is_lost(threads: int) -> None:
    # Every move counts once, the first move of a simulation among them.
    searcher = Searcher(
        SearchParams(rave_distance_levels=1, network="none"), threads=threads, memory_mb=64
    )
    searcher.set_position(Position(9))
    visits, rave = counts(searcher.search(Limits(simulations=3000)))
    assert rave > visits
    # By now threads collect more simulations than these searches have.
    for _ in range(40):
        report = searcher.search(Limits(simulations=threads * 4))
        more_visits, more_rave = counts(report)
        assert more_rave - rave >= more_visits - visits
        visits, rave = more_visits, more_rave


@pytest.mark.fuzz
def test_what_is_collected_below_the_root_arrives() -> None:
    searcher = Searcher(
        SearchParams(rave_distance_levels=1, network="none"), threads=4, memory_mb=64
    )
    position = Position(9)
    searcher.set_position(position)
    searcher.search(Limits(simulations=12000))
    # Threads collect more simulations of the nodes below than each of these searches has there.
    for _ in range(450):
        report = searcher.search(Limits(simulations=40))
    visits, rave = counts(report)
    a_visit = rave / visits
    for _ in range(2):
        position.play(max(report.moves, key=lambda move: move.visits).point)
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=1))
        visits, rave = counts(report)
        assert visits > 500, "the searched tree was not kept"
        assert rave / visits == pytest.approx(a_visit, rel=0.1)


def test_one_thread_knows_at_once_what_it_has_learned() -> None:
    searcher = Searcher(SearchParams(rave_distance_levels=1, network="none"), memory_mb=64)
    searcher.set_position(Position(9))
    for _ in range(60):
        visits, rave = counts(searcher.search(Limits(simulations=1)))
        assert rave >= visits
