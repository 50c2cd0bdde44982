"""The search by a network: PUCT over the policy, judgements in the place of playouts."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits
from tests.mcts.network_search import counts, judged, midgame, searched, searcher_with

SIZE = 9
#: Values are kept in 1/65534, rewards in 1/65536; probabilities to 4 %.
EXACT = 3e-5
PLAIN = {"network_noise": 0.0, "score_weight": 0.0, "solver": False}


def led(net: Path, simulations: int, **params: int | float | str) -> SearchReport:
    return searched(
        net, midgame(), simulations, **{"network_role": "leads", "network_playouts": 0, **params}
    )


def visited(report: SearchReport) -> list[MoveStats]:
    return [move for move in report.moves if move.visits]


def test_each_simulation_is_worth_what_the_network_says_of_a_new_position(net: Path) -> None:
    report = led(net, 1, **PLAIN)
    [move] = visited(report)
    after = midgame()
    after.play(move.point)
    assert move.value == pytest.approx(1.0 - judged(net, after).value, abs=EXACT)
    assert move.score == pytest.approx(-judged(net, after).score, abs=0.5)


def test_the_first_move_is_that_of_the_policy(net: Path) -> None:
    policy = judged(net, midgame()).policy
    [move] = visited(led(net, 1, **PLAIN))
    assert policy[move.point] > 0.95 * policy.max()


def test_the_next_move_has_the_best_sum_of_value_and_reach(net: Path) -> None:
    c, less = 1.5, 0.2
    settings = {"network_exploration": c, "network_first_play": less, **PLAIN}
    policy = judged(net, midgame()).policy
    for simulations in (5, 20, 60):
        before, after = (led(net, n, **settings) for n in (simulations, simulations + 1))
        [chosen] = [
            new.point
            for old, new in zip(counts(before), counts(after), strict=True)
            if new.visits > old.visits
        ]
        seen = math.sqrt(sum(float(policy[move.point]) for move in visited(before)))
        scores = {}
        for move in before.moves:
            value = move.value if move.visits else before.value - less * seen
            reach = c * float(policy[move.point]) * math.sqrt(before.visits)
            scores[move.point] = value + reach / (1 + move.visits)
        # Probabilities are rounded, so a move that is nearly as good may come first.
        assert scores[chosen] > max(scores.values()) - 0.02


def test_nothing_is_played_out_but_for_the_owners(net: Path) -> None:
    without, some = led(net, 400), led(net, 400, network_playouts=8)
    assert not without.ownership.any()
    assert abs(some.ownership).max() > 0.5
    assert without.mean_length < 30 < some.mean_length + 30
    plain = [led(net, 300, network_playouts=n, **PLAIN).value for n in (0, 8)]
    assert plain[0] == pytest.approx(plain[1], abs=0.02)


def test_playouts_for_the_owners_grow_rarer(net: Path) -> None:
    """Playouts are far longer than the way of a simulation without one."""

    def lengths(simulations: int, interval: int) -> float:
        return led(net, simulations, network_playouts=interval).mean_length * simulations

    playout = lengths(1, 1) - lengths(1, 0)
    for simulations, played in ((128, 64), (136, 65), (256, 80)):
        found = (lengths(simulations, 2) - lengths(simulations, 0)) / playout
        assert found == pytest.approx(played, rel=0.15)


def test_rave_means_are_not_kept(net: Path) -> None:
    assert not any(move.rave_visits for move in led(net, 300).moves)


@pytest.mark.lab
def test_with_a_technique_the_network_is_beside(net: Path) -> None:
    led_by = led(net, 300, grave_threshold=50)
    beside = searched(net, midgame(), 300, network_role="beside", grave_threshold=50)
    assert counts(led_by) == counts(beside)


def test_other_seeds_find_other_trees(net: Path) -> None:
    reports = []
    for seed in (1, 1, 2):
        searcher = searcher_with(net, network_role="leads")
        searcher.set_seed(seed)
        searcher.set_position(midgame())
        reports.append(counts(searcher.search(Limits(simulations=300))))
    assert reports[0] == reports[1] != reports[2]


def test_threads_judge_each_node_once_and_leave_no_virtual_loss(net: Path) -> None:
    searcher = searcher_with(net, threads=4, network_role="leads")
    for position in (midgame(), Position(SIZE)):
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=2000))
        assert report.simulations == 2000
        assert sum(move.visits for move in report.moves) == report.visits
        assert virtual_losses(searcher) == 0


def test_a_proven_win_is_chosen(net: Path) -> None:
    # White has passed, and Black is far ahead: two passes end the game, and Black wins.
    diagram = """
        . X . X X X X X .
        X X X X X X X X X
        X X X X X X X X X
        X X X X X X X X X
        O O O O O O O O O
        O O O O O O O O O
        O . O O O O O . O
        O O O O O O O O O
        . O O O O O O O .
    """
    position = Position.from_diagram(diagram, komi=-20.5)
    searcher = searcher_with(net, network_role="leads")
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=400))
    assert report.value > 0.95


def test_a_tree_that_is_full_goes_on(net: Path) -> None:
    searcher = searcher_with(net, memory_mb=1, network_role="leads")
    searcher.set_position(Position(SIZE))
    report = searcher.search(Limits(simulations=3000))
    assert report.simulations == 3000
    assert report.tree_full
