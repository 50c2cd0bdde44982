"""When a pass is as good as any move, by points: where territory counts and all is settled.

A move inside settled territory costs a point. A win rate hides that point: in a won or lost game
all moves seem alike. So searches for the opponent look at the position after a pass and after a
move, with komi such that the pass wins by ``LEAD`` points. Then each point decides the game. Where
the opponent does not win that game the pass loses nothing. Where the opponent does, a move that
takes the win away is worth its cost. What such a search fears in a small territory is read out
(``gtpengine.judge.enclosed``).

Not done: gains of one point, which such searches do not tell from a neutral point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS
from board_ext.position import Position
from gtpengine.judge import life
from gtpengine.judge.case import (
    CONTENT,
    ENOUGH,
    NOTHING_SEEN,
    EndgameCase,
    SearchAfter,
    margin_after,
    quiet_answer,
)
from gtpengine.judge.enclosed import is_refuted
from gtpengine.judge.plainmove import endless
from gtpengine.judge.situation import SETTLED, Situation, flat_ownership, is_ahead
from gtpengine.mcts.report.report import SearchReport

MOST_DOUBT: Final = 0.1
"""Largest doubt about empty points, as a fraction of the board, of a position near its end. In 85
finished games it was 0.08 at most, in games at 0.6 of their length 0.15 at least."""

NOBODYS: Final = 0.3
"""Ownership up to which a point is nobody's so far."""

MOST_NOBODYS: Final = 0.06
"""Most points that are nobody's, as a fraction of the board, where all of it is divided up."""

LEAD: Final = 1.5
"""Points by which a pass wins the game of a look: what a move in own territory costs, and half a
point."""

THREAT: Final = 0.5
"""Win rate of that game from which the opponent threatens something after a pass."""

LEAST_GAIN: Final = 4.0
"""How many times lower the opponent's odds of that game must be after a move that gains. In 98
finished games with a stone off whose absence costs points, filling the hole divided them by five
and more in 93. In a large territory that an attack may enter, a move divided them by 2.6."""

LIKELY_GAIN: Final = 2.0
"""The same in short looks: with less they are not made longer."""

EVEN: Final = 0.7
"""Win rate of that game after a move up to which the looks show what the move gains."""

FEW: Final = 32
"""Visits of a search from which it is believed that a game is over and won."""

TRIED: Final = 2
"""Moves of the opponent that are tried as an answer to a threat."""

SHORT: Final = 200
"""Simulations of a first look at what a move gains over a pass."""

SURE: Final = 600
"""Simulations of the looks that such a gain is believed from."""


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


def even_offset(situation: Situation) -> float:
    """Return the points to add to komi so that a pass wins the game by ``LEAD`` points.

    The count says how the game stands. The count takes a chain for dead that the player is about
    to save. So the mean of the searched results counts where it is better, if the player is behind
    or has stones that are taken for dead: otherwise, in a game that is won, this mean has what
    desperate attacks lose.
    """
    position, ownership = situation.position, situation.ownership()
    sign = 1.0 if situation.color == BLACK else -1.0
    status = life.judge(position, ownership)
    lead = sign * life.score(position, status, ownership)
    own_dead = (position.color_at(point) for point in status.points(life.Status.DEAD))
    if lead <= 0 or situation.color in own_dead:
        lead += max(0, round(situation.report.score - lead))
    return sign * (lead - LEAD)


def compare_with_pass(case: EndgameCase) -> int | SearchAfter | None:
    """Pass where territory counts and no move gains more than it costs; or play the move that does.

    That is asked after a pass of the opponent, and where the search would play into a territory.
    """
    situation = case.situation
    if not case.by_points or not (situation.opponent_passed or _is_idle(case)):
        return None
    if endless(situation.position):
        return PASS
    short = SHORT if situation.opponent_passed else 0
    offset = even_offset(situation)
    look = SearchAfter(PASS, short, offset)
    if case.may_look(look):
        return look
    after_pass = case.believed(PASS, offset)
    if after_pass is None:
        return _pass_unseen(case)
    near = _is_near(case, after_pass)
    settled = near or margin_after(situation, PASS, after_pass) > 0
    if _is_threatened(case, after_pass):
        answer = _move_that_gains(case, short, offset, near or _is_divided(case, after_pass))
        if answer is not None:
            return answer
        if not (settled or _is_won_and_divided(case, after_pass)):
            return None
    elif not (settled or _is_divided(case, after_pass)):
        return None
    believed = situation.report.visits >= ENOUGH
    quiet = quiet_answer(case, situation.report if believed else after_pass)
    answer = PASS if quiet == PASS else case.tested(quiet, short)
    return PASS if answer is None else answer


