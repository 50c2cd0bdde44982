"""A GTP controller for one engine in a subprocess.

The engine runs in a session (process group) of its own. So Ctrl-C at the terminal reaches the
controller alone, and a kill takes the engine's children with it. Children in sessions of their
own are recognised by a variable in their environment. Threads read the output
(``engine_output.py``). Not done: command ids and pipelining; one command is outstanding at a time.
"""

from __future__ import annotations

import collections
import contextlib
import errno
import os
import queue
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Final

import psutil

from gtpengine.base.machine import THREADS_VARIABLE

from .engine_output import (
    MAX_REPLY,
    Chatter,
    EndOfOutputError,
    Replies,
    TooMuchOutputError,
    TrafficLog,
)

#: Where Debian keeps gnugo, and where gtpengine lies in an environment that is not activated.
_EXTRA_PATH: Final = ("/usr/games", "/usr/local/games", os.path.dirname(sys.executable))
#: The most seconds that an engine may run on after it has closed its output.
END_SECONDS: Final = 10.0
#: The environment variable that marks an engine and all its children.
_MARK: Final = "GTPENGINE_STARTED_AS"
#: Errors that say that the machine, not the program, keeps a process from starting.
_LACKS: Final = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
_HINT: Final = "; is it a GTP engine? GNU Go needs --mode gtp"


class EngineError(Exception):
    """The base of everything that can go wrong with an engine; ``engine`` is its name."""

    def __init__(self, engine: str, message: str) -> None:
        super().__init__(f"{engine}: {message}")
        self.engine = engine
        self.message = message

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        return type(self), (self.engine, self.message)


class EngineStartError(EngineError):
    """The command line could not be started at all."""


class CommandFailedError(EngineError):
    """The engine answered ``?``. The session goes on."""


class EngineCrashError(EngineError):
    """The process ended, or closed its output, while a reply was due."""


class EngineTimeoutError(EngineError):
    """No reply within the time allowed. The engine must be killed: its reply may still come."""


class ProtocolError(EngineError):
    """The reply does not start with ``=`` or ``?``."""


def split_command(command: str | Sequence[str]) -> list[str]:
    """Return the argument vector of ``command``, with the full path of the program.

    ``/usr/games`` and the folder of this Python are searched after ``PATH``.

    :raises EngineStartError: if the command is empty or there is no such program
    """
    argv = shlex.split(command) if isinstance(command, str) else list(command)
    if not argv:
        raise EngineStartError("engine", "empty command line")
    search = os.pathsep.join([os.environ.get("PATH", os.defpath), *_EXTRA_PATH])
    program = shutil.which(os.path.expanduser(argv[0]), path=search)
    if program is None:
        raise EngineStartError(argv[0], "no such program; give its full path or install it first")
    return [program, *argv[1:]]


