"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces ``path`` when the context ends.

    When writing fails (a full disk), ``path`` stays as it was and the new file is removed. A device
    or a pipe is written directly.

    :raises OSError: when writing fails; it names ``path``.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("wb") as file:
                yield file
            return
        # A new file with an unguessable name: a link planted there is not followed. The module
        # ``secrets`` would load OpenSSL's library.
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
    """Return the error with ``path`` named; one without a number says enough itself."""
    if error.errno is None:
        return error
    return type(error)(error.errno, os.strerror(error.errno), str(path))
