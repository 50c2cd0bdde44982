"""The engine at the board: it moves at its strength, and advises and judges at full strength.

Two engines do that, so that a hint or a count changes nothing for the moves. The caller holds
``lock`` during every call but ``halt``, ``learn`` and ``close``.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

from board_ext.coords import BLACK, PASS, RESIGN, WHITE
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.base.text.language import later
from gtpengine.clock.timeman import Clock, TimeSystem
from gtpengine.game.ending import game_is_over, without_history
from gtpengine.game.ranks import rank_number
from gtpengine.game.replay import initial_position, stones_of
from gtpengine.game.sgf import SetUp, SgfGame, SgfMove, Step, ToPlay
from gtpengine.judge.life import FinalStatus
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.play.advice import LINE, Halted, Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.doubt import Doubt, doubt_of
from gtpengine.play.judged import advised, estimate_of, hint_of
from gtpengine.play.teaching import Teaching
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.session.analysis import RunningSearch, SearchRequest
from gtpengine.session.engine import Engine
from gtpengine.session.rankscale import PlayingStyle, style_of

POLL: Final = 0.02
"""Seconds after which a running search looks whether it should end."""
LOOK: Final = 0.25
"""Seconds between two looks at a running search."""

_FOR_BOTH: Final = ("threads", "memory", "status_simulations", "seed")
"""Options of the game that the adviser follows, too."""

HINT_SECONDS: Final = 5.0
"""Seconds that another engine searches for a hint, where that engine gives hints."""
ESTIMATE_SECONDS: Final = 2.0
"""The same for an estimate."""

DOUBT_SIMULATIONS: Final = 1000, 4000
"""Simulations of a move that may be doubtful and of the best move; then of those that are."""


class EngineThread:
    """The engine for the game of ``terms``.

    :param judge: another engine that advises in the place of ours.
    :raises PlayError: when an option is unknown or its value is wrong.
    """

    def __init__(
        self, terms: PlaySettings, hint_simulations: int, judge: SessionJudge | None = None
    ) -> None:
        self._judge = judge
        self.lock = threading.Lock()
        #: Called in the thread of a search for a move or a hint, while it runs and at its end.
        self.look: Callable[[SearchSnapshot], object] | None = None
        self._color = terms.engine_color
        self._player = SnapshotReader(terms)
        self._adviser = SnapshotReader(terms)
        for name, text in terms.options.items():
            self._player.set(name, text)
            if name in _FOR_BOTH:
                self._adviser.set(name, text)
        self._player.engine.set_time(terms.clock)
        self._adviser.set("simulations", str(hint_simulations))
        self._adviser.set("resign", "off")

    def move(
        self,
        position: Position,
        clocks: Mapping[int, Clock],
        halted: Halted,
        only: Collection[int] = (),
    ) -> int:
        """Choose a move; the answer means nothing once ``halted()`` is true.

        :param only: points where dead stones are to be captured, at full strength.
        """
        if only:
            others = set(range(position.size**2)).difference(only)
            avoid = {(self._color, point): 1 for point in others}
            request = replace(self._request(halted), avoid=avoid, cleanup=True)
            return self._adviser.at(position).propose(self._color, request)
        engine = self._player.at(position)
        for color, clock in clocks.items():
            if clock.settings.system is not TimeSystem.NONE:
                engine.report_time(color, clock.left, clock.stones_left or clock.periods_left)
        return engine.genmove(self._color, self._request(halted))

    def ponder(self) -> None:
        """Think on the person's time, where the option ``ponder`` is on."""
        self._player.engine.ponder()

    def hint(self, position: Position, halted: Halted) -> Hint | None:
        """Return the best move at full strength; None when the search failed, or once halted."""

        def ours(judge: str, note: str) -> Hint | None:
            return self._hint(position, halted, judge, note)

        return advised(self._judge, HINT_SECONDS, position, halted, self.look, hint_of, ours)

    def eyes(self, position: Position, teaching: Teaching) -> PlayingStyle:
        """Return how those look at moves who are to see what the person may overlook."""
        ranks, size = self._player.engine.ranks, position.size
        rank: float | None = rank_number(teaching.rank) if teaching.rank else ranks.number(size)
        if rank is None:
            rank = ranks.estimate(size).mean
        return style_of(rank + (teaching.sharpness or 0), size)

    def doubt(
        self, position: Position, point: int, eyes: PlayingStyle, halted: Halted
    ) -> Doubt | None:
        """Return what players of a style object to a move; None for nothing, or once halted."""
        engine = self._adviser.at(position)
        if game_is_over(position):
            position = without_history(position)
        searching, color = engine.searching, position.to_play

        def searched(simulations: int, only: int | None = None) -> SearchReport | None:
            others = {PASS, *range(position.size**2)} - {only} if only is not None else set()
            avoid = {(color, other): 1 for other in others}
            searching.set_position(position, SearchRequest(avoid=avoid))
            return searching.go_on(Limits(simulations), watch=lambda one: _wait(one, halted))

        def alone(move: int, simulations: int) -> MoveStats | None:
            report = searched(simulations, move)
            return None if report is None else report.stats_of(move)

        whole = searched(2 * DOUBT_SIMULATIONS[0])
        if whole is None or not whole.moves or whole.moves[0].point == point:
            return None
        found = None
        for simulations in DOUBT_SIMULATIONS:
            played, best = alone(point, simulations), alone(whole.moves[0].point, simulations)
            if halted() or played is None or best is None:
                return None
            found = doubt_of(played, best, eyes, bool(position.rules.capture))
            if found is None:
                return None
        return found

    def estimate(self, position: Position, halted: Halted) -> TerritoryEstimate | None:
        """Return the estimate of a position, finished or not; None as for a hint.

        :raises PlayError: when captures win the game.
        """
        if position.rules.capture:
            raise PlayError(later("Nothing is counted in this game: captures win it."))

        def ours(judge: str, note: str) -> TerritoryEstimate | None:
            return self._estimate(position, judge, note)

        return advised(self._judge, ESTIMATE_SECONDS, position, halted, None, estimate_of, ours)

    def _hint(self, position: Position, halted: Halted, judge: str, note: str) -> Hint | None:
        engine = self._adviser.at(position)
        move = engine.propose(position.to_play, self._request(halted))
        report = engine.last_search
        if report is None or not report.moves:
            return None
        if move == RESIGN:
            move = report.pv[0] if report.pv else report.moves[0].point
        stats = report.stats_of(move)
        score = report.score if stats is None or not stats.visits else stats.score
        line = report.pv if report.pv[:1] == (move,) else (move,)
        return Hint(
            move,
            report.value if stats is None or not stats.visits else stats.value,
            None if position.rules.capture else score,
            tuple(line[:LINE]),
            report.simulations,
            judge,
            note,
        )

    def _estimate(self, position: Position, judge: str, note: str) -> TerritoryEstimate | None:
        try:
            report: SearchReport = self._adviser.at(position).overview()
        except RuntimeError:
            return None
        black = report.to_play == BLACK
        return TerritoryEstimate(
            report.score if black else -report.score,
            report.value if black else 1.0 - report.value,
            tuple(float(value) for value in report.ownership.reshape(-1)),
            judge,
            note,
        )

    def final_status(self, position: Position) -> FinalStatus:
        """Return the life and death of all chains after two passes."""
        return self._adviser.at(position).final_status()

    def halt(self) -> None:
        """Have the running search end soon."""
        for follower in (self._player, self._adviser):
            follower.engine.finish_move()

    def close(self) -> None:
        """End the running search and cut all later ones short."""
        for follower in (self._player, self._adviser):
            follower.engine.finish_quickly()

    def _request(self, halted: Halted) -> SearchRequest:
        def watch(running: RunningSearch) -> None:
            looked = time.monotonic()
            while not (ended := running.finished.wait(POLL)) and not halted():
                if self.look is not None and time.monotonic() - looked >= LOOK:
                    looked = time.monotonic()
                    self.look(_look_at(running.snapshot()))
            if ended and self.look is not None and (report := running.snapshot()).simulations:
                self.look(_look_at(report))

        return SearchRequest(watch=watch, book=True)

    def learn(self, winner: int | None) -> None:
        """Tell the engine who has won, once the running search has ended; None tells nothing."""
        if winner is not None:
            with self.lock:
                self._player.engine.note_result(winner)


