"""When to pass, when to resign, and which move to play when the best one is not the answer.

The search says what is good; this module decides what to answer, by plain rules over a frozen
``SearchReport``. The rules prevent:

- passing when that loses the game and moves still help;
- playing on for ever in a decided game, or filling own eyes;
- moves that the rules in force forbid (the tree does not know superko).

A rule may override the search's choice, but not with a move that the search has seen to lose while
its own choice does not. The search knows nothing about a move with hardly any visits, so that move
is searched first: the decision is then a :class:`SearchAfter`, and is made again with the result.
When no time is left for the search, the move is not played. Where territory counts, a pass is
compared with moves by points (``gtpengine.judge.settling``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from board_ext.coords import BLACK, PASS, RESIGN
from gtpengine.config.options import EngineOptions
from gtpengine.judge import settling
from gtpengine.judge.case import (
    CONTENT,
    HOPELESS,
    NOTHING_SEEN,
    EndgameCase,
    SearchAfter,
    Seen,
    margin_after,
    quiet_answer,
)
from gtpengine.judge.neutral import is_held, neutral_point
from gtpengine.judge.plainmove import endless, plain_move
from gtpengine.judge.resigning import may_resign
from gtpengine.judge.situation import Situation, dead_opponents, is_ahead

LEAST_LOOK: Final = 200
"""Simulations of a look at a neutral point."""

PATIENCE: Final = 3
"""Passes of the opponent in a row after which a lost and settled game is ended."""


def decide(situation: Situation, low_streak: int, seen: Seen) -> int | SearchAfter:
    """Return the answer to genmove: a legal point, PASS or RESIGN; or a look that is needed first.

    ``low_streak`` counts this player's moves in a row, this one included, at which the game
    :func:`looks_lost`. After a :class:`SearchAfter` decide again, with the search added to
    ``seen``.
    """
    case = EndgameCase(situation, low_streak, seen)
    for rule in (
        _end_won_game,
        _resign,
        settling.compare_with_pass,
        _capture_what_is_due,
        _stop_when_nothing_helps,
        _pass_as_searched,
        _pass_early,
    ):
        answer = rule(case)
        if answer is not None:
            return _before_a_pass(case) if answer == PASS else answer
    return _play_on(case)


def cleanup_options(options: EngineOptions) -> EngineOptions:
    """Return the options for deciding while dead stones are being captured."""
    options = options.copy()
    options.assign("cleanup", True)
    # The score is being settled, so the losing side does not resign.
    options.assign("resign", 0.0)
    return options


def look_is_needed(situation: Situation) -> bool:
    """Return whether :func:`decide` would ask for a look now."""
    return bool(situation.report.moves) and isinstance(decide(situation, 0, {}), SearchAfter)


def _end_won_game(case: EndgameCase) -> int | SearchAfter | None:
    """Answer the opponent's pass with ours if the game is won and stays so.

    The ownership of the search cannot tell, because it counts on a move of ours: a ko looks settled
    that we would still have to connect. So the position after our pass is looked at. Without time
    for the look, what the search has seen of the pass decides.
    """
    situation = case.situation
    if not situation.opponent_passed or not case.won or case.must_clean or case.by_points:
        return None
    if situation.all_stones_count:
        return PASS
    quiet = quiet_answer(case)
    if SearchAfter(quiet) not in case.seen:
        return SearchAfter(quiet)
    after = case.believed(quiet)
    if after is None:
        if case.is_seen_to_hold(quiet):
            return quiet
        return None if case.is_seen_to_lose(PASS) else PASS
    return quiet if margin_after(situation, quiet, after) > 0 else None


def _before_a_pass(case: EndgameCase) -> int | SearchAfter:
    """Return a move at a border or a neutral point where area counts, or else PASS.

    A move at a neutral point must cost nothing.
    """
    situation = case.situation
    if situation.territory or situation.options.cleanup or endless(situation.position):
        return PASS
    quiet = quiet_answer(case)
    if quiet != PASS:
        return quiet
    point = neutral_point(situation.position, situation.color, situation.ownership())
    if point is None:
        return PASS
    look = SearchAfter(point, LEAST_LOOK)
    if case.may_look(look):
        return look
    after = case.believed(point)
    return point if after is not None and is_held(situation, point, after) else PASS


def _resign(case: EndgameCase) -> int | None:
    return RESIGN if may_resign(case.situation, case.low_streak) else None


def _capture_what_is_due(case: EndgameCase) -> int | SearchAfter | None:
    """Capture dead stones that would count as alive in the end.

    Open borders come first, because each capture costs a move.
    """
    due = case.must_clean or _captures_are_due(case)
    return _capture(case) if due and not _contested(case) else None


def _stop_when_nothing_helps(case: EndgameCase) -> int | None:
    """Pass when no useful move is left, or none is worth playing.

    That is so in a hopeless game, where the opponent is ahead and only passes, and in circles.
    """
    situation = case.situation
    if endless(situation.position) or _is_left_alone(case):
        return PASS
    value = situation.report.value
    if case.choice is not None:
        value = max(value, case.choice.value)
    if value < HOPELESS and (situation.opponent_passed or not case.useful):
        return PASS
    return PASS if not case.useful and case.may_end else None


def _is_left_alone(case: EndgameCase) -> bool:
    """Return whether the opponent passes move after move, is ahead, and no point is in doubt.

    A network that leads may be unsure of such a game, although it can be counted. What it hopes for
    would have needed an answer by now.
    """
    situation = case.situation
    if not situation.opponent_passed or not case.may_end:
        return False
    theirs = [point for color, point in situation.position.moves if color != situation.color]
    passes = theirs[-PATIENCE:] == [PASS] * PATIENCE
    return passes and not is_ahead(situation) and not _contested(case)


def _pass_as_searched(case: EndgameCase) -> int | SearchAfter | None:
    """Pass if the search would, unless that may lose by the count and a move helps."""
    if case.choice is None or case.choice.point != PASS:
        return None
    best = case.best_useful()
    helps = best is not None and best.value >= HOPELESS
    if helps and _passing_may_lose(case):
        return None
    capture = _capture(case) if case.must_clean else None
    if capture is not None:
        return capture
    quiet = quiet_answer(case)
    answer = PASS if quiet == PASS else case.tested(quiet)
    return PASS if answer is None else answer


def _passing_may_lose(case: EndgameCase) -> bool:
    """Return whether the count after a pass may be lost, where a move costs nothing or is needed.

    A pass after the opponent's ends the game. Where area counts, a move at a point in doubt is then
    as good as a pass, and the count needs no luck.
    """
    situation = case.situation
    if situation.opponent_passed:
        return not case.by_points and not case.won and _contested(case)
    return not is_ahead(situation)


def _pass_early(case: EndgameCase) -> int | SearchAfter | None:
    """Pass in a won game before the opponent does, if a look shows that it costs nothing."""
    situation = case.situation
    if not situation.options.pass_early or situation.opponent_passed or case.must_clean:
        return None
    if case.by_points or not case.won or _contested(case):
        return None
    quiet = quiet_answer(case)
    if SearchAfter(quiet) not in case.seen:
        return SearchAfter(quiet)
    return quiet if _keeps_the_win(case, quiet) else None


def _play_on(case: EndgameCase) -> int | SearchAfter:
    """Return the search's choice if it is useful, or else a useful move or a pass that is as good.

    Where there is neither, the search's choice is played although it is useless, a move into own
    territory for example. It does what a pass would do, but does not end the game.
    """
    if case.choice is None or case.choice.visits < NOTHING_SEEN:
        first = next((move.point for move in case.ranked if move.point in case.useful), None)
        return plain_move(case.situation.position, case.situation.color) if first is None else first
    if case.choice.point in case.useful:
        return case.choice.point
    best = case.best_useful()
    answer = None if best is None else case.tested(best.point)
    if answer is None and case.may_end and not case.must_clean:
        if not case.situation.opponent_passed:
            answer = case.tested(PASS)
        elif case.situation.territory and is_ahead(case.situation):
            answer = PASS
    return case.choice.point if answer is None else answer


def _capture(case: EndgameCase) -> int | SearchAfter | None:
    """Return a move towards capturing a dead chain that holds against the search, if any."""
    points = list(_capturing_moves(case.situation))
    for point in points:
        if case.is_seen_to_hold(point):
            return point
    answers = (case.tested(point) for point in points)
    return next((answer for answer in answers if answer is not None), None)


def _capturing_moves(situation: Situation) -> Iterator[int]:
    """Yield moves towards capturing dead chains, no self-atari among them, nearest chain first."""
    position, color = situation.position, situation.color
    for chain in sorted(
        dead_opponents(situation), key=lambda chain: len(position.liberties_of(chain[0]))
    ):
        for point in position.liberties_of(chain[0]):
            if not position.is_legal(point, color):
                continue
            trial = position.copy()
            captured = trial.play(point, color)
            if captured or len(trial.liberties_of(point)) >= 2:
                yield point


def _captures_are_due(case: EndgameCase) -> bool:
    """Return whether nothing is left to do but to capture dead stones that would count."""
    situation = case.situation
    best = case.best_useful()
    return (
        situation.all_stones_count
        and situation.report.value > CONTENT
        and (best is None or _settled_own(situation, best.point))
        and not case.won
    )


def _settled_own(situation: Situation, point: int) -> bool:
    sign = 1.0 if situation.color == BLACK else -1.0
    return sign * situation.ownership()[point] > CONTENT


def _contested(case: EndgameCase) -> bool:
    """Return whether a move still gains area: some useful point has no settled owner.

    A pass would leave it to the opponent. One such pass keeps the win, but several may lose it.
    """
    ownership = case.situation.ownership()
    return any(abs(ownership[point]) < CONTENT for point in case.useful)


def _keeps_the_win(case: EndgameCase, quiet: int) -> bool:
    """Return whether a look shows that a pass, or a move instead of it, costs nothing."""
    situation, after = case.situation, case.believed(quiet)
    if after is None or case.is_seen_to_lose(quiet):
        return False
    if 1.0 - after.value < min(CONTENT, situation.report.value - 0.02):
        return False
    return margin_after(situation, quiet, after) > 0
