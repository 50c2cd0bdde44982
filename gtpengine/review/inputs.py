"""What ``gtpengine review`` is given: files, folders, archives and stdin, as games to review."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from gtpengine.base.files.userpath import user_path
from gtpengine.game.documents import game_files, is_game
from gtpengine.review.searching.record import Refused, ReviewRecord, read_records

STDIN: Final = "-"

MOST_STDIN: Final = 1 << 26
"""Most bytes that are read from stdin."""


def games(
    places: Sequence[str], rules: str | None, avoid: Path | None = None
) -> Iterator[ReviewRecord | Refused]:
    """Yield all games at these places, in order; a game that cannot be reviewed has its reason.

    A game is named after its file, without folders and ending; equal names get numbers. What is
    refused is named by its place.

    :param rules: the rules of all games; when None, each record's.
    :param avoid: a folder that is not read inside others: the folder that reviews are written to.
    """
    taken: dict[str, int] = {}
    for place in places:
        for source, data in _files(place, avoid):
            if isinstance(data, str):
                yield Refused(source, data)
                continue
            name = stem(source)
            for one in read_records(data, name, rules):
                if isinstance(one, Refused):
                    yield replace(one, name=source + one.name.removeprefix(name))
                    continue
                count = taken[one.name.lower()] = taken.get(one.name.lower(), 0) + 1
                yield one if count == 1 else replace(one, name=f"{one.name}~{count}")


def stem(source: str) -> str:
    """Return the name of a file for a file made of it: ``game`` for ``games.zip:a/game.sgf``.

    Letters that cause trouble in names of files become ``_``.
    """
    name = PurePosixPath(source.rpartition(":")[2].replace("\\", "/")).name
    name = name.removesuffix(".xz")
    name = name[: -len(".sgf")] if is_game(name) else name
    plain = "".join(letter if letter.isalnum() or letter in "-_. ()" else "_" for letter in name)
    return plain.strip(" .")[:100] or "game"


def _files(place: str, avoid: Path | None) -> Iterator[tuple[str, bytes | str]]:
    """Yield the name and the bytes of each file at a place; a text in their place is an error."""
    if place == STDIN:
        data = sys.stdin.buffer.read(MOST_STDIN + 1)
        yield "stdin", "too long" if len(data) > MOST_STDIN else data
        return
    yield from game_files(user_path(place), avoid)
