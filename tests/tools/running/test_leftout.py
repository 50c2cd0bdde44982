"""Files that are left out are named and counted."""

from __future__ import annotations

import pytest
from gtpengine.tools.running.leftout import SHOWN, counted, leave_out


def test_the_status_tells_of_files_that_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    status = [0]
    with counted(status):
        leave_out("a.sgf: no game")
    assert status == [1]
    assert capsys.readouterr().err == "left out: a.sgf: no game\n"
    with counted(status):
        for number in range(SHOWN + 5):
            leave_out(f"{number}.sgf\x1b[2J: no game")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "left out: 0.sgf\\x1b[2J: no game"
    assert lines[-1] == f"{SHOWN + 5} files are left out" and len(lines) == SHOWN + 1


def test_another_status_stays() -> None:
    for before in (0, 2, 130):
        status = [before]
        with counted(status):
            pass
        assert status == [before]
        with counted(status):
            leave_out("a.sgf: no game")
        assert status == [before or 1]


def test_a_command_within_a_command_counts_its_own() -> None:
    outer, inner = [0], [0]
    with counted(outer), counted(inner):
        leave_out("a.sgf: no game")
    assert (outer, inner) == ([0], [1])
    leave_out("b.sgf: outside of all commands")
