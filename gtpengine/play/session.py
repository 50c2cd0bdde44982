"""A game of a person against the engine: everything but the screen.

Threads: every method may be called from any thread. Those that search (``engine_move``, ``count``,
``hint``, ``estimate``) last seconds and run one at a time; all others return at once, also
meanwhile. A user interface therefore calls the first kind in a thread of its own, whenever ``due``
is not empty. ``halt``, and every method that changes the game, makes a running search return None
within some hundredths of a second; the game is then as that method left it.

Whatever cannot be done raises ``PlayError`` with a sentence for the person, and changes nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

from board_ext.coords import BLACK, EMPTY, PASS, RESIGN, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.clock.timeman import Clock
from gtpengine.game.ending import result_by_capture
from gtpengine.game.results import result_words
from gtpengine.play import record
from gtpengine.play.advice import Halted, Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.counting import CountedBoard, counted, result_of, toggled
from gtpengine.play.engine_thread import EngineThread
from gtpengine.play.events import Events, PlayEvent
from gtpengine.play.joining import has_new, joined
from gtpengine.play.stage import Stage
from gtpengine.play.terms import PlaySettings
from gtpengine.play.timing import GameClocks, time_text
from gtpengine.play.trouble import PlayError, check_legal, side
from gtpengine.programs.session_judge import SessionJudge

Advice = TypeVar("Advice")
Ask: TypeAlias = Callable[[EngineThread, Position, Halted], Advice | None]


class PlaySession:
    """One game, new or (with ``saved``) gone on with.

    :param judge: another engine that gives hints and estimates in the place of ours.
    :raises PlayError: when the terms name an option of the engine that it does not have.
    """

    def __init__(
        self,
        terms: PlaySettings,
        saved: record.Saved | None = None,
        *,
        hint_simulations: int = 20_000,
        judge: SessionJudge | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.terms, self.hint_simulations, self.judge = terms, hint_simulations, judge
        self._state = threading.RLock()
        self._engine_thread = EngineThread(terms, hint_simulations, judge)
        self._position = saved.position.copy() if saved else terms.first_position()
        self.opened = saved.data if saved else b""
        """The record that the game goes on from; empty for a new game."""
        self._begun = self._position.moves
        self._date = time.strftime("%Y-%m-%d")
        self._clocks = GameClocks(terms.clock, monotonic)
        self._start_clocks = self._clocks.both()
        self._clocks_after: list[dict[int, Clock]] = []
        self._result = ""
        self._counted: CountedBoard | None = None
        self._resumed_at = 0
        self._turn = 0
        self._events = Events()
        self._stage = Stage.PLAYING
        if saved is not None:
            self._take_over(saved)
        self._begin_turn()
        for note in saved.notes if saved else ():
            self._events.tell("note", note)
        self._events.tell("new", f"You are {side(terms.color)}, against {terms.opponent}.")

    @classmethod
    def load(cls, path: Path, fallback: PlaySettings | None = None, **kwargs: Any) -> Self:
        """Go on with the game in the file at ``path``; see ``from_sgf``."""
        saved = record.load(path, fallback)
        return cls(saved.terms, saved, **kwargs)

    @classmethod
    def from_sgf(
        cls, data: bytes | str, fallback: PlaySettings | None = None, **kwargs: Any
    ) -> Self:
        """Go on with a game in SGF. ``fallback`` has what it does not say (strength, clock).

        :raises PlayError: when it is no game to go on with.
        """
        saved = record.from_sgf(data, fallback)
        return cls(saved.terms, saved, **kwargs)

    # --- what there is ------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """A copy of the position."""
        with self._state:
            return self._position.copy()

    @property
    def stage(self) -> Stage:
        """How far the game is."""
        return self._stage

    @property
    def result(self) -> str:
        """``B+3.5``, ``W+R`` (resignation), ``B+T`` (time), ``0`` (draw); empty before the end."""
        return self._result

    @property
    def to_play(self) -> int:
        """The colour whose turn it is."""
        return self._position.to_play

    @property
    def due(self) -> str:
        """What the engine has to do now: ``move``, ``count``, or empty when the person is asked."""
        with self._state:
            if self._stage is Stage.COUNTING:
                return "count"
            mine = self._position.to_play == self.terms.color
            return "" if mine or self._stage is not Stage.PLAYING else "move"

    @property
    def last_move(self) -> tuple[int, int] | None:
        """The last move as (colour, point or PASS)."""
        with self._state:
            return next(reversed(self._position.moves), None)

    @property
    def prisoners(self) -> tuple[int, int]:
        """The stones that Black and that White have captured."""
        return self._position.prisoners

    @property
    def counted(self) -> CountedBoard | None:
        """The dead stones and the score that stand to be agreed on, or were; else None."""
        return self._counted

    def clock(self, color: int) -> Clock:
        """Return what the clock of a colour shows now."""
        with self._state:
            return self._clocks.shown(color)

    def events_since(self, number: int = 0) -> list[PlayEvent]:
        """Return the events after event ``number``, oldest first."""
        with self._state:
            return self._events.since(number)

    # --- the person ---------------------------------------------------------------------------

    def play(self, point: int) -> None:
        """Play a point, or PASS, for the person.

        :raises PlayError: when it is not the person's turn, or the rules forbid it (IllegalError).
        """
        with self._state:
            self._check_turn()
            if self.check_time():
                raise PlayError("Your time is over.")
            check_legal(self._position, point, self.terms.color)
            self._turn += 1
            self._put(point)

    def pass_turn(self) -> None:
        """Pass for the person; two passes in a row end the game."""
        self.play(PASS)

    def resign(self) -> None:
        """Give up for the person, also on the engine's turn.

        :raises PlayError: when the game is over.
        """
        with self._state:
            self._check_running()
            self._turn += 1
            self._finish(f"{side(self.terms.engine_color)[0]}+R")

    def undo(self) -> int:
        """Take back the person's last move and what followed it; return how many moves.

        A finished game is open again then; the clocks are as before that move.

        :raises PlayError: when the person has not moved yet.
        """
        with self._state:
            moves = self._position.moves
            own = [i for i, (color, _) in enumerate(moves) if color == self.terms.color]
            if not own:
                raise PlayError("There is no move of yours to take back.")
            self._turn += 1
            count = len(moves) - own[-1]
            self._position.undo(count)
            self._clocks.set(self._clocks_at(own[-1]))
            del self._clocks_after[own[-1] :]
            self._resumed_at = min(self._resumed_at, own[-1])
            self._result, self._counted, self._stage = "", None, Stage.PLAYING
            self._begin_turn()
            plural = "move is" if count == 1 else "moves are"
            self._events.tell("undo", f"{count} {plural} taken back.")
            return count

    def toggle_dead(self, point: int) -> CountedBoard:
        """Mark the stones on a point, and their colour's other stones in the same area, as dead, or
        alive again; return the new count.

        :raises PlayError: when nothing is being counted, or no stone lies there.
        """
        with self._state:
            if self._stage is not Stage.AGREEING or self._counted is None:
                raise PlayError("Dead stones are marked after both have passed.")
            if not 0 <= point < self._position.size**2 or not self._position.color_at(point):
                raise PlayError("There is no stone to mark.")
            self._turn += 1
            self._counted = toggled(self._position, self._counted, point)
            self._events.tell("dead", f"With these dead stones it is {self._counted.text}.")
            return self._counted

    def agree(self) -> str:
        """End the game with the dead stones as marked; return the result.

        :raises PlayError: when nothing is being counted.
        """
        with self._state:
            if self._stage is not Stage.AGREEING or self._counted is None:
                raise PlayError("There is nothing to agree on yet: both must pass first.")
            self._turn += 1
            self._finish(result_of(self._counted.score))
            return self._result

    def resume(self) -> None:
        """Play on after two passes, to settle by playing what is dead.

        :raises PlayError: when nothing is being counted.
        """
        with self._state:
            if self._stage not in (Stage.AGREEING, Stage.COUNTING):
                raise PlayError("Both must have passed to play on from there.")
            self._turn += 1
            self._resumed_at = len(self._position.moves)
            self._counted, self._stage = None, Stage.PLAYING
            self._begin_turn()
            self._events.tell("resume", "The game goes on.")

    def check_time(self) -> bool:
        """Return whether the person's time is over; the game is lost then. Call it now and then."""
        with self._state:
            if self._stage is Stage.PLAYING and self._clocks.fallen(self.terms.color):
                self._turn += 1
                self._finish(f"{side(self.terms.engine_color)[0]}+T")
            return self._result.endswith("+T")

    # --- the engine ---------------------------------------------------------------------------

    def engine_move(self) -> int | None:
        """Let the engine move; return its point, PASS or RESIGN, or None when halted meanwhile.

        :raises PlayError: when it is not the engine's turn.
        """
        with self._searching(wait=True):
            with self._state:
                if self.due != "move":
                    raise PlayError("It is not the engine's turn.")
                turn, position = self._turn, self._position.copy()
                clocks = {color: self._clocks.shown(color) for color in (BLACK, WHITE)}
            move = self._engine_thread.move(position, clocks, lambda: self._turn != turn)
            with self._state:
                if self._turn != turn:
                    return None
                self._turn += 1
                if move == RESIGN:
                    self._finish(f"{side(self.terms.color)[0]}+R")
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
                    raise PlayError("Both must pass before the game is counted.")
                turn, position = self._turn, self._position.copy()
            found = counted(position, self._engine_thread.final_status(position))
            with self._state:
                if self._turn != turn:
                    return None
                self._turn += 1
                self._counted, self._stage = found, Stage.AGREEING
                if position.rules.removes_dead:
                    self._events.tell("dead", f"The engine counts {found.text}.")
                else:
                    self._finish(result_of(found.score))
                return found

    def engine_work(self) -> None:
        """Do what is ``due``: move, count, or nothing."""
        due = self.due
        if due == "move":
            self.engine_move()
        elif due == "count":
            self.count()

    def hint(self) -> Hint | None:
        """Return the best move at full strength, None when halted meanwhile; the clock runs on.

        :raises PlayError: when it is not the person's turn.
        """
        return self._advice(EngineThread.hint, own_turn=True)

    def estimate(self) -> TerritoryEstimate | None:
        """Return who owns what, and the score to expect; None when halted meanwhile.

        :raises PlayError: when the engine is thinking.
        """
        return self._advice(EngineThread.estimate, own_turn=False)

    def watch(self, look: Callable[[SearchSnapshot], object] | None) -> None:
        """Call ``look`` some times a second with what a search for a move or a hint sees.

        It is called in the thread of the search, and once more when that ends; None ends the calls.
        """
        self._engine_thread.look = look

    def halt(self) -> None:
        """End a running search; its method returns None and the game stays as it is."""
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
        """Let the strength ``rank auto`` learn from the result that stands, if there is one."""
        self._engine_thread.learn({"B": BLACK, "W": WHITE}.get(self._result[:1]))

    # --- files and pages ----------------------------------------------------------------------

    def to_sgf(self) -> bytes:
        """Return the game as SGF, with clocks, strength, and result if there is one."""
        with self._state:
            position, clocks = self._position.copy(), list(self._clocks_after)
            saved = record.Saved(self.terms, position, clocks, self._result, self._date)
        return record.to_sgf(saved)

    @property
    def has_new_moves(self) -> bool:
        """Whether the game has moves that the record it goes on from lacks."""
        return has_new(self._begun, self.position.moves)

    def to_record(self) -> bytes:
        """Return the record that the game goes on from, whole, with the new moves in it.

        :raises PlayError: when there are none.
        """
        return joined(self.opened, self._begun, self.position.moves)

    def to_file(self) -> bytes:
        """Return what is to be saved: all that was in the record, with the new moves, as SGF."""
        if not self.opened or record.is_this_game_alone(self.opened):
            return self.to_sgf()
        return self.to_record() if self.has_new_moves else self.opened

    def to_dict(self, since: int = 0) -> dict[str, Any]:
        """Return everything a page shows, of JSON's types; events after event ``since``.

        Points count from A1 by rows. ``stones`` has ``b``, ``w`` or an empty text for each;
        ``dead`` and ``owners`` are empty but after two passes. Colours are ``b`` and ``w``.
        """
        with self._state:
            position, terms, found = self._position, self.terms, self._counted
            size = position.size
            letters = {EMPTY: "", BLACK: "b", WHITE: "w"}
            moves = [
                {"color": letters[color], "vertex": point_to_vertex(point, size)}
                for color, point in position.moves
            ]
            clocks = {letters[c]: self._clocks.shown(c) for c in (BLACK, WHITE)}
            return {
                "size": size,
                "stones": [letters[position.color_at(p)] for p in range(size**2)],
                "prisoners": dict(zip("bw", position.prisoners, strict=True)),
                "moves": moves,
                "last": moves[-1] if moves else None,
                "to_play": letters[position.to_play],
                "person": letters[terms.color],
                "strength": terms.strength,
                "options": dict(terms.options),
                "rules": position.rules.name,
                "komi": position.komi,
                "handicap": position.handicap,
                "stage": self._stage.value,
                "due": self.due,
                "result": self._result,
                "score": None if found is None else found.score,
                "dead": [] if found is None else sorted(found.dead),
                "owners": [] if found is None else [letters[c] for c in found.owners],
                "clocks": {c: time_text(clock) for c, clock in clocks.items()},
                "events": [
                    {"number": e.number, "kind": e.kind, "text": e.text}
                    for e in self.events_since(since)
                ],
            }

    # --- inside -------------------------------------------------------------------------------

    @contextmanager
    def _searching(self, wait: bool) -> Iterator[None]:
        """Hold the engine; without ``wait``, for long enough that a halted search can end."""
        if not self._engine_thread.lock.acquire(timeout=-1 if wait else 2.0):
            raise PlayError("The engine is thinking: wait for its move.")
        try:
            yield
        finally:
            self._engine_thread.lock.release()

    def _advice(self, ask: Ask[Advice], own_turn: bool) -> Advice | None:
        with self._searching(wait=False):
            with self._state:
                if own_turn:
                    self._check_turn()
                turn, position = self._turn, self._position.copy()
            found = ask(self._engine_thread, position, lambda: self._turn != turn)
            return found if self._turn == turn else None

    def _check_running(self) -> None:
        if self._stage is Stage.OVER:
            raise PlayError(f"The game is over: {self._result}.")

    def _check_turn(self) -> None:
        self._check_running()
        if self._stage is not Stage.PLAYING:
            raise PlayError("Both have passed: agree on the score, or play on first.")
        if self._position.to_play != self.terms.color:
            raise PlayError("It is the engine's turn.")

    def _put(self, point: int) -> None:
        """Play a move of whose turn it is, and see whether the game comes to its end."""
        position, color = self._position, self._position.to_play
        position.play(point, color)
        self._clocks.moved()
        self._clocks_after.append(self._clocks.both())
        self._events.tell("move", f"{side(color)} {_words(point, position.size)}.")
        if won := result_by_capture(position):
            self._finish(won)
            return
        moves = position.moves
        fresh = len(moves) - 2 >= self._resumed_at
        if fresh and [p for _, p in moves[-2:]] == [PASS, PASS]:
            self._stage = Stage.COUNTING
            self._events.tell("passes", "Both have passed.")
        self._begin_turn()

    def _begin_turn(self) -> None:
        if self._stage is Stage.PLAYING:
            self._clocks.start(self._position.to_play)

    def _clocks_at(self, moves: int) -> dict[int, Clock]:
        return self._clocks_after[moves - 1] if moves else self._start_clocks

    def _finish(self, result: str) -> None:
        self._clocks.stop()
        self._stage, self._result = Stage.OVER, result
        self._events.tell("result", f"The game is over: {result_words(result)}.")

    def _take_over(self, saved: record.Saved) -> None:
        moves = self._position.moves
        known = list(saved.clocks[: len(moves)])
        self._clocks_after = known + [known[-1] if known else self._start_clocks] * (
            len(moves) - len(known)
        )
        self._clocks.set(self._clocks_at(len(moves)))
        self._date = saved.date or self._date
        if result := saved.result or result_by_capture(self._position):
            self._stage, self._result = Stage.OVER, result
        elif [p for _, p in moves[-2:]] == [PASS, PASS]:
            self._stage = Stage.COUNTING


def _words(point: int, size: int) -> str:
    return "passes" if point == PASS else f"plays {point_to_vertex(point, size)}"
