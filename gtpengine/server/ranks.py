"""A person's rank from the games that a page sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gtpengine.personrank.ranking import ranking
from gtpengine.personrank.words import left_out_lines, lines
from gtpengine.review.searching.record import Refused, ReviewRecord, read_records

SEPARATOR: Final = bytes(4)
"""Ends a file: no text has four zero bytes, in whatever encoding."""


def rank_answer(files: bytes, player: str) -> dict[str, Any]:
    """Return the ranks in words, and what does not count.

    :param files: the files of games, ``SEPARATOR`` after each but the last, at least.

    :raises NobodyError: when it is not clear whose rank is wanted.
    """
    found = ranking(_records(files), player)
    return {"texts": lines(found) if found.person else [], "left_out": left_out_lines(found)}


def _records(files: bytes) -> Iterator[ReviewRecord | Refused]:
    for number, data in enumerate(files.removesuffix(SEPARATOR).split(SEPARATOR), 1):
        yield from read_records(data, f"game{number}")
