"""The books that come with the program."""

from __future__ import annotations

import functools
from pathlib import Path

from gtpengine.books.bookfile import Book, BookError


@functools.cache
def shipped_books(size: int) -> tuple[Book, ...]:
    """Return the books for boards of ``size``: of the whole board first, then of corners.

    They are opened once for all users in a process.

    :raises BookError: when one is damaged.
    """
    from importlib import resources  # slow: after the first answer

    folder = resources.files("gtpengine.books").joinpath("data")
    found = []
    for name in (f"board{size}.book", f"corner{size}.book"):
        file = folder.joinpath(name)
        if not file.is_file():
            continue
        if isinstance(file, Path):
            found.append(Book.open(file))
        else:  # inside an archive
            found.append(Book(file.read_bytes(), name))
    for book in found:
        if size not in book.header.sizes:
            raise BookError(f"{book.name}: not for {size}x{size}; install gtpengine again")
    return tuple(found)
