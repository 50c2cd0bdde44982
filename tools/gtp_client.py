"""A GTP controller for one engine in a subprocess.

The engine runs in a session (process group) of its own, so that Ctrl-C at the terminal reaches
the controller alone and so that a kill takes the engine's children with it. Replies are read by
one thread and standard error by another; the last lines of standard error are kept for error
messages, and those that tell of an internal error are counted. Not done: command ids and
pipelining, one command is outstanding at a time.
"""

from __future__ import annotations

import codecs
import collections
import contextlib
import os
import queue
import re
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, Final

_EXTRA_PATH: Final = ("/usr/games", "/usr/local/games")
_EOF: Final = None
#: Characters after which a line of standard error that does not end is cut.
MAX_LINE: Final = 1 << 16
#: What an engine prints on standard error when a part of it is broken though it goes on playing.
FAULT: Final = re.compile(r"internal error", re.IGNORECASE)


class EngineError(Exception):
    """Base of everything that can go wrong with an engine; `engine` is its name."""

    def __init__(self, engine: str, message: str) -> None:
        super().__init__(f"{engine}: {message}")
        self.engine = engine
        self.message = message

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        return type(self), (self.engine, self.message)


class EngineStartError(EngineError):
    """The command line could not be started at all."""


class CommandFailedError(EngineError):
    """The engine answered `?`. The session goes on."""


class EngineCrashError(EngineError):
    """The process ended, or closed its output, while a reply was due."""


class EngineTimeoutError(EngineError):
    """No reply within the time allowed. The engine must be killed: its reply may still come."""


class ProtocolError(EngineError):
    """The reply does not start with `=` or `?`."""


