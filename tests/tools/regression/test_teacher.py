"""The teacher's protocol, with the engine itself as the teacher."""

from __future__ import annotations

import shlex
import sys

import pytest
from gtpengine.tools.regression.constructions import Made
from gtpengine.tools.regression.teacher import SuiteTeacher, question

from board_ext.coords import BLACK, EMPTY, WHITE
from gtpengine.programs.analysis_program import ProgramError

ENGINE = f"{sys.executable} -P -m gtpengine analysis --memory 64"

#: Black has three rows and White two: with komi White wins.
ROWS = (EMPTY, BLACK, EMPTY, BLACK, BLACK), (BLACK,) * 5, (BLACK,) * 5, (WHITE,) * 5
COLORS = (*(color for row in ROWS for color in row), EMPTY, WHITE, EMPTY, WHITE, WHITE)


def made(to_play: int) -> Made:
    return Made("ko", 5, COLORS, to_play, WHITE, "note")


def test_the_question_names_everything() -> None:
    asked = question(made(WHITE), 50)
    assert asked["initialPlayer"] == "W"
    assert asked["maxVisits"] == 50
    stones = asked["initialStones"]
    assert isinstance(stones, list)
    assert ["B", "B1"] in stones
    assert ["W", "B5"] in stones
    assert len(stones) == 21


def test_the_answer_is_for_the_side_to_move() -> None:
    with SuiteTeacher(ENGINE, 50) as teacher:
        assert teacher.win_rate(made(WHITE)) > 0.8
        assert teacher.win_rate(made(BLACK), 100) < 0.2


def test_a_teacher_that_ends_is_an_error() -> None:
    with SuiteTeacher(f"{sys.executable} -c pass", 50) as teacher, pytest.raises(ProgramError):
        teacher.win_rate(made(BLACK))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("'id': 'another', 'rootInfo': {'winrate': 0.5}", "does not belong to 'note'"),
        ("'id': 'note', 'rootInfo': {'winrate': 7}", "does not belong to 'note'"),
        ("'id': 'note', 'error': 'no such rules'", "no win rate of 'note': no such rules"),
        ("'id': 'note', 'rootInfo': [1]", "no win rate of 'note'"),
    ],
)
def test_an_answer_that_makes_no_sense_is_an_error(answer: str, told: str) -> None:
    code = f"import json, sys; print(json.dumps({{{answer}}}), flush=True); sys.stdin.read()"
    with (
        SuiteTeacher(shlex.join([sys.executable, "-c", code]), 50) as teacher,
        pytest.raises(ProgramError, match=told),
    ):
        teacher.win_rate(made(BLACK))


def test_a_teacher_that_is_silent_is_waited_for_as_long_as_its_limit() -> None:
    command = shlex.join([sys.executable, "-c", "import sys; sys.stdin.read()"])
    with (
        SuiteTeacher(command, 50, limit=0.3) as teacher,
        pytest.raises(ProgramError, match="no answer of the teacher in 0.3 s"),
    ):
        teacher.win_rate(made(BLACK))
