"""Moves in the wrong place, where nothing was overlooked on the board.

Each function looks at one kind and returns it, or None.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import PASS, neighbours, vertex_to_point
from gtpengine.base.text.language import later
from gtpengine.review.mistakes.mistake import LOST, Mistake, mean
from gtpengine.review.searching.model import MistakeKind

OWN: Final = 0.85
"""Ownership from which a point is somebody's for sure."""

NEAR: Final = 2
"""Lines between a move and an answer that belongs to it."""

EARLY: Final = 0.3
"""Moves, as a share of the points of the board, up to which a move is early."""

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


def wrong_order(m: Mistake) -> MistakeKind | None:
    """The expected line plays the better move first, is answered beside it, and then goes here."""
    line = m.pair[1].line
    if PASS in (m.point, m.best) or _is_early(m):
        return None  # in the opening many orders are as good
    if m.name(m.point) not in line[2:3] or not _is_near(m, 1, m.best):
        return None
    return MistakeKind(
        "wrong order",
        later(
            "Wrong order: first {best}, which is answered at {answer}, and then {point}.",
            best=m.name(m.best),
            answer=line[1],
            point=m.name(m.point),
        ),
        (m.name(m.best), m.name(m.point)),
    )


def lost_sente(m: Mistake) -> MistakeKind | None:
    """The better move is answered beside it, and the next move is free; the move played is not
    answered."""
    if PASS in (m.point, m.best) or _is_early(m) or _stones_turn(m):
        return None
    follows = m.pair[1].line[2:3]
    if not follows or not _is_near(m, 1, m.best) or _is_near(m, 2, m.best):
        return None
    if m.answer is None or m.distance(m.answer, m.point) <= FAR:
        return None
    return MistakeKind(
        "lost sente",
        later(
            "Lost sente: {best} is answered at {answer}; {point} is not answered.",
            best=m.name(m.best),
            answer=m.pair[1].line[1],
            point=m.name(m.point),
        ),
        (m.name(m.best),),
    )


def edge_move(m: Mistake) -> MistakeKind | None:
    """A quiet move on the first line, while the opening is not over."""
    if PASS in (m.point, m.best) or not _is_early(m):
        return None
    if _line_of(m.point, m.size) > 1 or _line_of(m.best, m.size) < 3 or m.lost_points < SMALL:
        return None
    if any(m.position.color_at(p) for p in neighbours(m.point, m.size)):
        return None  # something may be at stake there
    return MistakeKind(
        "first line",
        later(
            "{point} is on the first line, where a stone does little so early; {best} is larger.",
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
    if _stones_turn(m):
        return None
    return MistakeKind(
        "too small",
        later("Too small: {best} is larger, and no stones are in trouble.", best=m.name(m.best)),
        (m.name(m.best),),
    )


def _is_early(m: Mistake) -> bool:
    """Return whether few moves were played."""
    return len(m.position.moves) <= EARLY * m.size**2


def _stones_turn(m: Mistake) -> bool:
    """Return whether the fate of any stones differs after the two moves."""
    return any(abs(mean(m.own_best, c) - mean(m.own_played, c)) > LOST for _, c in m.chains)


def _is_near(m: Mistake, number: int, point: int) -> bool:
    """Return whether a move of the better line is beside a point."""
    move = m.pair[1].line[number : number + 1]
    there = vertex_to_point(move[0], m.size) if move else PASS
    return there != PASS and m.distance(there, point) <= NEAR


def _line_of(point: int, size: int) -> int:
    """Return the line of a point, from 1 at the edge."""
    row, column = divmod(point, size)
    return 1 + min(row, column, size - 1 - row, size - 1 - column)
