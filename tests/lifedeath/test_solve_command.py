"""``gtpengine solve``: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from board_ext.coords import WHITE, vertices_to_points
from gtpengine.base.text import language
from gtpengine.cli import main
from gtpengine.lifedeath import command
from gtpengine.lifedeath.question import NoProblemError, find_questions
from gtpengine.lifedeath.solving import FightOutcome, Reading, Solution, Tried
from tests.lifedeath.positions import THREE, position_of, sgf_of


@pytest.fixture(name="problem")
def problem_fixture(tmp_path: Path) -> Path:
    path = tmp_path / "problem.sgf"
    path.write_bytes(sgf_of(THREE))
    return path


def test_the_terminal_shows_the_answer(problem: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(problem), "--time", "20"]) == 0
    shown = capsys.readouterr().out
    assert " 1 + + + O X" in shown and "Black to play." in shown
    assert "The group of White" in shown and "unsettled" in shown
    assert "First moves: B1 (works)." in shown
    assert "A1   fails: B1" in shown


@pytest.mark.parametrize(
    ("best", "other", "status"),
    [
        (FightOutcome.WINS, FightOutcome.UNDECIDED, 0),
        (FightOutcome.UNDECIDED, FightOutcome.WINS, 1),
    ],
)
def test_the_exit_status_is_about_the_side_to_move(
    problem: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    best: FightOutcome,
    other: FightOutcome,
    status: int,
) -> None:
    """The group's status is not decided: for that the opponent's first move counts as well."""
    question = next(find_questions(position_of(THREE)))
    (move,) = vertices_to_points("B1", 9)
    tried = (Tried(move, best, (move,)),)
    suggested = move if best is FightOutcome.UNDECIDED else None
    solution = Solution(question, Reading(best, (move,)), Reading(other), tried, suggested, 1.0)
    monkeypatch.setattr(command, "solve", lambda _: solution)
    assert main(["solve", str(problem)]) == status
    shown = capsys.readouterr().out
    assert "at D1: not decided" in shown and ("First moves: B1" in shown) == (status == 0)
    assert ("suggests B1. This is no proof." in shown) == (status == 1)
    assert main(["solve", str(problem), "--json"]) == status
    assert json.loads(capsys.readouterr().out)["suggested"] == ("B1" if status else None)


def test_a_region_that_may_be_too_small_is_told(
    problem: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = next(find_questions(position_of(THREE, WHITE)))
    (move,) = vertices_to_points("A1", 9)
    fails = Reading(FightOutcome.FAILS)
    solution = Solution(question, fails, fails, (), move, 1.0)
    monkeypatch.setattr(command, "solve", lambda _: solution)
    assert main(["solve", str(problem)]) == 0
    shown = capsys.readouterr().out
    assert "No first move works." in shown
    assert "The region may be too small: a search of the whole board suggests A1." in shown


def test_where_no_group_is_found_the_move_that_is_suggested_is_told(
    problem: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lost(_: object) -> Solution:
        raise NoProblemError("no group is found", "A1")

    monkeypatch.setattr(command, "solve", lost)
    assert main(["solve", str(problem)]) == 2
    told = capsys.readouterr().err
    assert "no group is found; a search of the whole board suggests A1, without a proof" in told


def test_it_speaks_the_language_of_the_person(
    problem: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(language, "_default", language.ENGLISH)
    assert main(["solve", str(problem), "--time", "20", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert "Black" not in shown and "Schwarz" in shown
    assert main(["solve", str(problem), "--time", "20", "--lang", "ja"]) == 0
    assert "A1   不成立：B1" in capsys.readouterr().out


def test_it_says_which_of_many_problems_is_solved(
    problem: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem.write_bytes(sgf_of(THREE) + sgf_of(THREE))
    assert main(["solve", str(problem), "--time", "20"]) == 0
    assert "more games" in capsys.readouterr().err


def test_json_and_a_tree(problem: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = problem.with_name("solved.sgf")
    words = ["solve", str(problem), "--json", "--sgf", str(tree), "--region", "A1:D2"]
    assert main([*words, "--time", "20"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["first_moves"]) == ("unsettled", ["B1"])
    assert found["to_play"] == "b" and found["defender"] == "w"
    assert {one["move"]: one["outcome"] for one in found["moves"]}["A1"] == "fails"
    before = tree.read_bytes()
    assert b"RIGHT" in before
    assert main(words) == 2
    assert tree.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["missing.sgf"], "no such file"),
        (["/dev/zero"], "not a regular file"),
        (["{problem}", "--region", "Z9"], "give points such as G2"),
        (["{problem}", "--region", "J9"], "no stones"),
        (["{problem}", "--time", "0"], "--time"),
    ],
)
def test_what_cannot_be_followed(
    problem: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *(word.format(problem=problem) for word in words)]) == 2
    assert told in capsys.readouterr().err
