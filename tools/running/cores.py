"""Cores of one machine shared out among processes that know nothing of each other."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .machine import can_pin, usable_cores

_NAME: Final = "gtpengine-cores"


class CoreLease:
    """Cores that no other lease of this user on this machine holds, while this process lives.

    One lock file a core; the system drops the locks of a process that ends, however it ends.
    """

    def __init__(self, count: int, folder: Path | None = None) -> None:
        """Takes `count` cores; `cores` is empty if fewer are free.

        The locks lie in `folder`, or else in the first place that is the user's own.
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
            except OSError:  # no place for locks: as if no core were free
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
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
                continue
            self._files.append(file)
            self.cores.add(core)

    def release(self) -> None:
        """Gives the cores back."""
        for file in self._files:
            os.close(file)
        self._files.clear()
        self.cores = set()


def _places() -> Iterator[Path]:
    """Where the locks may lie, best first."""
    user = os.getuid()
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime) / _NAME
    if Path(f"/run/user/{user}").is_dir():
        yield Path(f"/run/user/{user}") / _NAME
    yield Path(tempfile.gettempdir()) / f"{_NAME}-{user}"


def _own_folder(path: Path) -> int:
    """Opens the folder, made if it is missing. `OSError` unless it is the user's alone.

    Anybody may have put something of this name into the folder for temporary files.
    """
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    status = os.fstat(folder)
    if status.st_uid != os.getuid() or status.st_mode & 0o022:
        os.close(folder)
        raise PermissionError(f"{path}: not a folder of this user alone")
    return folder


def _own_file(name: str, folder: int) -> int:
    """Opens a plain file there, made if it is missing: follows no link, waits for no pipe."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    file = os.open(name, flags, 0o600, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(f"{name}: not a plain file")
    return file