def _wait(running: RunningSearch, halted: Halted) -> None:
    while not running.finished.wait(POLL) and not halted():
        pass


def _look_at(report: SearchReport) -> SearchSnapshot:
    black = report.to_play == BLACK
    return SearchSnapshot(
        report.to_play,
        report.value if black else 1.0 - report.value,
        report.score if black else -report.score,
        tuple(report.pv[:LINE]),
        report.simulations,
    )


def _note(text: str) -> None:
    """Write what the engine has to say about itself, such as the traceback of an error."""
    print(f"gtpengine: {text}", file=sys.stderr)


class SnapshotReader:
    """An engine that is brought to any position of one game, and keeps its tree where it can."""

    def __init__(self, terms: PlaySettings) -> None:
        self.engine = Engine(note=_note)
        self.engine.set_rules(terms.rules)
        self._begun = False

    def set(self, name: str, text: str) -> None:
        """Set an option of the engine.

        :raises PlayError: when the option cannot be set.
        """
        try:
            self.engine.set_parameter(name, text)
        except ParamError as error:
            text = str(error).replace(name, name.replace("_", "-"), 1)
            raise PlayError(f"{text}.") from None  # of an option, in English

    def at(self, position: Position) -> Engine:
        """Return the engine in a position of the game."""
        engine, moves = self.engine, position.moves
        if not self._begun:
            engine.set_komi(position.komi)
            engine.load(_as_record(position))
            self._begun = True
        theirs = engine.position.moves
        pairs = zip(moves, theirs, strict=False)
        same = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(moves), len(theirs)))
        if len(theirs) > same:
            engine.undo(len(theirs) - same)
        for color, point in moves[same:]:
            engine.play(point, color)
        return engine


def _as_record(position: Position) -> SgfGame:
    first = initial_position(position)
    black, white = (tuple(stones_of(first, color)) for color in (BLACK, WHITE))
    steps: list[Step] = [SetUp(black, white, ())] if black or white else []
    steps.append(ToPlay(first.to_play))
    steps += [SgfMove(color, p, i) for i, (color, p) in enumerate(position.moves, 1)]
    return SgfGame(position.size, position.komi, position.handicap, tuple(steps))
