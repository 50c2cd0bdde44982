"""A program that speaks KataGo's JSON analysis protocol."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Final

from gtpengine.base.arguments import commandwords
from gtpengine.base.system import threads
from gtpengine.engines.analysis import Feed
from gtpengine.engines.reports import report_of
from gtpengine.engines.started_engine import StartedEngine, opened
from gtpengine.engines.tasks import perform, result
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import Report
from gtpengine.library.values import checks
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.programs.analysis_program import ProgramError, SilentProgramError
from gtpengine.programs.engine_errors import (
    CommandFailedError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
)
from gtpengine.programs.gtp_client import split_command
from gtpengine.programs.judgement import JudgedPosition, RefusedError
from gtpengine.programs.other_engine import PATIENCE, HaltedError, OtherEngine
from gtpengine.programs.traffic_log import Log, TrafficLog

_OPTION: Final = "the command line"


class JudgingProgram:
    """The program, which starts when it is wanted, and anew after it has failed."""

    def __init__(
        self, command: str, name: str, timeout: float, log: Log | None, own_log: TrafficLog | None
    ) -> None:
        self._log, self._own_log = log, own_log
        self._command = command
        self._name = name
        self._timeout = timeout
        self._judge: OtherEngine | None = None
        self.stopped = False

    def stop(self) -> None:
        """Have what runs end, now and from now on."""
        self.stopped = True

    def give_up(self) -> None:
        """Have what runs end. Questions that are given up take nothing along."""

    def end(self) -> None:
        """End the program; another one is started when it is wanted."""
        judge, self._judge = self._judge, None
        if judge is not None:
            judge.close()
        if self.stopped and self._own_log is not None:
            self._own_log.close()

    def ready(self) -> OtherEngine:
        """Return the program; start it unless it runs.

        :raises EngineError: when it does not start.
        """
        if self._judge is None or self._judge.failed:
            self.end()
            try:
                self._judge = OtherEngine(
                    self._command, _OPTION, self._timeout, lambda: self.stopped, self._log
                )
            except ProgramError as error:
                raise self.error_of(error) from None
        return self._judge

    def error_of(self, error: ProgramError) -> EngineError:
        """Return what went wrong in the words of engines."""
        if isinstance(error, RefusedError):
            return CommandFailedError(self._name, str(error))
        if isinstance(error, SilentProgramError):
            return EngineTimeoutError(self._name, str(error))
        return EngineTerminatedError(self._name, str(error))


class AnalysisEngine(StartedEngine[JudgingProgram]):
    """A program that speaks KataGo's JSON analysis protocol, as ``katago analysis`` does.

    ::

        command = "katago analysis -config analysis.cfg -model model.bin.gz"
        with engines.AnalysisEngine(command) as katago:
            report = katago.analyse(position, simulations=500)

    Any number of analyses run at a time, in threads or in tasks of an event loop; the program
    searches as many of them at once as it is set to. ``gtpengine analysis`` is such a program, too.
    When it ends, falls silent or answers nonsense, all analyses fail, and the next one starts it
    anew. It ends with ``close``, with the ``with`` block, and with this process.

    :param command: a command line, or a list of the program and its arguments.
    :param timeout: seconds without any answer after which it has failed.
    :param log: a file to add all traffic to, or an object with ``write``, as of ``GtpEngine``.
    :raises EngineStartError: when there is no such program.
    :raises OSError: when the log cannot be written.
    :raises ValueError: when the time is out of range.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float = PATIENCE,
        log: str | Path | Log | None = None,
    ) -> None:
        words = split_command(command)
        label = os.path.basename(words[0])
        limit = checks.seconds("timeout", timeout, 0.01)
        line = commandwords.joined(words)
        super().__init__(JudgingProgram(line, label, limit, *opened(log)), label)

    @property
    def name(self) -> str:
        """What the program says of itself: its version, and its network where it has one.

        :raises EngineError: when it has to be started, and does not start.
        """
        return result(self._submit(self._program.ready), self._program.give_up).name

    def _begin(self, feed: Feed, position: Position, limits: Limits | None, every: float) -> None:
        started, program, end = self._submit(self._program.ready), self._program, Future[Report]()
        feed.follow(end)

        def run() -> None:
            perform(
                lambda: _analysed(program, started.result(), feed, position, limits, every), end
            )

        threads.begin(run, name=f"analysis by {self._label}")


def _analysed(
    program: JudgingProgram,
    judge: OtherEngine,
    feed: Feed,
    position: Position,
    limits: Limits | None,
    every: float,
) -> Report:
    """Have a position analysed until its limits, or until somebody wants the end.

    :raises EngineError: when the program fails, or does not analyse this position.
    """
    began = time.monotonic()

    def reported(found: JudgedPosition, stopped_by: str = "") -> Report:
        return report_of(position, found, time.monotonic() - began, stopped_by)

    def halted() -> bool:
        return program.stopped or (feed.stopping.is_set() and feed.newest is not None)

    visits, seconds = (None, None) if limits is None else (limits.simulations, limits.seconds)
    try:
        found = judge.judge(
            position.core,
            visits=visits,
            seconds=seconds,
            halted=halted,
            seen=lambda found: feed.hear(reported(found)),
            every=every,
        )
    except HaltedError:
        if feed.newest is None:
            raise program.error_of(ProgramError("it was closed")) from None
        return replace(feed.newest, stopped_by="stop")
    except ProgramError as error:
        raise program.error_of(error) from None
    full = visits is not None and found.visits >= visits
    last = reported(found, "simulations" if full else "time")
    feed.hear(last)
    return last
