"""Records for the tests of reviews, and a review that takes no search."""

from __future__ import annotations

from functools import cache

from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.model import Review
from gtpengine.review.searching.record import ReviewRecord, read_record
from gtpengine.review.searching.searches import ReviewLimits

SHORT = (
    b"(;GM[1]FF[4]CA[UTF-8]SZ[7]KM[6.5]RU[Chinese]PB[Ann]PW[Ben]BR[12k]WR[9k]RE[B+3.5]"
    b";B[dd];W[cc];B[dc];W[cb];B[db];W[ce];B[de];W[cf];B[df];W[])"
)
"""Ten moves on 7x7."""

HOSTILE = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>{{7*7}}"

SETTINGS = ReviewSettings(ReviewLimits(20), threads=1)
"""A review in a second."""


def record(data: bytes = SHORT, name: str = "game") -> ReviewRecord:
    return read_record(data, name)


@cache
def short_review() -> Review:
    return review_game(record(), SETTINGS)
