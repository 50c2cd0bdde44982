"""A file that one process has for itself.

The system lets go of it when the process ends, however it ends.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os
else:
    import fcntl


def take(fd: int) -> bool:
    """Lock the open file ``fd`` until it is closed; return False when another process has it.

    :raises OSError: where files cannot be locked.
    """
    if sys.platform == "win32":
        try:
            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
