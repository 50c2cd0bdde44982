"""The common frame of text files of weights.

The first line names the format and its version, the last one has the SHA-256 of all lines before
it. ``#`` begins a comment, for the provenance; every other line is a name and a number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from gtpengine.base.files.userpath import read_regular
from gtpengine.patterns.digest import sha256

LARGEST_TEXT: Final = 64 << 20
"""Most bytes of a file; shipped ones have at most a hundredth of that."""

LARGEST_GAMMA: Final = 1e9
"""Largest gamma accepted; learned ones are below a thousand."""


class SealedError(ValueError):
    """A file that cannot be used; the message says which, why, and what to do."""


class TextFormat:
    """One format. Its first line is ``kind`` and a version: ``versions`` can be read, and the last
    is written. Messages say ``what`` a file contains, and ``advice``, how to make one.
    """

    def __init__(self, kind: str, versions: Sequence[int], what: str, advice: str) -> None:
        self._kind = kind
        self._versions = versions
        self._what = what
        self.advice = advice

    def seal(self, note: str, lines: Iterable[str]) -> str:
        """Return the text of a file; ``note`` says where the numbers come from."""
        head = [f"{self._kind} {self._versions[-1]}", *(f"# {line}" for line in note.splitlines())]
        text = "\n".join([*head, *lines]) + "\n"
        return f"{text}sha256 {sha256(text.encode()).hexdigest()}\n"

    def open(self, data: bytes, name: str) -> list[tuple[int, str, str]]:
        """Return (line number, name, value) of all lines of a file ``name`` except comments.

        :raises SealedError: when it has another format or version, or is damaged.
        """
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            self.refuse(f"{name} is no text")
        first, _, rest = text.partition("\n")
        kind, _, version = first.rpartition(" ")
        if kind != self._kind:
            self.refuse(f"{name} has no {self._what}")
        if version not in map(str, self._versions):
            newest = self._versions[-1]
            newer = version.isdecimal() and int(version) > newest
            self.refuse(
                f"{name}: version {version}, but this program reads {newest}",
                "use a newer gtpengine" if newer else self.advice,
            )
        body, _, checksum = text.rpartition("sha256 ")
        if sha256(body.encode()).hexdigest() != checksum.strip():
            self.refuse(f"{name} is damaged: its checksum is wrong")
        found = []
        for number, line in enumerate(rest.splitlines()[:-1], 2):
            if line and not line.startswith("#"):
                key, _, value = line.partition(" ")
                found.append((number, key, value))
        return found

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file.

        :raises SealedError: when it cannot be read.
        """
        try:
            return read_regular(path, LARGEST_TEXT)
        except OSError as error:
            self.refuse(f"{path}: {(error.strerror or type(error).__name__).lower()}")

    def refuse(self, why: str, advice: str = "") -> NoReturn:
        """Refuse a file.

        :raises SealedError: always.
        """
        raise SealedError(f"{why}; {advice or self.advice}")

    def refuse_line(self, name: str, number: int, key: str, value: str, why: object) -> NoReturn:
        """Refuse a file because of a line.

        :raises SealedError: always.
        """
        self.refuse(f"{name}, line {number}, {f'{key} {value}'!r}: {why}")


def gamma(text: str) -> float:
    """Return a gamma of a Bradley-Terry model.

    :raises ValueError: when the text is not one.
    """
    value = float(text)
    if not (math.isfinite(value) and value > 0.0):
        raise ValueError("a gamma is a positive number")
    if value > LARGEST_GAMMA:
        raise ValueError(f"a gamma is at most {LARGEST_GAMMA:g}")
    return value
