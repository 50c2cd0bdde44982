"""How long a person thinks about a move, so that the engine may take as long (``human_pace``).

The time is log-normal. Its median is ``MEDIAN`` seconds, more where many moves come to a person's
mind, less where one move does: the uncertainty is the entropy of the model of moves by rank, in
nats. The first moves and the last ones are faster. The figures come from 531 moves of people in
eight games with clock times (GNU Go's regression suite; docs/reference/ranks.md): games of one
person differ far more than the entropy explains, which the spread says.

With a clock the median is at most a share of the time that the clock allots to the move, and no
move takes longer than the clock allows.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

import numpy as np

from board_ext.position import Position
from gtpengine.clock.allotment import TimeBudget
from gtpengine.patterns import rankfile

MEDIAN: Final = 4.0
"""Seconds; the medians of the games were from 1 to 13."""

SPREAD: Final = 1.0
"""Standard deviation of the logarithm of the time; 1.05 was measured within games."""

USUAL: Final = 2.3
"""The mean entropy in nats: 0 with one move to think of, 3 with twenty equal ones."""

SLOPE: Final = 0.3
"""What a nat adds to the logarithm, where people took their time; in fast games 0."""

OPENING: Final = 0.1, -0.25
LATE: Final = 0.6, -0.2
"""Moves of both, as a share of the board's points, up to and from which this is added to the
logarithm."""

LONGEST: Final = 60.0
"""Most seconds for a move."""

SHARE: Final = math.exp(-0.5 * SPREAD**2)
"""Median over mean: by this factor moves take what the clock allots to them, on average."""

STRONG: Final = 2.0
"""The rank whose moves come to mind at full strength: 2d, the model's strongest."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The distribution of the time for a move: log-normal around ``median``, at most ``most``."""

    median: float
    most: float

    def seconds(self, chance: random.Random) -> float:
        """Draw a time."""
        return min(self.most, self.median * math.exp(SPREAD * chance.gauss(0.0, 1.0)))


def entropy_of(position: Position, rank: float) -> float:
    """Return how uncertain players of a rank are here, in nats.

    :raises ModelError: when the package's model is damaged.
    """
    model = rankfile.load_shipped(position.size)
    shares = np.array([share for _, share in model.probabilities(position, rank)])
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())


def pace_of(position: Position, entropy: float, budget: TimeBudget | None) -> Pace:
    """Return the distribution of the time for a move; ``budget`` is what the clock allots."""
    part = position.move_number / position.size**2
    shift = OPENING[1] if part < OPENING[0] else LATE[1] if part >= LATE[0] else 0.0
    usual, most = MEDIAN, LONGEST
    if budget is not None:
        usual, most = min(usual, SHARE * budget.aim), min(most, budget.most)
    return Pace(usual * math.exp(SLOPE * (entropy - USUAL) + shift), most)
