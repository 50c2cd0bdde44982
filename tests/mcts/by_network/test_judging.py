"""A network's judgements in the tree: known values, by hand from what the network says."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.report.stoppers import Limits
from tests.mcts.network_search import NEVER, counts, judged, midgame, searched, searcher_with

SIZE = 9
#: Values are kept in 1/65534, rewards in 1/65536.
EXACT = 3e-5


def test_without_a_share_the_search_is_the_one_without_a_network(net: Path) -> None:
    position = midgame()
    plain = searched("none", position, 800)
    there = searched(net, position, 800, network_lambda=0.0, network_prior=0.0)
    assert counts(there) == counts(plain)
    assert there.value == plain.value


def test_where_only_the_root_is_judged_each_simulation_is_worth_that(net: Path) -> None:
    position = midgame()
    report = searched(net, position, 300, network_lambda=1.0, network_visits=NEVER, solver=False)
    value = judged(net, position).value
    assert report.value == pytest.approx(value, abs=EXACT)
    for move in report.moves:
        if move.visits:
            assert move.value == pytest.approx(value, abs=EXACT)


def test_half_a_share_is_the_mean_with_the_playouts(net: Path) -> None:
    position = midgame()
    # The same moves are searched with any value where nothing is chosen by value.
    settings = {"network_visits": NEVER, "network_prior": 0.0, "explore_interval": 1}
    plays = searched(net, position, 300, network_lambda=0.0, **settings)
    mixed = searched(net, position, 300, network_lambda=0.5, **settings)
    value = judged(net, position).value
    assert mixed.value == pytest.approx((plays.value + value) / 2, abs=2 * EXACT)


def test_the_deepest_judgement_counts(net: Path) -> None:
    position = midgame()
    report = searched(
        net, position, 400, network_lambda=1.0, expand_visits=4, network_visits=0, solver=False,
        score_weight=0.0,
    )  # fmt: skip
    root = judged(net, position).value
    seen = set()
    for move in report.moves:
        if not 1 <= move.visits <= 5:
            continue
        # Up to its fourth visit a node has no children, so the root's judgement counts.
        after = position.copy()
        after.play(move.point)
        own = 1.0 - judged(net, after).value
        expected = root if move.visits <= 4 else (4 * root + own) / 5
        assert move.value == pytest.approx(expected, abs=EXACT)
        seen.add(move.visits)
    assert seen


def test_a_late_judgement_comes_with_the_visits(net: Path) -> None:
    position = midgame()
    early = searched(net, position, 200, network_lambda=1.0, network_visits=NEVER)
    late = searched(net, position, 200, network_lambda=1.0, network_visits=20)
    assert late.value != early.value
    assert {move.value for move in late.moves if move.visits >= 25} - {early.value}


def test_the_policy_becomes_the_prior(net: Path) -> None:
    position = midgame()
    policy = judged(net, position).policy
    report = searched(
        net, position, 1, network_prior=1.0, prior_model_rules=0.0, prior_even=0.0,
        prior_own_eye=0.0, prior_pass=0.0,
    )  # fmt: skip
    for move in report.moves:
        if move.point >= 0:
            assert move.prior_weight == pytest.approx(
                200.0 * float(policy[move.point]) ** 0.5, abs=0.1
            )


def test_a_late_judgement_changes_the_priors(net: Path) -> None:
    position = midgame()
    first = searched(net, position, 1, network_prior=1.0)
    searcher = searcher_with(net, network_prior=1.0, network_visits=10)
    before = position.copy()
    before.undo()
    searcher.set_position(before)
    searcher.search(Limits(simulations=2000))
    searcher.set_position(position)  # its node was judged on the way
    kept = searcher.search(Limits(simulations=1))
    weights = {move.point: move.prior_weight for move in kept.moves}
    assert weights == {move.point: move.prior_weight for move in first.moves}


def test_a_judgement_may_count_for_simulations(net: Path) -> None:
    report = searched(net, midgame(), 400, network_weight=3, network_visits=0)
    assert report.simulations == 400
    extra = report.visits - report.simulations
    assert extra > 0
    assert extra % 3 == 0


def test_threads_judge_each_node_once(net: Path) -> None:
    searcher = searcher_with(net, threads=4, network_visits=0)
    for position in (midgame(), Position(SIZE)):
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=2000))
        assert report.simulations == 2000
        assert virtual_losses(searcher) == 0


def test_one_thread_plays_the_same_again(net: Path) -> None:
    first, second = (searched(net, midgame(), 500) for _ in range(2))
    assert counts(first) == counts(second)


def test_moves_taken_back_and_other_sizes(net: Path) -> None:
    searcher = searcher_with(net, network_lambda=1.0, network_visits=NEVER, solver=False)
    position = midgame()
    for step in ("first", "undone", "small", "again"):
        here = position.copy() if step != "small" else Position(7)
        if step == "undone":
            here.undo()
        searcher.set_position(here)
        report = searcher.search(Limits(simulations=200))
        if step == "small":
            assert "learned on 9x9" in searcher.notices()[0]
        else:
            assert searcher.notices() == ()
            # The root is judged whatever the tree kept of it.
            assert 0.0 < report.value < 1.0


def test_a_tree_that_is_full_goes_on(net: Path) -> None:
    searcher = searcher_with(net, memory_mb=1, expand_visits=0)
    searcher.set_position(Position(SIZE))
    report = searcher.search(Limits(simulations=3000))
    assert report.simulations == 3000
    assert report.tree_full


def first_value(net: Path, symmetry: int, seed: int = 7) -> tuple[float, list[float]]:
    """Return what a search of one simulation finds, and what the network says there under each
    symmetry."""
    searcher = searcher_with(
        net, network_role="leads", network_noise=0.0, score_weight=0.0, network_playouts=0,
        network_symmetry=symmetry,
    )  # fmt: skip
    searcher.set_seed(seed)
    searcher.set_position(midgame())
    [move] = [m for m in searcher.search(Limits(simulations=1)).moves if m.visits]
    after = midgame()
    after.play(move.point)
    return move.value, [1.0 - judged(net, after, symmetry).value for symmetry in range(8)]


def test_the_network_sees_a_position_under_the_symmetry_that_is_set(net: Path) -> None:
    for symmetry in range(8):
        value, said = first_value(net, symmetry)
        assert value == pytest.approx(said[symmetry], abs=EXACT)
        assert len({round(other, 4) for other in said}) == 8


def test_a_symmetry_may_be_drawn_for_each_judgement(net: Path) -> None:
    drawn = []
    for seed in range(12):
        value, said = first_value(net, 8, seed)
        assert first_value(net, 8, seed)[0] == value
        [symmetry] = [i for i, other in enumerate(said) if abs(other - value) < EXACT]
        drawn.append(symmetry)
    assert len(set(drawn)) > 3


def test_noise_of_priors_changes_the_moves_that_are_tried(net: Path) -> None:
    def tried(noise: float, seed: int) -> dict[int, int]:
        searcher = searcher_with(
            net, network_role="leads", network_noise=0.0, network_playouts=0,
            network_prior_noise=noise,
        )  # fmt: skip
        searcher.set_seed(seed)
        searcher.set_position(midgame())
        return {m.point: m.visits for m in counts(searcher.search(Limits(simulations=100)))}

    assert tried(0.0, 1) == tried(0.0, 2)
    assert tried(1.0, 1) == tried(1.0, 1) != tried(1.0, 2)
