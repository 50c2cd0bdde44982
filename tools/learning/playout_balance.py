"""Simulation balancing of the softmax playouts: ``gtpengine patterns balance``.

Positions of games are searched deeply. Then the gammas are changed so that the playouts from each
position win as often as the search says (Silver and Tesauro 2009; for 9x9 Go Huang, Coulom and Lin
2010). Steps follow the running mean of the gradients of batches of positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from gtpengine.patterns.playoutfile import PlayoutWeights
from gtpengine.tools.running.progress import TimeLeft

from board_ext.coords import BLACK
from board_ext.position import IllegalMoveError, Position
from gtpengine.game.records import Game
from gtpengine.learning.softmax_balance import PlayoutBalancer
from gtpengine.learning.softmax_learner import PATTERN_ROW
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

KOMI = 7.5
EARLIEST = 8
"""The fewest moves played before a position is used."""
LATEST = 0.7
"""The most moves played before a position is used, as a share of the points of the board."""

CONTESTED = (0.1, 0.9)
"""Bounds of Black's win rate: a position beyond them, after a tenth of the search, is left out."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Settings that decide the result, besides games and weights.

    simulations: of the search that values a position. playouts: for the value, and again for the
    gradient, at each visit of a position. rate: the change of a usual factor's log-gamma in one
    step; patterns have smaller gradients, and so smaller steps.
    """

    positions: int = 1000
    simulations: int = 2000
    playouts: int = 40
    passes: int = 6
    batch: int = 250
    rate: float = 0.03
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Target:
    position: Position
    value: float


def targets(games: Sequence[Game], settings: Balance, tell: Callable[[str], None]) -> list[Target]:
    """Return positions, one of each game, with Black's win rate by a deep search.

    Returns fewer than the settings ask for if the games have no more.

    :raises ValueError: when the games have none.
    """
    left = TimeLeft(settings.positions)
    chance = random.Random(settings.seed)
    searcher = Searcher(SearchParams(score_weight=0.0), seed=settings.seed)
    found: list[Target] = []
    games = chance.sample(list(games), len(games))
    for game in games:
        latest = min(len(game.points), int(LATEST * game.size**2))
        if latest <= EARLIEST:
            continue
        position = Position(game.size, komi=KOMI)
        try:
            for point in game.points[: chance.randrange(EARLIEST, latest)].tolist():
                position.play(point)
        except IllegalMoveError:
            continue
        glance = _value(searcher, position, settings.simulations // 10)
        if not CONTESTED[0] <= glance <= CONTESTED[1]:
            continue
        found.append(Target(position, _value(searcher, position, settings.simulations)))
        if len(found) % 100 == 0:
            words = left.words(len(found))
            tell(f"searched {len(found)} of {settings.positions} positions{words}")
        if len(found) == settings.positions:
            return found
    if not found:
        raise ValueError(
            f"none of these {len(games)} games has a position to learn from: one after move"
            f" {EARLIEST} that is not decided; give more records"
        )
    tell(
        f"only {len(found)} of {settings.positions} positions: these {len(games)} games have no"
        " more that are not decided; give more records for more"
    )
    return found


def _value(searcher: Searcher, position: Position, simulations: int) -> float:
    """Return Black's win rate after the best move, by a new search."""
    searcher.clear()
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=simulations))
    value = report.moves[0].value
    return value if report.to_play == BLACK else 1.0 - value


def balance(
    weights: PlayoutWeights,
    learn: Sequence[Target],
    test: Sequence[Target],
    settings: Balance,
    tell: Callable[[str], None],
) -> tuple[PlayoutWeights, str]:
    """Return the balanced weights, and a line about how far playouts are from the search.

    The line is about the positions of *test*. With fewer positions than the batch of the settings,
    all are one batch.
    """
    balancer = PlayoutBalancer(weights)
    rows = balancer.state["rows"]
    mean, size = np.zeros(len(rows)), 0.0
    chance = random.Random(settings.seed)
    before = error(balancer, test, settings)
    step, batch = 0, max(1, min(settings.batch, len(learn)))
    steps = settings.passes * (len(learn) // batch)
    left = TimeLeft(steps)
    for turn in range(settings.passes):
        order = chance.sample(list(learn), len(learn))
        for start in range(0, len(order) - batch + 1, batch):
            gradient = np.zeros(len(rows))
            off = 0.0
            for target in order[start : start + batch]:
                value, found = balancer.gradient(
                    target.position, KOMI, target.value, settings.playouts, chance.getrandbits(63)
                )
                gradient += found
                off += (value - target.value) ** 2
            step += 1
            mean += 0.1 * (gradient - mean)
            size += 0.1 * (float(np.mean(gradient[:PATTERN_ROW] ** 2)) - size)
            unbiased = 1.0 - 0.9**step
            rows[:, 0] += settings.rate * (mean / unbiased) / max(1e-12, (size / unbiased) ** 0.5)
            tell(
                f"pass {turn + 1}, step {step} of {steps}: mean square {off / batch:.4f}"
                f"{left.words(step)}"
            )
    after = error(balancer, test, settings)
    return balancer.weights_now(), (
        f"balanced on {len(learn)} positions; mean square error of {len(test)} others "
        f"{before:.4f} before, {after:.4f} after"
    )


def error(balancer: PlayoutBalancer, test: Sequence[Target], settings: Balance) -> float:
    """Return the mean square difference between playouts and search, less the playouts' noise."""
    total, count = 0.0, 4 * settings.playouts
    for i, target in enumerate(test):
        value, _ = balancer.gradient(target.position, KOMI, target.value, count, i)
        total += (value - target.value) ** 2 - value * (1.0 - value) / (count - 1)
    return total / max(1, len(test))
