"""Self-tuning: the exploration constant of a simulation, seen in the score of a child."""

import math
from collections import Counter

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams, SelfTuning
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

GRID = (0.0, 0.05, 0.1, 0.2, 0.4)


class Tuned:
    """A root with one child of mean 0.5, without RAVE."""

    def __init__(self, way: str) -> None:
        params = SearchParams(self_tuning=SelfTuning(way), rave_equivalence=0.0)
        self.search = SearchProbe(params, Position(9))
        (self.child,) = self.search.expand((ROOT,), [21])
        self.search.update(self.child, 0.5, times=20)
        self.search.update(ROOT, 0.5, times=20)
        self.search.select((ROOT,), seed=3)

    def constant(self) -> float:
        """The exploration constant that Black has in the next simulation."""
        bonus = self.search.score((ROOT,), self.child) - 0.5
        return round(bonus / math.sqrt(math.log(21) / 20), 3)

    def rounds(self, n: int, best: float) -> list[float]:
        """The constants of ``n`` simulations. Black wins more, the nearer they are to the best."""
        found = []
        for _ in range(n):
            found.append(self.constant())
            self.search.learn((ROOT,), (), max(0.0, 1.0 - 3 * abs(found[-1] - best)))
        return found


def test_random_values_are_those_of_the_grid_all_alike() -> None:
    counts = Counter(Tuned("random").rounds(2_000, 0.2))
    assert set(counts) == set(GRID)
    for n in counts.values():
        assert n == pytest.approx(400, abs=90)


@pytest.mark.parametrize("best", [0.0, 0.4])
def test_a_bandit_finds_the_value_that_wins(best: float) -> None:
    found = Tuned("bandit").rounds(3_000, best)
    assert set(found[:25]) == set(GRID)  # each is tried
    share = Counter(found[-1_000:])
    assert share[best] == max(share.values())
    assert share[best] > 400


def test_evolution_comes_near_the_best_value() -> None:
    found = Tuned("evolution").rounds(8_000, 0.4)
    assert len(set(found[:32])) == 1  # a trial
    assert abs(sum(found[-2_000:]) / 2_000 - 0.4) < 0.15


def test_rave_is_mixed_by_the_factor() -> None:
    params = SearchParams(self_tuning=SelfTuning("random"), rave_equivalence=100.0)
    search = SearchProbe(params, Position(9))
    (child,) = search.expand((ROOT,), [21])
    search.update(child, 0.0, times=20)
    search.update_amaf(child, 1.0, times=50)
    search.select((ROOT,), seed=5)
    found = {round(search.score((ROOT,), child), 4) for _ in range(400)}
    # Without visits of the root there is no exploration; five factors remain.
    shares = {round(50 / (50 + 20 + 1000 / (100 * 2**e)), 4) for e in (-2, -1, 0, 1, 2)}
    assert found == shares


def test_the_bandit_is_ucb1_over_the_pairs_of_the_grid() -> None:
    pairs = len(GRID) ** 2
    visits, won = [0] * pairs, [0.0] * pairs
    tuned = Tuned("bandit")
    for _ in range(600):

        def score(arm: int) -> float:
            bonus = 0.5 * math.sqrt(math.log(1 + sum(visits)) / visits[arm])
            return won[arm] / visits[arm] + bonus

        arm = visits.index(0) if 0 in visits else max(range(pairs), key=score)
        constant = GRID[arm % len(GRID)]
        assert tuned.constant() == constant
        outcome = 0.3 + constant
        tuned.search.learn((ROOT,), (), outcome)
        visits[arm] += 1
        won[arm] += outcome
    assert max(visits) > 2 * min(visits)
