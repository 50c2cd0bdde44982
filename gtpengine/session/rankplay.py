"""A move as a player of a rank finds it: what comes to mind, less what looks bad.

What comes to mind is drawn from the model of moves by rank, which was learned from people's games,
so the mistakes are theirs. Moves that come to mind are tested by short searches of each alone, and
a move is played the less probably the more it loses against the best one. What comes out follows
the weights of ``rankscale.PlayingStyle``.

Never drawn: own eyes, points whose owner is proved, and moves that bring back an earlier position,
as some rules allow. When nothing else can be played, the best move of the search is, or a pass
where the best move brings back a position, too. Passing, resigning and capturing dead stones are
decided as at full strength, by a search of at least ``JUDGE`` simulations. But people who have lost
do not resign at once, and weak ones less than others: whether they do is drawn at each turn. A pass
that people would play is drawn as other moves are, if it loses nothing. And where the engine
passes, people often fill points that are nobody's first, though these count nothing by territory.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from board_ext.coords import PASS
from gtpengine.clock.thinking import LATE, ThinkingLimits
from gtpengine.config.options import EngineOptions
from gtpengine.judge.plainmove import useful_points
from gtpengine.judge.situation import Situation, rank
from gtpengine.mcts.report.report import MoveStats
from gtpengine.session.rankscale import PlayingStyle

JUDGE: Final = 300
"""Fewest simulations that decide about passing and resigning."""

SETTLED: Final = 0.7
"""Ownership (0 nobody's, 1 sure) from which a point's owner is settled."""

UNSETTLED: Final = 1
"""Points without a settled owner that people leave when they pass."""

LOST: Final = 0.1
"""Win rate below which a game is lost; there people look at points."""

MOST_TESTS: Final = 12
"""Moves that are tested at most; after them one of the tested moves is played."""

SOONER: Final = 2.0
"""People give games up at this many times the win rate at which full strength does."""

PASSES: Final = 0.2, 0.75
"""Probability that a pass comes to mind where all is settled; after a pass of the opponent."""

FREE: Final = 0.02, 1.0
"""Win rate and points that a drawn pass may lose."""

Probabilities = Sequence[tuple[int, float]]
"""The model's probability of moves: points or PASS."""

Test = Callable[[int], MoveStats | None]
"""Searches a move alone; None when there is no time for it."""


def capped(plan: ThinkingLimits, style: PlayingStyle) -> ThinkingLimits:
    """Return the plan of the search at the root: no longer than ``plan``, nor than the style's.

    Half of the time is for the tests that follow.
    """
    whole = plan.simulations + plan.kept if plan.simulations else style.root
    limit = min(max(style.root, JUDGE), whole)
    return replace(
        plan,
        simulations=limit,
        most_simulations=limit,
        whole_simulations=limit,
        kept=0,
        seconds=_half(plan.seconds),
        most_seconds=_half(plan.seconds),
        whole_seconds=_half(plan.seconds),
        aside=plan.aside / 2,
    )


def _half(seconds: float | None) -> float | None:
    return None if seconds is None else seconds / 2


def people_options(options: EngineOptions) -> EngineOptions:
    """Return the options for deciding as people do.

    They do not wait for a game to look lost at several moves in a row: how many it were hardly
    matters to whether they resign.
    """
    options = options.copy()
    if options.resign:
        options.assign("resign", min(0.5, SOONER * options.resign))
    options.assign("resign_moves", 1)
    return options


def gives_up(situation: Situation, style: PlayingStyle, chance: random.Random) -> bool:
    """Return whether a person resigns at this turn, in a game that looks lost."""
    report = situation.report
    best = report.moves[0].score if report.moves else report.score
    return chance.random() < -max(best, report.score) * style.resign_chance


def instead_of(
    move: int,
    situation: Situation,
    model: Probabilities,
    style: PlayingStyle,
    test: Test,
    chance: random.Random,
    known: Callable[[int], float] | None = None,
) -> int:
    """Return the move that is played at a rank where the engine plays ``move``.

    A decision that is not about the best move, such as to pass, to resign or to capture dead
    stones, stands. ``known`` says how moves are minded; without it they are tested.
    """
    useful = useful_points(situation.position, situation.color)
    best = next((m for m in rank(situation) if m.point in useful), None)
    if best is not None and move == PASS and not situation.opponent_passed:
        weights = weights_before_passing(situation, model, useful)
        losses = Losses(situation, situation.report.stats_of(PASS) or best, test, style)
        return draw(weights, losses.minded, chance, PASS)
    if best is None or move != best.point:
        return move
    weights = draw_weights(situation, model, style, useful)
    losses = Losses(situation, best, test, style, known)
    return draw(weights, losses.minded, chance, PASS if losses.goes_back(move) else move)


def weights_before_passing(
    situation: Situation, model: Probabilities, useful: Iterable[int]
) -> dict[int, float]:
    """Return the weights of points that are nobody's, and of a pass, where the engine passes."""
    owners = situation.ownership()
    nobodys = {point for point in useful if abs(owners[point]) < SETTLED}
    weights = {point: p for point, p in model if point in nobodys}
    return {**weights, PASS: _weight_of_pass(weights, PASSES[0])}


def draw_weights(
    situation: Situation, model: Probabilities, style: PlayingStyle, useful: Iterable[int]
) -> dict[int, float]:
    """Return the weights of the moves that may be drawn, before what they lose is looked at."""
    report, open_points = situation.report, set(useful)
    if situation.position.move_number > LATE * situation.position.size**2:
        open_points.add(PASS)
    if report.value < LOST:
        # What else is weighed tells little there; people's moves are the model's.
        weights = {point: p for point, p in model if point in open_points}
    else:
        weights = {point: p**style.sharpness for point, p in model if point in open_points}
        for stats in report.moves:
            if stats.point in weights and stats.point != PASS:
                weights[stats.point] *= (1 + stats.visits) ** style.visit_care
    owners = situation.ownership()
    unsettled = sum(abs(owners[point]) < SETTLED for point in open_points - {PASS})
    if PASS in weights and unsettled <= UNSETTLED:
        # People see that the game is over; the model of moves does not.
        others = {point: weight for point, weight in weights.items() if point != PASS}
        share = PASSES[situation.opponent_passed]
        weights[PASS] = max(weights[PASS], _weight_of_pass(others, share))
    return weights


def _weight_of_pass(others: Mapping[int, float], share: float) -> float:
    """Return the weight that gives a pass this share beside others."""
    return sum(others.values()) * share / (1.0 - share)


@dataclass
class Losses:
    """What moves lose against ``best``, as a player of this style minds it; ``known`` says so of
    all moves but a pass, without a test."""

    situation: Situation
    best: MoveStats
    test: Test
    style: PlayingStyle
    known: Callable[[int], float] | None = None

    def minded(self, point: int) -> float | None:
        """Return minus the logarithm of a move's factor; None when there is no time to look."""
        if self.goes_back(point):
            return math.inf
        if self.known is not None and point != PASS:
            return self.known(point)
        stats = self.situation.report.stats_of(point)
        if stats is None or stats.visits < self.style.look:
            stats = self.test(point)
        if stats is None:
            return None
        win = max(0.0, self.best.value - stats.value)
        points = max(0.0, self.best.score - stats.score)
        if point == PASS and (win > FREE[0] or points > FREE[1]):
            return math.inf
        if self.best.value < LOST:
            return self.style.win_care * win + self.style.point_care * points
        return self.style.win_care * win

    def goes_back(self, point: int) -> bool:
        """Return whether a move brings back an earlier position of the game."""
        if point == PASS:
            return False
        after = self.situation.position.copy()
        after.play(point, self.situation.color)
        return after.repetitions() > 0


def draw(
    weights: Mapping[int, float],
    minded: Callable[[int], float | None],
    chance: random.Random,
    otherwise: int,
) -> int:
    """Return a move drawn with the weights w * exp(-minded), or ``otherwise`` when none can be.

    The largest of log w - minded + noise is such a draw when the noise has the Gumbel distribution
    (Gumbel 1954; the Gumbel-max trick). Moves are tested in the order of what they can reach, until
    no other move can reach as much, there is no more time, or ``MOST_TESTS`` were tested.
    """
    keys = sorted(
        (
            (math.log(weight) + _gumbel(chance), point)
            for point, weight in weights.items()
            if weight
        ),
        reverse=True,
    )
    best, answer = -math.inf, otherwise
    for key, point in keys[:MOST_TESTS]:
        if key <= best:
            break
        loss = minded(point)
        if loss is None:
            break
        if key - loss > best:
            best, answer = key - loss, point
    return answer


def _gumbel(chance: random.Random) -> float:
    return -math.log(-math.log(max(chance.random(), 1e-300)))
