"""A person's rank from the games that a page sends."""

from __future__ import annotations

from typing import Any

from gtpengine.personrank.people import NobodyError
from gtpengine.personrank.ranking import ranking
from gtpengine.personrank.words import left_out_lines, lines
from gtpengine.review.searching.record import read_records
from gtpengine.server.requests import refusal


def rank_answer(sgf: bytes, player: str) -> dict[str, Any]:
    """Return the ranks in words, and what does not count.

    :raises HTTPException: when it is not clear whose rank is wanted.
    """
    try:
        found = ranking(read_records(sgf, "game"), player)
    except NobodyError as error:
        raise refusal(str(error)) from None
    return {"texts": lines(found) if found.person else [], "left_out": left_out_lines(found)}
