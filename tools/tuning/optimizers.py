"""Noisy black-box optimisers for tuning: ask for a point, tell how many games it won.

Points lie in the unit cube; ``space.py`` maps them to parameter values. An optimiser keeps no
state. Its proposals depend on its seed and on the history alone, so a run that was killed continues
as if nothing had happened.
"""

from __future__ import annotations

import abc
import dataclasses
import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """A finished trial: its point ``x`` in the unit cube, and the points won in how many games."""

    x: Vector
    points: float
    games: int


class Optimizer(abc.ABC):
    """An optimiser that maximises the expected score of a game over the unit cube."""

    def __init__(self, dimensions: int, seed: int) -> None:
        self.dimensions = dimensions
        self.seed = seed

    def rng(self, *more: int) -> np.random.Generator:
        """Return a random generator of its own for each use."""
        return np.random.default_rng([self.seed, *more])

    @abc.abstractmethod
    def ask(self, history: Sequence[Sample]) -> Vector:
        """Return the point of the next trial, shape (dimensions,), each from 0 to 1."""

    @abc.abstractmethod
    def recommend(self, history: Sequence[Sample]) -> Vector:
        """Return the point that is probably best, shape (dimensions,), each from 0 to 1."""


class Clop(Optimizer):
    """Local quadratic logistic regression after Coulom's CLOP (2011), simplified.

    A quadratic model of the log-odds of winning is fitted to all games. Games count less where the
    model predicts little: w = min(1, exp((q(x) - mean) / (H s))), where s is the standard deviation
    of q(x) over the data. The fit is repeated until the weights settle. New points are drawn with
    density w. The recommendation is the point where the model minus one standard error is highest.

    Not done: CLOP's confidence-based scale; s takes its place.
    """

    H: Final = 2.0
    RIDGE: Final = 0.05

    def ask(self, history: Sequence[Sample]) -> Vector:
        rng = self.rng(len(history))
        if len(history) < 6 + 4 * self.dimensions:
            return rng.random(self.dimensions)
        model, middle, scale, _ = self._fit(history)
        candidates = rng.random((4000, self.dimensions))
        weights = np.minimum(1.0, np.exp((_features(candidates) @ model - middle) / scale))
        return np.array(candidates[rng.choice(len(candidates), p=weights / weights.sum())])

    def recommend(self, history: Sequence[Sample]) -> Vector:
        if len(history) < 6 + 4 * self.dimensions:
            return np.array(max(history, key=lambda sample: sample.points / sample.games).x)
        model, _, _, covariance = self._fit(history)
        candidates = self.rng(len(history), 1).random((4000, self.dimensions))
        for width in (0.1, 0.02):
            features = _features(candidates)
            doubt = np.sqrt(np.einsum("ij,jk,ik->i", features, covariance, features))
            best = candidates[int(np.argmax(features @ model - doubt))]
            noise = self.rng(len(history), 2).normal(0, width, (2000, self.dimensions))
            candidates = np.clip(np.vstack([best, best + noise]), 0.0, 1.0)
        return np.array(best)

    def _fit(self, history: Sequence[Sample]) -> tuple[Vector, float, float, Vector]:
        x = np.array([sample.x for sample in history])
        points = np.array([sample.points for sample in history])
        games = np.array([float(sample.games) for sample in history])
        features = _features(x)
        weights = np.ones(len(x))
        model = np.zeros(features.shape[1])
        middle, scale = 0.0, 1.0
        for _ in range(12):
            model = _logistic(features, weights * points, weights * games, self.RIDGE)
            values = features @ model
            total = (weights * games).sum()
            middle = float((weights * games * values).sum() / total)
            spread = float(np.sqrt((weights * games * (values - middle) ** 2).sum() / total))
            scale = self.H * max(spread, 1e-3)
            weights = np.minimum(1.0, np.exp((values - middle) / scale))
        covariance = _covariance(features, weights * games, model, self.RIDGE)
        return model, middle, scale, covariance