def _is_threatened(case: EndgameCase, after_pass: SearchReport) -> bool:
    """Return whether the opponent gains by the first move after a pass, as a look sees it."""
    if after_pass.value <= THREAT or not after_pass.moves:
        return False
    situation = case.situation
    threat, color = after_pass.moves[0].point, situation.color
    return threat == PASS or not is_refuted(
        situation.position, color, threat, situation.ownership()
    )


def _is_near(case: EndgameCase, after_pass: SearchReport) -> bool:
    """Return whether the search or the look after the pass sees the position near its end.

    Either sees doubt where the other has none: by chance, or for what is at stake.
    """
    seen = [after_pass]
    if case.situation.report.visits >= ENOUGH:
        seen.append(case.situation.report)
    return any(is_near_its_end(case.situation.position, report) for report in seen)


def _is_divided(case: EndgameCase, after_pass: SearchReport) -> bool:
    """Return whether the search or the look after the pass sees the board divided up."""
    seen = (after_pass, case.situation.report)
    return any(is_divided_up(case.situation.position, report) for report in seen)


def _move_that_gains(
    case: EndgameCase, short: int, offset: float, divided: bool
) -> int | SearchAfter | None:
    """Return a move that gains more than it costs, or the look that is needed to know.

    It is the search's choice, or a good move of the opponent where the board is ``divided`` up.
    """
    after_pass = case.believed(PASS, offset)
    for point in _candidates(case, after_pass if divided else None):
        look = SearchAfter(point, short, offset)
        if case.may_look(look):
            return look
        level = _level(case, point, offset)
        gains = _gains(case, point, level, short)
        if gains is not False:
            return point if gains is True else gains
    return None


def _level(case: EndgameCase, point: int, offset: float) -> float:
    """Return the points to add to komi in the looks that compare a move with a pass.

    Where the opponent wins after the move, too, the count is far from what the searches see. Then
    the lead that they see counts.
    """
    after, situation = case.believed(point, offset), case.situation
    near = is_near_its_end(situation.position, situation.report)
    if after is None or after.value <= EVEN or not near:
        return offset
    sign = 1.0 if situation.color == BLACK else -1.0
    return -sign * round(after.score + LEAD)


def _is_won_and_divided(case: EndgameCase, after_pass: SearchReport) -> bool:
    """Return whether a pass wins although territories are large enough to be attacked."""
    position, ownership = case.situation.position, flat_ownership(after_pass)
    score = life.score(position, life.judge(position, ownership), ownership)
    return (
        _is_divided(case, after_pass)
        and (score > 0 if case.situation.color == BLACK else score < 0)
        and case.situation.report.value > 0.5
    )


def _is_idle(case: EndgameCase) -> bool:
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


def _pass_unseen(case: EndgameCase) -> int | None:
    """Pass without a look where that wins a game that the search itself sees near its end.

    In a game that is won it is enough that all of the board is divided up.
    """
    situation, position = case.situation, case.situation.position
    report = situation.report
    unknown = not situation.opponent_passed or report.visits < FEW
    if unknown or case.is_seen_to_lose(PASS):
        return None
    settled = is_near_its_end(position, report)
    surely = 0.5 if report.visits >= ENOUGH else CONTENT
    settled |= report.value > surely and is_divided_up(position, report)
    return PASS if settled and is_ahead(situation) else None


def _candidates(case: EndgameCase, after_pass: SearchReport | None) -> Iterator[int]:
    """Yield the search's choice, and the opponent's best moves in ``after_pass``."""
    own = [move.point for move in case.ranked if move.point != PASS][:1]
    theirs = () if after_pass is None else after_pass.moves[:TRIED]
    for point in dict.fromkeys([*own, *(m.point for m in theirs if m.visits >= NOTHING_SEEN)]):
        if point != PASS and case.situation.position.is_legal(point, case.situation.color):
            yield point


def _gains(case: EndgameCase, point: int, offset: float, short: int) -> bool | SearchAfter:
    """Return whether looks show that a move gains more than it costs, or the look that is needed.

    Without time for looks the search's own choice is played.
    """
    for least in dict.fromkeys((short, SURE if short else 0)):
        wanted = (SearchAfter(PASS, least, offset), SearchAfter(point, least, offset))
        needed = next((look for look in wanted if case.may_look(look)), None)
        if needed is not None:
            return needed
        after, after_pass = case.believed(point, offset), case.believed(PASS, offset)
        if after is None or after_pass is None:
            return case.is_choice(point) and case.situation.report.visits >= ENOUGH
        gain = LIKELY_GAIN if least and least < SURE else LEAST_GAIN
        if odds(after_pass.value) < gain * odds(after.value):
            return False
    return True


def odds(rate: float) -> float:
    """Return the odds of a win rate, 1 to 99 at most."""
    rate = min(max(rate, 0.01), 0.99)
    return rate / (1.0 - rate)
