"""Moves in the wrong place, where nothing was overlooked on the board.

Each function looks at one kind and returns it, or None.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import PASS
from gtpengine.base.language import later
from gtpengine.review.mistake import LOST, Mistake, mean
from gtpengine.review.model import MistakeKind

OWN: Final = 0.85
"""Ownership from which a point is somebody's for sure."""

FAR: Final = 4
"""Lines between two points that are not about the same thing."""

SMALL: Final = 3.0
"""Points lost by a move that is too small."""


def lost_stone(m: Mistake) -> MistakeKind | None:
    """A stone put where it is dead at once, although the place was not safe before either."""
    if m.point == PASS:
        return None
    if m.own_before[m.point] > -OWN or m.own_played[m.point] > -OWN:
        return None
    return MistakeKind(
        "dead stone",
        later("{point} lies in the other side's territory and stays dead.", point=m.name(m.point)),
        (m.name(m.point),),
    )


def own_territory(m: Mistake) -> MistakeKind | None:
    """A move in territory that the player owned already."""
    if m.point == PASS or m.own_before[m.point] < OWN:
        return None
    if any(
        m.probe.atari_liberty(chain[0]) is not None and m.own_before[chain[0]] < OWN
        for _, chain in m.chains
    ):
        return None  # there was something to do
    return MistakeKind(
        "own territory",
        later(
            "{point} was already territory of the player; {best} is larger.",
            point=m.name(m.point),
            best=m.name(m.best),
        ),
        (m.name(m.point),),
    )


def no_answer(m: Mistake) -> MistakeKind | None:
    """The better move answers the last one, and the move played is elsewhere."""
    if PASS in (m.point, m.best) or not m.position.moves:
        return None
    color, last = m.position.moves[-1]
    if color == m.color or last == PASS:
        return None
    if m.distance(m.best, last) > 2 or m.distance(m.point, last) <= FAR:
        return None
    return MistakeKind(
        "no answer",
        later(
            "Did not answer {point}: {best} was needed.", point=m.name(last), best=m.name(m.best)
        ),
    )


def too_small(m: Mistake) -> MistakeKind | None:
    """Neither move is about stones in trouble; the better one is elsewhere and larger."""
    if PASS in (m.point, m.best) or m.lost_points < SMALL:
        return None
    if m.distance(m.point, m.best) <= FAR:
        return None
    if any(abs(mean(m.own_best, c) - mean(m.own_played, c)) > LOST for _, c in m.chains):
        return None
    return MistakeKind(
        "too small",
        later("Too small: {best} is larger, and no stones are in trouble.", best=m.name(m.best)),
        (m.name(m.best),),
    )
