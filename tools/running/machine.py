"""Facts about this machine and its processes."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from pathlib import Path


def usable_cores() -> list[int]:
    """Return the numbers of the cores that this process may use, in order."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))  # macOS does not tell


def can_pin() -> bool:
    """Return whether a thread can choose its cores on this system; on macOS it cannot."""
    return hasattr(os, "sched_setaffinity")


def pin_thread(cores: Iterable[int]) -> None:
    """Keep this thread, and the processes it starts from now on, on ``cores``.

    :raises OSError: if the system refuses
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def process_mark(pid: int) -> str:
    """Return a text that identifies the process now running as ``pid``; empty if there is none.

    Its last word is the time of the start. The words before are ``process_place``.
    """
    import psutil  # here, because --help needs no extra

    try:
        process = psutil.Process(pid)
        # A zombie keeps its id but no longer plays.
        if process.status() == psutil.STATUS_ZOMBIE:
            return ""
        # Prefer the time since the boot: it does not change with the clock.
        start = f"{process.create_time():.2f}"
        if (stat := Path(f"/proc/{pid}/stat")).exists():
            start = stat.read_text().rpartition(")")[2].split()[19]
    except (psutil.Error, OSError):
        return ""
    return f"{process_place()} {start}"


def process_place() -> str:
    """Return this boot of this machine and this namespace of process ids (each container has one).

    It is empty if the ids in /proc are not ours: then nothing can be said about a process.
    """
    try:
        if Path("/proc/self").readlink().name != str(os.getpid()):
            return ""
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return f"{platform.node()} {platform.system()}" if not Path("/proc/self").exists() else ""


def process_gone(pid: int, mark: str) -> bool | None:
    """Return whether the process with this id and mark has ended; None if not visible from here."""
    place = process_place()
    if not place or mark.rpartition(" ")[0] != place:
        return None
    return process_mark(pid) != mark
