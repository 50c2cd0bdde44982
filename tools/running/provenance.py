"""What a step that made a file says about itself: command line, day, program and licence."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import gtpengine
from gtpengine.base.arguments import commandwords

from .engines import folder_revision

BOOK_LICENCE: Final = (
    "Counts of moves and results in game records, and values of searches: facts, no game is"
    " contained. MIT licence, as the rest of gtpengine."
)

_FOLDERS: Final = re.compile(
    r"""
    (?:(?<=^)|(?<=[\s=,:]))
    (?:/(?:[^\s/]+/)+(?=[^\s/])
    |[A-Za-z]:\\(?:[^\s\\]+\\)+(?=[^\s\\]))  # of Windows
    """,
    re.VERBOSE,
)
"""The folders of an absolute path, at the beginning of a word or behind ``=`` and the like."""


def program() -> dict[str, str]:
    """Return this program's version and, in a working tree of the project, its git revision."""
    return {
        "version": gtpengine.__version__,
        "revision": folder_revision(Path(gtpengine.__file__).parent, tracked="__init__.py"),
    }


def readable(text: str) -> str:
    """Return a word of the command line as a file can hold it, with what is no UTF-8 replaced."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _all_readable(value: Any) -> Any:
    """Apply ``readable`` to the texts inside lists and tables."""
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, Mapping):
        return {_all_readable(key): _all_readable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_all_readable(item) for item in value)
    return value


def without_folders(word: str) -> str:
    """Return a word of a command with the names of files alone where it has absolute paths.

    A file that is passed on should not tell where things lie on its maker's machine.
    """
    return _FOLDERS.sub("", word)


def command_line(words: Sequence[str]) -> str:
    """Return a command by its ``words``, quoted for a shell, ``without_folders``.

    Without words it is the command of this process.
    """
    return commandwords.joined(["gtpengine", *map(without_folders, words or sys.argv[1:])])


def step(words: Sequence[str], **about: Any) -> dict[str, Any]:
    """Return a step of provenance by the ``words`` of a command.

    ``about`` adds what is particular to it.
    """
    day = time.strftime("%Y-%m-%d", time.gmtime())
    made = {"command": command_line(words), "date": day, **program(), **about}
    return {name: _all_readable(value) for name, value in made.items()}
