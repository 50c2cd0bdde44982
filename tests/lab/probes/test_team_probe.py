"""Two workers that learn in the same weights: each counts, and they are alike."""

from __future__ import annotations

import pytest

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.lab.probes.team_probe import TeamProbe
from gtpengine.mcts.params.search_params import AdaptivePlayoutsSharing, SearchParams


def probe(size: int = 5) -> TeamProbe:
    params = SearchParams(
        playout_policy="softmax",
        adaptive_playouts=0.02,
        adaptive_playouts_sharing=AdaptivePlayoutsSharing.LOCK,
    )
    return TeamProbe(params, Position(size))


def test_each_playout_of_either_worker_is_learned_from_once() -> None:
    team = probe()
    assert team.learned() == (0, 0, 0)
    for number, times, total in ((0, 1, 1), (1, 20, 21), (0, 9, 30)):
        team.run(number, times, seed=1)
        assert team.learned()[0] == total


def test_the_workers_are_alike_and_seeds_repeat() -> None:
    learned = []
    for number, seed in ((0, 3), (1, 3), (0, 4)):
        team = probe()
        team.run(number, 200, seed)
        learned.append(team.learned())
    assert learned[0] == learned[1]
    assert learned[0] != learned[2]


def test_what_the_second_worker_learns_goes_on_from_what_the_first_has() -> None:
    """Playouts draw by the weights that both have changed: one alone would play others."""
    together, alone = probe(), probe()
    together.run(0, 300, seed=5)
    together.run(1, 300, seed=6)
    alone.run(0, 300, seed=5)
    alone.run(0, 300, seed=6)
    assert together.learned() == alone.learned()
    fresh = probe()
    fresh.run(1, 300, seed=6)
    assert together.learned()[2] > fresh.learned()[2]


def test_a_game_that_has_ended_is_played_on() -> None:
    position = Position(5)
    position.play(PASS)
    position.play(PASS)
    params = SearchParams(
        playout_policy="softmax", adaptive_playouts=0.02, adaptive_playouts_sharing="atomics"
    )
    team = TeamProbe(params, position)
    team.run(0, 50, seed=1)
    simulations, _, size = team.learned()
    assert simulations == 50
    assert size > 0


def test_without_adaptive_playouts_nothing_is_learned() -> None:
    team = TeamProbe(SearchParams(playout_policy="softmax"), Position(5))
    team.run(1, 5, seed=1)
    with pytest.raises(ValueError, match="adaptive_playouts is off"):
        team.learned()
