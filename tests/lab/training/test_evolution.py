"""An evolution strategy on functions with a known best point."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.lab.training.evolution import Evolution

BEST = np.array([2.0, -1.0, 0.5, 0.0, 1.5])


def sphere(points: np.ndarray) -> list[float]:
    return [-float(((point - BEST) ** 2).sum()) for point in points]


def run(strategy: Evolution, generations: int) -> list[list[float]]:
    history: list[list[float]] = []
    for _ in range(generations):
        history.append(sphere(strategy.ask(history)))
    return history


def test_it_finds_the_best_point_and_shortens_its_steps() -> None:
    strategy = Evolution(5, parents=5, offspring=30, step=0.3, seed=1)
    history = run(strategy, 100)
    assert strategy.middle(history) == pytest.approx(BEST, abs=1e-3)
    assert strategy.step_size(history) < 1e-3


def test_far_from_the_best_point_steps_become_longer() -> None:
    strategy = Evolution(5, parents=5, offspring=30, step=0.001, seed=1)
    assert strategy.step_size(run(strategy, 30)) > 0.01


def test_the_next_offspring_begin_at_the_mean_of_the_best() -> None:
    strategy = Evolution(3, parents=2, offspring=4, step=0.5, seed=7)
    first = strategy.ask([])
    fitness = [0.0, 3.0, -1.0, 2.0]
    assert strategy.middle([fitness]) == pytest.approx((first[1] + first[3]) / 2)
    # Of equals the first is taken.
    assert strategy.middle([[1.0] * 4]) == pytest.approx((first[0] + first[1]) / 2)
    many = Evolution(3, parents=2, offspring=4000, step=0.5, seed=7)
    parents = [1.0, 1.0] + [0.0] * 3998
    spread = many.ask([parents]) - many.middle([parents])
    assert np.abs(spread.mean(axis=0)).max() < 0.1 * many.step_size([parents])


def test_it_is_a_function_of_seed_and_fitness() -> None:
    strategy = Evolution(5, 2, 6, 0.3, 1)
    history = run(strategy, 5)
    assert (strategy.ask(history[:3]) == Evolution(5, 2, 6, 0.3, 1).ask(history[:3])).all()
    assert (strategy.ask(history[:3]) != Evolution(5, 2, 6, 0.3, 2).ask(history[:3])).all()


@pytest.mark.parametrize("parents", [0, 4])
def test_a_choice_is_needed(parents: int) -> None:
    with pytest.raises(ValueError, match=f"{parents} parents of 4 offspring choose nothing"):
        Evolution(3, parents, 4, 0.3, 1)
