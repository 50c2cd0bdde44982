"""Values of positions, learned from games by temporal differences: ``gtpengine patterns values``.

They are the permanent memory of Dyna-2 (Silver, Sutton and Müller 2008): what ``td_search`` knows
when a search begins. Records of any games serve, of people or of the engine against itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from board_ext.coords import EMPTY
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import option
from gtpengine.game.records import RecordedGame
from gtpengine.lab.learning.value_learner import ValueLearner
from gtpengine.lab.weights.valuefile import ValueWeights
from gtpengine.patterns.training.training import MOST
from gtpengine.tools.running.progress import TimeLeft

EVEN = 0.693
"""-log p of a player who thinks that every game is even."""


@dataclass(frozen=True, slots=True)
class ValueSettings:
    """Settings that decide the values, besides the games.

    passes: visits of each game. rate: the share of a difference that a game moves a value by, at
    the first pass; at pass n it is the n-th part. decay: lambda; at 1 every position learns the
    outcome, at 0 the value of the next one.
    """

    passes: int = option("visits of each game", numbers.whole(1, MOST), default=4)
    rate: float = option(
        "share of a difference that a game moves a value by, at the first pass",
        numbers.real(0, 1, above=True),
        default=0.01,
    )
    decay: float = option(
        "lambda: 1 learns the outcome of the game, 0 the value of the next position",
        numbers.real(0, 1),
        default=0.9,
    )
    seed: int = option("seed of all randomness", numbers.whole(0, 10**12), default=1)


def learn(
    games: Sequence[RecordedGame],
    test: Sequence[RecordedGame],
    settings: ValueSettings,
    tell: Callable[[str], None],
) -> tuple[ValueWeights, str]:
    """Return the values, and a line about how well they foretell the winners of *test*.

    :raises ValueError: when no game has a winner.
    """
    won = [game for game in games if game.winner != EMPTY]
    if not won:
        raise ValueError(
            f"none of these {len(games):,} games has a winner; give records of results"
        )
    learner = ValueLearner(won[0].size)
    chance = random.Random(settings.seed)
    left = TimeLeft(settings.passes)
    for turn in range(1, settings.passes + 1):
        for game in chance.sample(won, len(won)):
            learner.learn_game(game.points, game.winner, settings.rate / turn, settings.decay)
        tell(f"pass {turn} of {settings.passes}: {_judge(learner, test)}{left.words(turn)}")
    weights = learner.weights()
    return weights, (
        f"{len(won):,} games with a winner, {len(weights.shapes):,} shapes; {_judge(learner, test)}"
    )


def _judge(learner: ValueLearner, games: Sequence[RecordedGame]) -> str:
    """Say how well the positions of other games foretell their winners."""
    count, lost = 0, 0.0
    for game in games:
        if game.winner != EMPTY:
            n, loss = learner.learn_game(game.points, game.winner, 0.0, 1.0)
            count, lost = count + n, lost + loss
    return f"mean log p {-lost / max(1, count):.4f} of {count:,} other positions (even: -{EVEN})"
