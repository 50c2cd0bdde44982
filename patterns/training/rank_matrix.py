"""How well each rank's model predicts the moves of players of each rank, with intervals.

Rows are bands of players, columns the model at the rank in the middle of each band. Intervals come
from a bootstrap over games: the moves of one game are not independent.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, WHITE
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.prediction.rankmodel import RankModel

from .ranks import RankedGame

DEFAULT_BANDS: Final = "25k-18k,17k-14k,13k-11k,10k-8k,7k-5k,4k-2k,1k-9d"
SAMPLES: Final = 2000
"""Samples of the bootstrap."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankBand:
    """The ranks ``weakest`` to ``strongest`` of players, as numbers."""

    weakest: int
    strongest: int

    @classmethod
    def named(cls, text: str) -> RankBand:
        """Read ``13k-11k``, or one rank.

        :raises ValueError: when it is no band.
        """
        first, _, last = text.partition("-")
        low, high = rank_number(first), rank_number(last or first)
        if low > high:
            raise ValueError(f"{text}: give the weaker rank first, as in 13k-11k")
        return cls(low, high)

    @property
    def name(self) -> str:
        if self.weakest == self.strongest:
            return rank_name(self.weakest)
        return f"{rank_name(self.weakest)}-{rank_name(self.strongest)}"

    def holds(self, rank: float) -> bool:
        """Return whether a rank is in the band; unknown ones (NaN) are not."""
        return self.weakest <= rank <= self.strongest


def bands(text: str) -> list[RankBand]:
    """Return the bands of a text such as ``25k-11k,10k-5k``, in its order.

    :raises ValueError: when they overlap or do not rise.
    """
    found = [RankBand.named(word.strip()) for word in text.split(",")]
    for below, above in itertools.pairwise(found):
        if below.strongest >= above.weakest:
            raise ValueError(f"{below.name},{above.name}: bands must rise and not overlap")
    return found


@dataclass(frozen=True, slots=True)
class BandFigures:
    """The figures of one band of players, as predicted by each of the models.

    ``rank``: the mean rank of its players. ``log_p``, ``top``: mean log p and share of moves that
    were the likeliest, shape (models,); ``low`` and ``high``: bounds of the 95 % intervals of both,
    shape (2, models). ``behind``: the mean log p of each model less the best model's, with
    ``behind_low`` and ``behind_high``.
    """

    band: RankBand
    games: int
    moves: int
    rank: float
    log_p: Floats
    top: Floats
    low: Floats
    high: Floats
    behind: Floats
    behind_low: Floats
    behind_high: Floats

    @property
    def best(self) -> int:
        return int(self.log_p.argmax())


def middles(games: Sequence[RankedGame], of: Sequence[RankBand]) -> list[float]:
    """Return the mean rank of the players of each band; the middle of the band if it has none."""
    found = []
    for band in of:
        ranks = [rank for game in games for rank in game.ranks if band.holds(rank)]
        inside = (band.weakest + band.strongest) / 2
        found.append(float(np.mean(ranks)) if ranks else inside)
    return found


def judge(
    model: RankModel,
    games: Sequence[RankedGame],
    of: Sequence[RankBand],
    ranks: Sequence[float],
    seed: int = 1,
) -> list[BandFigures]:
    """Return the figures of each band that has games, with the model at each of ``ranks``."""
    from gtpengine.learning.rank_learner import RankLearner  # compiled for who learns

    reader = RankLearner(model.base, model.effects, len(model.knots))
    reader.rows[:] = model.effects.rows[:, : len(model.knots)]
    # Weights of knots sum to 1, and the reader adds 1 to the scale.
    reader.scale[:] = model.scales - 1.0
    bases = np.array([model.weights(rank) for rank in ranks])
    found = []
    for band in of:
        sums, known = [], []
        for ranked_game in games:
            colors = sum(
                color
                for color, rank in zip((BLACK, WHITE), ranked_game.ranks, strict=True)
                if band.holds(rank)
            )
            colors &= ranked_game.colors
            game = ranked_game.game
            if not colors:
                continue
            rows = reader.judge_game(game.points, game.size, bases, colors)
            if len(rows):
                sums.append([len(rows), *rows[:, 1:].sum(axis=0)])
                known += [rank for rank in ranked_game.ranks if band.holds(rank)]
        if sums:
            found.append(_figures(band, np.array(sums), float(np.mean(known)), seed))
    return found


