"""Files that are written as a whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

BEGINNINGS: Final = (b"GTPE", b"gtpengine ", b"# gtpengine ")
"""How models, networks, weights and books begin that the program writes for a user."""

MARKS: Final = (
    b"AP[gtpengine",
    b'<meta name="generator" content="gtpengine">',
    b"Software\0gtpengine",
    b"<dc:title>gtpengine<",
    b"/Creator (gtpengine)",
)
"""One of these stands near the beginning of records, pages and pictures (PNG, SVG, PDF)."""

HEAD: Final = 1 << 16
"""Bytes at the beginning of a file in which its mark stands."""

TAKEN: Final = "It exists already; give another name"
FOREIGN: Final = "It exists, and gtpengine did not write it; give another name"


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces ``path`` when the context ends: one in a folder of the program.

    When writing fails (a full disk), ``path`` stays as it was and the new file is removed. A device
    or a pipe is written directly.

    :raises OSError: when writing fails; it names ``path``.
    """
    with _opened(path, replaces=True) as file:
        yield file


@contextmanager
def user_file(path: Path, mark: bytes = b"") -> Iterator[BinaryIO]:
    """Open a file that a user named, as ``whole_file`` does, but never replace another's.

    :param mark: what stands near the beginning of files of this kind, in place of the usual marks.
    :raises FileExistsError: when the file at ``path`` is not one of this program's.
    :raises OSError: when writing fails; it names ``path``.
    """
    check_ours(path, mark)
    with _opened(path, replaces=path.exists()) as file:
        yield file


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that appears at ``path`` when the context ends, where nothing is yet.

    :raises FileExistsError: when something of that name is there, also when it came meanwhile.
    :raises OSError: when writing fails; it names ``path``.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _naming(error, path) from None
    else:
        raise FileExistsError(errno.EEXIST, TAKEN, str(path))
    with _beside(path, replaces=False) as file:
        yield file


def check_ours(path: Path, mark: bytes = b"") -> None:
    """Check that ``user_file`` may write ``path``: a file of this program is there, or nothing.

    :raises FileExistsError: when another file is there.
    :raises OSError: when it cannot be read.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        head = file.read(HEAD)
    ours = mark in head if mark else head.startswith(BEGINNINGS) or any(m in head for m in MARKS)
    if head and not ours:
        raise FileExistsError(errno.EEXIST, FOREIGN, str(path))


@contextmanager
def _opened(path: Path, replaces: bool) -> Iterator[BinaryIO]:
    try:
        direct = path.exists() and not (path.is_file() or path.is_dir())
        opened = path.open("wb") if direct else _beside(path, replaces)
    except OSError as error:
        raise _naming(error, path) from None
    with opened as file:
        yield file


@contextmanager
def _beside(path: Path, replaces: bool) -> Iterator[BinaryIO]:
    """Open a new file beside ``path`` that gets its name when the context ends."""
    try:
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
        if replaces:
            os.replace(temporary, path)
        else:
            _move_to_new(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _naming(error, path) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _move_to_new(temporary: Path, path: Path) -> None:
    """Rename a file to a name that nothing has."""
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links: the name is taken first, and filled then
        path.open("xb").close()
        os.replace(temporary, path)
    else:
        temporary.unlink()


def _naming(error: OSError, path: Path) -> OSError:
    """Return the error with ``path`` named; one without a number says enough itself."""
    if error.errno is None:
        return error
    own = error.errno == errno.EEXIST and error.strerror == FOREIGN
    text = FOREIGN if own else TAKEN if error.errno == errno.EEXIST else os.strerror(error.errno)
    return type(error)(error.errno, text, str(path))
