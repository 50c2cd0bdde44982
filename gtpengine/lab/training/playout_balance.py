"""Weights of the softmax playouts that learn from searches: ``gtpengine patterns balance``.

Positions of games are searched deeply. Then the gammas are changed for an objective
(``playouts/objectives.py``). Steps follow the running mean of the gradients of batches of
positions.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import option
from gtpengine.lab.learning.softmax_learner import PATTERN_ROW
from gtpengine.lab.weights.playoutfile import PlayoutWeights
from gtpengine.tools.running.progress import TimeLeft

from .objectives import OBJECTIVES
from .targets import Target


@dataclass(frozen=True, slots=True)
class Balance:
    """Settings that decide the result, besides games and weights.

    objective: a name of ``OBJECTIVES``. simulations: of the search that values a position.
    playouts: for the win rate, and again for its gradient, at each visit of a position. rate: the
    change of a usual factor's log-gamma in one step; patterns have smaller gradients, and so
    smaller steps.
    """

    objective: str = option(
        "what is to be as in the searches: 'results' of playouts, or 'values' of their moves",
        str,
        default="results",
        choices=tuple(OBJECTIVES),
    )
    positions: int = option(
        "positions to search and learn from; a seventh as many for the test",
        numbers.count,
        default=1000,
    )
    # A search with a tenth of these simulations comes first.
    simulations: int = option("simulations of each search", numbers.whole(10), default=2000)
    playouts: int = option(
        "playouts for the win rate of a position, and again for the gradient of 'results'",
        numbers.whole(1, 1_000_000),
        default=40,
    )
    passes: int = option("passes over the positions", numbers.count, default=6)
    batch: int = option("positions for one step", numbers.count, default=250)
    rate: float = option(
        "change of a usual log-gamma in one step", numbers.real(0, 10, above=True), default=0.03
    )
    seed: int = option("seed of all randomness", numbers.whole(0, 10**12), default=1)


def balance(
    weights: PlayoutWeights,
    learn: Sequence[Target],
    test: Sequence[Target],
    settings: Balance,
    tell: Callable[[str], None],
) -> tuple[PlayoutWeights, str]:
    """Return the changed weights, and a line about how well they do.

    The line is about the positions of *test*. With fewer positions than the batch of the settings,
    all are one batch.
    """
    objective = OBJECTIVES[settings.objective](weights, settings.playouts)
    rows = objective.policy.state["rows"]
    mean, size = np.zeros(len(rows)), 0.0
    chance = random.Random(settings.seed)
    before = objective.judge(test)
    step, batch = 0, max(1, min(settings.batch, len(learn)))
    steps = settings.passes * (len(learn) // batch)
    left = TimeLeft(steps)
    for turn in range(settings.passes):
        order = chance.sample(list(learn), len(learn))
        for start in range(0, len(order) - batch + 1, batch):
            gradient = np.zeros(len(rows))
            seen: list[float] = []
            for target in order[start : start + batch]:
                measured, found = objective.look(target, chance.getrandbits(63))
                gradient += found
                if not math.isnan(measured):
                    seen.append(measured)
            step += 1
            mean += 0.1 * (gradient - mean)
            size += 0.1 * (float(np.mean(gradient[:PATTERN_ROW] ** 2)) - size)
            unbiased = 1.0 - 0.9**step
            rows[:, 0] += settings.rate * (mean / unbiased) / max(1e-12, (size / unbiased) ** 0.5)
            tell(
                f"pass {turn + 1}, step {step} of {steps}: {objective.measure}"
                f" {sum(seen) / max(1, len(seen)):.4f}{left.words(step)}"
            )
    after = objective.judge(test)
    return objective.policy.weights_now(), (
        f"learned from {len(learn)} positions; {objective.measure} of {len(test)} others "
        f"{np.nanmean(before):.4f} before, {np.nanmean(after):.4f} after, "
        f"{_difference(after - before)}"
    )


def _difference(found: npt.NDArray[np.float64]) -> str:
    """Return the mean of differences with its 95 % interval, positions taken as independent."""
    known = found[~np.isnan(found)]
    if len(known) < 2:
        return "too few for an interval"
    margin = 1.96 * float(known.std(ddof=1)) / len(known) ** 0.5
    return f"difference {known.mean():+.4f} within {margin:.4f} (95 %)"
