"""One node of Ray starts at a time on a machine.

Ray names the sockets of a node by counting those that exist, so two nodes that start together
get one name, and one of them dies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gtpengine.base.files import filelock
from gtpengine.base.system.raykey import key_file

LOOK: Final = 0.2
"""Seconds between looks."""

LONGEST: Final = 60.0
"""Most seconds that a start keeps others waiting."""


@contextmanager
def alone(path: Path | None = None) -> Iterator[None]:
    """Wait until nobody else starts a node, and keep others waiting until the block ends.

    ``path`` is the file that says so, beside Ray's key if not given. It goes free with its
    process, so one that is killed blocks nobody. Where it cannot be made, nobody waits.
    """
    path = path or key_file().with_name("gtpengine-start.lock")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError:
        yield
        return
    with file:
        while not filelock.take(file.fileno()):
            time.sleep(LOOK)
        yield


def wait_until(ready: Callable[[], bool], longest: float = LONGEST) -> bool:
    """Wait at most ``longest`` seconds until something is ready; return whether it is."""
    end = time.monotonic() + longest
    while not ready():
        if time.monotonic() > end:
            return False
        time.sleep(LOOK)
    return True
