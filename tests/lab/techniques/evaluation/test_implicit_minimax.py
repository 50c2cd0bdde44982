"""Implicit minimax: the best reply below a child changes its score."""

import math
from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

A, B, C, D = 21, 22, 23, 24


def judged(share: float, backup: str = "minimax") -> SearchProbe:
    """A tree whose evaluations are what the test lets a network say."""
    params = SearchParams(
        implicit_minimax=share, implicit_minimax_backup=backup, rave_equivalence=0.0,
        network_role="beside",
    )  # fmt: skip
    return SearchProbe(params, Position(9))


def evaluate(search: SearchProbe, path: tuple[int, ...], black: float) -> None:
    """Judge the end of a path, and let a simulation pass there."""
    search.judge(path, black)
    search.learn(path)


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-3)


def test_a_leaf_counts_as_the_network_judges_it() -> None:
    search = judged(0.25)
    left, right = search.expand((ROOT,), [A, B], [0.9, 0.4])
    search.update(left, 0.0, times=9)  # with the prior's weight of one: a mean of 0.09
    evaluate(search, (ROOT, left), 0.7)
    assert search.score((ROOT,), left) == close(0.75 * 0.09 + 0.25 * 0.7)
    # The right move, which nobody has evaluated, is thought to be as good as the best one is.
    assert search.score((ROOT,), right) == close(0.75 * 0.4 + 0.25 * 0.7)


def test_without_a_network_it_is_who_is_nearer_to_each_point() -> None:
    position = Position(9)
    position.play(40)
    params = SearchParams(implicit_minimax=1.0, playout_cut_scale=8.0, rave_equivalence=0.0)
    search = SearchProbe(params, position)
    search.set_komi(77.5)
    (child,) = search.expand((ROOT,), [A], [0.1])
    (reply,) = search.expand((ROOT, child), [C], [0.1])
    assert search.score((ROOT,), child) == close(0.1)  # neither node is evaluated yet
    assert search.value((ROOT, child, reply)) is None  # the playout stays
    # All 81 points are nearer to the one stone, which is Black's. The reply is White's.
    black = 1 / (1 + math.exp(-(81 - 77.5) / 8.0))
    assert search.score((ROOT, child), reply) == close(1 - black)
    search.learn((ROOT, child, reply))
    assert search.score((ROOT,), child) == close(black)


def test_values_climb_by_minimax() -> None:
    search = judged(1.0)
    left, right = search.expand((ROOT,), [A, B], [0.5, 0.5])
    evaluate(search, (ROOT, left), 0.7)
    evaluate(search, (ROOT, right), 0.4)
    replies = search.expand((ROOT, left), [C, D], [0.5, 0.5])
    evaluate(search, (ROOT, left, replies[0]), 0.1)
    # A reply is worth 0.9 to White, so the left move is worth 0.1 to Black.
    assert search.score((ROOT,), left) == close(0.1)
    assert search.score((ROOT,), right) == close(0.4)
    # The other reply is worse for White, so the first one still counts.
    evaluate(search, (ROOT, left, replies[1]), 0.8)
    assert search.score((ROOT,), left) == close(0.1)
    # Two deeper: a good answer of Black's makes the first reply worse, so the other one counts.
    (answer,) = search.expand((ROOT, left, replies[0]), [B], [0.5])
    evaluate(search, (ROOT, left, replies[0], answer), 0.95)
    assert search.score((ROOT, left), replies[0]) == close(0.05)
    assert search.score((ROOT,), left) == close(0.8)


def test_constant_bias_keeps_the_evaluation_of_the_child() -> None:
    search = judged(0.5, "none")
    (left,) = search.expand((ROOT,), [A], [0.2])
    evaluate(search, (ROOT, left), 0.7)
    (reply,) = search.expand((ROOT, left), [C], [0.5])
    evaluate(search, (ROOT, left, reply), 0.1)
    assert search.score((ROOT,), left) == close(0.5 * 0.2 + 0.5 * 0.7)


def test_progressive_bias_fades_with_the_visits() -> None:
    search = judged(0.5, "fading")
    (left,) = search.expand((ROOT,), [A], [0.2])
    evaluate(search, (ROOT, left), 0.7)
    (reply,) = search.expand((ROOT, left), [C], [0.5])
    evaluate(search, (ROOT, left, reply), 0.1)
    search.update(left, 0.2, times=3)
    assert search.score((ROOT,), left) == close(0.5 * 0.2 + 0.5 * 0.1 / 4)


def test_with_the_whole_share_playouts_count_for_nothing() -> None:
    search = judged(1.0)
    (child,) = search.expand((ROOT,), [A], [0.5])
    evaluate(search, (ROOT, child), 0.3)
    search.update(child, 1.0, times=100)
    assert search.score((ROOT,), child) == close(0.3)


def test_the_prior_of_a_move_is_no_evaluation() -> None:
    found = []
    for priors in ([0.9, 0.1], [0.1, 0.9]):
        search = judged(1.0)
        (left,) = search.expand((ROOT,), [A], [0.5])
        replies = search.expand((ROOT, left), [C, D], priors)
        evaluate(search, (ROOT, left, replies[0]), 0.4)
        found.append(search.score((ROOT,), left))
    assert found == [close(0.4), close(0.4)]


def test_it_plays_and_a_kept_tree_keeps_its_values() -> None:
    searcher = Searcher(SearchParams(implicit_minimax=0.3, network="none"), memory_mb=32)
    position = Position(9)
    searcher.set_position(position)
    best = searcher.search(Limits(simulations=600)).moves[0]
    position.play(best.point)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=200))
    assert report.visits > 200
    assert virtual_losses(searcher) == 0


def test_it_follows_the_network_where_one_judges(net: Path) -> None:
    reports = []
    for share in (0.0, 0.5):
        params = SearchParams(
            network=str(net), network_role="beside", network_visits=1, implicit_minimax=share
        )
        searcher = Searcher(params, memory_mb=32)
        searcher.set_position(Position(9))
        reports.append(
            [(m.point, m.visits) for m in searcher.search(Limits(simulations=300)).moves]
        )
    assert reports[0] != reports[1]
