"""An engine that speaks GTP."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from board_ext.coords import BLACK, WHITE
from gtpengine.engines.analysis import Feed
from gtpengine.engines.gtp_program import GtpIdentity, GtpOptions, GtpProgram
from gtpengine.engines.started_engine import StartedEngine, copy_of, opened
from gtpengine.engines.tasks import result, result_async
from gtpengine.library.games.game import Game
from gtpengine.library.positions.position import Position
from gtpengine.library.values import checks
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.programs.game_clock import GameClock
from gtpengine.programs.gtp_client import split_command
from gtpengine.programs.traffic_log import Log

T = TypeVar("T")

TIMEOUT: Final = 60.0
"""Seconds that an engine has for an answer, unless its user says otherwise."""

MOST_RETRIES: Final = 1000

_SIDES: Final = {"to_play": None, "black": BLACK, "white": WHITE}


class GtpEngine(StartedEngine[GtpProgram]):
    """An engine that speaks GTP, started by its command line.

    ::

        with engines.GtpEngine("gnugo --mode gtp", log="gnugo.log") as gnugo:
            move = gnugo.play(position, seconds=1)

    Any thread may use it; it does one thing after the other. Before each move and each analysis the
    engine is told what it does not know of the position: size, rules, komi, handicap, stones that
    were set up, moves. When it ends, falls silent or answers what is no GTP, that is an error, the
    program is killed with all that it started, and the next call starts it anew. The program also
    ends with ``close``, with the ``with`` block, when the object is forgotten, and with this
    process.

    :param command: a command line, or a list of the program and its arguments.
    :param init: GTP commands to send after each start.
    :param cwd: the folder to start it in; this process's when left out.
    :param env: variables to add to the environment.
    :param log: a file to add all traffic to, or an object with ``write``: lines sent (``>``),
        received (``<``), and of standard error (``!``).
    :param timeout: seconds that it has for an answer, beyond the time of a search. Some engines
        need minutes for their first start.
    :param retries: how often a call that fails because the engine has failed is done again, each
        time with a new start, before that is an error.
    :param values_for: whose win rates and leads its analyses have, unless it is set otherwise:
        ``"to_play"``, ``"black"`` or ``"white"``.
    :raises EngineStartError: when there is no such program.
    :raises OSError: when the log cannot be written.
    :raises ValueError: when a number is out of range.
    :raises TypeError: when an argument is of another kind.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        init: Sequence[str] = (),
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        log: str | Path | Log | None = None,
        timeout: float = TIMEOUT,
        retries: int = 0,
        values_for: str = "to_play",
    ) -> None:
        if checks.text("values_for", values_for) not in _SIDES:
            raise ValueError(f"values_for {values_for!r}: give {', '.join(map(repr, _SIDES))}")
        if isinstance(init, str):
            raise TypeError(f"init {init!r}: give a list of commands")
        words = split_command(command)
        label = os.path.basename(words[0])
        options = GtpOptions(
            command=words,
            name=label,
            init=tuple(map(_command, checks.each("init", init, "give a list of commands"))),
            cwd=None if cwd is None else str(checks.path("cwd", cwd)),
            env={} if env is None else _environment(env),
            log=None,
            own_log=None,
            timeout=checks.seconds("timeout", timeout, 0.01),
            retries=checks.whole("retries", retries, 0, MOST_RETRIES),
            values_for=_SIDES[values_for],
        )
        used_log, own_log = opened(log)  # last, so that a wrong argument leaves no file
        options = replace(options, log=used_log, own_log=own_log)
        super().__init__(GtpProgram(options), label)
        self._endless: Feed | None = None

    # --- what it is ---------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name that the engine gives itself; empty where it gives none.

        :raises EngineError: when the engine has to be started, and does not start.
        """
        return self._identity().name

    @property
    def version(self) -> str:
        """The version that the engine tells; empty where it tells none.

        :raises EngineError: as ``name``.
        """
        return self._identity().version

    @property
    def commands(self) -> frozenset[str]:
        """The GTP commands that the engine knows.

        :raises EngineError: as ``name``.
        """
        return self._identity().commands

    @property
    def knows_rules(self) -> bool:
        """Whether the engine took the rules of the last position; where not, it kept its own."""
        return self._program.knows_rules

    @property
    def stderr(self) -> list[str]:
        """The last lines, 200 at most, that the program wrote to standard error."""
        return list(self._program.last_lines)

    def _identity(self) -> GtpIdentity:
        return result(self._task(self._program.identity), self._program.give_up)

    # --- what it does -------------------------------------------------------------------------

    def play(
        self,
        position: Position | Game,
        *,
        seconds: float | None = None,
        clock: GameClock | None = None,
    ) -> str:
        """Return the engine's move: ``"E5"``, ``"pass"`` or ``"resign"``.

        The position is not changed: ``position.play(move)`` plays the move. When this is
        interrupted (Ctrl-C) while the engine thinks, the program is killed.

        :param position: a position with its moves, or a game, whose last position is meant.
        :param seconds: the time that the engine is told to take. Not all engines obey: the
            answer must come within ``timeout`` seconds more.
        :param clock: the clock of the side to move in place of ``seconds``. The engine is told the
            time that is left, and the time that it takes is spent. Without both the engine takes
            its own time.
        :raises EngineTimeoutError: when the time of the clock is over, or no answer comes.
        :raises ProtocolError: when the move is illegal, or no move.
        :raises EngineError: when the engine fails otherwise.
        """
        return result(self._playing(position, seconds, clock), self._program.give_up)

    async def play_async(
        self,
        position: Position | Game,
        *,
        seconds: float | None = None,
        clock: GameClock | None = None,
    ) -> str:
        """Return the engine's move as ``play`` does, while other tasks of the event loop run.

        When the task is cancelled while the engine thinks, the program is killed.

        :raises EngineError: as for ``play``.
        """
        return await result_async(self._playing(position, seconds, clock), self._program.give_up)

    def send(
        self, command: str, position: Position | Game | None = None, timeout: float | None = None
    ) -> str:
        """Send any GTP command, and return the text of the reply.

        :param position: is told to the engine first, as for ``final_score``.
        :param timeout: seconds for the reply; those of the engine when left out.
        :raises CommandFailedError: when the engine refuses the command.
        :raises EngineError: when the engine fails.
        """
        return result(self._sending(command, position, timeout), self._program.give_up)

    async def send_async(
        self, command: str, position: Position | Game | None = None, timeout: float | None = None
    ) -> str:
        """Send a command as ``send`` does, while other tasks of the event loop run.

        :raises EngineError: as for ``send``.
        """
        return await result_async(self._sending(command, position, timeout), self._program.give_up)

    def _playing(
        self, position: Position | Game, seconds: float | None, clock: GameClock | None
    ) -> Future[str]:
        if seconds is not None and clock is not None:
            raise ValueError("give either seconds or a clock")
        if not isinstance(clock, GameClock | None):
            raise TypeError(
                f"clock {clock!r}: give an engines.GameClock, such as GameClock('3+3x1')"
            )
        limit = None if seconds is None else checks.seconds("seconds", seconds, 0.001)
        return self._task(partial(self._program.play, copy_of(position), limit, clock))

    def _sending(
        self, command: str, position: Position | Game | None, timeout: float | None
    ) -> Future[str]:
        _command(command)
        at = None if position is None else copy_of(position)
        return self._task(partial(self._program.send, command, at, timeout))

    def _begin(self, feed: Feed, position: Position, limits: Limits | None, every: float) -> None:
        feed.follow(self._task(partial(self._program.analyse, feed, position, limits, every)))
        self._endless = feed if limits is None else None

    def _task(self, task: Callable[[], T]) -> Future[T]:
        """Have the thread do a task, unless it would wait without an end.

        :raises RuntimeError: when an analysis runs that nobody has stopped.
        """
        endless = self._endless
        if endless is not None and not endless.stopping.is_set() and not endless.end.done():
            raise RuntimeError("an analysis without limits is running: stop() it first")
        return self._submit(task)


def _environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of an environment.

    :raises TypeError: when it is no dict of texts.
    """
    given = checks.mapping("env", env, "give a dict of names and texts")
    return {checks.text("env", name): checks.text(f"env {name}", given[name]) for name in given}


def _command(line: str) -> str:
    """Return a GTP command.

    :raises ValueError: when it is no line of its own, and TypeError when it is no text.
    """
    if not isinstance(line, str):
        raise TypeError(f"a GTP command is text, not {line!r}")
    if not line.strip() or not line.isprintable():
        raise ValueError(f"{line!r} is no GTP command: give one line")
    return line
