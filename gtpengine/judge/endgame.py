"""When to pass, when to resign, and which move to play when the best one is not the answer.

The search says what is good; this decides what to answer, by plain rules over a frozen
``SearchReport``. What each rule prevents:

- passing when the game is lost by it and moves still help;
- playing on for ever in a decided game, or filling the own eyes;
- a move that the rules in force forbid (the tree does not know superko).

A rule that sets the search's own choice aside must hold against the search. A move that the search
has seen to lose what its choice keeps is not played. A move it has hardly looked at is searched
first: the decision is then a :class:`Look`, and is made again with what was seen. Where no time is
left for the look, the move is not played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from board_ext.coords import BLACK, PASS, RESIGN
from gtpengine.config.options import EngineOptions
from gtpengine.judge import open_borders
from gtpengine.judge.plainmove import endless, plain_move, useful_points
from gtpengine.judge.resigning import may_resign
from gtpengine.judge.situation import Situation, dead_opponents, is_ahead, rank, sure_margin
from gtpengine.mcts.report.recommend import CREDIBLE
from gtpengine.mcts.report.report import MoveStats, SearchReport

HOPELESS: Final = 0.03
"""Win rate below which no move helps any more."""

CONTENT: Final = 0.9
"""Win rate from which a player may stop looking for more."""

PASS_MARGIN: Final = 0.05
"""How much less than the search's own choice another answer may be worth."""

ENOUGH: Final = 100
"""Visits that a move, or a search of the position after it, needs to be believed."""

NOTHING_SEEN: Final = 8
"""Visits of the search's own choice below which the search has not seen anything."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a decision needs: a search of the position after ``point``, a move or PASS of ours."""

    point: int


Seen = Mapping[int, SearchReport | None]
"""By move or PASS: the search of the position after it, with the opponent to move. None where a
look was wanted and there was no time for it."""


def decide(situation: Situation, low_streak: int, seen: Seen) -> int | Look:
    """The answer to genmove: a legal point, PASS or RESIGN; or a look that is needed first.

    ``low_streak`` counts this player's moves in a row, this one included, at which the game
    :func:`looks_lost`. After a :class:`Look` decide again, with its search added to ``seen``.
    """
    case = _Case(situation, low_streak, seen)
    for rule in (
        _end_won_game,
        _resign,
        _capture_what_is_due,
        _stop_when_nothing_helps,
        _pass_as_searched,
        _pass_early,
    ):
        answer = rule(case)
        if answer is not None:
            return answer
    return _play_on(case)


def cleanup_options(options: EngineOptions) -> EngineOptions:
    """The options by which a game is decided while its dead stones are being captured."""
    options = options.copy()
    options.assign("cleanup", True)
    # The score is being settled: the one who is behind plays it out.
    options.assign("resign", 0.0)
    return options


def look_is_needed(situation: Situation) -> bool:
    """Whether :func:`decide` would ask for a look now."""
    return bool(situation.report.moves) and isinstance(decide(situation, 0, {}), Look)


class _Case:
    """A situation, and what the rules ask about it."""

    def __init__(self, situation: Situation, low_streak: int, seen: Seen) -> None:
        self.situation = situation
        self.low_streak = low_streak
        self.seen = seen
        self.ranked = rank(situation)
        self.useful = useful_points(situation.position, situation.color)
        self.choice = _own_choice(situation, self.ranked)
        self.won = sure_margin(situation, situation.report) > 0
        self.must_clean = bool(situation.options.cleanup) and bool(dead_opponents(situation))
        #: Whether the opponent's pass after ours would not lose by what stands on the board.
        self.may_end = self.won or not situation.all_stones_count

    def stats(self, point: int) -> MoveStats | None:
        """What the search says of a move; None when it has no visit."""
        return next((move for move in self.ranked if move.point == point and move.visits), None)

    def believed(self, point: int) -> SearchReport | None:
        """The search of the position after ``point``, if it was long enough to be believed."""
        after = self.seen.get(point)
        return None if after is None or after.visits < ENOUGH else after

    def is_seen_to_lose(self, point: int) -> bool:
        """Whether a look, or else the visits so far, are against this answer.

        Of a move few visits will do; a pass, which searches seldom visit, is worth a look.
        """
        if self.choice is None:
            return False
        floor = min(CONTENT, self.choice.value - PASS_MARGIN)
        after = self.believed(point)
        if after is not None:
            return 1.0 - after.value < floor
        stats = self.stats(point)
        if stats is None or stats is self.choice:
            return False
        if point == PASS and stats.visits < NOTHING_SEEN:
            return False
        return stats.value < floor or (stats.proven is False and self.choice.proven is not False)

    def is_seen_to_hold(self, point: int) -> bool:
        """Whether a look, or else enough visits, are for this answer."""
        if self.believed(point) is None:
            stats = self.stats(point)
            most = max((move.visits for move in self.ranked), default=0)
            if stats is None or stats.visits < min(ENOUGH, CREDIBLE * most):
                return False
        return not self.is_seen_to_lose(point)

    def tested(self, point: int) -> int | Look | None:
        """This answer if it holds against the search, None if not, or the look that would tell."""
        if self.is_seen_to_hold(point):
            return point
        looked = point in self.seen or None in self.seen.values()  # once without time, always
        return None if looked or self.is_seen_to_lose(point) else Look(point)

    def best_useful(self) -> MoveStats | None:
        """The first useful move that is not seen to lose."""
        return next(
            (
                m
                for m in self.ranked
                if m.point in self.useful and not self.is_seen_to_lose(m.point)
            ),
            None,
        )


