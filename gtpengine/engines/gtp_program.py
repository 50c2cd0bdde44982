"""A GTP engine that starts when it is wanted, and anew after it has failed."""

from __future__ import annotations

import dataclasses
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from board_ext.coords import BLACK, WHITE, point_to_vertex, vertex_to_point
from gtpengine.base.arguments.paramspec import AUTO
from gtpengine.base.system.machine import THREADS_VARIABLE
from gtpengine.engines.analysis import Feed
from gtpengine.engines.reports import report_of
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import Report
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.programs.engine_errors import (
    CommandFailedError,
    EngineError,
    EngineStartError,
    EngineTimeoutError,
    ProtocolError,
)
from gtpengine.programs.game_clock import GameClock, TimeControl
from gtpengine.programs.gtp_analysis import KATA, LEELA, judged
from gtpengine.programs.gtp_client import GtpClient
from gtpengine.programs.gtp_setup import NO_TIME, ToldBoard, ToldClock
from gtpengine.programs.judgement import RefusedError
from gtpengine.programs.traffic_log import Log, TrafficLog

T = TypeVar("T")

_QUESTIONS: Final = frozenset(
    (
        *("protocol_version", "name", "version", "known_command", "list_commands"),
        *("showboard", "list_stones", "final_score", "final_status_list", "reg_genmove"),
    )
)
"""Commands that change nothing of a game."""

_EXTRAS: Final = ("ownership true rootInfo true", "ownership true", "")
"""What ``kata-analyze`` is asked for, besides; older versions do not know all."""

_LETTERS: Final = {BLACK: "b", WHITE: "w"}


class GtpIdentity(NamedTuple):
    """What an engine says about itself."""

    name: str
    version: str
    commands: frozenset[str]


@dataclasses.dataclass(frozen=True, slots=True)
class GtpOptions:
    """How an engine is started, and how long it may take."""

    command: Sequence[str]
    name: str
    init: tuple[str, ...]
    cwd: str | None
    env: Mapping[str, str]
    log: Log | None
    own_log: TrafficLog | None
    """The log, where it ends with the engine."""
    timeout: float
    retries: int
    values_for: int | None
    """``BLACK`` or ``WHITE``, whom the numbers of its analyses are for; None for who moves."""


class _Running:
    """An engine that runs, and what it knows."""

    def __init__(self, client: GtpClient, identity: GtpIdentity) -> None:
        self.client = client
        self.identity = identity
        self.board = ToldBoard(client)
        self._clock: ToldClock | None = None
        self.extras: Sequence[str] = _EXTRAS

    def tell_time(self, clock: GameClock, color: str) -> None:
        """Tell the engine the time of its next move."""
        if self._clock is None or self._clock.game.control != clock.control:
            told, self._clock = self._clock, ToldClock(self.client, clock)
            self._clock.announce(NO_TIME if told is not None else ())
        self._clock.game = clock
        self._clock.tell(color)


