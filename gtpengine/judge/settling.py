"""When a pass is as good as any move, by points: where territory counts and all is settled.

A move inside settled territory costs a point. A win rate hides that point:
in a won or lost game all moves seem alike, and in a close one a network may be wrong by a point. So
moves are compared by the owners of points. Two searches have the opponent to move: one after a
pass, the other after the move. A point that changes its owner between them was at stake. Where the
move changes none the opponent threatens nothing, and the pass is as good.

Not done: gains of one point, which such searches do not tell from a neutral point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS
from board_ext.position import Position
from gtpengine.judge import life
from gtpengine.judge.case import ENOUGH, NOTHING_SEEN, Case, Look, margin_after, quiet_answer
from gtpengine.judge.plainmove import endless
from gtpengine.judge.situation import SETTLED, flat_ownership, is_ahead
from gtpengine.mcts.report.report import SearchReport

MOST_DOUBT: Final = 0.1
"""Largest doubt about empty points, as a fraction of the board, of a position near its end. In 85
finished games it was 0.08 at most, in games at 0.6 of their length 0.15 at least."""

NOBODYS: Final = 0.3
"""Ownership up to which a point is nobody's so far."""

MOST_NOBODYS: Final = 0.06
"""Most points that are nobody's, as a fraction of the board, where all of it is divided up."""

CHANGED: Final = 0.5
"""Change of ownership (-1 to +1) from which it is no chance of the searches."""

OWNED: Final = 0.2
"""Ownership from which a point belongs to a player, if not for sure."""

LEAST_GAIN: Final = 0.9
"""Sum of changes that a move outside own territory must reach. Finished games reached 0.8."""

SHORT: Final = 200
"""Simulations of a first look at what a move gains over a pass."""

SURE: Final = 600
"""Simulations of the looks that such a gain is believed from."""

DECIDED: Final = 0.1
"""Win rate of either side below which a game is decided."""

COST: Final = 1.0
"""Points that a move in own territory costs."""


def is_near_its_end(position: Position, report: SearchReport) -> bool:
    """Return whether few empty points of the position are in doubt, as ``report`` sees it."""
    doubt = sum(1.0 - abs(value) for value in _of_empty_points(position, report))
    return doubt < MOST_DOUBT * position.size**2


def is_divided_up(position: Position, report: SearchReport) -> bool:
    """Return whether hardly a point is nobody's, though territories may be open to attack."""
    nobodys = sum(abs(value) < NOBODYS for value in _of_empty_points(position, report))
    return nobodys < MOST_NOBODYS * position.size**2


def _of_empty_points(position: Position, report: SearchReport) -> list[float]:
    owned = enumerate(flat_ownership(report))
    return [value for point, value in owned if position.color_at(point) == EMPTY]


def gain(color: int, point: int, after: SearchReport, after_pass: SearchReport) -> float:
    """Return what the move at ``point`` of ``color`` gains over a pass, in changes of ownership.

    Only points count that one of the two leaves to the opponent or to nobody. A point of the
    opponent's that becomes ``color``'s counts 2. The move's own point does not count: it is the
    move's because a stone stands there, and may be a neutral point.
    """
    sign = 1.0 if color == BLACK else -1.0
    total = 0.0
    owned = zip(flat_ownership(after), flat_ownership(after_pass), strict=True)
    for place, (with_move, without) in enumerate(owned):
        change = sign * (with_move - without)
        changes_hands = (sign * with_move > OWNED) != (sign * without > OWNED)
        if place != point and changes_hands and abs(change) > CHANGED:
            total += change
    return total


def least_gain(color: int, point: int, after_pass: SearchReport) -> float:
    """Return the :func:`gain` from which the move at ``point`` is worth its cost."""
    sign = 1.0 if color == BLACK else -1.0
    inside = sign * flat_ownership(after_pass)[point] > SETTLED
    return LEAST_GAIN + (COST if inside else 0.0)


