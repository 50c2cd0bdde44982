"""A teacher in a file of Python: its answers, and its failures explained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.network.examples.batch_teacher import REFUSED, BatchTeacher
from gtpengine.tools.network.examples.teacher import Teacher, TeacherJudgement, TeacherQuestion

from gtpengine.programs.analysis_program import ProgramError
from tests.tools.network.samples import BATCH_TEACHER, SIZE, TEACHER


def questions(*lengths: int) -> list[TeacherQuestion]:
    return [TeacherQuestion(np.arange(n, dtype=np.int16), 5.5 + n) for n in lengths]


def asked(words: str = "", *lengths: int) -> dict[int, TeacherJudgement | str]:
    with BatchTeacher(f"{BATCH_TEACHER} {words}", SIZE) as teacher:
        return dict(teacher.judge(questions(*lengths), in_flight=3))


def test_it_answers_what_a_program_answers() -> None:
    lengths = (0, 1, 2, 3, 4, 5, 6)
    with Teacher(TEACHER, SIZE) as program:
        wanted = dict(program.judge(questions(*lengths), 3))
    found = asked("", *lengths)
    assert list(found) == list(range(7))
    for number, told in found.items():
        same = wanted[number]
        assert isinstance(told, TeacherJudgement)
        assert isinstance(same, TeacherJudgement)
        assert told.policy == pytest.approx(same.policy)
        assert (told.value, told.lead) == (same.value, same.lead)
        assert told.ownership.tolist() == same.ownership.tolist()


def test_it_says_what_it_is() -> None:
    with BatchTeacher(BATCH_TEACHER, SIZE) as teacher:
        assert teacher.describe() == {"version": "0.1", "network": "d1"}


def test_a_position_without_a_value_is_refused() -> None:
    found = asked("refuse 1", 0, 1, 2)
    assert found[1] == REFUSED
    assert isinstance(found[0], TeacherJudgement)
    assert isinstance(found[2], TeacherJudgement)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("fail", "RuntimeError: out of luck"),
        ("wrong", "arrays of"),
        ("none", "a policy without a move"),
    ],
)
def test_an_answer_without_sense_is_said(words: str, why: str) -> None:
    with pytest.raises(ProgramError, match=why):
        asked(words, 0)


def test_a_file_that_cannot_be_loaded_is_said(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="no such Python file"):
        BatchTeacher(str(tmp_path / "none.py"), SIZE)
    broken = tmp_path / "broken.py"
    broken.write_text("teacher = 3 +\n")
    with pytest.raises(ProgramError, match="SyntaxError"):
        BatchTeacher(str(broken), SIZE)
    empty = tmp_path / "empty.py"
    empty.write_text("")
    with pytest.raises(ProgramError, match="AttributeError"):
        BatchTeacher(str(empty), SIZE)
