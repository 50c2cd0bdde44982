"""The engine: a position, a search, a clock and options. The only mutable session.

Front ends call the engine's methods; the engine never prints. A method either does what it says, or
raises and leaves the state as it was. All calls come from one thread, except
:meth:`Engine.finish_quickly` and :meth:`Engine.finish_move`.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from board_ext.coords import BLACK, EMPTY, RESIGN, WHITE, opponent
from board_ext.position import Position
from board_ext.rules import ALL_RULES, Rules, rules_named
from gtpengine.base.arguments.paramspec import AUTO, ParamError, ParamSpec, ParamValue, find_spec
from gtpengine.clock import timeman
from gtpengine.clock.clocks import Clocks
from gtpengine.config.options import EngineOptions
from gtpengine.game.ending import captured_score, game_is_over, without_history
from gtpengine.game.replay import replayed
from gtpengine.game.rulenames import record_rules
from gtpengine.game.sgf import SgfGame
from gtpengine.judge import life
from gtpengine.judge.situation import flat_ownership
from gtpengine.mcts.params.players import Remark
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.session.analysis import PLAIN, RunningSearch, SearchRequest
from gtpengine.session.genmove import Genmove, Turn
from gtpengine.session.playedrank import OFF, PlayedRank
from gtpengine.session.searching import WARNING, SearcherFactory, Searching, default_searcher

if TYPE_CHECKING:
    from gtpengine.session.opening import BookMove, OpeningBooks

LEFT_LENGTH: Final = 0.3
"""Moves, as a fraction of the board's points, after which a game that is left counts."""

LEFT_LOST: Final = 0.95
"""Win rate of the engine from which a game that is left counts as resigned by the player."""

ENDLESS: Final = 1e8
"""Seconds that an analysis may last if nobody ends it."""


