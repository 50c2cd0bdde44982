"""Reviews of failed tests: faults, other good moves, and what cannot be told."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from gtpengine.tools.regression.failures import (
    AS_GOOD,
    BETTER,
    FAULT,
    OPEN,
    FailureReview,
    Outlook,
    listing,
    review,
    review_all,
    table_lines,
)  # fmt: skip
from gtpengine.tools.regression.suites import Expectation, SuiteBlock, SuiteStep
from gtpengine.tools.storage.positions import PositionResult

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position

# Whoever plays D1 decides about eighteen points; A7 is worth little.
RACE = """
    . . . X O . .
    . . . X O . .
    . . . X O . .
    X X X X O O O
    O O O O X X X
    O X X O X . O
    . X . . . X O
"""


def block(
    accepted: str, answer: str, *more: SuiteStep, color: str = "b"
) -> tuple[SuiteBlock, PositionResult]:
    """Return a failed test with its result."""
    stones = Position.from_diagram(RACE).stones().ravel()
    steps = [SuiteStep("boardsize 7"), SuiteStep("clear_board"), *more]
    for name, number in (("b", BLACK), ("w", WHITE)):
        steps += [
            SuiteStep(f"play {name} {point_to_vertex(int(point), 7)}")
            for point in np.flatnonzero(stones == number)
        ]
    expect = Expectation(accepted.removeprefix("!"), accepted.startswith("!"))
    test = SuiteStep(f"reg_genmove {color}", f"s:{accepted}-{answer}", expect)
    return SuiteBlock((*steps, test)), PositionResult(test.test, str(expect), answer, "fail", 0.1)


def verdict(accepted: str, answer: str, *more: SuiteStep, color: str = "b") -> str:
    return review(*block(accepted, answer, *more, color=color), simulations=800).verdict


def test_a_worse_answer_is_a_fault_and_a_better_one_is_not() -> None:
    assert verdict("D1", "A7") == FAULT
    assert verdict("A7", "D1") == BETTER
    assert verdict("A7|D1", "a7") == FAULT


def test_komi_decides_what_is_a_fault() -> None:
    """With a very high or very low komi the result is the same whatever is played."""
    assert verdict("D1", "A7", SuiteStep("komi 90")) == AS_GOOD
    assert verdict("D1", "A7", SuiteStep("komi -90")) == AS_GOOD


def test_the_side_to_move_is_that_of_the_test() -> None:
    assert verdict("D1", "A7", color="w") == FAULT
    assert verdict("D1", "pass", color="w") == FAULT


@pytest.mark.parametrize(
    ("accepted", "answer", "more"),
    [
        ("!A7", "A7", ()),
        ("PASS", "A7", ()),
        ("D1", "resign", ()),
        ("D1", "G1", ()),
        ("G1", "A7", ()),
        ("D1", "A7", (SuiteStep("loadsgf gone.sgf"),)),
    ],
)
def test_what_cannot_be_played_is_not_reviewed(
    accepted: str, answer: str, more: tuple[SuiteStep, ...]
) -> None:
    assert verdict(accepted, answer, *more) == OPEN


def test_commands_of_other_engines_do_no_harm() -> None:
    assert verdict("D1", "A7", SuiteStep("trace 1"), SuiteStep("level 10")) == FAULT


def test_tables_and_lists() -> None:
    failures = [block("D1", "A7"), block("A7", "D1"), block("!A7", "A7")]
    results = {result.test: result for _, result in failures}
    reviews = review_all([*failures, failures[0]], 800, 2)
    assert list(reviews) == [(result.test, result.answer) for _, result in failures]
    solved = dataclasses.replace(results["s:D1-A7"], answer="D1", outcome="pass")
    runs = {1000: results, 5000: {**results, "s:D1-A7": solved}}
    members = {"here": ["s:D1-A7", "s:A7-D1", "gone"], "all": list(results)}
    assert table_lines(members, runs, reviews) == [
        "| fault / as good / better / not reviewed | 1,000 | 5,000 |",
        "| --- | --: | --: |",
        "| here | 1 / 0 / 1 / 0 | 0 / 0 / 1 / 0 |",
        "| all | 1 / 0 / 1 / 1 | 0 / 0 / 1 / 1 |",
    ]
    lines = listing(reviews.values())
    assert [line.split(":")[0] for line in lines] == ["  fault", "  better", "  not reviewed"]


def test_a_small_difference_is_none() -> None:
    answer = Outlook("A1", 0.5, 0.0)
    assert FailureReview("s:1", answer, Outlook("B1", 0.52, 0.4)).verdict == AS_GOOD
    assert FailureReview("s:1", answer, Outlook("B1", 0.54, 0.4)).verdict == FAULT
    assert str(FailureReview("s:1", answer, Outlook("B1", 0.54, -0.4))) == (
        "  fault: s:1: A1 0.500 +0.0; accepted B1 0.540 -0.4"
    )
