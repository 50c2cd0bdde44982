"""Cores of one machine, shared by processes that know nothing of each other."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gtpengine.base.files import filelock

from .machine import can_pin, usable_cores

_NAME: Final = "gtpengine-cores"


class CoreLease:
    """Cores that no other lease of this user on this machine holds.

    Each core has a lock file. The system drops the locks of a process that ends, however it ends.
    """

    def __init__(self, count: int, folder: Path | None = None) -> None:
        """Take ``count`` cores; ``cores`` is empty if fewer are free.

        The locks lie in ``folder``, or else in the first place that belongs to the user alone.
        """
        self._files: list[int] = []
        self.cores: set[int] = set()
        if not can_pin():
            return
        for place in [folder] if folder else _places():
            try:
                at = _own_folder(place)
            except OSError:  # not ours, or no room: the next place
                continue
            try:
                self._take(count, at)
            except OSError:  # locks do not work here: act as if no core were free
                self.release()
            finally:
                os.close(at)
            break
        if len(self.cores) < count:
            self.release()

    def _take(self, count: int, folder: int) -> None:
        for core in usable_cores():
            if len(self.cores) == count:
                break
            file = _own_file(str(core), folder)
            self._files.append(file)
            if filelock.take(file):
                self.cores.add(core)

    def release(self) -> None:
        """Give the cores back."""
        for file in self._files:
            os.close(file)
        self._files.clear()
        self.cores = set()


def _places() -> Iterator[Path]:
    """Yield the folders that may hold the locks, best first."""
    if sys.platform == "win32":  # where no thread is pinned
        return
    user = os.getuid()
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime) / _NAME
    if Path(f"/run/user/{user}").is_dir():
        yield Path(f"/run/user/{user}") / _NAME
    yield Path(tempfile.gettempdir()) / f"{_NAME}-{user}"


def _own_folder(path: Path) -> int:
    """Open the folder, and make it if it is missing.

    Anybody may have put something of this name into the folder for temporary files.

    :raises OSError: unless the folder belongs to the user alone
    """
    if sys.platform == "win32":
        raise OSError("no thread is pinned on Windows")
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    status = os.fstat(folder)
    if status.st_uid != os.getuid() or status.st_mode & 0o022:
        os.close(folder)
        raise PermissionError(f"{path}: not a folder of this user alone")
    return folder


def _own_file(name: str, folder: int) -> int:
    """Open a plain file in the folder, and make it if it is missing.

    Links are not followed, and pipes are not waited for.
    """
    if sys.platform == "win32":
        raise OSError("no thread is pinned on Windows")
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    file = os.open(name, flags, 0o600, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(f"{name}: not a plain file")
    return file
