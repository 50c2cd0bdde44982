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

    :raises OSError: naming *path*.
    """
    temporary = path.with_name(path.name + ".part")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        if error.errno is None:
            raise
        raise type(error)(error.errno, os.strerror(error.errno), str(path)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
