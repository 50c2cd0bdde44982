"""A game of a person against the engine: everything but the screen.

Threads: every method may be called from any thread. Those that search (``engine_move``, ``count``,
``hint``, ``estimate``) last seconds and run one at a time; all others return at once, also
meanwhile. A user interface therefore calls the first kind in a thread of its own, whenever ``due``
is not empty. ``halt``, and every method that changes the game, makes a running search return None
within some hundredths of a second; the game is then as that method left it.

Whatever cannot be done raises ``PlayError`` with a sentence for the person, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from board_ext.coords import BLACK, PASS, RESIGN, WHITE
from board_ext.position import Position
from gtpengine.base.text.language import later
from gtpengine.play import record
from gtpengine.play.advice import Halted, Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.counting import CountedBoard, result_of
from gtpengine.play.engine_thread import EngineThread
from gtpengine.play.persongame import PersonGame
from gtpengine.play.stage import Stage
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError, letter_of
from gtpengine.programs.session_judge import SessionJudge

Advice = TypeVar("Advice")
Ask: TypeAlias = Callable[[EngineThread, Position, Halted], Advice | None]


class PlaySession(PersonGame):
    """One game, new or (with ``saved``) gone on with.

    :param judge: another engine that gives hints and estimates in the place of ours.
    :raises PlayError: when the terms name an option that the engine does not have.
    """

    def __init__(
        self,
        terms: PlaySettings,
        saved: record.Saved | None = None,
        *,
        hint_simulations: int = 20_000,
        judge: SessionJudge | None = None,
        **clock: Any,
    ) -> None:
        self.hint_simulations, self.judge = hint_simulations, judge
        self._engine_thread = EngineThread(terms, hint_simulations, judge)
        super().__init__(terms, saved, **clock)

    def engine_move(self) -> int | None:
        """Let the engine move; return its point, PASS or RESIGN, or None when halted meanwhile.

        :raises PlayError: when it is not the engine's turn.
        """
        with self._searching(wait=True):
            with self._state:
                if self.due != "move":
                    raise PlayError(later("It is not the engine's turn."))
                turn, position = self._turn, self._position.copy()
                clocks = {color: self._clocks.shown(color) for color in (BLACK, WHITE)}
                only = self._agreement.place_to_capture(position)
                settled = self._agreement.played_on and not only
            if settled and position.moves[-1:] == [(self.terms.color, PASS)]:
                move = PASS  # it is not the time to begin something else
            else:
                move = self._engine_thread.move(position, clocks, lambda: self._turn != turn, only)
            with self._state:
                if self._turn != turn:
                    return None
                self._step()
                if move == RESIGN:
                    self._finish(f"{letter_of(self.terms.color)}+R")
                else:
                    self._put(move)
            self._engine_thread.ponder()
            return move

    def count(self) -> CountedBoard | None:
        """Judge which stones are dead after two passes; return None when halted meanwhile.

        Under rules that count all stones the game ends here.

        :raises PlayError: when the game has not come to its end.
        """
        with self._searching(wait=True):
            with self._state:
                if self._stage is not Stage.COUNTING:
                    raise PlayError(later("Both must pass before the game is counted."))
                turn, position = self._turn, self._position.copy()
            status = self._engine_thread.final_status(position)
            with self._state:
                if self._turn != turn:
                    return None
                self._step()
                found = self._agreement.count(position, status)
                self._stage = Stage.AGREEING
                if position.rules.removes_dead:
                    self._events.tell(
                        "dead", later("The engine counts {result}.", result=found.text)
                    )
                else:
                    self._finish(result_of(found.score))
                return found

    def look(self) -> None:
        """Look at the move that the person proposes: play it, or ask the ``question``."""
        with self._searching(wait=True):
            with self._state:
                point, turn, position = self._questions.proposed, self._turn, self._position.copy()
            if point is None:
                return
            eyes = self._engine_thread.eyes(position, self.terms.teaching)
            doubt = self._engine_thread.doubt(position, point, eyes, lambda: self._turn != turn)
            with self._state:
                if self._turn != turn:
                    return
                self._step()
                if doubt is None:
                    self._put(point)
                else:
                    self._questions.ask(doubt)

    def engine_work(self) -> None:
        """Do what is ``due``: move, count, look, or nothing."""
        work = {"move": self.engine_move, "count": self.count, "look": self.look}
        if due := self.due:
            work[due]()

    def hint(self) -> Hint | None:
        """Return the best move at full strength, None when halted meanwhile; the clock runs on.

        :raises PlayError: when it is not the person's turn, or the game is without analysis.
        """
        return self._advice(EngineThread.hint, own_turn=True)

    def estimate(self) -> TerritoryEstimate | None:
        """Return who owns what, and the score to expect; None when halted meanwhile.

        :raises PlayError: when the engine is thinking, or the game is without analysis.
        """
        return self._advice(EngineThread.estimate, own_turn=False)

    def take_help(self) -> None:
        """Note that the person has help, as by an analysis elsewhere.

        :raises PlayError: when the game is without analysis.
        """
        self.terms.teaching.check_analysis()
        self.helped = True

    def watch(self, look: Callable[[SearchSnapshot], object] | None) -> None:
        """Call ``look`` some times a second with what a search for a move or a hint sees.

        ``look`` is called in the search's thread, and once more when the search ends; None in the
        place of ``look`` ends the calls.
        """
        self._engine_thread.look = look

    def halt(self) -> None:
        """End a running search; the searching method returns None and the game stays as it is."""
        with self._state:
            self._turn += 1
        self._engine_thread.halt()

    def close(self) -> None:
        """End all searches, for good, and settle; the game can still be looked at and saved."""
        with self._state:
            self._turn += 1
        self._engine_thread.close()
        self.settle()

    def settle(self) -> None:
        """Let the strength ``rank auto`` learn from the result, if the game has ended."""
        self._engine_thread.learn({"B": BLACK, "W": WHITE}.get(self._result[:1]))

    @contextmanager
    def _searching(self, wait: bool) -> Iterator[None]:
        """Hold the engine; without ``wait``, for long enough that a halted search can end."""
        if not self._engine_thread.lock.acquire(timeout=-1 if wait else 2.0):
            raise PlayError(later("The engine is thinking: wait for its move."))
        try:
            yield
        finally:
            self._engine_thread.lock.release()

    def _advice(self, ask: Ask[Advice], own_turn: bool) -> Advice | None:
        self.terms.teaching.check_analysis()
        with self._searching(wait=False):
            with self._state:
                if own_turn:
                    self._check_turn()
                turn, position = self._turn, self._position.copy()
                self.helped = True
            found = ask(self._engine_thread, position, lambda: self._turn != turn)
            return found if self._turn == turn else None