class Engine:
    """One session. ``note`` receives diagnostics, such as the traceback of an internal error."""

    def __init__(
        self,
        options: EngineOptions | None = None,
        make_searcher: SearcherFactory = default_searcher,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.options = options if options is not None else EngineOptions()
        self.search_params = SearchParams()
        self.note = note
        self.searching = Searching(
            self.options, self.search_params, make_searcher, lambda text: self.note(text)
        )
        self._rules = rules_named(self.options.rules)
        self._komi = self._rules.komi
        self._clocks = Clocks()
        self._moved_last: int | None = None
        self._result_is_known = False
        self._judged: tuple[object, tuple[life.FinalStatus, list[float]]] | None = None
        #: The rank that the engine plays at, and what it knows about the player's.
        self.ranks = PlayedRank(
            self.options, self.search_params, lambda text: self.note(WARNING + text)
        )
        self._moves = Genmove(
            self.searching, self._clocks, self.options, lambda text: self.note(text), self.ranks
        )
        #: The last genmove's move, if it came from the opening book.
        self.last_book: BookMove | None = None
        self._opening: OpeningBooks | None = None
        self._games = 0
        self._new_position(19)

    # --- the position -------------------------------------------------------------------------

    @property
    def last_search(self) -> SearchReport | None:
        """The report of the last genmove or reg_genmove; None before, or when the search failed."""
        return self._moves.last_search

    @property
    def position(self) -> Position:
        """The current position; change it through the engine only."""
        return self._position

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._position.rules

    def new_game(self, size: int | None = None) -> None:
        """Empty the board, of ``size`` if given; komi, rules and time settings stay."""
        self._see_abandoned()
        self._new_position(self._position.size if size is None else size)
        self.searching.forget()
        self._prepare()

    def set_komi(self, komi: float) -> None:
        """Set komi, for later games too."""
        self._position.komi = self._komi = komi

    def play(self, point: int, color: int) -> None:
        """Play a point or PASS.

        :raises IllegalMoveError: when the rules forbid it.
        """
        self._position.play(point, color)
        self._see_end()

    def undo(self, count: int = 1) -> None:
        """Take back ``count`` moves.

        :raises ValueError: when there are fewer; then no move is undone.
        """
        if not 0 <= count <= len(self._position.moves):
            raise ValueError(f"there are {len(self._position.moves)} moves to undo")
        self._position.undo(count)
        self._moves.forget()

    def board_is_empty(self) -> bool:
        """Return whether there is no stone on the board."""
        return not self._position.stones().any()

    def place_handicap(self, points: Iterable[int]) -> None:
        """Place handicap stones on an empty board; a game begins with White to play."""
        stones = list(points)
        self._position.set_up(stones, [], to_play=WHITE, handicap=len(stones))

    def set_stones(self, black: Sequence[int], white: Sequence[int], to_play: int) -> None:
        """Begin a game with these stones; two or more black stones alone are a handicap.

        :raises ValueError: when a chain has no liberty.
        """
        position = Position(self._position.size, self._rules, self._komi)
        handicap = len(black) if len(black) >= 2 and not white else 0
        position.set_up(black, white, to_play, handicap)
        self._start(position)

    def set_rules(self, name: str) -> None:
        """Change the rules by name; the game and komi stay.

        :raises ValueError: when the name is unknown; the message names the nearest.
        """
        self.use_rules(rules_named(name))

    def use_rules(self, rules: Rules) -> None:
        """Change the rules; the option ``rules`` follows when they have a name."""
        self._rules = self._position.rules = rules
        if rules.name in ALL_RULES:
            self.options.assign("rules", rules.name)
        self._judged = None
        self.searching.forget()

    def load(self, record: SgfGame, move_number: int | None = None) -> None:
        """Replay ``record`` up to before ``move_number``; the rules stay.

        :raises SgfError: when that is impossible.
        """
        named, _ = record_rules(record.texts.get("RU", ""))
        terms = record.terms(named or self.rules)
        position = replayed(record, self.rules, terms.komi, move_number)
        for note in terms.notes:
            self.note(f"{WARNING}{note}")
        self._komi = terms.komi
        self._start(position)
        self.searching.forget()

    # --- parameters ---------------------------------------------------------------------------

    def parameters(self) -> list[tuple[ParamSpec, ParamValue]]:
        """Return all parameters with their values, the engine's first."""
        return [*self.options, *self.search_params]

    def parameter(self, name: str) -> tuple[ParamSpec, ParamValue]:
        """Return one parameter and its value.

        :raises ParamError: when the name is unknown; the message names the nearest parameter.
        """
        spec = find_spec(name, {**self.options.table, **self.search_params.table})
        values = self.options if spec.name in self.options.table else self.search_params
        return spec, values.get(spec.name)

    def set_parameter(self, name: str, text: str) -> None:
        """Set a parameter from text, at once.

        :raises ParamError: when the parameter cannot be set; everything stays as it was.
        """
        spec, _ = self.parameter(name)
        if spec.name == "rules":
            self.set_rules(str(spec.parse(text)))
            return
        if spec.name in self.search_params.table:
            self.search_params.set(spec.name, text)
            self.searching.follow_params()
        else:
            old = self.options.get(spec.name)
            self.options.set(spec.name, text)
            try:
                self._apply_option(spec.name)
            except (ValueError, MemoryError) as error:
                self.options.assign(spec.name, old)
                raise ParamError(f"{spec.name} cannot be {text or 'empty'}: {error}") from None
        self._judged = None

    def remarks(self) -> tuple[Remark, ...]:
        """Return what to say of settings that the search of this board does not read."""
        return self.searching.remarks(self._position)

    def start(self) -> None:
        """Begin what takes time before the first search: a cluster gathers from now on.

        :raises ParamError: when an option asks for what cannot be had.
        """
        try:
            self.searching.begin_early()
        except ValueError as error:
            raise ParamError(str(error)) from None

    def set_seed(self, seed: int) -> None:
        """Set the seed of all randomness from now on."""
        self.set_parameter("seed", str(seed))

    # --- time ---------------------------------------------------------------------------------

    @property
    def time_settings(self) -> timeman.TimeSettings:
        """The time limits in force."""
        return self._clocks.settings

    def set_time(self, settings: timeman.TimeSettings) -> None:
        """Set the time limits; clocks start anew unless the limits are those in force."""
        self._clocks.set(settings)
        self._prepare()

    def _prepare(self) -> None:
        """When time is limited, do now what the first search of this board would do on its time."""
        if self._clocks.settings != timeman.UNLIMITED or self.options.time_per_move:
            self.searching.prepare(self._position)

    def report_time(self, color: int, seconds: float, stones: int) -> None:
        """Take over the controller's report of a clock; ``stones`` are periods in byo-yomi."""
        self._clocks.report(color, seconds, stones)

    def limits(self, color: int) -> Limits:
        """Return how long the next move of ``color`` is meant to be thought about."""
        return self._moves.plan(self._position, color).limits

    @property
    def opening(self) -> OpeningBooks:
        """Return the opening books; imported at the first use so that the engine starts fast."""
        if self._opening is None:
            from gtpengine.session.opening import OpeningBooks

            self._opening = OpeningBooks(lambda text: self.note(WARNING + text))
        return self._opening

    # --- moves --------------------------------------------------------------------------------

    def genmove(
        self, color: int, request: SearchRequest = PLAIN, arrival: float | None = None
    ) -> int:
        """Choose and play a move of ``color``: a legal point, PASS, or RESIGN (not played).

        A plain request may be answered from the opening book, but not at a rank. Moves that
        ``request`` avoids are neither searched nor played. The clock runs from ``arrival`` on the
        monotonic clock, or from now, until the return.
        """
        begin = time.monotonic() if arrival is None else arrival
        self._position.to_play = color
        move = self._book_move(color, request)
        turn = Turn(self._position, color, begin, self._games, request)
        if move is None:
            move, planned = self._moves.find(turn)
        else:
            planned = self._moves.wait(turn)
        if move != RESIGN:
            self._position.play(move, color)
        self._movers.add(color)
        spent = time.monotonic() - begin
        self._clocks.moved(color, spent, spent - planned, self.options.lag)
        self._moved_last = color
        if move == RESIGN:
            self.note_result(opponent(color))
        self._see_end()
        return move

    def propose(self, color: int, request: SearchRequest = PLAIN) -> int:
        """Return the move that ``genmove`` would play now without book; only the search changes."""
        begin, to_play = time.monotonic(), self._position.to_play
        self._position.to_play = color
        turn = Turn(self._position, color, begin, self._games, request, counts=False)
        try:
            return self._moves.find(turn)[0]
        finally:
            self._position.to_play = to_play

    def reg_genmove(self, color: int) -> int:
        """Return the move that genmove would play here in a fresh session; nothing changes."""
        self.clear_search()
        return self.propose(color)

    def analyze(self, color: int, request: SearchRequest = PLAIN) -> RunningSearch:
        """Return a search of the position with ``color`` to move, to be entered as a context.

        The search ends only after ``analysis_simulations``; ``request.watch`` is not called.
        """
        position = self._position
        if game_is_over(position):
            position = without_history(position)
        elif color != position.to_play:
            position = position.copy()
        if color != position.to_play:
            position.to_play = color
        searcher = self.searching.set_position(position, request)
        simulations = self.options.analysis_simulations
        return RunningSearch(searcher, Limits(simulations=simulations, seconds=ENDLESS))

    def overview(self) -> SearchReport:
        """Search the position for display, on top of what the tree already holds.

        :raises RuntimeError: when the search failed; the reason was noted.
        """
        simulations = max(1, self.options.status_simulations // 3)
        over = game_is_over(self._position)
        position = without_history(self._position) if over else self._position
        report = self.searching.search(position, Limits(simulations=simulations))
        if report is None:
            raise RuntimeError("the search failed")
        return report

    def clear_search(self) -> None:
        """Forget what was searched; the next search is as in a fresh session."""
        self._judged = self._moves.last_search = None
        self.searching.begin_anew()

    def ponder(self) -> None:
        """Think on the opponent's time, if that is wanted and it is the opponent's turn.

        Ranks do not ponder: their searches begin without a tree. Returns at once. Every other
        method ends pondering; :meth:`stop_pondering` does nothing else.
        """
        position, color = self._position, self._moved_last
        if not self.options.ponder or color is None or self.ranks.asked:
            return
        turn = position.moves and position.moves[-1][0] == color and position.to_play != color
        if turn and not game_is_over(position):
            self.searching.ponder(position, self._moves.komi_offset(position))

    def stop_pondering(self) -> None:
        """End the thinking on the opponent's time, within milliseconds; the tree stays."""
        self.searching.end_pondering()

    def finish_quickly(self) -> None:
        """End the running search and cut all later ones short; callable from any thread."""
        self.searching.finish_quickly()

    def finish_move(self) -> None:
        """End the search for the move being chosen, if there is one; callable from any thread."""
        self.searching.finish_move()

    # --- the end of the game ------------------------------------------------------------------

    def final_status(self) -> life.FinalStatus:
        """Return the life and death of all chains, the same until the position changes.

        When the game is over under rules that count all stones, all are alive.
        """
        position = self._position
        if position.rules.capture or (game_is_over(position) and not position.rules.removes_dead):
            return life.all_alive(position)
        return self._judgement()[0]

    def final_score(self) -> float:
        """Return Black's points minus White's by the rules in force, dead stones as judged.

        While the game goes on, areas still open are estimated. Where captures win, the score is 1,
        -1 or 0.
        """
        if self._position.rules.capture:
            return captured_score(self._position)
        found, ownership = self._judgement()
        over = game_is_over(self._position)
        return life.score(self._position, found, () if over else ownership)

    def _judgement(self) -> tuple[life.FinalStatus, list[float]]:
        """Return the status of all chains and the ownership behind it, searched once a position."""
        position = self._position
        key = (position.situational_hash, position.size, position.rules, position.move_number)
        if self._judged is not None and self._judged[0] == key:
            return self._judged[1]
        # Playouts alone know better who lives (docs/explanation/network-strength.md).
        report = self.searching.search_without_network(
            without_history(position), Limits(simulations=self.options.status_simulations)
        )
        ownership = _ownership_of_the_board(position) if report is None else flat_ownership(report)
        judgement = life.judge(position, ownership, read_out=True), ownership
        self._judged = (key, judgement)
        return judgement

    def note_result(self, winner: int) -> None:
        """Learn the player's rank from the game's result, once, where ``rank`` is ``auto``.

        The engine notes the result itself when it resigns or both have passed. Who sees the player
        resign calls this. A game counts in which the engine moved for one colour only, and which
        captures do not decide: people have their ranks by whole games.
        """
        if self._result_is_known or len(self._movers) != 1 or self._position.rules.capture:
            return
        self._result_is_known = True
        (engine,) = self._movers
        self.ranks.game_ended(self._position, engine, winner != engine)

    def close(self) -> None:
        """End the session: pondering, and a game that the player left lost."""
        self.searching.close()
        self._see_abandoned()

    def _see_end(self) -> None:
        """Note the result if the game has just been ended by passes."""
        if self.options.rank != AUTO or self._result_is_known or not game_is_over(self._position):
            return
        score = self.final_score()
        if score:
            self.note_result(BLACK if score > 0 else WHITE)

    def _see_abandoned(self) -> None:
        """Take a game that the player left lost as resigned, because GTP has no word for it."""
        report = self.last_search
        if report is None or len(self._movers) != 1:
            return
        long = self._position.move_number >= LEFT_LENGTH * self._position.size**2
        if long and report.value > LEFT_LOST and report.to_play in self._movers:
            self.note_result(report.to_play)

    # --- inside -------------------------------------------------------------------------------

    def _new_position(self, size: int) -> None:
        self._start(Position(size, self._rules, self._komi))

    def _start(self, position: Position) -> None:
        """Begin or continue a game with ``position``."""
        self._position = position
        self._moves.forget()
        self._judged = None
        self._clocks.restart()
        self._moved_last = None
        self._games += 1
        self._movers: set[int] = set()
        self._result_is_known = False
        if self._opening is not None:
            self._opening.begin_game()

    def _apply_option(self, name: str) -> None:
        if name == "book":
            self.opening.use(self.options.book)
        elif name == "seed":
            self._games = 0
        elif name == "rank":
            self.options.assign("level", None)
        elif name == "level" and self.options.level:
            self.options.assign("rank", OFF)
        self.searching.follow_option(name)

    def _book_move(self, color: int, request: SearchRequest) -> int | None:
        """Return a move of the opening book, if the book has any and only a move is asked for."""
        self.last_book = None
        if not request.plain or self.options.book == "off" or self.ranks.asked:
            return None
        try:
            self.last_book = self.opening.choose(self._position, color, self.options, self._games)
        except Exception:
            self.note(traceback.format_exc())
        if self.last_book is None:
            return None
        self.searching.end_pondering()
        self._moves.last_search = None
        return self.last_book.point


def _ownership_of_the_board(position: Position) -> list[float]:
    """Return the ownership as if every stone lived, for when the search fails."""
    signs = {BLACK: 1.0, WHITE: -1.0, EMPTY: 0.0}
    return [signs[position.color_at(point)] for point in range(position.size**2)]