class GtpClient:
    """One running engine. Use as a context manager, or call ``close``."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "engine",
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        log: TrafficLog | None = None,
        keep_lines: int = 200,
    ) -> None:
        """Start the engine; its CPU affinity is that of the calling thread.

        ``log`` gets every line sent (``>``), received (``<``) and printed on standard error
        (``!``). Where util-linux's setpriv exists, the engine dies with the thread that started
        it, so it does not outlive a controller that was killed. Start and use a client from one
        thread.

        :raises EngineStartError: if the command cannot be started
        :raises OSError: if the machine lacks memory or file handles
        """
        self.name = name
        self.last_seconds = 0.0
        self.unanswered = ""
        """The command that the engine did not answer in time, if any."""
        self.mute: frozenset[str] = frozenset()
        self._log = log
        self._known: frozenset[str] | None = None
        self._answered = False
        self._broken = False
        self._killed = False
        self._mark = secrets.token_hex(16)
        argv = split_command(command)
        guard = shutil.which("setpriv")
        if guard is not None:
            argv = [guard, "--pdeathsig", "KILL", "--", *argv]
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env={THREADS_VARIABLE: "1", **os.environ, **(env or {}), _MARK: self._mark},
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            if error.errno in _LACKS:
                raise
            raise EngineStartError(name, f"cannot start {argv[-1]!r}: {error}") from error
        assert self._process.stdout is not None and self._process.stderr is not None
        self._replies = Replies(self._process.stdout, name, lambda line: self._note("<", [line]))
        self._chatter = Chatter(
            self._process.stderr,
            name,
            keep_lines,
            lambda lines: self._note("!", lines),
            self._replies.fail,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def stderr(self) -> collections.deque[str]:
        """The last lines of standard error."""
        return self._chatter.lines

    @property
    def stderr_count(self) -> int:
        """How many lines of standard error there were."""
        return self._chatter.count

    @property
    def faults(self) -> int:
        """Lines of standard error so far that match ``FAULT``."""
        return self._chatter.faults

    @property
    def last_fault(self) -> str:
        return self._chatter.last_fault

    @property
    def usable(self) -> bool:
        """False after a crash, a time-out or a malformed reply: close it and start another."""
        return not self._broken and self._process.poll() is None

    def send(self, command: str, timeout: float | None = 30.0) -> str:
        """Return the reply to ``command``, without ``=`` and the closing empty line.

        ``timeout`` is in seconds; None waits for ever. ``last_seconds`` becomes the time that the
        reply took.

        :raises CommandFailedError: if the engine refuses the command
        :raises EngineCrashError: if the engine ends
        :raises EngineTimeoutError: if the reply does not come in time
        :raises ProtocolError: if the reply is no GTP
        """
        if self._broken:
            raise EngineCrashError(self.name, f"not running, cannot take {command!r}")
        start = time.perf_counter()
        deadline = None if timeout is None else start + timeout
        self._note(">", [command])
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crashed(command) from error
        size = 0
        while not (head := self._next_line(command, deadline)).strip():
            size += 1
            if size > MAX_REPLY:
                raise self._too_much(command, "empty lines without end")
        if head[0] not in "=?":
            self._broken = True
            raise ProtocolError(
                self.name, f"reply to {command!r} starts with {head[:200]!r}{self._hint()}"
            )
        body = [head[1:].lstrip("0123456789").lstrip(" ")]
        while line := self._next_line(command, deadline):
            body.append(line)
            size += len(line) + 1
            if size > MAX_REPLY:
                raise self._too_much(command, f"a reply of more than {MAX_REPLY >> 20} MB")
        self._answered = True
        self.last_seconds = time.perf_counter() - start
        text = "\n".join(body).rstrip()
        if head[0] == "?":
            raise CommandFailedError(self.name, f"{command!r} refused: {text or 'no reason given'}")
        return text

    def knows(self, command: str, timeout: float | None = 30.0) -> bool:
        """Return whether ``list_commands`` names ``command`` and it is not in ``mute``.

        The engine is asked once. ``mute`` holds commands that it is known not to answer.
        """
        if command in self.mute:
            return False
        if self._known is None:
            try:
                self._known = frozenset(self.send("list_commands", timeout).split())
            except CommandFailedError:
                self._known = frozenset()
        return command in self._known

    def stderr_since(self, count: int) -> list[str]:
        """Return the lines of standard error that followed the first ``count``, as far as kept.

        They include what the engine wrote before its last reply.
        """
        with contextlib.suppress(OSError, ValueError):
            self._chatter.drain()
        lines = list(self.stderr)
        fresh = self.stderr_count - count
        return lines[-fresh:] if fresh > 0 else []

    def close(self, timeout: float = 2.0) -> None:
        """Ask the engine to quit, then kill its process group. May be called twice."""
        process = self._process
        if process.poll() is None and not self._broken:
            try:
                assert process.stdin is not None
                process.stdin.write("quit\n")
                process.stdin.flush()
                process.wait(timeout)
            except (OSError, ValueError, subprocess.TimeoutExpired):
                pass
        self._broken = True
        self.kill()
        if not self._join(1.0):
            return
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def kill(self) -> None:
        """Kill the engine and all its children at once. May be called from another thread."""
        self._broken = True
        # Signal the group even if its leader is gone, since children may live. Do so only once:
        # later another group may have the same number.
        if not self._killed:
            self._killed = True
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._kill_marked()
        self._process.wait()

    def _kill_marked(self) -> None:
        """Kill children that have left the process group, known by the mark they inherited."""
        for _ in range(5):  # a child may start another one meanwhile
            found = False
            for pid in psutil.pids():
                with contextlib.suppress(psutil.Error, OSError):
                    process = psutil.Process(pid)
                    if process.environ().get(_MARK) == self._mark:
                        found = found or pid != self.pid
                        process.kill()
            if not found:
                return

    def __enter__(self) -> GtpClient:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _next_line(self, command: str, deadline: float | None) -> str:
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        try:
            return self._replies.next(left)
        except queue.Empty:
            self._broken = True
            self.unanswered = command
            raise EngineTimeoutError(
                self.name, f"no reply to {command!r} in time{self._hint()}"
            ) from None
        except EndOfOutputError:
            raise self._crashed(command) from None
        except TooMuchOutputError as error:
            raise self._too_much(command, str(error)) from None

    def _hint(self) -> str:
        return "" if self._answered else _HINT

    def _too_much(self, command: str, what: str) -> ProtocolError:
        self.kill()
        return ProtocolError(self.name, f"wrote {what} at {command!r}, and was stopped")

    def _crashed(self, command: str) -> EngineCrashError:
        self._broken = True
        try:
            how = described(self._process.wait(END_SECONDS))
        except subprocess.TimeoutExpired:
            self.kill()
            how = f"output closed, but not ended after {END_SECONDS:g} s"
        self._join(2.0)
        said = " | ".join(list(self.stderr)[-5:])[-1000:]
        detail = f"; standard error: {said}" if said else ""
        return EngineCrashError(self.name, f"ended at {command!r} ({how}){detail}")

    def _join(self, timeout: float) -> bool:
        """Wait up to ``timeout`` seconds for each reader; return whether all output is read."""
        threads = (self._replies.thread, self._chatter.thread)
        for thread in threads:
            thread.join(timeout)
        return not any(thread.is_alive() for thread in threads)

    def _note(self, mark: str, lines: Sequence[str]) -> None:
        if self._log is not None:
            now = f"{time.time():.3f} {self.name} {mark}"
            self._log.write("".join(f"{now} {line}\n" for line in lines))


def described(code: int) -> str:
    """Return the end of a process in words."""
    if code >= 0:
        return f"exit status {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"killed by {name}" + (", out of memory?" if name == "SIGKILL" else "")