def split_command(command: str | Sequence[str]) -> list[str]:
    """The argument vector of `command` with the program's path looked up.

    `/usr/games`, where Debian keeps gnugo, is searched after `PATH`. Raises `EngineStartError`.
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
    """One running engine. Use as a context manager, or call `close`."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "engine",
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        log: IO[str] | None = None,
        keep_lines: int = 200,
    ) -> None:
        """Starts the engine; its CPU affinity is that of the calling thread.

        `log` gets every line sent (`>`), received (`<`) and printed on standard error (`!`).
        Where util-linux's setpriv exists the engine is killed with the thread that started it,
        so engines do not outlive a controller that was killed: start and use a client from
        one thread. Raises `EngineStartError`.
        """
        self.name = name
        self.stderr: collections.deque[str] = collections.deque(maxlen=keep_lines)
        self.stderr_count = 0
        self.faults = 0
        """Lines of standard error so far that match `FAULT`."""
        self.last_fault = ""
        self.last_seconds = 0.0
        self._log = log
        self._log_lock = threading.Lock()
        self._stderr_lock = threading.Lock()
        self._stderr_decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._stderr_rest = ""
        self._known: frozenset[str] | None = None
        self._broken = False
        self._killed = False
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
                env={**os.environ, **env} if env else None,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineStartError(name, f"cannot start {argv[-1]!r}: {error}") from error
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._read_stdout, name=f"{name}-stdout", daemon=True),
            threading.Thread(target=self._read_stderr, name=f"{name}-stderr", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def usable(self) -> bool:
        """False after a crash, a time-out or a malformed reply: close it and start another."""
        return not self._broken and self._process.poll() is None

    def send(self, command: str, timeout: float | None = 30.0) -> str:
        """The text of the reply to `command`, without `=` and the closing empty line.

        `timeout` in seconds, None for ever. `last_seconds` is the time the reply took.
        Raises `CommandFailedError`, `EngineCrashError`, `EngineTimeoutError`, `ProtocolError`.
        """
        if self._broken:
            raise EngineCrashError(self.name, f"not running, cannot take {command!r}")
        start = time.perf_counter()
        deadline = None if timeout is None else start + timeout
        self._note(">", command)
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crashed(command) from error
        head = self._next_line(command, deadline)
        while not head.strip():
            head = self._next_line(command, deadline)
        if head[0] not in "=?":
            self._broken = True
            raise ProtocolError(self.name, f"reply to {command!r} starts with {head!r}")
        body = [head[1:].lstrip("0123456789").lstrip(" ")]
        while line := self._next_line(command, deadline):
            body.append(line)
        self.last_seconds = time.perf_counter() - start
        text = "\n".join(body).rstrip()
        if head[0] == "?":
            raise CommandFailedError(self.name, f"{command!r} refused: {text or 'no reason given'}")
        return text

    def knows(self, command: str, timeout: float | None = 30.0) -> bool:
        """Whether `list_commands` names `command` (asked once, then remembered)."""
        if self._known is None:
            try:
                self._known = frozenset(self.send("list_commands", timeout).split())
            except CommandFailedError:
                self._known = frozenset()
        return command in self._known

    def stderr_since(self, count: int) -> list[str]:
        """The lines kept of standard error after the first `count` ever printed.

        What the engine wrote before its last reply is among them.
        """
        with contextlib.suppress(OSError, ValueError):
            self._drain_stderr()
        lines = list(self.stderr)
        fresh = self.stderr_count - count
        return lines[-fresh:] if fresh > 0 else []

    def close(self, timeout: float = 2.0) -> None:
        """Asks the engine to quit, then kills its whole process group. May be called twice."""
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
        for thread in self._threads:
            thread.join(timeout=1.0)
        for stream in (process.stdin, process.stdout, process.stderr):
            try:
                if stream is not None and not any(t.is_alive() for t in self._threads):
                    stream.close()
            except OSError:
                pass

    def kill(self) -> None:
        """Kills the process group at once. May be called from another thread."""
        self._broken = True
        # The leader may be gone while its children live, so the group is signalled in any case,
        # but once only: later its number could belong to somebody else.
        if not self._killed:
            self._killed = True
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def __enter__(self) -> GtpClient:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _next_line(self, command: str, deadline: float | None) -> str:
        try:
            if deadline is None:
                line = self._lines.get()
            else:
                line = self._lines.get(timeout=max(0.0, deadline - time.perf_counter()))
        except queue.Empty:
            self._broken = True
            raise EngineTimeoutError(self.name, f"no reply to {command!r} in time") from None
        if line is _EOF:
            raise self._crashed(command)
        return line

    def _crashed(self, command: str) -> EngineCrashError:
        self._broken = True
        try:
            code: object = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = "still running, output closed"
        for thread in self._threads:
            thread.join(timeout=0.5)
        said = " | ".join(list(self.stderr)[-5:])
        detail = f"; standard error: {said}" if said else ""
        return EngineCrashError(self.name, f"ended at {command!r} (exit status {code}){detail}")

    def _read_stdout(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                clean = line.rstrip("\r\n").replace("\t", " ")
                self._note("<", clean)
                self._lines.put(clean)
        except (OSError, ValueError):
            pass
        self._lines.put(_EOF)

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        try:
            file = self._process.stderr.fileno()
            poll = select.poll()  # unlike select, for any number of open files
            poll.register(file, select.POLLIN)
            while True:
                poll.poll()
                if not self._drain_stderr():
                    return
        except (OSError, ValueError):
            pass

    def _drain_stderr(self) -> bool:
        """Takes in what has been written to standard error; False at its end."""
        assert self._process.stderr is not None
        with self._stderr_lock:
            while True:
                try:
                    data = os.read(self._process.stderr.fileno(), 65536)
                except BlockingIOError:
                    return True
                text = self._stderr_rest + self._stderr_decoder.decode(data, final=not data)
                *lines, self._stderr_rest = text.replace("\r", "\n").split("\n")
                if self._stderr_rest and (not data or len(self._stderr_rest) > MAX_LINE):
                    lines, self._stderr_rest = [*lines, self._stderr_rest], ""
                for line in lines:
                    if line:
                        self._take_stderr(line)
                if not data:
                    return False

    def _take_stderr(self, line: str) -> None:
        self.stderr.append(line)
        self.stderr_count += 1
        if FAULT.search(line):
            self.faults += 1
            self.last_fault = line
        self._note("!", line)

    def _note(self, mark: str, text: str) -> None:
        if self._log is not None:
            with self._log_lock:
                try:
                    self._log.write(f"{time.time():.3f} {self.name} {mark} {text}\n")
                except ValueError:  # closed by its owner
                    self._log = None
