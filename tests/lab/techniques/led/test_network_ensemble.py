"""Moves get the mean probabilities over the symmetries of the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mcts.network_search import judged, midgame, searched


def test_from_some_visits_on_moves_are_of_the_mean_over_all_symmetries(net: Path) -> None:
    """Values do not count, so the shares of visits follow the probabilities."""
    settings: dict[str, int | float | str] = {
        "network_role": "leads", "network_playouts": 0, "network_exploration": 100.0,
        "network_noise": 0.0, "score_weight": 0.0, "solver": False,
    }  # fmt: skip
    mean, one = (judged(net, midgame(), symmetry).policy for symmetry in (8, 0))
    for ensemble, policy in ((1, mean), (0, one), (2000, one)):
        report = searched(net, midgame(), 1500, network_ensemble=ensemble, **settings)
        for move in report.moves:
            share = float(policy[move.point])
            if share > 0.05 and move.point >= 0:
                assert move.visits / report.visits == pytest.approx(share, rel=0.05)
    usual = one > 0.05
    assert max(abs(mean[usual] / one[usual] - 1)) > 0.1
