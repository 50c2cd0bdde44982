"""What another engine is asked about a position, and what it may answer, in KataGo's JSON.

Nothing of an answer is believed unseen: numbers are finite and in their range, moves are legal, and
there is an owner for each point. Whatever does not fit is a `RefusedError`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from board_ext.coords import BLACK, WHITE, point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.base.text.brief import brief
from gtpengine.base.text.language import later
from gtpengine.game.replay import initial_position
from gtpengine.game.rulenames import kata_fields
from gtpengine.programs.analysis_program import ProgramError

MOST_VISITS: Final = 1 << 50
"""Visits of a search that seconds limit."""

MOST_LEAD: Final = 1000.0
"""Points that no board has."""

_NAMES: Final = {BLACK: "B", WHITE: "W"}


class RefusedError(ProgramError):
    """A position that the other engine does not judge, or not sensibly. Others it may judge."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move; win rate (0 to 1) and lead (points) are for the side that plays it.

    ``prior`` is its share of the program's policy. What the program does not say is NaN.
    """

    point: int
    visits: int
    win_rate: float
    lead: float
    line: tuple[int, ...]
    prior: float = math.nan


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position as the other engine sees it; win rate and lead are for the side to move.

    ``moves`` has the best one first, and at least one. ``ownership`` has a value for each point
    from A1 on along the rows, +1 Black's, -1 White's. ``lead_stdev`` is the standard deviation of
    the lead, NaN where the program does not say.
    """

    win_rate: float
    lead: float
    visits: int
    moves: tuple[JudgedMove, ...]
    ownership: tuple[float, ...]
    lead_stdev: float = math.nan


def question_about(
    position: Position, visits: int | None, seconds: float | None, only: int | None = None
) -> dict[str, Any]:
    """Return the question: the game as it was played, and how long to search.

    :param only: the one move to search; None for all.
    :raises RefusedError: for a game that captures decide, which the protocol does not know.
    """
    if position.rules.capture:
        raise RefusedError(
            later("the other engine is not asked about {rules}", rules=position.rules.name)
        )
    size, first, rules = position.size, initial_position(position), position.rules
    # The bonus for handicap stones is in the komi, so that nobody has to guess which stones are
    # handicap stones.
    komi = position.komi + rules.handicap_bonus.points(position.handicap)
    asked: dict[str, Any] = {
        "boardXSize": size,
        "boardYSize": size,
        "rules": kata_fields(rules) | {"whiteHandicapBonus": "0"},
        "komi": komi,
        "initialStones": [
            [_NAMES[color], point_to_vertex(point, size)]
            for point in range(size * size)
            if (color := first.color_at(point)) in _NAMES
        ],
        "initialPlayer": _NAMES[first.to_play],
        "moves": [[_NAMES[color], point_to_vertex(p, size)] for color, p in position.moves],
        "maxVisits": MOST_VISITS if visits is None else visits,
        "includeOwnership": True,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }
    if position.moves and position.to_play == position.moves[-1][0]:
        # The protocol has no other way to say who moves: a player moves twice in a row.
        asked["moves"].append([_NAMES[BLACK + WHITE - position.to_play], "pass"])
    if seconds is not None:
        asked["overrideSettings"]["maxTime"] = seconds
    if only is not None:
        vertex = point_to_vertex(only, size)
        player = _NAMES[position.to_play]
        asked["allowMoves"] = [{"player": player, "moves": [vertex], "untilDepth": 1}]
    return asked


def judgement_of(
    answer: dict[str, Any],
    position: Position,
    only: int | None,
    *,
    side: int = BLACK,
    partly: bool = False,
) -> JudgedPosition:
    """Return what an answer says.

    :param side: the one that its numbers are for: ``BLACK`` or ``WHITE``.
    :param partly: whether lead and ownership may be missing, which are NaN and empty then, and
        illegal moves are left out.
    :raises RefusedError: when it is an error, or makes no sense.
    """
    if "error" in answer:
        said = repr(brief(str(answer["error"])))
        if "field" in answer:
            said += f" (field {brief(str(answer['field']))!r})"
        raise RefusedError(later("the other engine answers {said}", said=said))
    try:
        return _Answer(position, side, partly).read(answer, only)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise nonsense(what) from None


