"""Adaptive playouts: shapes that win more often than the mean are drawn more often."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest

from board_ext.position import Position
from gtpengine.lab.probes.team_probe import TeamProbe
from gtpengine.mcts.params.search_params import AdaptivePlayoutsSharing, SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Two points on opposite sides of the 3x3 board: different shapes for the adaptation.
SIDE, OPPOSITE = 22, 62


def shares(step: float, side: float, opposite: float) -> tuple[float, float]:
    """How often playouts begin at either point, after simulations of these outcomes."""
    params = SearchParams(
        playout_policy="softmax", adaptive_playouts=step, playout_self_atari_rate=0.0
    )
    search = SearchProbe(params, Position(3))
    for _ in range(100):
        for move, outcome in ((SIDE, side), (OPPOSITE, opposite)):
            # The playout says that its first move was drawn by the weights.
            search.first_moves(1)
            search.learn((ROOT,), [move], outcome)
    counts = search.first_moves(10_000)
    return counts.get(SIDE, 0) / 10_000, counts.get(OPPOSITE, 0) / 10_000


def test_what_wins_becomes_more_likely_and_what_loses_less() -> None:
    before = shares(0.0, 1.0, 0.0)
    after = shares(0.05, 1.0, 0.0)
    assert before[0] == pytest.approx(before[1], abs=0.02)
    assert after[0] > 2 * before[0]
    assert after[1] < before[1] / 2


def test_without_a_difference_nothing_changes() -> None:
    # Outcomes are compared with their mean.
    assert shares(0.05, 1.0, 1.0) == pytest.approx(shares(0.0, 1.0, 1.0), abs=0.02)


def team(sharing: str, playouts: int, threads: int) -> tuple[int, int, int]:
    """What two workers have learned together after so many playouts each, in one thread or two."""
    params = SearchParams(
        playout_policy="softmax",
        adaptive_playouts=0.02,
        adaptive_playouts_sharing=AdaptivePlayoutsSharing(sharing),
    )
    probe = TeamProbe(params, Position(5))
    probe.run(0, 1, seed=1)
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(probe.run, number, playouts, 2 + number) for number in (0, 1)]:
            done.result()
    return probe.learned()


@pytest.mark.parametrize("sharing", ["lock", "atomics"])
@pytest.mark.parametrize("threads", [1, 2])
def test_workers_learn_in_the_same_weights_and_nothing_is_lost(sharing: str, threads: int) -> None:
    # What a policy gains for one move it takes from the others: all changes sum to 0.
    simulations, total, size = team(sharing, 2_000, threads)
    assert simulations == 4_001
    assert total == 0
    assert size > 0


def test_one_worker_after_another_learns_as_much_by_atomics_as_by_a_lock() -> None:
    assert team("atomics", 300, 1) == team("lock", 300, 1)


def test_without_sharing_nothing_is_shared() -> None:
    assert team("none", 10, 1) == (0, 0, 0)


def test_one_step_of_the_policy_gradient() -> None:
    # The logarithm of a weight is moved by a * (r - b) * (1, if its move was played, - its chance).
    step = 0.6
    params = SearchParams(
        playout_policy="softmax", adaptive_playouts=step, playout_self_atari_rate=0.0
    )
    search = SearchProbe(params, Position(3))
    count = 20_000
    before = {move: n / count for move, n in search.first_moves(count).items()}
    search.first_moves(1)
    search.learn((ROOT,), [SIDE], 0.0)  # the first outcome is no better than the mean
    unchanged = {move: n / count for move, n in search.first_moves(count).items()}
    assert unchanged == before
    search.first_moves(1)
    search.learn((ROOT,), [SIDE], 1.0)  # the mean is 0
    after = {move: n / count for move, n in search.first_moves(count).items()}
    weights = {
        move: chance * math.exp(step * ((move == SIDE) - chance)) for move, chance in before.items()
    }
    for move, weight in weights.items():
        assert after.get(move, 0.0) == pytest.approx(weight / sum(weights.values()), abs=0.012)
