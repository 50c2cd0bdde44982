"""All processes that a program starts, as one thing that can be ended: a job object of Windows."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

assert sys.platform == "win32"

_LIMITS: Final = 9
"""JobObjectExtendedLimitInformation."""
_KILL_ON_CLOSE: Final = 0x2000


class _Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("working_sets", ctypes.c_size_t * 2),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("classes", ctypes.c_uint32 * 2),
        ("transfers", ctypes.c_uint64 * 6),
        ("memory", ctypes.c_size_t * 4),
    )


class ProcessJob:
    """A process and what it starts from now on. The system ends them with this process, too."""

    def __init__(self, process: int) -> None:
        """``process`` is a handle of the process.

        Where the system has no job for it, ``kill`` ends nothing.
        """
        kernel = self._kernel = ctypes.windll.kernel32
        kernel.CreateJobObjectW.restype = ctypes.c_void_p
        self._job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        limits = _Limits(flags=_KILL_ON_CLOSE)
        kernel.SetInformationJobObject(
            self._job, _LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        kernel.AssignProcessToJobObject(self._job, ctypes.c_void_p(process))

    def kill(self) -> None:
        """End all of them."""
        self._kernel.TerminateJobObject(self._job, 1)

    def close(self) -> None:
        """Give the job back to the system, which ends what is left."""
        self._kernel.CloseHandle(self._job)
