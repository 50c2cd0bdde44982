"""A teacher's answers are read with the right side up, and its failures explained."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from gtpengine.tools.network.examples.teacher import Teacher, TeacherJudgement, TeacherQuestion

from board_ext.coords import vertex_to_point
from gtpengine.programs.analysis_program import ProgramError
from tests.tools.network.samples import SIZE, TEACHER


def questions(*lengths: int) -> list[TeacherQuestion]:
    return [TeacherQuestion(np.arange(n, dtype=np.int16), 5.5 + n) for n in lengths]


def asked(
    command: str, *lengths: int, in_flight: int = 3, visits: int = 1
) -> dict[int, TeacherJudgement | str]:
    with Teacher(command, SIZE, visits=visits) as teacher:
        return dict(teacher.judge(questions(*lengths), in_flight))


def test_answers_belong_to_their_questions() -> None:
    found = asked(TEACHER, 0, 1, 2, 3, 4, 5, 6)
    assert sorted(found) == list(range(7))
    for number, told in found.items():
        assert isinstance(told, TeacherJudgement)
        assert told.lead == 5.5 + number
        assert told.value == (0.75 if number % 2 else 0.25)
        assert told.policy.sum() == pytest.approx(1)
        assert told.policy.argmax() == vertex_to_point("C1", SIZE)
        assert told.policy[-1] == pytest.approx(0.25)
        assert told.ownership.tolist() == [1.0] * SIZE + [0.0] * (SIZE * SIZE - SIZE)


def test_of_a_search_the_shares_of_visits_are_the_policy() -> None:
    told = asked(TEACHER, 0, visits=80)[0]
    assert isinstance(told, TeacherJudgement)
    assert told.policy[vertex_to_point("C1", SIZE)] == pytest.approx(0.75)
    assert told.policy[-1] == pytest.approx(0.25)


def test_the_engine_s_own_search_teaches() -> None:
    told = asked(f"{sys.executable} -m gtpengine analysis --memory 16", 4, visits=60)[0]
    assert isinstance(told, TeacherJudgement)
    assert told.policy.sum() == pytest.approx(1)
    # The moves of the question stand there, and nobody can play on them.
    assert told.policy[:4].tolist() == [0.0] * 4
    assert 0 < told.value < 1


def test_the_program_says_what_it_is() -> None:
    with Teacher(TEACHER, SIZE) as teacher:
        assert teacher.describe() == {"version": "0.1", "network": "d1"}


def test_a_refused_position_has_its_reason() -> None:
    found = asked(f"{TEACHER} refuse 2", 1, 2, 3)
    assert found[1] == "I don't like it"
    assert isinstance(found[0], TeacherJudgement)
    assert isinstance(found[2], TeacherJudgement)


def test_a_program_that_ends_is_told_with_its_last_words() -> None:
    with pytest.raises(ProgramError, match=r"status 3.*out of luck"):
        asked(f"{TEACHER} die 1", 0, 1, 2)


def test_a_program_that_speaks_something_else_is_refused() -> None:
    with pytest.raises(ProgramError, match="hello"):
        asked(f"{TEACHER} babble", 0)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(Exception, match="no such program"):
        asked("no-such-teacher", 0)


def test_a_program_that_falls_silent_is_an_error() -> None:
    command = f"{sys.executable} -c 'import sys; sys.stdin.read()'"
    with (
        Teacher(command, SIZE, limit=0.3) as teacher,
        pytest.raises(ProgramError, match="no answer of the teacher in 0.3 s"),
    ):
        list(teacher.judge(questions(0), 1))
