"""Weaker on purpose: an opponent for players of every strength.

A level is a number of simulations and a temperature. With few simulations the search follows the
model of moves that was learned from game records, so a weak level plays like someone who thinks
little, and not at random. With a temperature t the move is drawn with weights visits^(1/t). Moves
that not even a beginner plays are left out: own eyes, points whose owner is settled, and
self-ataris that gain nothing.

Passing and resigning are not made weaker: a longer search, of at least ``JUDGE`` simulations,
decides when the game is over or lost.

Calibrated in docs/reference/levels.md.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from board_ext.coords import PASS
from board_ext.lab.probe import Probe
from gtpengine.clock.thinking import Plan
from gtpengine.judge.plainmove import useful_points
from gtpengine.judge.situation import Situation, rank
from gtpengine.mcts.report.report import SearchReport

JUDGE: Final = 300
"""Fewest simulations that decide about passing and resigning."""

SETTLED: Final = 0.9
"""Ownership (0 nobody's, 1 sure) from which a point is not worth a move."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: ``simulations`` for a move, which is then drawn at ``temperature``."""

    simulations: int
    temperature: float = 0.0


LEVELS: Final = (
    Level(480, 24.0),
    Level(275, 12.0),
    Level(130, 7.0),
    Level(64, 3.9),
    Level(64, 1.6),
    Level(64, 0.95),
    Level(64, 0.4),
    Level(110),
    Level(250),
    Level(500),
    Level(900),
)
"""From the weakest on; above the last comes the engine without a level."""


def level_named(number: int) -> Level:
    """Return the level of the option ``level``, which counts from 1."""
    return LEVELS[number - 1]


def weakened(plan: Plan, level: Level) -> tuple[Plan, Plan]:
    """Return two plans: of the search for a move, and of the judging search that continues it.

    Both stay within the time of ``plan``, and each within its simulations.
    """

    def capped(simulations: int) -> Plan:
        whole = plan.simulations + plan.kept if plan.simulations else simulations
        limit = min(simulations, whole)
        return replace(
            plan, simulations=limit, most_simulations=limit, whole_simulations=limit, kept=0
        )

    return capped(level.simulations), capped(max(level.simulations, JUDGE))


def instead_of(
    move: int, situation: Situation, glance: SearchReport, level: Level, chance: random.Random
) -> int:
    """Return the move that a player of this level plays where the engine plays ``move``.

    ``glance`` is the short search, ``situation`` has the judging one. A decision of that search
    that is not about the best move, such as to pass, to resign or to capture dead stones, stands.
    """
    useful = useful_points(situation.position, situation.color)
    best = next((m.point for m in rank(situation) if m.point in useful), PASS)
    if move != best:
        return move
    seen = [
        candidate
        for candidate in rank(replace(situation, report=glance))
        if candidate.point in useful and candidate.visits > 0
    ]
    # The best move is fine even if its point looks settled because the move is expected.
    absurd = _absurd(situation, [c.point for c in seen if c.point != best])
    seen = [candidate for candidate in seen if candidate.point not in absurd]
    if not seen:
        return move
    if level.temperature <= 0:
        return seen[0].point
    most = max(candidate.visits for candidate in seen)
    weights = [(candidate.visits / most) ** (1.0 / level.temperature) for candidate in seen]
    return chance.choices(seen, weights)[0].point


def _absurd(situation: Situation, points: list[int]) -> set[int]:
    """Return those of ``points`` that not even a beginner plays."""
    owners = situation.ownership()
    probe = Probe.of(situation.position)
    return {
        point
        for point in points
        if abs(owners[point]) >= SETTLED or probe.is_bad_self_atari_read(point, situation.color)
    }
