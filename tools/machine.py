"""Facts about this machine and its processes."""

from __future__ import annotations

import platform
from pathlib import Path


def process_mark(pid: int) -> str:
    """Identifies the process now running as `pid`; empty if there is none."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    # A zombie holds its number but plays no more.
    return "" if fields[0] == "Z" else f"{boot} {fields[19]}"


def cpu_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()
