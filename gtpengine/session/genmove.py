"""How a move is found: plan, think, decide, look, answer. Begin reading at :meth:`Genmove.find`.

Whatever happens inside, a legal move comes out.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, opponent
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine.clock import thinking
from gtpengine.clock.allotment import TimeBudget
from gtpengine.clock.clocks import Clocks
from gtpengine.config.options import EngineOptions
from gtpengine.game.ending import game_is_over, winner_by_capture, without_history
from gtpengine.judge import endgame
from gtpengine.judge.case import SearchAfter
from gtpengine.judge.plainmove import plain_move
from gtpengine.judge.repetition import out_of_cycles
from gtpengine.judge.resigning import looks_lost
from gtpengine.judge.situation import Situation, rank
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.session import capturing, dynkomi, pace, rankplay
from gtpengine.session.analysis import PLAIN, SearchRequest
from gtpengine.session.netrank import NetworkMind
from gtpengine.session.playedrank import PlayedRank
from gtpengine.session.rankscale import PlayingStyle
from gtpengine.session.searching import Searching


@dataclass(frozen=True, slots=True)
class Turn:
    """A move to find: for whom, and since when on the monotonic clock.

    ``game`` is the number of the game in the session; with another number a rank draws another
    move. ``counts`` is False for a move that is only proposed: such a
    move does not count among the moves in a row at which the game looked lost.
    """

    position: Position
    color: int
    begin: float
    game: int
    request: SearchRequest = PLAIN
    counts: bool = True

    def elapsed(self) -> float:
        """Return the seconds since the turn began."""
        return time.monotonic() - self.begin


class Genmove:
    """The search for the moves of one session, and what is remembered from one move to the next."""

    def __init__(
        self,
        searching: Searching,
        clocks: Clocks,
        options: EngineOptions,
        note: Callable[[str], None],
        ranks: PlayedRank,
    ) -> None:
        self._searching = searching
        self._clocks = clocks
        self._options = options
        self._note = note
        self._ranks = ranks
        self.forget()

    def forget(self) -> None:
        """Forget the last search: the position no longer follows from it."""
        #: The report of the last search for a move; None before, or where it failed.
        self.last_search: SearchReport | None = None
        self._low_streak = {BLACK: 0, WHITE: 0}

    def komi_offset(self, position: Position) -> float:
        """Return the shift of komi for searches of the position, to find a move."""
        if position.rules.capture:
            return 0.0
        return dynkomi.komi_offset(position, self.last_search, self._options)

    def plan(self, position: Position, color: int) -> thinking.ThinkingLimits:
        """Return the plan for the next move of ``color``: how long to think, when to stop."""
        progress = _progress(position)
        budget = self._budget(position, color)
        late = progress > thinking.LATE * position.size**2
        answers_pass = position.moves[-1:] == [(opponent(color), PASS)]
        for_pass = answers_pass or (late and bool(self._options.pass_early))
        costs = answers_pass and position.rules.scoring is Scoring.TERRITORY
        least = thinking.LEAST_TO_PASS if costs else 0
        return thinking.make_plan(self._options, budget, for_pass, least)

    def _budget(self, position: Position, color: int) -> TimeBudget | None:
        """Return what the clock allots to the next move; None without a clock."""
        return self._clocks.budget(color, position.size, _progress(position), self._options)

    def find(self, turn: Turn) -> tuple[int, float]:
        """Return a legal point, PASS or RESIGN; and the seconds planned for its searches."""
        searches = _Searches(self._searching, turn, self.komi_offset(turn.position))
        self.last_search = None
        with self._searching.choosing():
            try:
                move = self._find(turn, searches)
            except Exception:
                self._note(traceback.format_exc())
                move = self._emergency(turn)
            if move not in (PASS, RESIGN) and not turn.position.is_legal(move, turn.color):
                self._note(f"the chosen move {move} is illegal")
                move = self._emergency(turn)
            return move, searches.planned + self._wait(turn)

    def wait(self, turn: Turn) -> float:
        """Take the time of a person for a move that needed no search; return the seconds waited."""
        with self._searching.choosing():
            return self._wait(turn)

    def _wait(self, turn: Turn) -> float:
        """Take the rest of the time that a person would, where that is wanted."""
        if not (self._options.human_pace and turn.counts) or turn.request.cleanup:
            return 0.0
        position, number = turn.position, self._ranks.number(turn.position.size)
        chance = random.Random(f"{self._options.seed} {turn.game} {position.move_number}")
        try:
            entropy = pace.entropy_of(position, pace.STRONG if number is None else number)
        except ValueError as error:
            self._note(str(error))
            return 0.0
        limit = self._options.time_per_move
        budget = self._budget(position, turn.color)
        if budget is None and limit is not None:
            budget = TimeBudget(limit, limit)
        taken = pace.pace_of(position, entropy, budget).seconds(chance)
        return self._searching.pause(taken - turn.elapsed())

    def _find(self, turn: Turn, searches: _Searches) -> int:
        position, color, options = turn.position, turn.color, self._options
        if winner_by_capture(position) is not None:
            return PASS
        deciding = endgame.cleanup_options(options) if turn.request.cleanup else options

        # Plan. A rank thinks little, and does not use what earlier searches saw.
        plan = self.plan(position, color)
        style, mind = self._ranks.style(position.size), None
        if style is not None:
            deciding = rankplay.people_options(deciding)
            mind = self._mind(turn, style)
            style = style if mind is None else mind.searching(style)
            plan = rankplay.capped(plan, style)
            self._searching.forget()
        if mind is not None and turn.request.watch is None and mind.is_open(deciding):
            move = mind.drawn(self._chance(turn))
            if move != PASS:
                self.last_search = mind.report(move)
                return move
        searches.begin(plan)

        # Think.
        report = thinking.think(
            searches.go_on,
            plan,
            turn.elapsed(),
            look_is_needed=lambda report: (
                not position.rules.capture
                and endgame.look_is_needed(Situation(position, color, report, deciding))
            ),
        )
        self.last_search = report
        if report is None or not report.moves:
            return plain_move(position, color)

        # Decide. Where captures win, nothing is counted, and the search knows best.
        situation = Situation(position, color, report, deciding)
        if position.rules.capture:
            move = rank(situation)[0].point if style else capturing.best_move(situation)
        else:
            move = self._decide(situation, turn, plan, style, searches)

        # Answer: at a rank as its players do, out of cycles, and never a move that the request
        # avoids.
        if style is not None:
            move = self._as_people(move, situation, style, mind, searches, turn)
        move = out_of_cycles(move, situation)
        if turn.request.avoid.get((color, move), 0) > 0:
            # The end-game rules may choose a move that the search was told to avoid.
            move = next((ranked.point for ranked in rank(situation)), PASS)
        return move

    def _decide(
        self,
        situation: Situation,
        turn: Turn,
        plan: thinking.ThinkingLimits,
        style: PlayingStyle | None,
        searches: _Searches,
    ) -> int:
        """Return the move after all that may end a game: a pass, giving up, capturing the dead.

        Where the search knows too little of an answer, the position after that answer is searched.
        """
        position, color, report = situation.position, situation.color, situation.report
        streak = self._low_streak[color] + 1 if looks_lost(situation) else 0
        if turn.counts:
            self._low_streak[color] = streak
        if style is not None and not rankplay.gives_up(
            situation, style, self._chance(turn, f"resign {position.move_number}")
        ):
            streak = 0
        seen: dict[SearchAfter, SearchReport | None] = {}
        move = endgame.decide(situation, streak, seen)
        while isinstance(move, SearchAfter):
            limits = thinking.look_limits(
                plan,
                report,
                seen.values(),
                turn.elapsed(),
                whole=move.point == PASS and not move.least,
                least=move.least,
            )
            seen[move] = None if limits is None else searches.look(move.point, limits, move.offset)
            move = endgame.decide(situation, streak, seen)
        return move

    def _mind(self, turn: Turn, style: PlayingStyle) -> NetworkMind | None:
        """Return what comes to mind at a rank that a network leads; None without."""
        if turn.request.cleanup:
            return None
        try:
            return self._ranks.mind(turn.position, turn.color, style, _left_out(turn))
        except ValueError as error:  # a model of the package is damaged
            self._note(str(error))
            return None

    def _as_people(
        self,
        move: int,
        situation: Situation,
        style: PlayingStyle,
        mind: NetworkMind | None,
        searches: _Searches,
        turn: Turn,
    ) -> int:
        """Return the move that people of a rank play where the engine plays ``move``."""
        model: Sequence[tuple[int, float]]
        if mind is not None:
            model = list(mind.shares.items())
        else:
            left_out = _left_out(turn)
            likely = self._ranks.probabilities(turn.position, turn.color, style)
            model = [(point, share) for point, share in likely if point not in left_out]
        seconds = self.plan(turn.position, turn.color).seconds

        def test(point: int) -> MoveStats | None:
            left = None if seconds is None else seconds - turn.elapsed()
            if left is not None and left <= 0.0:
                return None
            return searches.alone(point, Limits(style.look, left))

        known = None if mind is None else mind.minded
        chance = self._chance(turn)
        return rankplay.instead_of(move, situation, model, style, test, chance, known)

    def _chance(self, turn: Turn, what: str = "") -> random.Random:
        """Return the random numbers of a turn at a rank, for one thing that is drawn."""
        seed = f"{self._options.seed} {turn.game} {turn.position.situational_hash}"
        return random.Random(f"{seed} {what}".rstrip())

    def _emergency(self, turn: Turn) -> int:
        """Return a legal move after a failure: the most visited one, if any search saw one."""
        position, color, report = turn.position, turn.color, self.last_search
        for move in () if report is None else report.moves:
            if move.visits and (move.point == PASS or position.is_legal(move.point, color)):
                return move.point
        return plain_move(position, color)


def _left_out(turn: Turn) -> set[int]:
    """Return the moves that the request avoids."""
    avoid = turn.request.avoid.items()
    return {point for (color, point), depth in avoid if color == turn.color and depth > 0}


def _progress(position: Position) -> int:
    """Return how many moves have been played, at least the stones of a board that was set up."""
    return max(position.move_number, int(np.count_nonzero(position.stones())))


class _Searches:
    """The searches for one move. ``planned`` sums the seconds that they were meant to take."""

    def __init__(self, searching: Searching, turn: Turn, komi_offset: float) -> None:
        self.planned = 0.0
        self._searching = searching
        self._turn = turn
        self._komi_offset = komi_offset

    def begin(self, plan: thinking.ThinkingLimits) -> None:
        """Set the turn's position for the next searches; that may read a model first."""
        begin, position = time.monotonic(), self._turn.position
        # A finished game can go on: the passes that ended it must not end the search.
        if game_is_over(position):
            position = without_history(position)
        self._searching.set_position(position, self._turn.request, self._komi_offset)
        self._count(begin, plan.seconds)

    def go_on(self, limits: Limits, stoppers: Sequence[Stopper]) -> SearchReport | None:
        """Search on from the tree so far."""
        begin = time.monotonic()
        report = self._searching.go_on(limits, stoppers, self._turn.request.watch)
        self._count(begin, limits.seconds)
        return report

    def alone(self, point: int, limits: Limits) -> MoveStats | None:
        """Search a move of the turn's position without all others; None when too little was."""
        begin, turn = time.monotonic(), self._turn
        others = {PASS, *range(turn.position.size**2)} - {point}
        request = SearchRequest(avoid={(turn.color, other): 1 for other in others})
        position = turn.position
        if game_is_over(position):
            position = without_history(position)
        self._searching.set_position(position, request, self._komi_offset)
        report = self._searching.go_on(limits)
        self._count(begin, limits.seconds)
        stats = None if report is None else report.stats_of(point)
        enough = stats is not None and limits.simulations == stats.visits
        return stats if enough else None

    def look(
        self, point: int, limits: Limits, komi_offset: float | None = None
    ) -> SearchReport | None:
        """Search the position after a move or PASS, and stay there."""
        begin, after = time.monotonic(), self._turn.position.copy()
        after.to_play = self._turn.color
        after.play(point, self._turn.color)
        if game_is_over(after):
            after = without_history(after)
        offset = self._komi_offset if komi_offset is None else komi_offset
        search = self._searching.search
        if after.rules.scoring is Scoring.TERRITORY:
            # What a pass is worth is a fact of the board, also for a rank.
            search = self._searching.search_at_full_strength
        report = search(after, limits, offset)
        self._count(begin, limits.seconds)
        return report

    def _count(self, begin: float, limit: float | None) -> None:
        seconds = time.monotonic() - begin
        self.planned += seconds if limit is None else min(seconds, limit)
