"""Weights of the softmax playouts, learned from game records: ``gtpengine patterns playouts``.

Each move of a player is a choice among the moves that a playout draws from. The gammas of their
features are fitted by minorization-maximization (Coulom 2007) in rounds over all games. One round
fits the patterns, of which every move has one. The next fits the other features, damped because a
move may have several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import option
from gtpengine.game.records import RecordedGame
from gtpengine.lab.learning.softmax_learner import PATTERN_ROW, PlayoutLearner
from gtpengine.lab.weights.playoutfile import PlayoutWeights
from gtpengine.tools.running.progress import TimeLeft

DAMPING = 0.5
LEAST_SEEN = 20
"""Patterns that occur in fewer choices share one weight."""


@dataclass(frozen=True, slots=True)
class PlayoutSettings:
    """Settings that decide the weights, besides the games.

    share: of the moves of a game that are used, the same ones in every round. prior: wins, and
    losses, against gamma 1 that each feature starts with.
    """

    rounds: int = option("rounds of learning", numbers.whole(1, 1_000_000), default=24)
    share: float = option(
        "share of each game's moves to learn from", numbers.real(0, 1, above=True), default=0.3
    )
    prior: float = 2.0
    seed: int = option("seed of all randomness", numbers.whole(0, 10**12), default=1)


def learn(
    games: Sequence[RecordedGame],
    test: Sequence[RecordedGame],
    settings: PlayoutSettings,
    tell: Callable[[str], None],
) -> tuple[PlayoutWeights, str]:
    """Return the weights, and a line about how well they predict the moves of *test*.

    :raises ValueError: when there are no rounds, or the share is 0 or above 1.
    """
    if settings.rounds < 1 or not 0.0 < settings.share <= 1.0:
        raise ValueError("give at least one round, and a share above 0 and up to 1")
    learner = PlayoutLearner()
    n_rows = len(learner.state["rows"])
    left = TimeLeft(settings.rounds)
    for turn in range(settings.rounds):
        learner.mm_forget()
        count, mean = _look(learner, games, settings.share, settings.seed)
        tell(
            f"round {turn + 1} of {settings.rounds}: {count:,} moves, mean log p {-mean:.4f}"
            f"{left.words(turn + 1)}"
        )
        if turn % 2 == 0:
            learner.mm_update(PATTERN_ROW, n_rows, prior=settings.prior)
        else:
            learner.mm_update(0, PATTERN_ROW, DAMPING, settings.prior)
    weights = learner.weights(LEAST_SEEN * settings.rounds)
    others, other_mean = _look(learner, test, 1.0, settings.seed)
    return weights, (
        f"{count} moves of {len(games)} games, {len(weights.patterns)} patterns; "
        f"{others} other moves: mean log p {-other_mean:.3f}"
    )


def _look(
    learner: PlayoutLearner, games: Sequence[RecordedGame], share: float, seed: int
) -> tuple[int, float]:
    """Count the choices of the games; return their number and their mean -log p."""
    count, lost = 0, 0.0
    for i, game in enumerate(games):
        n, loss = learner.learn_game(
            game.points, game.size, seed * 1_000_003 + i, share, 0.0, game.colors
        )
        count += n
        lost += loss
    return count, lost / max(1, count)
