"""A reviewed game for the tests of this folder: at move 7 Black misses a capture."""

from __future__ import annotations

from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.model import Review
from gtpengine.review.searching.record import ReviewRecord, read_record
from gtpengine.review.searching.searches import ReviewLimits

GAME = (
    b"(;FF[4]GM[1]SZ[7]KM[0.5]RU[chinese]PB[Ann]PW[Bob]DT[2026-11-28]"
    b";B[dd];W[dc];B[cc];W[ed];B[ec];W[de];B[eb];W[cd])"
)
"""At move 7 Black can take D5 by D6, and plays E6; White takes D4 by C4."""


def record() -> ReviewRecord:
    return read_record(GAME, "game")


def reviewed(simulations: int = 200) -> Review:
    return review_game(record(), ReviewSettings(ReviewLimits(simulations), threads=1))
