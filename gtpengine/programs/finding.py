"""Where the program of a command line is."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from typing import Final

from gtpengine.base.arguments import commandwords
from gtpengine.programs.engine_process import CannotStartError

_EXTRA_PATH: Final = ("/usr/games", "/usr/local/games", os.path.dirname(sys.executable))


def argument_vector(command: str | Sequence[str]) -> list[str]:
    """Return the argument vector of ``command``, with the full path of the program.

    ``/usr/games`` and the folder of this Python are searched after ``PATH``.

    :raises CannotStartError: if the command is no command line or there is no such program
    :raises TypeError: if it is neither a text nor a list of texts
    """
    try:
        argv = commandwords.split(command) if isinstance(command, str) else _texts(command)
    except ValueError as error:
        raise CannotStartError(f"command line {command!r}: {error}") from error
    if not argv or not argv[0]:
        raise CannotStartError("empty command line")
    search = os.pathsep.join([os.environ.get("PATH", os.defpath), *_EXTRA_PATH])
    program = shutil.which(os.path.expanduser(argv[0]), path=search)
    if program is None:
        raise CannotStartError(
            f"{argv[0]}: no such program; give its full path or install it first"
        )
    return [program, *argv[1:]]


def _texts(words: Sequence[str]) -> list[str]:
    """Return words as texts; paths are such, too."""
    try:
        return [os.fspath(word) for word in words]
    except TypeError:
        told = f"command {words!r}: give a command line, or a list of the program and its arguments"
        raise TypeError(told) from None
