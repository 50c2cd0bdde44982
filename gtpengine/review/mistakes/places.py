"""Moves in the wrong place, where nothing was overlooked on the board.

Each function looks at one kind and returns it, or None.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import PASS, neighbours
from gtpengine.review.mistakes.mistake import FAR, NEAR, Mistake
from gtpengine.review.searching.model import MistakeKind

OWN: Final = 0.85
"""Ownership from which a point is somebody's for sure."""

SMALL: Final = 3.0
"""Points lost by a move that is too small."""


def lost_stone(m: Mistake) -> MistakeKind | None:
    """A stone put where it is dead at once, although the place was not safe before either."""
    if m.point == PASS:
        return None
    if m.own_before[m.point] > -OWN or m.own_played[m.point] > -OWN:
        return None
    return m.kind_about(
        "dead stone", "{point} lies in the other side's territory and stays dead.", [m.point]
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
    return m.kind_about(
        "own territory", "{point} was already territory of the player; {best} is larger.", [m.point]
    )


def wrong_order(m: Mistake) -> MistakeKind | None:
    """The expected line plays the better move first, is answered beside it, and then goes here."""
    line = m.pair[1].line
    if PASS in (m.point, m.best) or m.is_early:
        return None  # in the opening many orders are as good
    if m.name(m.point) not in line[2:3] or not m.are_near(m.pair[1], 0, 1):
        return None
    return m.kind_about(
        "wrong order",
        "Wrong order: first {best}, which is answered at {answer}, and then {point}.",
        [m.best, m.point],
        answer=line[1],
    )


def edge_move(m: Mistake) -> MistakeKind | None:
    """A quiet move on the first line, while the opening is not over."""
    if PASS in (m.point, m.best) or not m.is_early:
        return None
    if m.line(m.point) > 1 or m.line(m.best) < 3 or m.lost_points < SMALL:
        return None
    if any(m.position.color_at(p) for p in neighbours(m.point, m.size)):
        return None  # something may be at stake there
    return m.kind_about(
        "first line",
        "{point} is on the first line, where a stone does little so early; {best} is larger.",
        [m.point],
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
    return m.kind_about("no answer", "Did not answer {point}: {best} was needed.", point=last)


def too_small(m: Mistake) -> MistakeKind | None:
    """Neither move is about stones in trouble; the better one is elsewhere and larger."""
    if PASS in (m.point, m.best) or m.lost_points < SMALL:
        return None
    if m.distance(m.point, m.best) <= FAR:
        return None
    if m.stones_turn():
        return None
    in_atari = (chain for _, chain in m.chains if m.probe.atari_liberty(chain[0]) is not None)
    if any(m.distance(m.nearest(chain, m.point), m.point) <= NEAR for chain in in_atari):
        return m.kind_about("too small", "Too small: {best} is larger than {point}.", [m.best])
    return m.kind_about(
        "too small", "Too small: {best} is larger, and no stones are in trouble.", [m.best]
    )