def _figures(band: RankBand, sums: Floats, rank: float, seed: int) -> BandFigures:
    """Sum up; each row of ``sums`` is of a game: moves, log p of each model, hits of each."""
    models = (sums.shape[1] - 1) // 2
    draws = np.random.default_rng(seed).multinomial(
        len(sums), np.full(len(sums), 1 / len(sums)), SAMPLES
    )
    means = sums[:, 1:].sum(axis=0) / sums[:, 0].sum()
    drawn = draws @ sums
    sampled = drawn[:, 1:] / drawn[:, :1]
    low, high = np.quantile(sampled, [0.025, 0.975], axis=0).reshape(2, 2, models)
    best = int(means[:models].argmax())
    behind = sampled[:, :models] - sampled[:, best : best + 1]
    behind_low, behind_high = np.quantile(behind, [0.025, 0.975], axis=0)
    return BandFigures(
        band,
        len(sums),
        int(sums[:, 0].sum()),
        rank,
        means[:models],
        means[models:],
        low,
        high,
        means[:models] - means[best],
        behind_low,
        behind_high,
    )


def table(found: Sequence[BandFigures], of: Sequence[RankBand]) -> str:
    """Return Markdown tables of mean log p and of the first guess; the best model of a row is bold.

    The last table has the differences to the best model, which need not be the row's own.
    """
    head = ["players", "games", "moves", *(band.name for band in of)]
    parts = []
    for title, log in (("Mean log p, 95 % intervals", True), ("First guess right, %", False)):
        lines = [f"{title}:\n", _row(head), _row(["---"] * len(head))]
        for row in found:
            values = row.log_p if log else 100 * row.top
            digits = 3 if log else 1
            best = int(values.argmax())
            place = 0 if log else 1
            low, high = (b[place] * (1 if log else 100) for b in (row.low, row.high))
            cells = [
                f"{'**' if i == best else ''}{value:.{digits}f}{'**' if i == best else ''}"
                f" ({low[i]:.{digits}f} to {high[i]:.{digits}f})"
                for i, value in enumerate(values)
            ]
            lines.append(_row([row.band.name, f"{row.games:,}", f"{row.moves:,}", *cells]))
        parts.append("\n".join(lines))
    lines = [
        "Behind the best model in mean log p, 95 % intervals:\n",
        _row(head),
        _row(["---"] * len(head)),
    ]
    for row in found:
        cells = [
            "best"
            if i == row.best
            else f"{value:.4f} ({row.behind_low[i]:.4f} to {row.behind_high[i]:.4f})"
            for i, value in enumerate(row.behind)
        ]
        lines.append(_row([row.band.name, f"{row.games:,}", f"{row.moves:,}", *cells]))
    return "\n\n".join([*parts, "\n".join(lines), verdict(found, of)])


def verdict(found: Sequence[BandFigures], of: Sequence[RankBand]) -> str:
    """Return in words whether the best model of each band is its own or a neighbour's."""
    away = [row.band.name for row in found if abs(of.index(row.band) - row.best) > 1]
    own = sum(of.index(row.band) == row.best for row in found)
    text = f"The best model is the band's own in {own} of {len(found)} bands"
    return text + (
        f"; neither own nor a neighbour's in {', '.join(away)}."
        if away
        else ", a neighbour's in the others."
        if own < len(found)
        else "."
    )


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
