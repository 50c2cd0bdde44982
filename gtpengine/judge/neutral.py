"""Neutral points: where area counts, each is a point for the colour that plays there.

A search sees no use in a neutral point when the game is won or lost anyhow. So neutral points are
filled before a pass.

Not done: neutral points that only a chain with less than two liberties elsewhere can fill. To fill
those may cost the chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from board_ext.coords import BLACK, EMPTY
from board_ext.position import Position
from gtpengine.judge import life
from gtpengine.judge.situation import Situation, flat_ownership
from gtpengine.mcts.report.report import SearchReport

HELD: Final = 0.3
"""Mean ownership (0 nobody's, 1 sure) of a chain that lives."""


def neutral_point(position: Position, color: int, ownership: Sequence[float]) -> int | None:
    """Return the move of ``color`` at a neutral point that gains most by area; None without one.

    ``ownership`` has a value for each point, from A1 on; it says which chains live.
    """
    sign = 1.0 if color == BLACK else -1.0
    found = life.judge(position, ownership)
    dead, seki = (set(found.points(each)) for each in (life.Status.DEAD, life.Status.SEKI))
    areas = life.regions(position, dead)
    before = sign * position.area_score(list(dead))
    best, most = None, 0.0
    for area in areas:
        if len(area.colors) < 2 or any(chain[0] in seki for chain in area.around):
            continue
        for point in area.points:
            if position.color_at(point) != EMPTY or not position.is_legal(point, color):
                continue
            trial = position.copy()
            trial.play(point, color)
            if len(set(trial.liberties_of(point)) - area.points) < 2:
                continue
            left = [stone for stone in dead if trial.color_at(stone) == position.color_at(stone)]
            gain = sign * trial.area_score(left) - before
            if gain > most:
                best, most = point, gain
    return best


def is_held(situation: Situation, point: int, after: SearchReport) -> bool:
    """Return whether the chain that the move at ``point`` adds to lives on, as ``after`` sees it.

    The move takes a liberty of its own chain, so the opponent's answer could only capture this one.
    """
    sign = 1.0 if situation.color == BLACK else -1.0
    trial, ownership = situation.position.copy(), flat_ownership(after)
    trial.play(point, situation.color)
    chain = trial.chain_at(point)
    return sign * sum(ownership[stone] for stone in chain) > HELD * len(chain)
