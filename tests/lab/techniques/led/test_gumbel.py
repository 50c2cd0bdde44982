"""Gumbel search: the budget of the root is halved, nodes below follow the improved policy."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from tests.mcts.network_search import counts, midgame, searched, searcher_with

MOVES = [21, 22, 23, 24, 25, 26]
VALUES = [0.3, 0.9, 0.1, 0.7, 0.2, 0.4]


def dealt(budget: int, moves: int) -> list[int]:
    """The simulations of the root's moves, whose values are `VALUES`."""
    params = SearchParams(gumbel_moves=moves)
    probe = SearchProbe(params, Position(9), simulations=budget, by_network=True)
    children = probe.expand((ROOT,), MOVES)
    for _ in range(budget):
        child = probe.choose((ROOT,))
        probe.update(child, VALUES[children.index(child)])
    return [probe.node(child)[0] for child in children]


def considered(moves: int, budget: int) -> list[int]:
    """The table of mctx (seq_halving.get_sequence_of_considered_visits)."""
    rounds, visits, sequence, left = math.ceil(math.log2(moves)), [0] * moves, list[int](), moves
    while len(sequence) < budget:
        for _ in range(max(1, budget // (rounds * left))):
            sequence += visits[:left]
            visits[:left] = [n + 1 for n in visits[:left]]
        left = max(2, left // 2)
    return sequence[:budget]


def test_half_of_the_moves_leave_in_each_round() -> None:
    # Two rounds of eight: two for each of four moves, then four for each of the best two.
    assert dealt(16, 4) == [2, 6, 2, 6, 0, 0]


def test_the_better_of_the_last_two_becomes_the_most_visited() -> None:
    probe = SearchProbe(SearchParams(gumbel_moves=4), Position(9), simulations=64, by_network=True)
    children = probe.expand((ROOT,), MOVES)
    # An earlier search has visited the second best.
    probe.update(children[3], VALUES[3], times=10)
    for _ in range(64):
        child = probe.choose((ROOT,))
        probe.update(child, VALUES[children.index(child)])
    visits = [probe.node(child)[0] for child in children]
    assert max(visits) == visits[1] >= visits[3] > 24  # a tie goes to the better value


@pytest.mark.parametrize("budget", [1, 5, 16, 50, 200])
@pytest.mark.parametrize("moves", [2, 3, 4, 6])
def test_the_turns_are_those_of_the_source(budget: int, moves: int) -> None:
    """A move may be simulated for the n-th time as often as the table says n."""
    found = dealt(budget, moves)
    table = considered(moves, budget)
    turns = [sum(n > before for n in found) for before in range(max(found))]
    assert turns == [table.count(before) for before in range(max(found))]


@pytest.mark.parametrize(
    "statistics",
    [
        [(3, 0.7), (1, 0.2), (0, 0.0)],
        [(3, 0.2), (1, 0.25), (0, 0.0)],
        [(2, 0.1), (5, 0.11), (0, 0.0), (1, 0.12)],
        [(0, 0.0), (0, 0.0)],
        [(30, 0.5), (1, 0.5), (9, 0.5)],
    ],
)
def test_below_the_root_the_child_farthest_behind_the_improved_policy_is_next(
    statistics: list[tuple[int, float]],
) -> None:
    probe = SearchProbe(
        SearchParams(gumbel_moves=4, score_weight=0.0), Position(9), by_network=True
    )
    (here,) = probe.expand((ROOT,), [30])
    own = 0.4  # White's, who is to move
    probe.judge((ROOT, here), 1.0 - own)
    children = probe.expand((ROOT, here), MOVES[: len(statistics)])
    for child, (visits, value) in zip(children, statistics, strict=True):
        probe.update(child, value, times=visits)
    # All have the same probability.
    visits = sum(n for n, _ in statistics)
    seen = [value for n, value in statistics if n]
    mixed = (own + visits * sum(seen) / len(seen)) / (1 + visits) if seen else own
    scale = 0.1 * (50 + max(n for n, _ in statistics))
    logits = [scale * (value if n else mixed) for n, value in statistics]
    total = sum(math.exp(logit) for logit in logits)
    behind = [
        math.exp(logit) / total - n / (1 + visits)
        for logit, (n, _) in zip(logits, statistics, strict=True)
    ]
    assert probe.choose((ROOT, here)) == children[behind.index(max(behind))]


def test_a_search_visits_the_moves_that_share_the_budget_alone(net: Path) -> None:
    report = searched(net, midgame(), 64, network_role="leads", gumbel_moves=4)
    visits = sorted(move.visits for move in report.moves if move.visits)
    assert visits == [8, 8, 24, 24]
    assert not any(move.rave_visits for move in report.moves)


def test_noise_lets_other_moves_take_part(net: Path) -> None:
    def tried(noise: float, seed: int) -> set[int]:
        searcher = searcher_with(
            net, network_role="leads", gumbel_moves=4, gumbel_noise=noise, network_noise=0.0
        )
        searcher.set_seed(seed)
        searcher.set_position(midgame())
        return {m.point for m in searcher.search(Limits(simulations=32)).moves if m.visits}

    assert tried(0.0, 1) == tried(0.0, 2)
    assert tried(5.0, 1) == tried(5.0, 1) != tried(5.0, 2)


def test_threads_deal_out_the_whole_budget(net: Path) -> None:
    searcher = searcher_with(net, threads=4, network_role="leads", gumbel_moves=8)
    searcher.set_position(midgame())
    report = searcher.search(Limits(simulations=2000))
    assert report.simulations == sum(move.visits for move in counts(report)) == 2000
    assert virtual_losses(searcher) == 0
