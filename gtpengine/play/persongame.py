"""A game of a person against the engine: what both do at the board, without any search.

All methods return at once, and may be called from any thread. Whatever cannot be done raises
``PlayError`` with a sentence for the person, and changes nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, point_to_vertex, points_to_vertices
from board_ext.position import Position
from gtpengine.base.text.language import Text, _, later, later_n
from gtpengine.clock.timeman import Clock
from gtpengine.game.ending import result_by_capture
from gtpengine.game.results import result_words
from gtpengine.play import ladder, record
from gtpengine.play.agreement import Agreement
from gtpengine.play.counting import CountedBoard, result_of
from gtpengine.play.doubt import Questions
from gtpengine.play.events import Events, PlayEvent
from gtpengine.play.joining import has_new, joined
from gtpengine.play.stage import Stage
from gtpengine.play.teaching import AT_ONCE
from gtpengine.play.terms import PlaySettings
from gtpengine.play.timing import GameClocks, time_text
from gtpengine.play.trouble import PlayError, check_legal, letter_of, side


class PersonGame:
    """One game, new or (with ``saved``) gone on with."""

    def __init__(
        self,
        terms: PlaySettings,
        saved: record.Saved | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.terms = terms
        self._state = threading.RLock()
        self._position = saved.position.copy() if saved else terms.first_position()
        self.opened = saved.data if saved else b""
        """The record that the game goes on from; empty for a new game."""
        self._begun = self._position.moves
        self._date = time.strftime("%Y-%m-%d")
        self._clocks = GameClocks(terms.clock, monotonic)
        self._start_clocks = self._clocks.both()
        self._clocks_after: list[dict[int, Clock]] = []
        self._result = ""
        self._agreement = Agreement(terms.color)
        self._questions = Questions()
        self.remarks: list[Text] = []
        """What is told until the person moves again: verdicts on the last move and on those that
        were thought better of, and objections to marks."""
        self.helped = bool(saved and saved.helped)
        """Whether the person had help: a hint, an estimate, a move taken back."""
        self.climbed: Text | str = ""
        """What the game has changed on the ladder, as a sentence."""
        self._resumed_at = 0
        self._turn = 0
        self._events = Events()
        self._stage = Stage.PLAYING
        if saved is not None:
            self._take_over(saved)
        self._begin_turn()
        for note in saved.notes if saved else ():
            self._events.tell("note", note)
        self._events.tell(
            "new",
            later(
                "You are {color}, against {opponent}.",
                color=side(terms.color),
                opponent=terms.opponent,
            ),
        )

    @classmethod
    def load(cls, path: Path, fallback: PlaySettings | None = None, **kwargs: Any) -> Self:
        """Go on with the game in the file at ``path``; see ``from_sgf``."""
        saved = record.load(path, fallback)
        return cls(saved.terms, saved, **kwargs)

    @classmethod
    def from_sgf(
        cls, data: bytes | str, fallback: PlaySettings | None = None, **kwargs: Any
    ) -> Self:
        """Go on with a game in SGF. ``fallback`` has what the record does not say (strength,
        clock).

        :raises PlayError: when nobody can go on with this game.
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
        """What the engine has to do now: ``move``, ``count``, ``look`` at the person's move, or
        empty when the person is asked."""
        with self._state:
            if self._stage is Stage.COUNTING:
                return "count"
            if self._questions.proposed is not None:
                return "look"
            mine = self._position.to_play == self.terms.color
            return "" if mine or self._stage is not Stage.PLAYING else "move"

    @property
    def last_move(self) -> tuple[int, int] | None:
        """The last move as (colour, point or PASS)."""
        with self._state:
            return next(reversed(self._position.moves), None)

    @property
    def prisoners(self) -> tuple[int, int]:
        """The numbers of stones that Black and White have captured."""
        return self._position.prisoners

    @property
    def counted(self) -> CountedBoard | None:
        """The dead stones and the score to be agreed on, or agreed on before; else None."""
        return self._agreement.marked

    @property
    def question(self) -> Text | str:
        """What the person is asked about a move, ``play`` and ``withdraw`` answer; else empty."""
        with self._state:
            doubt, size = self._questions.open, self._position.size
            at_once = self.terms.teaching.verdict == AT_ONCE
            return "" if doubt is None else doubt.question(size, at_once)

    @property
    def doubted(self) -> int | None:
        """The move that the person is asked about."""
        doubt = self._questions.open
        return None if doubt is None else doubt.point

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

        Where the game asks *are you sure?* the move is looked at first (``due``), and waits if
        there is a ``question``; the same move again answers yes.

        :raises PlayError: when it is not the person's turn, or the rules forbid it (IllegalError).
        """
        with self._state:
            self._check_turn()
            if self.check_time():
                raise PlayError(later("Your time is over."))
            check_legal(self._position, point, self.terms.color)
            sure = self.terms.teaching.sharpness is None or point == self.doubted
            self._step()
            if sure:
                self._put(point)
            else:
                self._questions.proposed = point

    def withdraw(self) -> None:
        """Take back a move that is not played yet: the answer no to a ``question``.

        :raises PlayError: when no move waits.
        """
        with self._state:
            if not self._questions.drop():
                raise PlayError(_("There is no question to answer."))
            self.helped = True
            self._turn += 1

    def pass_turn(self) -> None:
        """Pass for the person; two passes in a row end the game."""
        self.play(PASS)

    def resign(self) -> None:
        """Give up for the person, also on the engine's turn.

        :raises PlayError: when the game is over.
        """
        with self._state:
            self._check_running()
            self._step()
            self._finish(f"{letter_of(self.terms.engine_color)}+R")

    def undo(self) -> int:
        """Take back the person's last move and what followed it; return how many moves.

        A finished game is open again then; the clocks are as before that move. A move that is not
        played yet is withdrawn instead.

        :raises PlayError: when the person has not moved yet.
        """
        with self._state:
            if self._questions.drop():
                self.helped = True
                self._step()
                return 0
            self._check_counted()
            moves = self._position.moves
            own = [i for i, (color, _) in enumerate(moves) if color == self.terms.color]
            if not own:
                raise PlayError(later("There is no move of yours to take back."))
            self._step()
            self.helped = True
            count = len(moves) - own[-1]
            self._position.undo(count)
            self._clocks.set(self._clocks_at(own[-1]))
            del self._clocks_after[own[-1] :]
            self._resumed_at = min(self._resumed_at, own[-1])
            self._agreement, self._questions = Agreement(self.terms.color), Questions()
            self.remarks = []
            self._result, self._stage = "", Stage.PLAYING
            self._begin_turn()
            text = later_n("{count} move is taken back.", "{count} moves are taken back.", count)
            self._events.tell("undo", text)
            return count

    def toggle_dead(self, point: int) -> CountedBoard:
        """Mark the stones on a point, and their colour's other stones in the same area, as dead, or
        alive again; return the new count.

        :raises PlayError: when nothing is being counted, or no stone lies there.
        """
        with self._state:
            if self._stage is not Stage.AGREEING:
                raise PlayError(later("Dead stones are marked after both have passed."))
            if not 0 <= point < self._position.size**2 or not self._position.color_at(point):
                raise PlayError(later("There is no stone to mark."))
            self._step()
            found = self._agreement.toggle(self._position, point)
            self._events.tell(
                "dead", later("With these dead stones it is {result}.", result=found.text)
            )
            return found

    def agree(self) -> str:
        """End the game with the dead stones as marked; return the result.

        Where the engine does not agree, the game goes on to settle that, and there is no result.

        :raises PlayError: when nothing is being counted, or the game went on for that already.
        """
        with self._state:
            found = self._agreement.marked
            if self._stage is not Stage.AGREEING or found is None:
                raise PlayError(later("There is nothing to agree on yet: both must pass first."))
            stones = points_to_vertices(self._agreement.disputed(), self._position.size)
            if stones and self._agreement.played_on:
                raise PlayError(
                    _(
                        "The engine does not agree about {stones}: change the marks, or play on.",
                        stones=stones,
                    )
                )
            if stones:
                self.resume()
                return ""
            self._step()
            self._finish(result_of(found.score))
            return self._result

    def resume(self) -> None:
        """Play on after two passes, to settle by playing what is dead.

        :raises PlayError: when nothing is being counted.
        """
        with self._state:
            if self._stage not in (Stage.AGREEING, Stage.COUNTING):
                raise PlayError(later("Both must have passed to play on from there."))
            self._step()
            self._resumed_at = len(self._position.moves)
            if stones := points_to_vertices(self._agreement.disputed(), self._position.size):
                self.remarks = [
                    later(
                        "The engine does not agree about {stones}. The game goes on: capture what"
                        " is dead, then pass.",
                        stones=stones,
                    )
                ]
            self._agreement.play_on(self._position)
            self._stage = Stage.PLAYING
            self._begin_turn()
            self._events.tell("resume", later("The game goes on."))

    def check_time(self) -> bool:
        """Return whether the person's time is over; the game is lost then. Ask now and then."""
        with self._state:
            if self._stage is Stage.PLAYING and self._clocks.fallen(self.terms.color):
                self._step()
                self._finish(f"{letter_of(self.terms.engine_color)}+T")
            return self._result.endswith("+T")

    # --- files and pages ----------------------------------------------------------------------

    def to_sgf(self) -> bytes:
        """Return the game as SGF, with clocks, strength, and the result if the game has ended."""
        with self._state:
            position, clocks = self._position.copy(), list(self._clocks_after)
            saved = record.Saved(
                self.terms, position, clocks, self._result, self._date, helped=self.helped
            )
        return record.to_sgf(saved)

    @property
    def has_new_moves(self) -> bool:
        """Whether the game has moves that the record it goes on from lacks."""
        return has_new(self._begun, self.position.moves)

    def to_record(self) -> bytes:
        """Return the record that the game goes on from, whole, with the new moves in it.

        :raises PlayError: when there are no new moves.
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
        ``dead``, ``owners`` and ``sides`` are empty but after two passes. Colours are ``b`` and
        ``w``.
        """
        with self._state:
            position, terms, found = self._position, self.terms, self._agreement.marked
            size, doubted = position.size, self.doubted
            letters = {EMPTY: "", BLACK: "b", WHITE: "w"}
            moves = [
                {"color": letters[color], "vertex": point_to_vertex(point, size)}
                for color, point in position.moves
            ]
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
                "rung": terms.rung,
                "analysis": terms.teaching.analysis,
                "stage": self.stage.value,
                "due": self.due,
                "question": self.question,
                "doubted": "" if doubted is None else point_to_vertex(doubted, size),
                "remarks": self.remarks,
                "climbed": self.climbed,
                "result": self.result,
                "score": None if found is None else found.score,
                "sides": {letters[c]: s.text for c, s in (found.sides if found else {}).items()},
                "dead": [] if found is None else sorted(found.dead),
                "owners": [] if found is None else [letters[c] for c in found.owners],
                "clocks": {letters[c]: time_text(self.clock(c)) for c in (BLACK, WHITE)},
                "events": [
                    {"number": e.number, "kind": e.kind, "text": e.text}
                    for e in self.events_since(since)
                ],
            }

    # --- inside -------------------------------------------------------------------------------

    def _check_running(self) -> None:
        if self._stage is Stage.OVER:
            raise PlayError(later("The game is over: {result}.", result=result_words(self._result)))

    def _check_turn(self) -> None:
        self._check_running()
        if self._stage is not Stage.PLAYING:
            raise PlayError(later("Both have passed: agree on the score, or play on first."))
        if self._position.to_play != self.terms.color:
            raise PlayError(later("It is the engine's turn."))

    def _put(self, point: int) -> None:
        """Play a move of whose turn it is, and see whether the game comes to its end."""
        position, color = self._position, self._position.to_play
        position.play(point, color)
        if color == self.terms.color:
            self.remarks = self._questions.verdicts(point, position.size)
        self._clocks.moved()
        self._clocks_after.append(self._clocks.both())
        self._events.tell("move", _played(color, point, position.size))
        if color == self.terms.color:
            for text in self.remarks:
                self._events.tell("verdict", text)
        if won := result_by_capture(position):
            self._finish(won)
            return
        moves = position.moves
        fresh = len(moves) - 2 >= self._resumed_at
        if fresh and [p for _, p in moves[-2:]] == [PASS, PASS]:
            self._stage = Stage.COUNTING
            self._events.tell("passes", later("Both have passed."))
        self._begin_turn()

    def _begin_turn(self) -> None:
        if self._stage is Stage.PLAYING:
            self._clocks.start(self._position.to_play)

    def _clocks_at(self, moves: int) -> dict[int, Clock]:
        return self._clocks_after[moves - 1] if moves else self._start_clocks

    def _finish(self, result: str) -> None:
        self._clocks.stop()
        self._stage, self._result = Stage.OVER, result
        words = result_words(result)
        self._events.tell("result", later("The game is over: {result}.", result=words))
        if self.terms.rung is not None:
            winner = {"B": BLACK, "W": WHITE}.get(result[:1])
            won = None if winner is None else winner == self.terms.color
            self._climb(self.terms.rung, won)

    def _climb(self, rung: int, won: bool | None) -> None:
        """Count a game of the ladder."""
        try:
            self.climbed = ladder.after_game(ladder.default_path(), rung, won, self.helped)
        except PlayError as error:
            self.climbed = str(error)

    def _check_counted(self) -> None:
        if self._stage is Stage.OVER and self.terms.rung is not None:
            raise PlayError(_("This game of the ladder is over and counted."))

    def _step(self) -> None:
        """Begin something new: searches that run are out of date, and so is a move proposed."""
        self._turn += 1
        self._questions.drop()

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


def _played(color: int, point: int, size: int) -> Text:
    if point == PASS:
        return later("{color} passes.", color=side(color))
    return later("{color} plays {point}.", color=side(color), point=point_to_vertex(point, size))
