"""Games between weights of playouts."""

from __future__ import annotations

import dataclasses

from gtpengine.lab.training.games import PairedGames, games_won
from gtpengine.lab.weights.playoutfile import load_shipped

SHIPPED = load_shipped(9)
# Playouts that prefer what is worst: what was likely by a factor is unlikely by its square.
BAD = dataclasses.replace(
    SHIPPED,
    factors={name: gamma**-2 for name, gamma in SHIPPED.factors.items()},
    patterns={code: gamma**-2 for code, gamma in SHIPPED.patterns.items()},
)


def test_better_weights_win_more_games_whatever_their_side() -> None:
    match = PairedGames(size=7, games=12, simulations=100, seed=1)
    won, lost = games_won(SHIPPED, BAD, match), games_won(BAD, SHIPPED, match)
    assert won >= lost + 4


def test_games_repeat_and_a_seed_makes_others() -> None:
    match = PairedGames(size=5, games=10, simulations=20, seed=2)
    won = games_won(SHIPPED, BAD, match)
    assert games_won(SHIPPED, BAD, match) == won
    seeds = [dataclasses.replace(match, seed=seed) for seed in range(4, 10)]
    assert {games_won(SHIPPED, BAD, one) for one in seeds} != {won}


def test_equal_weights_have_equal_chances() -> None:
    """Both games of a pair have the same beginning, and komi is far from even on 5x5."""
    match = PairedGames(size=5, games=40, simulations=20, seed=2)
    assert 8 <= games_won(SHIPPED, SHIPPED, match) <= 32
