"""A report adds up: its root is the mean of its moves, and settled games have known figures."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import TROMP_TAYLOR
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from tests.mcts.search.boards import SETTLED


def searcher_at(position: Position, threads: int = 1) -> Searcher:
    # Each simulation is played out without a network, so that each has owners.
    searcher = Searcher(SearchParams(network="none"), threads, memory_mb=64)
    searcher.keep_move_ownership(True)
    searcher.set_position(position)
    return searcher


def mean(report: SearchReport, figures: list[float]) -> float:
    """The mean of a figure of each move, by their visits."""
    return float(np.average(figures, weights=[m.visits for m in report.moves]))


def owners_after(searcher: Searcher, point: int) -> npt.NDArray[np.float32]:
    owners = searcher.move_ownership(point)
    assert owners is not None
    return owners


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("first", [None, 40])
def test_the_root_is_the_mean_of_its_moves(threads: int, first: int | None) -> None:
    position = Position(9)
    if first is not None:
        position.play(first)
    searcher = searcher_at(position, threads)
    report = searcher.search(Limits(simulations=1000))
    assert report.to_play == position.to_play
    assert sum(move.visits for move in report.moves) == report.visits == report.simulations == 1000
    assert report.value == pytest.approx(mean(report, [m.value for m in report.moves]), abs=1e-9)
    assert report.score == pytest.approx(mean(report, [m.score for m in report.moves]), abs=1e-9)
    owned = np.zeros((9, 9))
    for move in report.moves:
        owned += move.visits / report.visits * owners_after(searcher, move.point)
    assert np.allclose(owned, report.ownership, atol=1e-5)
    assert report.mean_depth >= 1.0
    assert report.mean_length > report.mean_depth
    assert virtual_losses(searcher) == 0


def test_moves_come_by_visits_and_the_expected_line_begins_with_the_first() -> None:
    searcher = searcher_at(Position(9))
    report = searcher.search(Limits(simulations=700))
    order = [(-m.visits, -m.value, m.point) for m in report.moves]
    assert order == sorted(order)
    assert len({m.point for m in report.moves}) == 82
    assert report.pv[0] == report.moves[0].point
    # A move without simulations has the value of nothing.
    assert {(m.value, m.score) for m in report.moves if m.visits == 0} <= {(0.5, 0.0)}


def test_before_a_search_there_is_nothing_to_tell() -> None:
    report = searcher_at(Position(7)).snapshot()
    assert (report.visits, report.simulations, report.moves, report.pv) == (0, 0, (), ())
    assert (report.value, report.score, report.seconds) == (0.5, 0.0, 0.0)
    assert (report.mean_depth, report.mean_length) == (0.0, 0.0)
    assert (report.size, report.to_play) == (7, BLACK)
    assert report.ownership.shape == (7, 7)
    assert not report.ownership.any()
    assert report.stopped_by == "nothing searched"


@pytest.mark.parametrize("komi", [4.5, 5.5])
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_a_settled_game_is_told_as_it_is_counted(komi: float, to_play: int) -> None:
    """Nobody can change the five points of area that Black has more."""
    position = Position.from_diagram(SETTLED, to_play, komi=komi)
    lead = position.area_score() if to_play == BLACK else -position.area_score()
    assert abs(lead) == pytest.approx(0.5)
    searcher = searcher_at(position)
    report = searcher.search(Limits(simulations=300))
    stats = report.stats_of(PASS)
    assert stats is not None
    assert stats.visits > 0
    assert stats.bounds == (lead, lead)
    # Where all moves are sure to bring the same, none is what wins.
    assert stats.proven is None
    assert report.score == stats.score == pytest.approx(lead)
    assert report.score_stdev == stats.score_stdev == pytest.approx(0.0)
    assert report.value == pytest.approx(1.0 if lead > 0 else 0.0, abs=0.02)
    owners = np.where(np.arange(5) < 3, 1.0, -1.0) * np.ones((5, 1))
    assert np.array_equal(report.ownership, owners)
    assert np.array_equal(owners_after(searcher, PASS), owners)


@pytest.mark.parametrize("komi", [0.5, -0.5])
def test_a_pass_that_ends_the_game_is_proven_to_win_or_to_lose(komi: float) -> None:
    position = Position(2, TROMP_TAYLOR, komi)
    position.play(PASS)
    stats = searcher_at(position).search(Limits(simulations=2000)).stats_of(PASS)
    assert stats is not None
    assert stats.bounds == (komi, komi)
    assert stats.proven is (komi > 0)


def test_what_was_not_asked_for_and_what_is_no_move_is_not_told() -> None:
    plain = Searcher(memory_mb=64)
    plain.set_position(Position(5))
    report = plain.search(Limits(simulations=50))
    assert plain.move_ownership(report.pv[0]) is None
    for point in (25, -5):
        with pytest.raises(ValueError, match=f"{point} is no move of the root"):
            plain.variation(point)
    position = Position(5)
    position.play(12)
    plain.set_position(position)
    plain.search(Limits(simulations=50))
    with pytest.raises(ValueError, match="12 is no move of the root"):
        plain.variation(12)


def test_the_nodes_of_the_tree_add_up() -> None:
    searcher = searcher_at(Position(9))
    report = searcher.search(Limits(simulations=500))
    nodes = searcher.nodes(100, 1)
    assert nodes[0][:3] == (-1, PASS, 500)
    assert nodes[0][3:] == pytest.approx((report.value, report.score), abs=1e-9)
    below = [0] * len(nodes)
    for at, (parent, _, visits, _, _) in enumerate(nodes[1:], 1):
        assert parent < at and visits >= 1
        below[parent] += visits
    assert below[0] == 500
    assert all(sum_ <= node[2] for sum_, node in zip(below, nodes, strict=True))
    by_point = {node[1]: node for node in nodes if node[0] == 0}
    for move in report.moves:
        if move.visits:
            assert by_point[move.point][2] == move.visits
            assert by_point[move.point][3:] == pytest.approx((move.value, move.score), abs=1e-9)
    assert {node[0] for node in searcher.nodes(1, 1)} == {-1, 0}
    assert min(node[2] for node in searcher.nodes(100, 5)) >= 5