def compare_with_pass(case: Case) -> int | Look | None:
    """Pass where territory counts and no move gains more than it costs; or play the move that does.

    That is asked after a pass of the opponent, and where the search would play into a territory.
    """
    situation = case.situation
    if not case.by_points or not (situation.opponent_passed or _is_idle(case)):
        return None
    if endless(situation.position):
        return PASS
    short = SHORT if situation.opponent_passed else 0
    if case.may_look(Look(PASS, short)):
        return Look(PASS, short)
    after_pass = case.believed(PASS)
    if after_pass is None:
        return _pass_unseen(case)
    near = _is_near(case, after_pass)
    if not near and short and case.may_look(Look(PASS, SURE)):
        return Look(PASS, SURE)
    answer = _move_that_gains(case, short, near)
    if answer is not None:
        return answer
    if not near:
        if margin_after(situation, PASS, after_pass) > 0:
            return PASS
        if not _is_won_and_divided(case, after_pass):
            return None
    believed = situation.report.visits >= ENOUGH
    quiet = quiet_answer(case, situation.report if believed else after_pass)
    answer = PASS if quiet == PASS else case.tested(quiet, short)
    return PASS if answer is None else answer


def _is_near(case: Case, after_pass: SearchReport) -> bool:
    """Return whether the search or the look after the pass sees the position near its end.

    Either sees doubt where the other has none: by chance, or for what is at stake.
    """
    seen = [after_pass]
    if case.situation.report.visits >= ENOUGH:
        seen.append(case.situation.report)
    return any(is_near_its_end(case.situation.position, report) for report in seen)


def _move_that_gains(case: Case, short: int, near: bool) -> int | Look | None:
    """Return a move that gains more than it costs, or the look that is needed to know.

    It is the search's choice, or ``near`` the end of the game the opponent's best move.

    Where the game is decided the looks are level: who wins or loses anyhow minds no point. In a
    large territory level looks would see what desperate attacks may bring.
    """
    decided = not DECIDED < case.situation.report.value < 1.0 - DECIDED
    level = decided and near and case.situation.opponent_passed
    if case.may_look(Look(PASS, short, level)):
        return Look(PASS, short, level)
    after_pass = case.believed(PASS, level)
    if after_pass is None:  # no time for a level look
        level, after_pass = False, case.believed(PASS)
    assert after_pass is not None
    for point in _candidates(case, after_pass if near else None):
        if case.may_look(Look(point, short, level)):
            return Look(point, short, level)
        if _gains(case, point, after_pass, level):
            sure = SURE if short else 0
            again = (Look(PASS, sure, level), Look(point, sure, level))
            return next((look for look in again if case.may_look(look)), point)
    return None


def _is_won_and_divided(case: Case, after_pass: SearchReport) -> bool:
    """Return whether a pass wins although territories are large enough to be attacked."""
    position, ownership = case.situation.position, flat_ownership(after_pass)
    score = life.score(position, life.judge(position, ownership), ownership)
    return (
        is_divided_up(position, after_pass)
        and (score > 0 if case.situation.color == BLACK else score < 0)
        and not case.is_seen_to_lose(PASS)
    )


def _is_idle(case: Case) -> bool:
    """Return whether the player may pass first, and the search's choice adds nothing it knows of.

    The choice lies in own territory. A player who is ahead has no need of one in the opponent's,
    either.
    """
    situation, choice = case.situation, case.choice
    if not situation.options.pass_early or choice is None or choice.visits < NOTHING_SEEN:
        return False
    if choice.point == PASS:
        return False
    sign = 1.0 if situation.color == BLACK else -1.0
    owned = sign * situation.ownership()[choice.point]
    return owned > SETTLED or (owned < -SETTLED and is_ahead(situation))


def _pass_unseen(case: Case) -> int | None:
    """Pass without a look where that wins a game that the search itself sees near its end."""
    situation = case.situation
    unknown = not situation.opponent_passed or situation.report.visits < ENOUGH
    if unknown or case.is_seen_to_lose(PASS):
        return None
    near = is_near_its_end(situation.position, situation.report)
    return PASS if near and is_ahead(situation) else None


def _candidates(case: Case, after_pass: SearchReport | None) -> Iterator[int]:
    """Yield the search's choice, and the opponent's best move in ``after_pass``."""
    own = next((move.point for move in case.ranked if move.point != PASS), PASS)
    theirs = after_pass.moves[0].point if after_pass is not None and after_pass.moves else PASS
    for point in dict.fromkeys((own, theirs)):
        if point != PASS and case.situation.position.is_legal(point, case.situation.color):
            yield point


def _gains(case: Case, point: int, after_pass: SearchReport, level: bool) -> bool:
    """Return whether a look after a move shows that it gains more than it costs.

    Without a look the search itself says so of its choice.
    """
    color, report = case.situation.color, case.situation.report
    after = case.believed(point, level)
    if after is None and report.visits >= ENOUGH and case.is_choice(point):
        after = report
    if after is None:
        return False
    return gain(color, point, after, after_pass) > least_gain(color, point, after_pass)
