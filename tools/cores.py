"""Cores of one machine shared out among processes that know nothing of each other."""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path
from typing import IO


class CoreLease:
    """Cores that no other lease on this machine holds, as long as this process lives.

    One lock file a core; the system drops the locks of a process that ends, however it ends.
    """

    def __init__(self, count: int, folder: Path | None = None) -> None:
        """Takes `count` cores; `cores` is empty if fewer are free."""
        self._files: list[IO[str]] = []
        self.cores: set[int] = set()
        folder = folder or Path(tempfile.gettempdir()) / f"gtpengine-cores-{os.getuid()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._take(count, folder)
        except OSError:  # no place for locks: as if no core were free
            self.release()
        if len(self.cores) < count:
            self.release()

    def _take(self, count: int, folder: Path) -> None:
        for core in sorted(os.sched_getaffinity(0)):
            if len(self.cores) == count:
                break
            file = (folder / str(core)).open("w")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                continue
            self._files.append(file)
            self.cores.add(core)

    def release(self) -> None:
        """Gives the cores back."""
        for file in self._files:
            file.close()
        self._files.clear()
        self.cores = set()
