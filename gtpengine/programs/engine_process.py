"""An engine's process, and the end of all processes that it started.

On Linux a guard (``guard.py``) stands between the engine and its controller. Nothing that the
engine starts outlives the guard, and the guard does not outlive the controller. On Windows a job
(``winjob.py``) does the same. On other systems two kinds of children are found: those in the
engine's process group, and those that still have the variable which marks their environment. A
child that leaves the group *and* empties its environment is not found there.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.base.system.machine import THREADS_VARIABLE

if sys.platform == "win32":
    from gtpengine.programs.winjob import ProcessJob

#: The environment variable that marks an engine and all its children.
_MARK: Final = "GTPENGINE_STARTED_AS"
#: Errors that say that the machine, not the program, keeps a process from starting.
_LACKS: Final = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
#: Seconds that the guard gets to end everything; more than its own patience.
_GUARD_SECONDS: Final = 6.0
if sys.platform == "win32":
    APART: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    APART: Final[dict[str, Any]] = {"start_new_session": True}
#: How the program is started apart from the controller's terminal.
_GUARD: Final = str(Path(__file__).with_name("guard.py"))


class CannotStartError(Exception):
    """The program cannot be started. The text says why."""


class EngineProcess:
    """A running program whose three standard files are pipes.

    It has the CPU affinity of the thread that starts it. The program is in a session of its own,
    so Ctrl-C at the terminal reaches the controller alone.
    """

    guarded: bool = sys.platform == "linux"
    """Whether programs get a guard."""

    def __init__(
        self, argv: Sequence[str], cwd: str | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        """Start the program ``argv[0]``, with ``env`` added to the environment.

        Our own engine then searches with one thread, unless one of the two says otherwise.

        :raises CannotStartError: if the program cannot be started
        :raises OSError: if the machine lacks memory or file handles
        """
        self._guarded = self.guarded
        self._killed = False
        self._mark = secrets.token_hex(16)
        guard = [sys.executable, "-I", "-S", _GUARD, str(os.getpid())] if self._guarded else []
        try:
            self._process = subprocess.Popen(
                [*guard, *argv],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env={THREADS_VARIABLE: "1", **os.environ, **(env or {}), _MARK: self._mark},
                bufsize=0,
                **APART,
            )
        except OSError as error:
            if error.errno in _LACKS:
                raise
            raise CannotStartError(f"cannot start {argv[-1]!r}: {error}") from error
        except ValueError as error:  # a NUL byte in an argument or in the environment
            raise CannotStartError(f"cannot start {argv[0]!r}: {error}") from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.files = (process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno())
        """File numbers of the ends here of its standard input, output and error. None blocks."""
        if sys.platform == "win32":  # where threads read and write
            self._job = ProcessJob(int(vars(process)["_handle"]))
        else:
            for file in self.files:
                os.set_blocking(file, False)

    @property
    def pid(self) -> int:
        """The number of the program's process, or of its guard if it has ended."""
        import psutil  # here, because --help needs no extra

        if self._guarded:
            with contextlib.suppress(psutil.Error):
                children = psutil.Process(self._process.pid).children()
                if children:  # the others are orphans
                    return int(min(children, key=lambda child: child.create_time()).pid)
        return self._process.pid

    def poll(self) -> int | None:
        """Return the exit status, or minus the signal that killed it; None while it runs."""
        return self._process.poll()

    def wait(self, timeout: float) -> int | None:
        """Return what ``poll`` does, after at most ``timeout`` seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout)
        return None

    def kill(self) -> None:
        """Kill the program and all that it started. Any thread may call it, more than once."""
        # Signal the group even if its leader is gone, since children may live. Do so only once:
        # later another group may have the same number.
        if self._killed:
            return
        self._killed = True
        if sys.platform == "win32":
            self._job.kill()
            self.wait(_GUARD_SECONDS)
            self._job.close()
            return
        if self._guarded and self.poll() is None:
            self._process.terminate()
            self.wait(_GUARD_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        if not self._guarded or self.wait(_GUARD_SECONDS) in (None, -signal.SIGKILL):
            self._kill_marked()  # there is no guard, or the guard itself was killed
        self.wait(_GUARD_SECONDS)

    def close(self) -> None:
        """Close the pipes."""
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def _kill_marked(self) -> None:
        """Kill children that have left the process group, known by the mark they inherited.

        That takes psutil. Without this library such children are not found.
        """
        if importlib.util.find_spec("psutil") is None:
            return
        import psutil  # here, because --help needs no extra

        for _ in range(5):  # a child may start another one meanwhile
            found = False
            for pid in psutil.pids():
                with contextlib.suppress(psutil.Error, OSError):
                    process = psutil.Process(pid)
                    if process.environ().get(_MARK) == self._mark:
                        found = found or pid != self._process.pid
                        process.kill()
            if not found:
                return


def described(code: int) -> str:
    """Return the end of a process in words."""
    if code >= 0:
        return f"exit status {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"killed by {name}" + (", out of memory?" if name == "SIGKILL" else "")