class Spsa(Optimizer):
    """Simultaneous perturbation stochastic approximation (Spall, 1992), two trials a step.

    Trials 2k and 2k + 1 try the present point plus and minus c_k times a random direction of +-1.
    The point then moves along that direction by a_k times the difference of their scores, with
    Spall's exponents. It starts in the middle of the cube.
    """

    STEP: Final = 0.05
    PROBE: Final = 0.2

    def ask(self, history: Sequence[Sample]) -> Vector:
        step, turn = divmod(len(history), 2)
        center = self._center(history, step)
        sign = 1.0 if turn == 0 else -1.0
        return np.clip(center + sign * self._probe(step) * self._direction(step), 0.0, 1.0)

    def recommend(self, history: Sequence[Sample]) -> Vector:
        return self._center(history, len(history) // 2)

    def _center(self, history: Sequence[Sample], steps: int) -> Vector:
        center = np.full(self.dimensions, 0.5)
        for step in range(steps):
            plus, minus = history[2 * step], history[2 * step + 1]
            gain = plus.points / plus.games - minus.points / minus.games
            rate = self.STEP / (step + 1 + 10.0) ** 0.602 * 11.0**0.602
            slope = gain / (2 * self._probe(step)) * self._direction(step)
            center = np.clip(center + rate * slope, 0.0, 1.0)
        return center

    def _probe(self, step: int) -> float:
        return self.PROBE * math.pow(step + 1, -0.101)

    def _direction(self, step: int) -> Vector:
        return self.rng(step).choice([-1.0, 1.0], size=self.dimensions)


class Tpe(Optimizer):
    """Optuna's tree-structured Parzen estimator, with the recommendation of ``Clop``'s model.

    The best single trial of a noisy search is mostly the luckiest one. So the quadratic model
    decides the end result.
    """

    def ask(self, history: Sequence[Sample]) -> Vector:
        import optuna
        from optuna.distributions import BaseDistribution, FloatDistribution

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        ranges: dict[str, BaseDistribution] = {
            f"x{i}": FloatDistribution(0, 1) for i in range(self.dimensions)
        }
        sampler = optuna.samplers.TPESampler(
            seed=int(self.rng(len(history)).integers(2**31)), multivariate=self.dimensions > 1
        )
        study = optuna.create_study(direction="maximize", sampler=sampler)
        study.add_trials(
            [
                optuna.trial.create_trial(
                    params={f"x{i}": float(value) for i, value in enumerate(sample.x)},
                    distributions=ranges,
                    value=sample.points / sample.games,
                )
                for sample in history
            ]
        )
        trial = study.ask(ranges)
        return np.array([trial.params[f"x{i}"] for i in range(self.dimensions)])

    def recommend(self, history: Sequence[Sample]) -> Vector:
        return Clop(self.dimensions, self.seed).recommend(history)


class CrossEntropy(Optimizer):
    """The cross-entropy method (Rubinstein 1999), for programs of Go as Chaslot, Winands, Szita and
    van den Herik did (Cross-entropy for Monte-Carlo tree search, 2008).

    A generation of points is drawn from a normal distribution for each parameter. The best
    ``ELITE`` of them give the next mean and deviation, mixed with the former by ``KEPT``. The first
    distribution covers the cube; a deviation never falls below ``NARROWEST``.
    """

    GENERATION: Final = 20
    ELITE: Final = 5
    KEPT: Final = 0.4
    NARROWEST: Final = 0.02

    def ask(self, history: Sequence[Sample]) -> Vector:
        mean, deviation = self._distribution(history)
        drawn = self.rng(len(history)).normal(mean, deviation)
        return np.clip(drawn, 0.0, 1.0)

    def recommend(self, history: Sequence[Sample]) -> Vector:
        return self._distribution(history)[0]

    def _distribution(self, history: Sequence[Sample]) -> tuple[Vector, Vector]:
        """Return mean and deviation after the generations that are whole."""
        mean = np.full(self.dimensions, 0.5)
        deviation = np.full(self.dimensions, 0.4)
        for begin in range(0, len(history) - self.GENERATION + 1, self.GENERATION):
            generation = history[begin : begin + self.GENERATION]
            best = sorted(generation, key=lambda one: -one.points / one.games)[: self.ELITE]
            elite = np.array([one.x for one in best])
            mean = self.KEPT * mean + (1 - self.KEPT) * elite.mean(axis=0)
            deviation = self.KEPT * deviation + (1 - self.KEPT) * elite.std(axis=0)
            deviation = np.maximum(deviation, self.NARROWEST)
        return mean, deviation


class Elimination(Optimizer):
    """Tournaments by elimination, in the way Lanctot, Winands, Pepels and Sturtevant tuned (Monte
    Carlo tree search with heuristic evaluations using implicit minimax backups, 2014).

    ``FIELD`` points are drawn. In each round all that are left have one more trial, then the half
    with the lower score over all their trials leaves. The winner enters the next field.
    """

    FIELD: Final = 16

    def ask(self, history: Sequence[Sample]) -> Vector:
        points, left, done = self._field(history)
        return points[left[done]]

    def recommend(self, history: Sequence[Sample]) -> Vector:
        points, left, _ = self._field(history)
        return points[left[0]]

    def _field(self, history: Sequence[Sample]) -> tuple[list[Vector], list[int], int]:
        """Return the points of the present field, those left, the best first, and how many of them
        have had the trial of this round."""
        number, begin = 0, 0
        points = list(self.rng(number).random((self.FIELD, self.dimensions)))
        while True:
            left = list(range(self.FIELD))
            won, games = np.zeros(self.FIELD), np.zeros(self.FIELD)
            while len(left) > 1:
                trials = history[begin : begin + len(left)]
                if len(trials) < len(left):
                    return points, left, len(trials)
                for one, trial in zip(left, trials, strict=True):
                    won[one] += trial.points
                    games[one] += trial.games
                begin += len(left)
                scores = won / np.maximum(games, 1)
                left = sorted(left, key=(-scores).__getitem__)[: len(left) // 2]
            number += 1
            winner = points[left[0]]
            points = [winner, *self.rng(number).random((self.FIELD - 1, self.dimensions))]


OPTIMIZERS: Final[dict[str, type[Optimizer]]] = {
    "clop": Clop,
    "spsa": Spsa,
    "tpe": Tpe,
    "cem": CrossEntropy,
    "elimination": Elimination,
}


def _features(x: Vector) -> Vector:
    """Return 1, all x and all products of two, centred on the cube: a row for each point."""
    centered = 2.0 * np.asarray(x) - 1.0
    count = centered.shape[1]
    columns = [np.ones(len(centered)), *centered.T]
    columns += [centered[:, i] * centered[:, j] for i in range(count) for j in range(i, count)]
    return np.stack(columns, axis=1)


def _covariance(features: Vector, games: Vector, model: Vector, ridge: float) -> Vector:
    """Return the covariance of the coefficients, from the curvature of the penalised likelihood."""
    chance = 1.0 / (1.0 + np.exp(-np.clip(features @ model, -30, 30)))
    hessian = (features * (games * chance * (1 - chance))[:, None]).T @ features
    return np.array(np.linalg.inv(hessian + ridge * np.eye(len(model))))


def _logistic(features: Vector, points: Vector, games: Vector, ridge: float) -> Vector:
    """Fit a weighted logistic regression by Newton's method; the constant has almost no ridge."""
    count = features.shape[1]
    penalty = np.full(count, ridge)
    penalty[0] = 1e-6
    model = np.zeros(count)
    for _ in range(30):
        chance = 1.0 / (1.0 + np.exp(-np.clip(features @ model, -30, 30)))
        gradient = features.T @ (points - games * chance) - penalty * model
        hessian = (features * (games * chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(hessian + np.diag(penalty), gradient)
        model = model + step
        if np.abs(step).max() < 1e-8:
            break
    return model
