"""The engine: a position, a search, a clock and options. The only mutable session.

Front ends call its methods; it never prints. Methods either do what they say or raise, and leave
the state as it was. All calls come from one thread, but for :meth:`Engine.finish_quickly` and
:meth:`Engine.finish_move`.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from board_ext.coords import BLACK, EMPTY, PASS, RESIGN, WHITE
from board_ext.position import Position
from board_ext.rules import RULES, Rules, rules_named
from gtpengine import endgame, status, thinking, timeman
from gtpengine.analysis import RunningSearch, SearcherLike, SearchRequest
from gtpengine.clocks import Clocks
from gtpengine.mcts.params import SearchParams
from gtpengine.mcts.report import SearchReport
from gtpengine.mcts.stoppers import Limits, Stopper
from gtpengine.options import EngineOptions
from gtpengine.paramspec import ParamError, ParamSpec, ParamValue, find_spec
from gtpengine.pondering import Pondering
from gtpengine.sgf import GameRecord, Move, SetUp, SgfError, initial_player

if TYPE_CHECKING:
    from gtpengine.opening import BookMove, Opening

PLAIN: Final = SearchRequest()
"""Nothing but the move."""

ENDLESS: Final = 1e8
"""Seconds that an analysis nobody ends may last."""

SearcherFactory = Callable[[SearchParams, int, int, int], SearcherLike]
"""Makes a searcher from parameters, threads, megabytes and seed."""


def default_searcher(params: SearchParams, threads: int, memory_mb: int, seed: int) -> SearcherLike:
    """The tree search; imported at the first move so that the engine starts fast."""
    from gtpengine.mcts.searcher import Searcher

    searcher: SearcherLike = Searcher(params, threads, memory_mb, seed)
    return searcher


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
        self.arrival: float | None = None
        """When the command being answered came, on the monotonic clock; None = now."""
        self._make_searcher = make_searcher
        self._searcher: SearcherLike | None = None
        self._hurry = False
        self._choosing = False
        self._move_is_due = False
        self._rules = rules_named(self.options.rules)
        self._komi = self._rules.komi
        self._clocks = Clocks()
        self._pondering = Pondering(self._stop_searcher)
        self._moved_last: int | None = None
        self._begin = self._planned = 0.0
        self._plan = thinking.Plan(simulations=1)
        self._judged: tuple[object, tuple[status.FinalStatus, list[float]]] | None = None
        #: What the last genmove or reg_genmove saw; None before, and where the search failed.
        self.last_search: SearchReport | None = None
        #: The last genmove's move, if it came from the opening book.
        self.last_book: BookMove | None = None
        self._opening: Opening | None = None
        self._games = 0
        self._new_position(19)

    # --- the position -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position; change it through the engine only."""
        return self._position

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._position.rules

    def new_game(self, size: int | None = None) -> None:
        """An empty board, of ``size`` if given; komi, rules and time settings stay."""
        self._new_position(self._position.size if size is None else size)
        self._pondering.end()
        if self._searcher is not None:
            self._searcher.clear()

    def set_komi(self, komi: float) -> None:
        """Points for White, kept for later games, too."""
        self._position.komi = self._komi = komi

    def play(self, point: int, color: int) -> None:
        """Play a point or PASS; ``IllegalMoveError`` when the rules forbid it."""
        self._position.play(point, color)

    def undo(self, count: int = 1) -> None:
        """Take back ``count`` moves; ``ValueError`` when there are fewer, and none is undone."""
        if not 0 <= count <= len(self._position.moves):
            raise ValueError("not that many moves to undo")
        for _ in range(count):
            self._position.undo()
        self._low_streak = {BLACK: 0, WHITE: 0}

    def board_is_empty(self) -> bool:
        """Whether there is no stone on the board."""
        return not self._position.stones().any()

    def place_handicap(self, points: Iterable[int]) -> None:
        """Handicap stones on an empty board, which begins a game with White to play."""
        stones = list(points)
        self._position.set_up(stones, [], to_play=WHITE, handicap=len(stones))

    def set_stones(self, black: Sequence[int], white: Sequence[int], to_play: int) -> None:
        """Begin a game with these stones; ``ValueError`` when a chain has no liberty.

        Black stones alone, two or more, are a handicap.
        """
        position = Position(self._position.size, self._rules, self._komi)
        handicap = len(black) if len(black) >= 2 and not white else 0
        position.set_up(black, white, to_play, handicap)
        self._start(position)

    def set_rules(self, name: str) -> None:
        """Change the rules, keeping the game and komi; ``ValueError`` names the nearest."""
        self.use_rules(rules_named(name))

    def use_rules(self, rules: Rules) -> None:
        """The same with rules as a value; the option ``rules`` follows when they have a name."""
        self._rules = self._position.rules = rules
        if rules.name in RULES:
            self.options.assign("rules", rules.name)
        self._judged = None
        self._pondering.end()
        if self._searcher is not None:
            self._searcher.clear()

    def load(self, record: GameRecord, move_number: int | None = None) -> None:
        """Replay ``record`` up to before ``move_number``; :class:`SgfError` when impossible."""
        komi = self._komi if record.komi is None else record.komi
        position = Position(record.size, self.rules, komi)
        position.to_play = initial_player(record)
        for step in record.before(move_number):
            if isinstance(step, Move):
                try:
                    position.play(step.point, step.color)
                except ValueError as error:
                    raise SgfError(f"move {step.number}: {error}") from None
            elif isinstance(step, SetUp):
                _put_stones(position, step, record.handicap)
            else:
                position.to_play = step.color
        self._komi = komi
        self._start(position)
        self._pondering.end()
        if self._searcher is not None:
            self._searcher.clear()

    # --- parameters ---------------------------------------------------------------------------

    def parameters(self) -> list[tuple[ParamSpec, ParamValue]]:
        """All parameters with their values, the engine's first."""
        return [*self.options, *self.search_params]

    def parameter(self, name: str) -> tuple[ParamSpec, ParamValue]:
        """One parameter and its value; :class:`ParamError` names the nearest."""
        spec = find_spec(name, {**self.options.table, **self.search_params.table})
        values = self.options if spec.name in self.options.table else self.search_params
        return spec, values.get(spec.name)

    def set_parameter(self, name: str, text: str) -> None:
        """Set a parameter from text, at once; :class:`ParamError` leaves everything as it was."""
        spec, _ = self.parameter(name)
        if spec.name == "rules":
            self.set_rules(str(spec.parse(text)))
            return
        if spec.name in self.search_params.table:
            self.search_params.set(spec.name, text)
            self._pondering.end()
            if self._searcher is not None:
                self._searcher.set_params(self.search_params)
        else:
            old = self.options.get(spec.name)
            self.options.set(spec.name, text)
            try:
                self._apply_option(spec.name)
            except (ValueError, MemoryError) as error:
                self.options.assign(spec.name, old)
                raise ParamError(f"{spec.name} cannot be {text}: {error}") from None
        self._judged = None

    def set_seed(self, seed: int) -> None:
        """The seed of all randomness from now on."""
        self.set_parameter("seed", str(seed))

    # --- time ---------------------------------------------------------------------------------

    @property
    def time_settings(self) -> timeman.TimeSettings:
        """The time limits in force."""
        return self._clocks.settings

    def set_time(self, settings: timeman.TimeSettings) -> None:
        """New time limits. Clocks start anew unless the settings are those in force."""
        self._clocks.set(settings)
        if settings != timeman.UNLIMITED:
            try:
                self._ready_searcher()  # rather than when the clock runs
            except Exception:
                self.note(traceback.format_exc())

    def report_time(self, color: int, seconds: float, stones: int) -> None:
        """What the controller says of a player's clock; ``stones`` are periods in byo-yomi."""
        self._clocks.report(color, seconds, stones)

    def limits(self, color: int) -> Limits:
        """How long the next move of ``color`` is meant to be thought about."""
        return self.plan(color).limits

    def plan(self, color: int) -> thinking.Plan:
        """How long the next move of ``color`` may be thought about, and when to go on or stop."""
        position = self._position
        progress = max(position.move_number, int(np.count_nonzero(position.stones())))
        budget = self._clocks.budget(color, position.size, progress, self.options)
        return thinking.make_plan(self.options, budget, 2 * progress > position.size**2)

    @property
    def opening(self) -> Opening:
        """The opening books; imported at the first use so that the engine starts fast."""
        if self._opening is None:
            from gtpengine.opening import Opening

            self._opening = Opening()
        return self._opening

    # --- moves --------------------------------------------------------------------------------

    def genmove(self, color: int, request: SearchRequest = PLAIN) -> int:
        """Choose and play a move of ``color``: a legal point, PASS, or RESIGN (not played).

        A plain request may be answered from the opening book. Moves that ``request`` avoids are
        neither searched nor played. The clock runs from :attr:`arrival`, if the front end sets it,
        to the return.
        """
        self._begin, self._planned, self.arrival = self.arrival or time.monotonic(), 0.0, None
        self._position.to_play = color
        move = self._book_move(color, request)
        if move is None:
            move = self._choose(color, request)
        if move != RESIGN:
            self._position.play(move, color)
        spent = time.monotonic() - self._begin
        self._clocks.moved(color, spent, spent - self._planned, self.options.lag)
        self._moved_last = color
        return move

    def propose(self, color: int, request: SearchRequest = PLAIN) -> int:
        """The move that :meth:`genmove` would play now without book; only the search changes."""
        self._begin = time.monotonic()
        to_play, streak = self._position.to_play, dict(self._low_streak)
        self._position.to_play = color
        try:
            return self._choose(color, request)
        finally:
            self._position.to_play = to_play
            self._low_streak = streak

    def reg_genmove(self, color: int) -> int:
        """The move genmove would play in this position in a fresh session; nothing changes."""
        self.clear_search()
        return self.propose(color)

    def analyse(self, color: int, request: SearchRequest = PLAIN) -> RunningSearch:
        """A search of the position with ``color`` to move, to be entered as a context.

        It has no end but ``analysis_simulations``; ``request.watch`` is not called.
        """
        position = self._position
        if status.game_is_over(position):
            position = status.without_history(position)
        elif color != position.to_play:
            position = position.copy()
        if color != position.to_play:
            position.to_play = color
        searcher = self._ready_searcher()
        searcher.keep_move_ownership(request.move_ownership)
        searcher.set_position(position, request.avoid)
        simulations = self.options.analysis_simulations or None
        return RunningSearch(searcher, Limits(simulations=simulations, seconds=ENDLESS))

    def overview(self) -> SearchReport:
        """A search of the position for the eye, on top of what is in the tree already.

        :raises RuntimeError: when the search failed, for a reason that was noted.
        """
        simulations = max(1, self.options.status_simulations // 3)
        over = status.game_is_over(self._position)
        position = status.without_history(self._position) if over else self._position
        report = self._search(position, Limits(simulations=simulations))
        if report is None:
            raise RuntimeError("the search failed")
        return report

    def clear_search(self) -> None:
        """Forget what was searched; the next search is as in a fresh session."""
        self._judged = None
        self._pondering.end()
        if self._searcher is not None:
            self._searcher.clear()
            self._searcher.set_seed(self.options.seed)

    def ponder(self) -> None:
        """Think on the opponent's time, if that is wanted and it is the opponent's turn.

        Returns at once. Every other method ends it; :meth:`stop_pondering` does nothing else.
        """
        position, color = self._position, self._moved_last
        if not self.options.ponder or self._hurry or self._pondering.active or color is None:
            return
        turn = position.moves and position.moves[-1][0] == color and position.to_play != color
        if not turn or status.game_is_over(position):
            return
        try:
            searcher = self._ready_searcher()
            searcher.set_position(position)
        except Exception:
            self.note(traceback.format_exc())
            return
        limits = Limits(seconds=self.options.ponder_seconds)

        def search() -> None:
            try:
                searcher.search(limits)
            except Exception:
                self.note(traceback.format_exc())

        self._pondering.begin(search)

    def stop_pondering(self) -> None:
        """End the thinking on the opponent's time, within milliseconds; the tree stays."""
        self._pondering.end()

    def finish_quickly(self) -> None:
        """End the running search and cut all later ones short; callable from any thread."""
        self._hurry = True
        self._stop_searcher()

    def _stop_searcher(self) -> None:
        searcher = self._searcher
        if searcher is not None:
            searcher.stop()

    def finish_move(self) -> None:
        """End the search for the move being chosen, if there is one; callable from any thread."""
        searcher = self._searcher
        if self._choosing and searcher is not None:
            self._move_is_due = True
            searcher.stop()

    # --- the end of the game ------------------------------------------------------------------

    def final_status(self) -> status.FinalStatus:
        """Life and death of all chains, the same until the position changes."""
        return self._judgement()[0]

    def final_score(self) -> float:
        """Black's points minus White's by the rules in force, dead stones as judged.

        While the game goes on, areas still open are estimated.
        """
        found, ownership = self._judgement()
        over = status.game_is_over(self._position)
        return status.score(self._position, found, () if over else ownership)

    def _judgement(self) -> tuple[status.FinalStatus, list[float]]:
        """The status of all chains and the ownership behind it, searched once for a position."""
        position = self._position
        key = (position.situational_hash, position.size, position.rules, position.move_number)
        if self._judged is not None and self._judged[0] == key:
            return self._judged[1]
        fresh = status.without_history(position)
        report = self._search(fresh, Limits(simulations=self.options.status_simulations))
        if report is None:
            ownership = _ownership_of_the_board(position)
        else:
            ownership = endgame.flat_ownership(report)
        judgement = status.judge(position, ownership), ownership
        self._judged = (key, judgement)
        return judgement

    # --- inside -------------------------------------------------------------------------------

    def _new_position(self, size: int) -> None:
        self._start(Position(size, self._rules, self._komi))

    def _start(self, position: Position) -> None:
        """A game begins, or goes on, with ``position``."""
        self._position = position
        self._low_streak = {BLACK: 0, WHITE: 0}
        self._judged = None
        self._clocks.restart()
        self._moved_last = None
        self._games += 1

    def _apply_option(self, name: str) -> None:
        self._pondering.end()
        if name == "book":
            self.opening.use(self.options.book)
        elif name == "seed":
            self._games = 0
        if self._searcher is None:
            return
        if name == "threads":
            self._searcher.set_threads(self.options.threads)
        elif name == "memory":
            self._searcher.set_memory(self.options.memory)
        elif name == "seed":
            self._searcher.set_seed(self.options.seed)

    def _book_move(self, color: int, request: SearchRequest) -> int | None:
        """A move of the opening book, if it has one and the request is for a move only."""
        self.last_book = None
        if not request.plain or self.options.book == "off":
            return None
        try:
            self.last_book = self.opening.choose(self._position, color, self.options, self._games)
        except Exception:
            self.note(traceback.format_exc())
        if self.last_book is None:
            return None
        self._pondering.end()
        self.last_search = None
        return self.last_book.point

    def _choose(self, color: int, request: SearchRequest) -> int:
        """The answer to genmove, legal whatever happens inside."""
        self._choosing = True
        try:
            move = self._decide(color, request)
        except Exception:
            self.note(traceback.format_exc())
            move = endgame.plain_move(self._position, color)
        finally:
            self._choosing = self._move_is_due = False
        if move in (PASS, RESIGN) or self._position.is_legal(move, color):
            return move
        self.note(f"the chosen move {move} is illegal")
        return endgame.plain_move(self._position, color)

    def _decide(self, color: int, request: SearchRequest) -> int:
        position = self._position
        # A finished game can go on: the passes that ended it must not end the search.
        over = status.game_is_over(position)
        self._plan = self.plan(color)
        positions = chain([status.without_history(position) if over else position], repeat(None))
        report = thinking.think(
            lambda limits, stoppers: self._search(next(positions), limits, stoppers, request),
            self._plan,
            time.monotonic() - self._begin,
        )
        self.last_search = report
        if report is None or not report.moves:
            return endgame.plain_move(position, color)
        options = self.options
        if request.cleanup:
            options = options.copy()
            options.assign("cleanup", True)
            # The score is being settled: the one who is behind plays it out.
            options.assign("resign", 0.0)
        situation = endgame.Situation(position, color, report, options)
        lost = endgame.looks_lost(situation)
        self._low_streak[color] = self._low_streak[color] + 1 if lost else 0
        move = endgame.choose(
            situation, self._low_streak[color], lambda: self._search_after_pass(color, report)
        )
        if request.avoid.get((color, move), 0) > 0:
            # The endgame knows moves that the search was not asked about.
            ranked = endgame.rank(situation)
            move = ranked[0].point if ranked else PASS
        return move

    def _search_after_pass(self, color: int, report: SearchReport) -> SearchReport | None:
        """A search of the position after a pass of ``color``, a part as long as ``report``."""
        after = self._position.copy()
        after.to_play = color
        after.play(PASS, color)
        simulations = max(200, int(thinking.PASS_CHECK * report.simulations))
        seconds = None
        if self._plan.seconds is not None and self._plan.most_seconds is not None:
            left = self._plan.most_seconds - (time.monotonic() - self._begin)
            seconds = min(thinking.PASS_CHECK * self._plan.seconds, left)
            if seconds <= 0:
                return None
        return self._search(after, Limits(simulations=simulations, seconds=seconds))

    def _search(
        self,
        position: Position | None,
        limits: Limits,
        stop_conditions: Sequence[Stopper] = (),
        request: SearchRequest = PLAIN,
    ) -> SearchReport | None:
        """Search, or None when something went wrong inside (which is noted).

        Without a position the last search goes on.
        """
        begin = time.monotonic()
        try:
            searcher = self._ready_searcher()
            if position is not None:
                searcher.keep_move_ownership(request.move_ownership)
                searcher.set_position(position, request.avoid)
            # After the look at the flags the searcher itself remembers a stop.
            if self._hurry or self._move_is_due:
                limits = Limits(simulations=1, seconds=limits.seconds)
            if request.watch is None:
                report = searcher.search(limits, stop_conditions)
            else:
                report = self._watched(searcher, limits, stop_conditions, request.watch)
        except Exception:
            self.note(traceback.format_exc())
            return None
        seconds = time.monotonic() - begin
        self._planned += seconds if limits.seconds is None else min(seconds, limits.seconds)
        return report

    def _watched(
        self,
        searcher: SearcherLike,
        limits: Limits,
        stop_conditions: Sequence[Stopper],
        watch: Callable[[RunningSearch], None],
    ) -> SearchReport:
        with RunningSearch(searcher, limits, stop_conditions) as running:
            try:
                watch(running)
            except Exception:  # a report that fails must not cost the move
                self.note(traceback.format_exc())
                running.finished.wait()
        return running.result()

    def _ready_searcher(self) -> SearcherLike:
        """The searcher, at rest; made when it is needed first."""
        self._pondering.end()
        if self._searcher is None:
            options = self.options
            self._searcher = self._make_searcher(
                self.search_params, options.threads, options.memory, options.seed
            )
        return self._searcher


def _put_stones(position: Position, step: SetUp, handicap: int) -> None:
    """Apply set-up stones of a file to the stones on the board."""
    colors = {point: position.color_at(point) for point in range(position.size**2)}
    for points, color in ((step.black, BLACK), (step.white, WHITE), (step.empty, EMPTY)):
        for point in points:
            colors[point] = color
    begins = not position.moves and not position.stones().any()
    try:
        position.set_up(
            [point for point, color in colors.items() if color == BLACK],
            [point for point, color in colors.items() if color == WHITE],
            to_play=position.to_play,
            handicap=handicap if begins else position.handicap,
        )
    except ValueError as error:
        raise SgfError(f"set-up stones: {error}") from None


def initial_position(position: Position) -> Position:
    """A copy from before the first move, with its set-up stones."""
    first = position.copy()
    for _ in position.moves:
        first.undo()
    return first


def _ownership_of_the_board(position: Position) -> list[float]:
    """Ownership as if every stone lived: what is left when the search fails."""
    signs = {BLACK: 1.0, WHITE: -1.0, EMPTY: 0.0}
    return [signs[position.color_at(point)] for point in range(position.size**2)]