class GtpProgram:
    """The engine. All is for its thread alone, but ``stop`` and ``give_up``."""

    def __init__(self, options: GtpOptions) -> None:
        self._options = options
        self._client: GtpClient | None = None
        self._running: _Running | None = None
        self._given_up = self._stopped = False
        self.last_lines: Sequence[str] = ()
        self.knows_rules = True

    def stop(self) -> None:
        """Have analyses end, now and from now on."""
        self._stopped = True

    def give_up(self) -> None:
        """Kill the engine, so that what runs fails."""
        self._given_up = True
        client = self._client
        if client is not None:
            client.kill()

    def end(self) -> None:
        """End the engine; another one is started when it is wanted."""
        client, self._client, self._running = self._client, None, None
        if client is not None:
            client.close()
        if self._stopped and self._options.own_log is not None:
            self._options.own_log.close()

    def ready(self) -> _Running:
        """Return the engine; start it unless it runs.

        :raises EngineError: when it does not start.
        """
        if self._running is not None and self._running.client.usable:
            return self._running
        self.end()
        options = self._options
        env = {THREADS_VARIABLE: os.environ.get(THREADS_VARIABLE, AUTO)} | dict(options.env)
        try:
            client = self._client = GtpClient(
                options.command,
                name=options.name,
                cwd=options.cwd,
                env=env,
                log=options.log,
                limit=options.timeout,
            )
        except OSError as error:
            raise EngineStartError(options.name, f"cannot be started: {error}") from None
        self.last_lines = client.stderr
        # The first question shows whether this is a GTP engine, and whether ids are echoed.
        identity = GtpIdentity(_said(client, "name"), _said(client, "version"), client.commands())
        for command in options.init:
            client.send(command)
        self._running = _Running(client, identity)
        return self._running

    def identity(self) -> GtpIdentity:
        """Return who the engine is, and what it knows."""
        return self._attempt(lambda running: running.identity)

    def send(self, command: str, position: Position | None, timeout: float | None) -> str:
        """Send a command and return the reply, at a position if one is given."""

        def task(running: _Running) -> str:
            if position is not None:
                self._show(running, position)
            if command.split()[:1] and command.split()[0] not in _QUESTIONS:
                running.board.forget()
            return running.client.send(command, timeout)

        return self._attempt(task)

    def play(self, position: Position, seconds: float | None, clock: GameClock | None) -> str:
        """Return the engine's move, for which it has some seconds, or those of its clock."""
        core = position.core
        color = core.to_play

        def task(running: _Running) -> str:
            self._show(running, position)
            client, command = running.client, f"genmove {_LETTERS[color]}"
            used = clock or _clock_of(seconds, client.knows("kata-time_settings"))
            running.tell_time(used, _LETTERS[color])
            reply = client.send(command, (used.allowance() or 0.0) + self._options.timeout)
            if reply.strip().lower() == "resign":
                return "resign"
            try:
                point = vertex_to_point(reply.strip(), core.size)
            except ValueError:
                running.board.forget()
                raise ProtocolError(client.name, f"answers {reply!r}", command) from None
            vertex = point_to_vertex(point, core.size)
            if why := core.illegal_reason(point, color):
                running.board.forget()
                raise ProtocolError(client.name, f"plays {vertex}: {why.value}", command)
            running.board.played(color, vertex)
            if clock is not None and not clock.spend(client.last_seconds):
                late = f"lost on time ({clock.control}): {client.last_seconds:.1f} s"
                raise EngineTimeoutError(client.name, late, command)
            return vertex

        return self._attempt(task)

    def analyse(
        self, feed: Feed, position: Position, limits: Limits | None, every: float
    ) -> Report:
        """Analyse a position until its limits, or until somebody wants the end."""
        return self._attempt(lambda running: self._analysed(running, feed, position, limits, every))

    def _analysed(
        self, running: _Running, feed: Feed, position: Position, limits: Limits | None, every: float
    ) -> Report:
        self._show(running, position)
        client = running.client
        name = next(filter(client.knows, (KATA, LEELA)), None)
        if name is None:
            raise CommandFailedError(client.name, f"knows neither {KATA} nor {LEELA}", KATA)
        watched = _Watched(feed, position, limits, name, self._options.values_for)
        start = f"{name} {_LETTERS[position.core.to_play]} {max(1, round(100 * every))}"
        commands = [
            f"{start} {extra}".rstrip() for extra in (running.extras if name == KATA else [""])
        ]
        for command in commands:
            try:
                client.stream(command, watched.hear, lambda: self._stopped or watched.over() != "")
                break
            except CommandFailedError:
                if command == commands[-1]:
                    raise
                running.extras = running.extras[1:]
        return watched.result(client.name)

    def _show(self, running: _Running, position: Position) -> None:
        running.board.show(position.core)
        self.knows_rules = running.board.knows_rules

    def _attempt(self, task: Callable[[_Running], T]) -> T:
        """Do a task; where the engine fails, do it again with another one, as often as allowed.

        :raises EngineError: as the last one failed.
        """
        self._given_up = False
        for left in range(self._options.retries, -1, -1):
            try:
                return task(self.ready())
            except EngineError as error:
                alive = self._running is not None and self._running.client.usable
                if not alive:
                    self.end()
                lasting = isinstance(error, EngineStartError | CommandFailedError)
                if alive or lasting or not left or self._given_up or self._stopped:
                    raise
            except BaseException:  # as a log that fails: who knows what was said
                self.end()
                raise
        raise AssertionError("the last attempt returns or raises")


class _Watched:
    """An analysis of which the lines are read."""

    def __init__(
        self, feed: Feed, position: Position, limits: Limits | None, command: str, side: int | None
    ) -> None:
        self._feed = feed
        self._position = position
        self._limits = limits
        self._command = command
        self._side = position.core.to_play if side is None else side
        self._began = time.monotonic()
        self._found: Report | None = None
        self._wrong = ""

    def hear(self, line: str) -> None:
        """Take a line."""
        try:
            found = judged(line, self._command, self._position.core, self._side)
        except RefusedError as error:
            self._wrong = str(error)
            return
        if found is not None:
            self._found = report_of(self._position, found, time.monotonic() - self._began)
            self._feed.hear(self._found)

    def over(self) -> str:
        """Return what ends the analysis now; empty while it goes on."""
        limits, found = self._limits, self._found
        if self._wrong:
            return "error"
        if found is None:
            return ""
        if limits is not None:
            if limits.simulations is not None and found.visits >= limits.simulations:
                return "simulations"
            if limits.seconds is not None and time.monotonic() - self._began >= limits.seconds:
                return "time"
        return "stop" if self._feed.stopping.is_set() else ""

    def result(self, name: str) -> Report:
        """Return the last report.

        :raises ProtocolError: when no report came, or a line could not be read.
        """
        if self._wrong or self._found is None:
            why = self._wrong or "ended its analysis without a move"
            raise ProtocolError(name, why, self._command)
        return dataclasses.replace(self._found, stopped_by=self.over() or "stop")


def _said(client: GtpClient, command: str) -> str:
    """Return the reply to a question, an empty one where the engine refuses."""
    try:
        return " ".join(client.send(command).split())
    except CommandFailedError:
        return ""


def _clock_of(seconds: float | None, exact: bool) -> GameClock:
    """Return the clock of one move; None is without a limit.

    :param exact: whether the engine takes parts of seconds, which GTP does not have.
    """
    if seconds is None:
        return GameClock(TimeControl())
    seconds = seconds if exact else math.ceil(seconds)
    return GameClock(TimeControl("move", period=seconds, count=1))
