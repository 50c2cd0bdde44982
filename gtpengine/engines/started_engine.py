"""What all engines have in common: a program in a thread of its own, which analyses positions."""

from __future__ import annotations

import asyncio
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Final, Generic, Protocol, Self, TypeVar

from gtpengine.base.files.userpath import user_path
from gtpengine.engines.analysis import Analysis, Feed
from gtpengine.engines.tasks import ProgramThread, result, result_async
from gtpengine.library.games.game import Game
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import Report
from gtpengine.library.searches.search import limits_of
from gtpengine.library.values import checks
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.programs.traffic_log import Log, TrafficLog

EVERY: Final = 0.1
"""Seconds between two reports, unless they are set."""

GRACE: Final = 3.0
"""Seconds that a program that is closed has for what it does."""

T = TypeVar("T")


class RestartableProgram(Protocol):
    """A program that starts when it is wanted, and anew after it has failed."""

    def ready(self) -> object:
        """Start it unless it runs. For its thread alone, as ``end``."""

    def stop(self) -> None:
        """Have analyses end, now and from now on. Any thread may call, as ``give_up``."""

    def give_up(self) -> None:
        """Have what runs fail at once."""

    def end(self) -> None:
        """End the program; ``ready`` would start another one."""


P = TypeVar("P", bound=RestartableProgram)


class StartedEngine(ABC, Generic[P]):
    """A program that is started when it is first asked, or by ``with``, and ended by ``close``."""

    def __init__(self, program: P, name: str) -> None:
        self._program = program
        self._label = name
        self._thread = ProgramThread(name)
        # Nobody closes an engine that is forgotten, or that an interpreter leaves at its end.
        self._closing = weakref.finalize(self, _abandon, program, self._thread)

    # --- analyses -----------------------------------------------------------------------------

    def analyse(
        self,
        position: Position | Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        limits: Limits | None = None,
    ) -> Report:
        """Have a position analysed, and return the last report.

        :param position: a position with its moves, or a game, whose last position is meant.
        :param simulations: the visits of the position after which to end.
        :param seconds: wall time after which to end; with both, whichever comes first.
        :param limits: the same as one value, in place of these two.
        :raises ValueError: when there is no limit, or one is out of range.
        :raises EngineError: when the engine fails, or does not analyse this position.
        """
        wanted = limits_of(limits, simulations, seconds)
        return self._begun(position, wanted, EVERY).wait()

    async def analyse_async(
        self,
        position: Position | Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        limits: Limits | None = None,
    ) -> Report:
        """Analyse as ``analyse`` does, while other tasks of the event loop run.

        When the task is cancelled, the analysis ends soon.

        :raises ValueError: as for ``analyse``; so for EngineError.
        """
        wanted = limits_of(limits, simulations, seconds)
        return await self._begun(position, wanted, EVERY).wait_async()

    def analysis(
        self,
        position: Position | Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        limits: Limits | None = None,
        every: float = EVERY,
    ) -> Analysis:
        """Begin an analysis, to go through its reports with ``for`` or ``async for``.

        Without limits it goes on until it is stopped; the others are as for ``analyse``.

        :param every: seconds between two reports, from 0.01 on.
        :raises ValueError: when a limit is out of range.
        """
        given = not (limits is None and simulations is None and seconds is None)
        wanted = limits_of(limits, simulations, seconds) if given else None
        return self._begun(position, wanted, checks.seconds("every", every, 0.01, 1e6))

    def _begun(self, position: Position | Game, limits: Limits | None, every: float) -> Analysis:
        feed = Feed()
        self._begin(feed, copy_of(position), limits, every)
        return Analysis(feed)

    @abstractmethod
    def _begin(self, feed: Feed, position: Position, limits: Limits | None, every: float) -> None:
        """Begin an analysis that feeds ``feed``; None is without an end."""

    # --- start and end ------------------------------------------------------------------------

    def restart(self) -> None:
        """End the program; the next call starts it anew.

        That happens by itself after an error that ended the program.
        """
        result(self._submit(self._program.end), self._program.give_up)

    def close(self) -> None:
        """End the program, whatever it does; the engine cannot be used any more.

        Closing twice is allowed.
        """
        self._closing()

    async def close_async(self) -> None:
        """Close as ``close`` does, while other tasks of the event loop run."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        try:
            result(self._submit(self._program.ready), self._program.give_up)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        try:
            await result_async(self._submit(self._program.ready), self._program.give_up)
        except BaseException:
            await self.close_async()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close_async()

    def _submit(self, task: Callable[[], T]) -> Future[T]:
        """Have the thread do a task.

        :raises RuntimeError: when the engine was closed.
        """
        if not self._closing.alive:
            raise RuntimeError("this engine was closed: make a new one")
        return self._thread.submit(task)

    def __repr__(self) -> str:
        closed = "" if self._closing.alive else ", closed"
        return f"<{type(self).__name__} {self._label}{closed}>"


def copy_of(position: Position | Game) -> Position:
    """Return a copy of the position, or of the last one of the game.

    :raises TypeError: when it is neither.
    """
    if isinstance(position, Game):
        return position.position()
    return checks.one(Position, position).copy()


def opened(log: str | Path | Log | None) -> tuple[Log | None, TrafficLog | None]:
    """Return a log, and the same again where it is a file that ends with the engine.

    :raises OSError: when the file cannot be written.
    :raises TypeError: when it is neither.
    """
    if isinstance(log, str | Path):
        file = TrafficLog(user_path(str(log)))
        return file, file
    if log is not None and not callable(getattr(log, "write", None)):
        raise TypeError(f"log {log!r}: give the name of a file, or an object with write")
    return log, None


def _abandon(program: RestartableProgram, thread: ProgramThread) -> None:
    """End a program and its thread: an idle program politely, and a busy one after some seconds."""
    program.stop()
    if not thread.begun:
        program.end()
        return
    ended = thread.submit(program.end)
    thread.end()
    if thread.is_this():  # which has forgotten its engine, and goes on to end the program
        return
    try:
        ended.result(GRACE)
    except TimeoutError:
        program.give_up()
        ended.result()
