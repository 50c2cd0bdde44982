"""Choosing a move: a search as planned, then resigning, passing and cleaning up as `endgame` says.

Whatever happens inside, a legal move comes out.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat

from board_ext.coords import BLACK, PASS, RESIGN, WHITE
from board_ext.position import Position
from gtpengine import dynkomi, endgame, status, thinking
from gtpengine import level as levels
from gtpengine.analysis import SearchRequest
from gtpengine.mcts.report import SearchReport
from gtpengine.mcts.stoppers import Limits
from gtpengine.options import EngineOptions
from gtpengine.searching import Searching
from gtpengine.thinking import Plan


class Choosing:
    """How one session finds its moves. ``plan_for`` says how long a colour may think now."""

    def __init__(
        self,
        searching: Searching,
        options: EngineOptions,
        plan_for: Callable[[int], Plan],
        note: Callable[[str], None],
    ) -> None:
        self._searching = searching
        self._options = options
        self._plan_for = plan_for
        self._note = note
        #: What the last search for a move saw; None before, and where it failed.
        self.last_search: SearchReport | None = None
        self._low_streak = {BLACK: 0, WHITE: 0}

    def forget(self) -> None:
        """The position is no longer the one that follows the last search."""
        self.last_search = None
        self._low_streak = {BLACK: 0, WHITE: 0}

    @contextmanager
    def streaks_kept(self) -> Iterator[None]:
        """Moves chosen inside do not count as moves at which the game looked lost."""
        streak = dict(self._low_streak)
        try:
            yield
        finally:
            self._low_streak = streak

    def komi_offset(self, position: Position) -> float:
        """The shift of komi for searches of the position, to find a move."""
        return dynkomi.komi_offset(position, self.last_search, self._options)

    def choose(
        self, position: Position, color: int, request: SearchRequest, begin: float, game: int
    ) -> int:
        """The answer to genmove with ``color`` to play: a legal point, PASS or RESIGN.

        ``begin`` is when its time began, on the monotonic clock; ``game`` counts the session's
        games, for levels to vary.
        """
        try:
            with self._searching.choosing():
                move = self._decide(position, color, request, begin, game)
        except Exception:
            self._note(traceback.format_exc())
            move = endgame.plain_move(position, color)
        if move in (PASS, RESIGN) or position.is_legal(move, color):
            return move
        self._note(f"the chosen move {move} is illegal")
        return endgame.plain_move(position, color)

    def _decide(
        self, position: Position, color: int, request: SearchRequest, begin: float, game: int
    ) -> int:
        options = self._options
        plan = self._plan_for(color)
        offset = self.komi_offset(position)
        think = self._thinking(position, color, request, begin, offset)
        level = glance = None
        if options.level is not None:
            # What earlier searches saw, a glance does not.
            self._searching.forget()
            level = levels.level_named(options.level)
            short, plan = levels.weakened(plan, level)
            glance = think(short)
        report = think(plan)
        self.last_search = report
        if report is None or not report.moves:
            return endgame.plain_move(position, color)
        situation = endgame.Situation(position, color, report, _for(request, options))
        lost = endgame.looks_lost(situation)
        self._low_streak[color] = self._low_streak[color] + 1 if lost else 0
        seen: dict[int, SearchReport | None] = {}
        move = endgame.decide(situation, self._low_streak[color], seen)
        while isinstance(move, endgame.Look):
            limits = thinking.look_limits(
                plan, report, seen.values(), time.monotonic() - begin, move.point == PASS
            )
            seen[move.point] = self._look(position, color, move.point, limits, offset)
            move = endgame.decide(situation, self._low_streak[color], seen)
        if level is not None and glance is not None:
            chance = random.Random(f"{options.seed} {game} {position.situational_hash}")
            move = levels.instead_of(move, situation, glance, level, chance)
        if request.avoid.get((color, move), 0) > 0:
            # The endgame knows moves that the search was not asked about.
            ranked = endgame.rank(situation)
            move = ranked[0].point if ranked else PASS
        return move

    def _thinking(
        self, position: Position, color: int, request: SearchRequest, begin: float, offset: float
    ) -> Callable[[Plan], SearchReport | None]:
        """What searches by a plan, each time going on from what was found before."""
        # A finished game can go on: the passes that ended it must not end the search.
        over = status.game_is_over(position)
        positions = chain([status.without_history(position) if over else position], repeat(None))

        def think(plan: Plan) -> SearchReport | None:
            return thinking.think(
                lambda limits, stoppers: self._searching.search(
                    next(positions), limits, stoppers, request, offset
                ),
                plan,
                time.monotonic() - begin,
                look_is_needed=lambda report: endgame.look_is_needed(
                    endgame.Situation(position, color, report, _for(request, self._options))
                ),
            )

        return think

    def _look(
        self, position: Position, color: int, point: int, limits: Limits | None, offset: float
    ) -> SearchReport | None:
        """A search of the position after ``point`` or PASS; None when nothing is left for it."""
        if limits is None:
            return None
        after = position.copy()
        after.to_play = color
        after.play(point, color)
        if status.game_is_over(after):
            after = status.without_history(after)
        return self._searching.search(after, limits, komi_offset=offset)


def _for(request: SearchRequest, options: EngineOptions) -> EngineOptions:
    """The options by which the endgame decides about this request."""
    if not request.cleanup:
        return options
    options = options.copy()
    options.cleanup = True
    # The score is being settled: the one who is behind plays it out.
    options.resign = None
    return options
