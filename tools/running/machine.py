"""Facts about this machine and its processes."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from pathlib import Path

import psutil


def usable_cores() -> list[int]:
    """The numbers of the cores that this process may use, in order."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(psutil.cpu_count() or 1))  # macOS does not say


def can_pin() -> bool:
    """Whether this system lets a thread choose its cores; macOS does not."""
    return hasattr(os, "sched_setaffinity")


def pin_thread(cores: Iterable[int]) -> None:
    """Keeps this thread, and the processes it starts from now on, on `cores`. Raises `OSError`."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def process_mark(pid: int) -> str:
    """Identifies the process now running as `pid`; empty if there is none.

    The last word is the time of its start; the words before say where numbers of processes mean
    the same (`process_place`).
    """
    try:
        process = psutil.Process(pid)
        # A zombie holds its number but plays no more.
        if process.status() == psutil.STATUS_ZOMBIE:
            return ""
        # The time since the boot, where there is one: it does not move with the clock.
        start = f"{process.create_time():.2f}"
        if (stat := Path(f"/proc/{pid}/stat")).exists():
            start = stat.read_text().rpartition(")")[2].split()[19]
    except (psutil.Error, OSError):
        return ""
    return f"{process_place()} {start}"


def process_place() -> str:
    """This boot of this machine and this namespace of process numbers (a container has its own).

    Empty where the numbers in /proc are not ours, so that nothing can be said of a process.
    """
    try:
        if Path("/proc/self").readlink().name != str(os.getpid()):
            return ""
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return f"{platform.node()} {platform.system()}" if not Path("/proc/self").exists() else ""


def process_gone(pid: int, mark: str) -> bool | None:
    """Whether the process that once had this number and mark has ended; None: unknown from here."""
    place = process_place()
    if not place or mark.rpartition(" ")[0] != place:
        return None
    return process_mark(pid) != mark


def cpu_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()
