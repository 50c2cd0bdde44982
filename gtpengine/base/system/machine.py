"""This machine: its CPU, and the cores and the memory that this process may use.

They are what the system has, less what affinity (taskset) or a control group (containers, services)
denies. Most of it is read in /proc and /sys, as the Linux kernel documents them (cgroup-v1,
cgroup-v2, cpufreq, topology); ``winmachine`` asks Windows. Where the system does not tell, answers
are ``None`` or empty.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    from gtpengine.base.system import winmachine

MOST: Final = 256
"""Most threads of a search."""

THREADS_VARIABLE: Final = "GTPENGINE_THREADS"
"""The environment variable that says how many threads the engines of a program search with."""

_PROC: Final = Path("/proc")
_GROUPS: Final = Path("/sys/fs/cgroup")
_SYSTEM: Final = Path("/sys/devices/system")


def usable_cores() -> int:
    """Return the number of cores that this process may use, from 1 to ``MOST``.

    A share of a core counts as a core.
    """
    allowed: float = installed_cores()
    if hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    if sys.platform == "win32":
        allowed = winmachine.usable_cores() or allowed
    quota = cpu_quota()
    if quota is not None:
        allowed = min(allowed, math.ceil(quota))
    return int(min(max(allowed, 1), MOST))


def free_cores() -> int:
    """Return the number of cores that a search may fill without crowding others, at least 1.

    Two hardware threads of a core count once. Cores that other programs kept busy are left to
    them: of the last minute or of the last five, whichever is less.
    """
    cores = min(usable_cores(), whole_cores() or MOST)
    busy = int(min(load() or (0.0,)))
    return max(1, min(cores, installed_cores() - busy))


def load() -> tuple[float, float] | None:
    """Return how many programs wanted a core, of the last minute and of the last five; None where
    the system does not count."""
    if not hasattr(os, "getloadavg"):
        return None
    try:
        minute, five, _ = os.getloadavg()
    except OSError:
        return None
    return minute, five


def installed_cores() -> int:
    """Return the number of cores of the machine, hardware threads counted."""
    return os.cpu_count() or 1


def cpu_quota(proc: Path = _PROC, groups: Path = _GROUPS) -> float | None:
    """Return how many cores' time the control groups of this process grant; None for no limit."""
    found = []
    for folder in _folders("cpu", proc, groups):
        words = _words(folder / "cpu.max")  # version 2: quota and period, in microseconds
        if not words:
            words = _words(folder / "cpu.cfs_quota_us") + _words(folder / "cpu.cfs_period_us")
        if len(words) == 2 and words[0].isdigit() and words[1].isdigit() and int(words[1]):
            found.append(int(words[0]) / int(words[1]))
    return min(found, default=None)


def memory_left(proc: Path = _PROC, groups: Path = _GROUPS) -> int | None:
    """Return the bytes of memory that this process may still use; None where nobody says."""
    if sys.platform == "win32":
        return winmachine.memory_left()
    found = []
    for line in _lines(proc / "meminfo"):
        name, _, amount = line.partition(":")
        if name == "MemAvailable" and amount.split()[:1]:
            found.append(int(amount.split()[0]) << 10)
    for folder in _folders("memory", proc, groups):
        for limit, used in (
            ("memory.max", "memory.current"),
            ("memory.limit_in_bytes", "memory.usage_in_bytes"),
        ):
            most, now = _words(folder / limit), _words(folder / used)
            if most[:1] and now[:1] and most[0].isdigit() and now[0].isdigit():
                kept = int(now[0]) - _cached_files(folder)
                found.append(max(0, int(most[0]) - max(0, kept)))
    return min(found, default=None)


def cpu_name() -> str:
    """Return the model of the CPU, or the architecture where the system does not say."""
    import platform  # loaded by few commands

    if sys.platform == "win32":
        return winmachine.cpu_name() or platform.machine()
    return _of_cpu("model name") or platform.machine()


def cpu_features() -> frozenset[str]:
    """Return the extensions of the CPU, as the system calls them."""
    return frozenset((_of_cpu("flags") or _of_cpu("Features")).split())


def whole_cores(system: Path = _SYSTEM) -> int | None:
    """Return the number of cores behind the usable ones, which may be two threads of one core."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    found = set()
    for number in os.sched_getaffinity(0):
        siblings = _lines(system / f"cpu/cpu{number}/topology/thread_siblings_list")
        if not siblings:
            return None
        found.add(siblings[0])
    return len(found)


def governor(system: Path = _SYSTEM) -> str:
    """Return what keeps the CPU's clock low when it could be high; empty if nothing does."""
    folder = system / "cpu/cpu0/cpufreq"
    name = " ".join(_words(folder / "scaling_governor"))
    driver = " ".join(_words(folder / "scaling_driver"))
    # These two drivers raise the clock under load whatever their governor is called.
    if name in ("powersave", "conservative") and driver not in ("intel_pstate", "amd-pstate-epp"):
        return name
    return ""


def clock_source(system: Path = _SYSTEM) -> str:
    """Return the clock that the system reads."""
    return " ".join(_words(system / "clocksource/clocksource0/current_clocksource"))


def _of_cpu(field: str) -> str:
    for line in _lines(_PROC / "cpuinfo"):
        name, _, value = line.partition(":")
        if name.strip() == field:
            return value.strip()
    return ""


def _cached_files(folder: Path) -> int:
    """Return the bytes of a control group that the system gives back when they are needed."""
    words = _words(folder / "memory.stat")
    stat = dict(zip(words[::2], words[1::2], strict=False))
    return int(stat.get("total_inactive_file", stat.get("inactive_file", "0")))


def _folders(controller: str, proc: Path, groups: Path) -> Iterator[Path]:
    """Yield the folders of the control groups that limit this process, up to the topmost."""
    for line in _lines(proc / "self" / "cgroup"):
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0":
            top = groups
        elif controller in controllers.split(","):
            top = groups / controllers if (groups / controllers).is_dir() else groups / controller
        else:
            continue
        # Inside a container the path may be that outside; its own group is then the top.
        folder = top / path.strip("/")
        while folder != top and top in folder.parents:
            yield folder
            folder = folder.parent
        yield top


def _words(path: Path) -> list[str]:
    return " ".join(_lines(path)).split()


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
