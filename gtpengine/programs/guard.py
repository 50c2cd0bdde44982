"""Runs a program so that nothing which it starts outlives it. A program of its own, for Linux.

``python -I -S guard.py PARENT PROGRAM ARGUMENT...``: the guard asks the kernel for every orphan
below it, whatever its session, group or environment (`PR_SET_CHILD_SUBREAPER`). The guard kills
all of them when the program ends, when it is told to end (SIGTERM), and when the thread that
started it dies. Its exit status is the program's.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself would take a fifth of the guard's start
    from typing import Final, NoReturn

assert sys.platform != "win32"

import resource  # noqa: E402

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
#: Seconds after which a process that does not die, as one that waits for a lost disk, is left.
PATIENCE: Final = 4.0
#: Signals that Python ignores and other programs expect to be as they are by default.
_RESTORED: Final = (signal.SIGPIPE, signal.SIGXFSZ)


class _ToldToEndError(Exception):
    """SIGTERM has come."""


def run(parent: int, argv: list[str]) -> NoReturn:
    """Run the program and end as it does. ``parent`` is the process that started the guard."""
    status = 0
    try:
        signal.signal(signal.SIGTERM, _end)
        prctl = ctypes.CDLL(None).prctl
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() == parent:  # else it has died before it was watched
            status = _run(argv)
    except _ToldToEndError:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _kill_all()
    if status < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError):  # SIGKILL has no handler
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


def _end(_signal: int, _frame: object) -> NoReturn:
    raise _ToldToEndError


def _run(argv: list[str]) -> int:
    """Run the program and return its exit status, or minus the signal that killed it."""
    try:
        # A group of its own, for some scripts end by killing their whole group.
        program = os.posix_spawn(argv[0], argv, os.environ, setpgroup=0, setsigdef=_RESTORED)
    except OSError as error:
        why = f"cannot start {argv[0]}: {os.strerror(error.errno or 0)}\n"
        os.write(2, why.encode(errors="surrogateescape"))
        return 127
    # The other end of a pipe must see when the program closes its own.
    null = os.open(os.devnull, os.O_RDWR)
    for file in range(3):
        os.dup2(null, file)
    while True:
        child, status = os.waitpid(-1, 0)  # orphans, too
        if child == program:
            return os.waitstatus_to_exitcode(status)


def _kill_all() -> None:
    """Kill the children until there are none: their own children become the guard's."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for child in _children():
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _children() -> list[int]:
    me = str(os.getpid()).encode()
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                # After the name in brackets, which may hold anything: the state, the parent.
                if file.read().rpartition(b")")[2].split()[1] == me:
                    found.append(int(name))
    return found


if __name__ == "__main__":
    run(int(sys.argv[1]), sys.argv[2:])
