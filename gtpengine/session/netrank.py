"""A move as a player of a rank finds it on a large board, where a network leads: without a search.

What comes to mind is drawn from two shares: the model of moves by rank, and the policy of the
package's network, which counts for more the stronger the player is. A move that comes to mind is
tested by the network's score of the position after that move. Its weight is

    p * exp(-care * points lost)

with the points that it loses against the best of the ``CANDIDATES`` likeliest moves. People's moves
of 19x19 are guessed far better so than by searches, which look closer than people do
(docs/explanation/ranks.md).

Whether to pass, to resign or to capture dead stones is decided by a search, as in
``gtpengine.session.rankplay``. Where nothing of this can come up, there is no search
(:meth:`NetworkMind.is_open`).

Not done: reading. What a fight comes to is what the network sees after its first move.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from board_ext.coords import BLACK, PASS, opponent
from board_ext.position import Position
from gtpengine.clock.thinking import LATE
from gtpengine.config.options import EngineOptions
from gtpengine.game.ranks import rank_number
from gtpengine.judge.plainmove import useful_points
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.network.net import Judgement, Network
from gtpengine.patterns import modelfile, rankfile
from gtpengine.prediction.movemodel import MoveModel
from gtpengine.session.rankplay import JUDGE, SETTLED, draw
from gtpengine.session.rankscale import MIDDLE, SPAN, PlayingStyle

SMALLEST: Final = 16
"""The smallest board on which a network leads; of smaller ones no games of people were compared."""

STRONGEST: Final = rank_number("4k")
"""The highest rank that a network leads; searches are measured to be strong enough above."""

MODEL: Final = 0.71, -0.11
NETWORK: Final = 0.38, 0.16
"""The powers of both probabilities: at the rank ``MIDDLE``, and what ``SPAN`` ranks add. They were
fitted to 33,980 moves of people (``gtpengine.tools.research.ranks.rank_guesses``)."""

CARE: Final = -1.985, 0.85
UNMINDED: Final = 0.1
"""The care and ``UNMINDED`` together have the logarithm ``CARE``, also at ``MIDDLE`` and for
``SPAN`` ranks, as people lose points; so below 14k points are not minded. Ranks are 70 Elo apart by
this (docs/journal.md, 30 November 2026)."""

CANDIDATES: Final = 16
"""Moves that are looked at, the likeliest ones."""

LEAST: Final = 1e-5
"""Probabilities of the network below this count as this."""

OPEN: Final = 12
"""Points without a settled owner by the network, from which on nobody passes."""

HOPE: Final = 1.5
"""Below this many times the win rate at which people begin to resign, a search looks."""


@dataclass(frozen=True, slots=True)
class LedStyle:
    """How a player of ``rank`` chooses: the powers of the model's and of the network's
    probabilities, and what a point lost is minded."""

    rank: float
    model: float
    network: float
    care: float


def led_style(rank: float) -> LedStyle:
    """Return how a player of a rank chooses."""
    x = (rank - MIDDLE) / SPAN
    return LedStyle(
        rank,
        model=MODEL[0] + MODEL[1] * x,
        network=NETWORK[0] + NETWORK[1] * x,
        care=max(0.0, math.exp(CARE[0] + CARE[1] * x) - UNMINDED),
    )


def is_led(rank: float, size: int) -> bool:
    """Return whether a network leads a player of a rank on a board."""
    return size >= SMALLEST and rank <= STRONGEST


@dataclass(frozen=True, slots=True)
class NetworkMind:
    """What comes to a player's mind in a position with ``color`` to move.

    ``shares`` has the probability of each useful move, and of PASS; ``lost`` returns the points
    that a useful move loses, infinitely many where it brings back an earlier position.
    """

    position: Position
    color: int
    style: LedStyle
    judgement: Judgement
    shares: Mapping[int, float]
    lost: Callable[[int], float]

    def minded(self, point: int) -> float:
        """Return minus the logarithm of the factor by which a move is played less often."""
        lost = self.lost(point)
        return lost if math.isinf(lost) else self.style.care * lost

    def is_open(self, options: EngineOptions) -> bool:
        """Return whether no pass, no resignation and no capture of dead stones can come up.

        ``options`` are those for deciding as people do.
        """
        position = self.position
        if position.moves[-1:] == [(opponent(self.color), PASS)]:
            return False
        if self.judgement.value < HOPE * (options.resign or 0.0):
            return False
        stones = int(np.count_nonzero(position.stones()))
        if max(position.move_number, stones) <= LATE * position.size**2:
            return True
        sure = np.abs(2.0 * self.judgement.ownership - 1.0)
        return int(np.count_nonzero(sure < SETTLED)) >= OPEN

    def drawn(self, chance: random.Random) -> int:
        """Return a move, drawn by what comes to mind and by what it loses; PASS where none is."""
        weights = {point: share for point, share in self.shares.items() if point != PASS}
        return draw(weights, self.minded, chance, PASS)

    def searching(self, style: PlayingStyle) -> PlayingStyle:
        """Return the style for a search that decides about the end of the game."""
        return replace(style, sharpness=1.0, visit_care=0.0, root=JUDGE)

    def report(self, move: int) -> SearchReport:
        """Return what the network says as the report of a search without simulations."""
        said, size = self.judgement, self.position.size
        stats = MoveStats(
            move, 0, said.value, 0, 0.5, said.value, 0.0, said.score, policy=self.shares[move]
        )
        owners = (2.0 * said.ownership - 1.0).reshape(size, size)
        return SearchReport(
            to_play=self.color,
            size=size,
            moves=(stats,),
            visits=0,
            value=said.value,
            score=said.score,
            simulations=0,
            seconds=0.0,
            ownership=owners if self.color == BLACK else -owners,
            pv=(move,),
            nodes=0,
            memory_bytes=0,
            mean_depth=0.0,
            mean_length=0.0,
            tree_full=False,
            stopped_by="network",
        )


def mind_of(
    network: Network,
    position: Position,
    color: int,
    style: LedStyle,
    left_out: Collection[int] = (),
) -> NetworkMind:
    """Return what comes to the mind of a player; ``left_out`` are moves that are not to be played.

    :raises ModelError: when a model of the package is damaged.
    """
    base = modelfile.load_shipped(position.size).model
    if position.to_play != color:
        position = position.copy()
        position.to_play = color
    points, logs = rankfile.load_shipped(position.size).log_probabilities(position, [style.rank])
    judgement = network.evaluate(position, base)
    # The pass is the point -1, and the network's last probability.
    policy = np.log(np.maximum(judgement.policy[points], LEAST))
    both = style.model * logs[0] + style.network * policy
    found = np.exp(both - both.max())
    found /= found.sum()
    minded = useful_points(position, color) | {PASS}
    minded.difference_update(left_out)
    shares = {
        int(point): float(share)
        for point, share in zip(points, found, strict=True)
        if point in minded
    }
    lost = _Lost(position, network, base, shares if style.care else {})
    return NetworkMind(position, color, style, judgement, shares, lost)


class _Lost:
    """The points that moves lose against the best of the ``CANDIDATES`` likeliest of ``shares``."""

    def __init__(
        self, position: Position, network: Network, base: MoveModel, shares: Mapping[int, float]
    ) -> None:
        self._position, self._network, self._base = position, network, base
        self._scores: dict[int, float] = {}
        likeliest = sorted(shares, key=lambda point: (-shares[point], point))[:CANDIDATES]
        known = [self._score(point) for point in likeliest if point != PASS]
        self._best = max(known, default=-math.inf)

    def __call__(self, point: int) -> float:
        score = self._score(point)
        return math.inf if math.isinf(score) else max(0.0, self._best - score)

    def _score(self, point: int) -> float:
        """Return the network's lead after a move; -inf where an earlier position is back."""
        if point not in self._scores:
            after = self._position.copy()
            after.play(point)
            back = after.repetitions() > 0
            score = -math.inf if back else -self._network.evaluate(after, self._base).score
            self._scores[point] = score
        return self._scores[point]
