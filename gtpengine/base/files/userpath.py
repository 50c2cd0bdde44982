"""Files of users: their paths and their contents, and the folders for what is kept for them."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    _FLAGS: Final = os.O_BINARY | os.O_NOINHERIT
else:
    _FLAGS: Final = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC

LARGEST_FILE: Final = 1 << 30
"""Most bytes of a file that is read whole, where its reader sets no limit."""


def user_path(text: str) -> Path:
    """Return the path ``text``, with a leading ``~`` or ``~user`` expanded.

    An unknown user is left unexpanded, so opening the file fails with "not found" instead of the
    ``RuntimeError`` of ``Path.expanduser``.
    """
    return Path(os.path.expanduser(text))


def data_folder() -> Path:
    """Return the folder of this program for a user's data, as XDG names it."""
    return _of_user("XDG_DATA_HOME", "~/.local/share")


def cache_folder() -> Path:
    """Return the folder of this program for what can be made again, as XDG names it."""
    return _of_user("XDG_CACHE_HOME", "~/.cache")


def _of_user(variable: str, default: str) -> Path:
    folder = user_path(os.environ.get(variable, ""))
    return (folder if folder.is_absolute() else user_path(default)) / "gtpengine"


def real_path(path: str | Path) -> Path:
    """Return a path without links; a link to itself stays, which ``Path.resolve`` fails at."""
    return Path(os.path.realpath(path))


def open_regular(path: str | Path, flags: int = os.O_RDONLY) -> int:
    """Open the regular file ``path`` with ``flags``; return its descriptor, which the caller
    closes.

    A pipe or a device could block for ever or never end, so it is refused without waiting.

    :raises OSError: when it cannot be opened or is not a regular file.
    """
    try:
        fd = os.open(path, flags | _FLAGS, 0o644)
    except ValueError:  # a NUL character, or one that the file system cannot encode
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path)) from None
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe that nobody reads
            raise _not_regular(path) from None
        if os.path.isdir(path):  # Windows opens no folders
            raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path)) from None
        raise
    try:
        mode = os.fstat(fd).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
        if not stat.S_ISREG(mode):
            raise _not_regular(path)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _not_regular(path: str | Path) -> OSError:
    return OSError(errno.EINVAL, "Not a regular file", str(path))


def read_regular(path: str | Path, limit: int = LARGEST_FILE) -> bytes:
    """Return the bytes of the file ``path``, which is as long as when it is opened.

    :raises OSError: when it cannot be read, is not a regular file, or has more than ``limit``
        bytes.
    """
    with open(open_regular(path), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise OSError(errno.EFBIG, f"Longer than {limit} bytes", str(path))
        # Special files show a size of 0; reading them could block or never end. Reading takes
        # memory for what is asked for, even where a file has less.
        return file.read(size)