def _own_choice(situation: Situation, ranked: Sequence[MoveStats]) -> MoveStats | None:
    """What the search would play; not a pass that ends a game which is lost by the count."""
    moves = [move for move in ranked if move.point != PASS]
    if not ranked or ranked[0].point != PASS or not moves:
        return ranked[0] if ranked else None
    ends = situation.opponent_passed and not is_ahead(situation)
    return moves[0] if ends and moves[0].value >= HOPELESS else ranked[0]


def _end_won_game(case: _Case) -> int | Look | None:
    """Answer the opponent's pass with ours where the game is won and stays so.

    Ownership is what comes of it when we move: a ko that we would connect looks settled, but its
    stones would be judged as they stand. Where time is short the first impression decides.
    """
    situation = case.situation
    if not situation.opponent_passed or not case.won or case.must_clean:
        return None
    if situation.all_stones_count:
        return PASS
    quiet = _quiet_answer(case)
    if quiet not in case.seen:
        return Look(quiet)
    after = case.believed(quiet)
    if after is None:
        if case.is_seen_to_hold(quiet):
            return quiet
        return None if case.is_seen_to_lose(PASS) else PASS
    return quiet if _margin_after(situation, quiet, after) > 0 else None


def _resign(case: _Case) -> int | None:
    return RESIGN if may_resign(case.situation, case.low_streak) else None


def _capture_what_is_due(case: _Case) -> int | Look | None:
    """Capture dead stones that must not stay.

    They can wait while borders are open, because each capture costs a move.
    """
    due = case.must_clean or _captures_are_due(case)
    return _capture(case) if due and not _contested(case) else None


def _stop_when_nothing_helps(case: _Case) -> int | None:
    """Pass where no move is left that could be useful, or the game goes round in circles."""
    situation = case.situation
    if endless(situation.position):
        return PASS
    value = situation.report.value
    if case.choice is not None:
        value = max(value, case.choice.value)
    if value < HOPELESS and (situation.opponent_passed or not case.useful):
        return PASS
    return PASS if not case.useful and case.may_end else None


def _pass_as_searched(case: _Case) -> int | Look | None:
    """Pass where the search would, unless by the count that loses and a move helps."""
    if case.choice is None or case.choice.point != PASS:
        return None
    best = case.best_useful()
    helps = best is not None and best.value >= HOPELESS
    if helps and not case.situation.opponent_passed and not is_ahead(case.situation):
        return None
    capture = _capture(case) if case.must_clean else None
    if capture is not None:
        return capture
    quiet = _quiet_answer(case)
    answer = PASS if quiet == PASS else case.tested(quiet)
    return PASS if answer is None else answer


def _pass_early(case: _Case) -> int | Look | None:
    """Pass in a won game before the opponent does, if a look shows that it costs nothing."""
    situation = case.situation
    if not situation.options.pass_early or situation.opponent_passed or case.must_clean:
        return None
    if situation.territory:
        best = case.best_useful()
        idle = best is None or _settled_own(situation, best.point)
    else:
        idle = case.won and not _contested(case)
    if not idle:
        return None
    quiet = _quiet_answer(case)
    if quiet not in case.seen:
        return Look(quiet)
    return quiet if _keeps_the_win(case, quiet) else None


def _play_on(case: _Case) -> int | Look:
    """The search's choice if it is useful, or a useful move or a pass that is as good.

    A move that is not useful, one into own territory say, serves as a pass where a real pass would
    lose, or would end a game that is not surely won.
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


def _capture(case: _Case) -> int | Look | None:
    """A move towards the capture of a dead chain that holds against the search, if there is one."""
    points = list(_capturing_moves(case.situation))
    for point in points:
        if case.is_seen_to_hold(point):
            return point
    answers = (case.tested(point) for point in points)
    return next((answer for answer in answers if answer is not None), None)


def _capturing_moves(situation: Situation) -> Iterator[int]:
    """Moves towards the capture of dead chains that are no self-atari, the nearest chain first."""
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


def _captures_are_due(case: _Case) -> bool:
    """Whether nothing is left but capturing what must not stay on the board."""
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


def _quiet_answer(case: _Case) -> int:
    """PASS, or before it the move that closes a border of own territory, if one is open."""
    situation = case.situation
    if situation.all_stones_count:
        return PASS
    closing = open_borders.closing_move(
        situation.position,
        situation.color,
        situation.ownership(),
        lambda point: not case.is_seen_to_lose(point),
    )
    return PASS if closing is None else closing


def _contested(case: _Case) -> bool:
    """Whether a move still gains points by area: somewhere it is open whose point it will be.

    A pass that keeps a win may still cost points, one after the other, until it is none.
    """
    ownership = case.situation.ownership()
    return any(abs(ownership[point]) < CONTENT for point in case.useful)


def _margin_after(situation: Situation, point: int, after: SearchReport) -> float:
    """The :func:`sure_margin` when the game ends after ``point``, as ``after`` sees it."""
    if point != PASS:
        position = situation.position.copy()
        position.play(point, situation.color)
        situation = replace(situation, position=position)
    return sure_margin(situation, after)


def _keeps_the_win(case: _Case, quiet: int) -> bool:
    """Whether the look after a pass, or a move instead of it, shows that it cost nothing."""
    situation, after = case.situation, case.believed(quiet)
    if after is None or case.is_seen_to_lose(quiet):
        return False
    if 1.0 - after.value < min(CONTENT, situation.report.value - 0.02):
        return False
    margin = _margin_after(situation, quiet, after)
    # Not won for sure: the pass must at least leave the settled points as they are.
    return margin > 0 if case.won else margin >= sure_margin(situation, situation.report)
