"""Learning of the move model by rank: what players of each rank play more and less often.

The effects are a regression on the rank of the player, on top of a model of strong players. Its
terms are 1, the rank itself, and a hat around each knot (1 there, 0 at the next knots, linear
between). Ranks share what they have in common, and few games at one end change little there: the
hats only learn what a straight line leaves over.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns.modelfile import ROW, n_rows

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import option
from gtpengine.game.ranks import rank_number
from gtpengine.game.records import RecordedGame, game_ids
from gtpengine.prediction.movemodel import MoveModel
from gtpengine.prediction.rankmodel import RankModel

from .training import (
    LOWEST_RATE,
    MOST,
    TELL_SECONDS,
    Shapes,
    Stop,
    Tell,
    TrainingProgress,
    TrainingSettings,
    harvest,
    never,
    summed_rows,
)

KNOTS: Final = (-21.0, -17.0, -13.0, -10.0, -7.0, -4.0, -1.0, 2.0)
"""22k, 18k, 14k, 11k, 8k, 5k, 2k, 2d."""
MIDDLE: Final = -8.0
"""The rank at which the term of the rank is 0; at ``MIDDLE + 8`` it is 1."""


@dataclass(frozen=True, slots=True)
class RankSettings:
    """The settings of a run, besides the records; the fields of ``TrainingSettings`` mean the same.

    ``calm``: sum of squares that each weight begins with; more makes the first steps shorter.
    ``scale_rate``: first step of the factors of the base's scores.
    """

    size: int = 9
    support: int = option(
        "how often a shape must have been played", numbers.whole(1, MOST), default=20
    )
    max_ring: int = option("size of the largest shapes, 3 to 14", numbers.whole(3, 14), default=10)
    share: float = option(
        "share of the moves of a game that are learned at each visit",
        numbers.real(0, 1, above=True),
        default=1.0,
    )
    passes: int = option("visits of each game", numbers.whole(1, MOST), default=1)
    rate: float = option("first step of the gradient", numbers.real(0, 10, above=True), default=0.2)
    calm: float = option(
        "shortens the first steps of each weight", numbers.real(0, 1e6, above=True), default=30.0
    )
    scale_rate: float = option(
        "first step of the factors of the base", numbers.real(0, 1), default=0.03
    )
    seed: int = option("seed of all randomness", numbers.whole(0, 10**12), default=1)


@dataclass(frozen=True, slots=True)
class RankedGame:
    """A game and the ranks of Black and White as numbers; NaN when unknown."""

    game: RecordedGame
    ranks: tuple[float, float]

    @property
    def colors(self) -> int:
        """Return the colours whose rank is known, among those worth learning from."""
        black, white = (not np.isnan(rank) for rank in self.ranks)
        return self.game.colors & ((BLACK if black else 0) | (WHITE if white else 0))


def ranked(games: Iterable[RecordedGame]) -> list[RankedGame]:
    """Return the games in which the rank of a player is known.

    Records leave out the passes at the end; a game that was counted gets them back.
    """
    found = []
    for game in games:
        both = RankedGame(_with_passes(game), (_rank(game.ranks[0]), _rank(game.ranks[1])))
        if both.colors:
            found.append(both)
    return found


def split(
    lists: Iterable[Sequence[RecordedGame]], share: float
) -> tuple[list[RecordedGame], list[RecordedGame]]:
    """Return (games to learn from, games to test on): a game's moves alone decide by chance where
    it belongs, so that a game of two files is on one side, and both sides have games of all years.

    What a rank means has drifted over the years, and the last games of a file may be of other years
    than the rest.
    """
    games = [game for some in lists for game in some]
    is_test = game_ids(games) % 1000 < round(1000 * share)
    learn = [game for game, test in zip(games, is_test, strict=True) if not test]
    return learn, [game for game, test in zip(games, is_test, strict=True) if test]


def _rank(text: str) -> float:
    try:
        return float(rank_number(text))
    except ValueError:
        return math.nan


def _with_passes(game: RecordedGame) -> RecordedGame:
    if not game.scored:
        return game
    points = np.append(game.points, np.array([PASS, PASS], np.int16))
    return dataclasses.replace(game, points=points)


def hats(rank: float, knots: Sequence[float] = KNOTS) -> npt.NDArray[np.float64]:
    """Return the weights of the knots at a rank, shape (knots,); constant beyond the ends."""
    return np.array([np.interp(rank, knots, unit) for unit in np.eye(len(knots))])


def terms(rank: float) -> npt.NDArray[np.float64]:
    """Return the terms of the regression at a rank, shape (2 + knots,).

    Between the knots they are linear, and constant beyond the ends; unknown ranks have zeros.
    """
    if np.isnan(rank):
        return np.zeros(2 + len(KNOTS))
    inside = min(max(rank, KNOTS[0]), KNOTS[-1])
    return np.concatenate([[1.0, (inside - MIDDLE) / 8.0], hats(rank)])


class RankTraining:
    """One run: made from games and the base, then ``run``, then ``model``."""

    def __init__(
        self, games: Sequence[RankedGame], base: MoveModel, settings: RankSettings, shapes: Shapes
    ) -> None:
        self.games = games
        self.base = base
        self.settings = settings
        self.shapes = shapes
        rows = np.zeros((n_rows(len(shapes.keys), 0), ROW), np.float32)
        plain = MoveModel(rows, shapes.keys, settings.max_ring, False)
        from gtpengine.learning.rank_learner import RankLearner  # compiled for who learns

        self.learner = RankLearner(base, plain, len(terms(0.0)), settings.calm)
        self.learned = 0

    def run(self, tell: Tell, stop: Stop = never) -> bool:
        """Learn until all passes are done, or ``stop`` says so; return whether all is done."""
        settings = self.settings
        order = np.random.default_rng(settings.seed)
        visits = settings.passes * len(self.games)
        known = {rank: terms(rank) for game in self.games for rank in game.ranks}
        told, visit, loss, count = time.monotonic(), 0, 0.0, 0
        tell(TrainingProgress("learning", 0, visits, ""))
        for _ in range(settings.passes):
            for place in order.permutation(len(self.games)):
                if stop():
                    return False
                left = max(1.0 - visit / visits, LOWEST_RATE)
                ranked_game = self.games[int(place)]
                game = ranked_game.game
                learned, lost = self.learner.learn_game(
                    game.points,
                    game.size,
                    np.array([known[rank] for rank in ranked_game.ranks]),
                    settings.seed * 1_000_003 + visit,
                    settings.share,
                    settings.rate * left,
                    ranked_game.colors,
                    settings.scale_rate * left,
                )
                visit += 1
                loss, count = loss + lost, count + learned
                self.learned += learned
                if time.monotonic() - told > TELL_SECONDS and count:
                    told = time.monotonic()
                    note = f"{self.learned:,} moves, -log p {loss / count:.4f}"
                    tell(TrainingProgress("learning", visit, visits, note))
                    loss, count = 0.0, 0
        return True

    def model(self) -> RankModel:
        """Return what was learned, on the base."""
        at_knots = np.array([terms(knot) for knot in KNOTS])
        rows = np.zeros((len(self.learner.rows), ROW), np.float32)
        rows[:, : len(KNOTS)] = self.learner.rows @ at_knots.T
        plain = MoveModel(rows, self.shapes.keys, self.settings.max_ring, False)
        summed = summed_rows(plain, self.shapes)
        effects = MoveModel(summed, self.shapes.keys, self.settings.max_ring)
        return RankModel(self.base, effects, KNOTS, 1.0 + at_knots @ self.learner.scale)


def learn(
    games: Sequence[RankedGame],
    base: MoveModel,
    settings: RankSettings,
    tell: Tell = lambda _: None,
    stop: Stop = never,
) -> RankTraining | None:
    """Harvest the shapes of ``games`` and learn; None when stopped."""
    wanted = TrainingSettings(
        size=settings.size, support=settings.support, max_ring=settings.max_ring
    )
    shapes = harvest([ranked_game.game for ranked_game in games], wanted, tell, stop)
    if shapes is None:
        return None
    training = RankTraining(games, base, settings, shapes)
    return training if training.run(tell, stop) else None
