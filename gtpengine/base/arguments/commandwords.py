r"""A command line and its words, as the shell of the system has them.

On Windows a backslash is a part of a path, only double quotes quote, and an apostrophe is a letter:
``"C:\Program Files\gnugo\gnugo.exe" --mode gtp``.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable
from typing import Final

WINDOWS: Final = sys.platform == "win32"

_PLAIN: Final = re.compile(r"[\w+=:./\\~-]+")
"""Words that neither cmd.exe nor PowerShell takes for anything else."""


def split(line: str, windows: bool = WINDOWS) -> list[str]:
    """Return the words of a command line.

    :raises ValueError: when a quote is not closed.
    """
    if not windows:
        return shlex.split(line)
    words = shlex.shlex(line, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = words.escape = ""
    words.quotes = '"'
    return list(words)


def joined(words: Iterable[str], windows: bool = WINDOWS) -> str:
    """Return the command line of words: for `split`, and for people to paste."""
    if not windows:
        return shlex.join(words)
    return " ".join(map(_windows_word, words))


def _windows_word(word: str) -> str:
    """Return a word as programs of Windows read it, in quotes where a shell would change it."""
    from subprocess import list2cmdline  # only Windows pays for it

    line = list2cmdline([word])
    if line.startswith('"') or _PLAIN.fullmatch(word):
        return line
    backslashes = len(line) - len(line.rstrip("\\"))
    return f'"{line}{line[len(line) - backslashes :]}"'


def quoted(command: str, windows: bool = WINDOWS) -> str:
    """Return a command line in quotes, as one word of another."""
    if windows:
        return joined([command], windows)
    return shlex.quote(command) if "'" in command else f"'{command}'"
