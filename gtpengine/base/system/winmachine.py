"""What Windows says of this machine; ``machine`` asks here."""

from __future__ import annotations

import ctypes
import sys

assert sys.platform == "win32"

import winreg  # noqa: E402

_CPU = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"


class _Memory(ctypes.Structure):
    """MEMORYSTATUSEX."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        *((name, ctypes.c_uint64) for name in (
            "physical", "free_physical", "promised", "free_promised", "space", "free_space",
            "free_extended",
        )),
    )  # fmt: skip


def memory_left() -> int | None:
    """Return the bytes that this process may still use; None where nobody says."""
    memory = _Memory(length=ctypes.sizeof(_Memory))
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(memory)):
        return None
    return int(min(memory.free_physical, memory.free_promised))


def usable_cores() -> int | None:
    """Return how many cores this process may run on; None where nobody says."""
    kernel = ctypes.windll.kernel32
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    own, whole = ctypes.c_size_t(), ctypes.c_size_t()
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not kernel.GetProcessAffinityMask(process, ctypes.byref(own), ctypes.byref(whole)):
        return None
    # It says 0 of a process on more than 64 cores, which may run on all of them.
    return own.value.bit_count() or None


def cpu_name() -> str:
    """Return the model of the CPU; empty where nobody says."""
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _CPU) as key:
            return str(winreg.QueryValueEx(key, "ProcessorNameString")[0]).strip()
    except OSError:
        return ""