def nonsense(what: str) -> RefusedError:
    """Return the error of an answer that makes no sense."""
    return RefusedError(
        later("an answer of the other engine makes no sense: {what}", what=brief(what))
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer about a position. Its numbers are for ``side``; ``partly`` as above."""

    position: Position
    side: int
    partly: bool

    def read(self, answer: dict[str, Any], only: int | None) -> JudgedPosition:
        if answer.get("noResults"):
            raise ValueError("it has no results")
        root = answer["rootInfo"]
        rate, lead = self._values(root)
        found = sorted(answer["moveInfos"], key=lambda one: int(one["order"]))
        searched = [self._move(one) for one in found if int(one["visits"]) > 0]
        moves = [one for one in searched if one is not None]
        if only is not None:
            moves = [one for one in moves if one.point == only]
        if not moves:
            raise ValueError("no move was searched")
        owners = () if self.partly and "ownership" not in answer else self._owners(answer)
        stdev = _known(root, "scoreStdev", 0.0, MOST_LEAD)
        return JudgedPosition(rate, lead, int(root["visits"]), tuple(moves), owners, stdev)

    def _move(self, told: dict[str, Any]) -> JudgedMove | None:
        point = vertex_to_point(str(told["move"]), self.position.size)
        if not self.position.is_legal(point):
            if self.partly:  # a program that was not told the rules plays by its own
                return None
            raise ValueError(f"move {told['move']} is not legal")
        rate, lead = self._values(told)
        line = _line(told, point, self.position)
        return JudgedMove(
            point, int(told["visits"]), rate, lead, line, _known(told, "prior", 0.0, 1.0)
        )

    def _values(self, told: dict[str, Any]) -> tuple[float, float]:
        """Return the win rate and the lead of the side to move."""
        rate = _number(told, "winrate", 0.0, 1.0)
        read = _known if self.partly else _number
        lead = read(told, "scoreLead", -MOST_LEAD, MOST_LEAD)
        return (rate, lead) if self.position.to_play == self.side else (1.0 - rate, -lead)

    def _owners(self, answer: dict[str, Any]) -> tuple[float, ...]:
        told, size = answer["ownership"], self.position.size
        if not isinstance(told, list) or len(told) != size * size:
            count = len(told) if isinstance(told, list) else 0
            raise ValueError(f"{count} owners for {size * size} points")
        sign = 1.0 if self.side == BLACK else -1.0
        values = [sign * _checked(value, "ownership", -1.0, 1.0) for value in told]
        # The protocol begins at the top left corner.
        rows = [values[row * size : (row + 1) * size] for row in range(size)]
        return tuple(value for row in reversed(rows) for value in row)


def _line(told: dict[str, Any], first: int, position: Position) -> tuple[int, ...]:
    """Return the expected line, as far as its moves are legal; it begins with the move."""
    points = [vertex_to_point(str(word), position.size) for word in told.get("pv", ())]
    if points[:1] != [first]:
        points = [first]
    played, at = [], position.copy()
    for point in points:
        if not at.is_legal(point):
            break
        at.play(point)
        played.append(point)
    return tuple(played)


def _known(told: dict[str, Any], name: str, low: float, high: float) -> float:
    """Return a value that may be missing; NaN where it is."""
    return _number(told, name, low, high) if name in told else math.nan


def _number(told: dict[str, Any], name: str, low: float, high: float) -> float:
    return _checked(told[name], name, low, high)


def _checked(value: object, name: str, low: float, high: float) -> float:
    slack = 1e-3  # of what was rounded
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name} {value!r} is no number")
    if not low - slack <= value <= high + slack:
        raise ValueError(f"{name} {value:g} is not between {low:g} and {high:g}")
    return min(max(float(value), low), high)
