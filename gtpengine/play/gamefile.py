"""Where a game with a person is saved: under a name that nothing has, or, when asked, in the record
that it goes on from.

Nothing that this game did not write is written over. A file is replaced only while it still holds
what this game wrote there.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gtpengine.base.files.userpath import read_regular
from gtpengine.base.files.wholefile import new_file, whole_file
from gtpengine.base.text.language import Text, later
from gtpengine.play.session import PlaySession
from gtpengine.play.trouble import PlayError
from gtpengine.sgf.parse import is_sgf

LONGEST_NAME: Final = 255
"""Bytes of a file's name that file systems allow."""


class GameFile:
    """The files of one game.

    ``opened`` is the record that the game goes on from, while it may be added to: a record in SGF.

    :param opened: the record that the game goes on from; None for a new game.
    """

    def __init__(self, session: PlaySession, opened: Path | None = None) -> None:
        self._session = session
        self._beside = opened
        self.opened = opened if opened is not None and is_sgf(session.opened) else None
        self.saved_as: Path | None = None
        """The file that was written last."""
        self._kept = session.to_sgf()
        self._written: dict[str, bytes] = {}

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose moves."""
        return bool(self._session.position.moves) and self._session.to_sgf() != self._kept

    @property
    def named(self) -> bool:
        """Whether the game has a file: the record that it goes on from, or one saved before."""
        return self.opened is not None or self.saved_as is not None

    @property
    def can_add(self) -> bool:
        """Whether the record that was opened lacks moves of this game."""
        return self.opened is not None and self._session.has_new_moves

    def proposed(self) -> Path:
        """Return the name to save under: the name of the last time, or a name that no file has."""
        if self.saved_as is not None and self._is_own(self.saved_as):
            return self.saved_as
        return next(self._free_names())

    def save(self, path: Path) -> None:
        """Write the game to ``path``.

        :raises PlayError: when the file holds another game, or cannot be written.
        """
        own = self._is_own(path)
        if os.path.lexists(path) and not own:
            free = next(self._free_names())
            if _real(path) in self._written:
                raise PlayError(_changed(path, free))
            raise PlayError(
                later("{path} exists: give another name, such as {free}.", path=path, free=free)
            )
        adds = own and self.opened is not None and _real(path) == _real(self.opened)
        self._write(path, self._session.to_record() if adds else self._session.to_sgf(), own)

    def save_anew(self) -> Path:
        """Write the game where nothing is lost, and return the name.

        :raises PlayError: when no file can be written.
        """
        while True:
            path = self.proposed()
            try:
                self.save(path)
            except PlayError:
                if not os.path.lexists(path):  # else the name was taken meanwhile
                    raise
            else:
                return path

    def add(self) -> Path:
        """Add the new moves to the record that was opened, as a variation, and return its name.

        :raises PlayError: when there are no new moves, the record was changed meanwhile, or it
            cannot be written.
        """
        if self.opened is None:
            raise PlayError(later("This game goes on from no record: save it under a name."))
        data = self._session.to_record()
        was = self._written.get(_real(self.opened), self._session.opened)
        if _content(self.opened) != was:
            raise PlayError(_changed(self.opened, next(self._free_names())))
        self._write(self.opened, data, replace=True)
        return self.opened

    def drop(self) -> None:
        """Take the moves so far as not worth saving."""
        self._kept = self._session.to_sgf()

    def _write(self, path: Path, data: bytes, replace: bool) -> None:
        real = _real(path)
        try:
            with whole_file(Path(real)) if replace else new_file(path) as file:
                file.write(data)
        except (OSError, ValueError) as error:  # ValueError: a name with a NUL character
            reason = getattr(error, "strerror", None) or "no name of a file"
            raise PlayError(
                later("Cannot write {path}: {why}.", path=path, why=reason.lower())
            ) from None
        self._written[real], self._kept, self.saved_as = data, self._session.to_sgf(), path

    def _is_own(self, path: Path) -> bool:
        """Return whether a file holds what this game wrote there."""
        written = self._written.get(_real(path))
        return written is not None and _content(path) == written

    def _free_names(self) -> Iterator[Path]:
        """Yield names that nothing has: beside the record, or else in the current folder."""
        beside = self._beside
        if beside is not None and os.access(beside.parent, os.W_OK):
            suffix, first = (".sgf", 1) if self.opened is None else (beside.suffix or ".sgf", 2)
            folder, stem = beside.parent, beside.stem
        else:
            size = self._session.terms.size
            stem = time.strftime(f"game-{size}x{size}-%Y%m%d-%H%M")
            folder, suffix, first = Path(), ".sgf", 1
        for number in itertools.count(first):
            path = folder / _short(stem, f"-{number}{suffix}" if number > 1 else suffix)
            if not os.path.lexists(path):
                yield path


def _changed(path: Path, free: Path) -> Text:
    return later(
        "{path} was changed by another program: give another name, such as {free}.",
        path=path,
        free=free,
    )


def _short(stem: str, ending: str) -> str:
    """Return a name that is not longer than file systems allow."""
    room = LONGEST_NAME - len(os.fsencode(ending))
    while len(os.fsencode(stem)) > room:
        stem = stem[:-1]
    return stem + ending


def _real(path: Path) -> str:
    """Return the path of what ``path`` leads to, links followed."""
    try:
        return os.path.realpath(path)
    except ValueError:  # a NUL character
        return str(path)


def _content(path: Path) -> bytes | None:
    """Return what is in a file, None for a file that cannot be read."""
    try:
        return read_regular(path)
    except OSError:
        return None
