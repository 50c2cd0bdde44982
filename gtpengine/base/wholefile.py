"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of *path* at the end.

    When writing fails (the disk is full), *path* stays as it was and what was written is removed.
    A device or a pipe is written as it is.

    :raises OSError: naming *path*.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("wb") as file:
                yield file
            return
        # A name that nobody can guess and a file that is new: no link planted there is followed.
        temporary = path.with_name(f".gtpengine-{os.urandom(8).hex()}.part")
        created = temporary.open("xb")
    except OSError as error:
        raise _naming(error, path) from None
    try:
        with created as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _naming(error, path) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _naming(error: OSError, path: Path) -> OSError:
    """The error, told of *path*; one without a number says enough itself."""
    if error.errno is None:
        return error
    return type(error)(error.errno, os.strerror(error.errno), str(path))
