"""Weights learned from game records, for the search: files named by parameters, or shipped ones.

A user's file is read when the parameter is set, and refused then if it is bad. It serves boards of
the class that it was learned on (up to 11x11, or larger; one size for values of positions); others
get the shipped file, if there is one. A bad file never stops a search: the next best one is used,
or none, and a notice says so.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from gtpengine.patterns import modelfile
from gtpengine.patterns.modelfile import Loaded

from gtpengine.base.files.userpath import user_path

SHIPPED: Final = "shipped"
"""The value of a parameter that asks for the files of the package."""

KEPT: Final = 4
"""How many user files of each kind stay cached."""

File = TypeVar("File")


class Files(Generic[File]):
    """Files of one kind.

    ``load`` and ``shipped`` raise a ``ValueError`` that says what is wrong; ``shipped`` is None
    where the package has no such file. ``learned_on`` returns the board size of a file, if known;
    ``class_of`` a name that sizes of one class share. Notices say ``what`` the files are, and what
    a search does ``without``.
    """

    def __init__(
        self,
        load: Callable[[Path], File],
        shipped: Callable[[int], File] | None,
        learned_on: Callable[[File], object],
        class_of: Callable[[int], str],
        what: str,
        without: str,
    ) -> None:
        self._load = load
        self._load_shipped = shipped
        self._learned_on = learned_on
        self._class_of = class_of
        self._what = what
        self._without = without
        # A file may disappear or be rewritten while it is in use.
        self._kept: dict[Path, File] = {}
        self._shipped: dict[str, tuple[File | None, tuple[str, ...]]] = {}

    def read(self, text: str) -> File:
        """Return the file of a parameter's value; it is kept as it is now.

        :raises ValueError: when it cannot be read or used.
        """
        path = _path(text)
        file = self._load(path)
        self._kept.pop(path, None)
        self._kept[path] = file
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return file

    def serving(self, text: str, size: int) -> tuple[File | None, tuple[str, ...]]:
        """Return the file for boards of ``size`` when the parameter is ``text``, None if there is
        no usable one; and notices for the user."""
        if text == SHIPPED:
            return self._shipped_for(size)
        try:
            file = self._kept.get(_path(text)) or self.read(text)
        except ValueError as error:
            notice = f"{error}; {self._instead()}"
        else:
            # Older files do not say what they were learned on.
            learned_on = self._learned_on(file)
            if not isinstance(learned_on, int) or (
                self._class_of(learned_on) == self._class_of(size)
            ):
                return file, ()
            notice = (
                f"{text} was learned on {learned_on}x{learned_on}; boards of {size}x{size}:"
                f" {self._instead()}"
            )
        file_or_none, notices = self._shipped_for(size)
        return file_or_none, (notice, *notices)

    def _instead(self) -> str:
        """Say what a search does where a user's file is of no use."""
        return f"playing with the shipped {self._what}" if self._load_shipped else self._without

    def _shipped_for(self, size: int) -> tuple[File | None, tuple[str, ...]]:
        if self._load_shipped is None:
            return None, ()
        name = self._class_of(size)
        if name not in self._shipped:
            try:
                self._shipped[name] = self._load_shipped(size), ()
            except ValueError as error:
                self._shipped[name] = None, (f"{error}; {self._without}",)
        return self._shipped[name]


def _path(text: str) -> Path:
    return user_path(text).absolute()


MODELS: Final[Files[Loaded]] = Files(
    modelfile.load,
    modelfile.load_shipped,
    lambda loaded: loaded.header.get("size"),
    modelfile.shipped_name,
    "model",
    "playing without the model",
)
"""Models of moves: the parameter ``prior_model_file``."""
