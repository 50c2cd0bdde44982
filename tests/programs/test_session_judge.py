"""The other engine of a session: it starts in the background, and trouble is told in time."""

from __future__ import annotations

import threading
import time

import pytest

from board_ext.position import Position
from gtpengine.base.text.language import speaking
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.judgement import JudgedPosition
from gtpengine.programs.session_judge import SessionJudge
from tests.programs.judges import OURS, judge, spoiling

SLOW_START = judge("time.sleep(1.5)")
SILENT = "if 'action' not in asked:\n        time.sleep(1000)"


def test_who_asks_while_it_starts_waits_for_it() -> None:
    with SessionJudge(SLOW_START, "--hint-engine") as one:
        assert one.name == "" and one.trouble(0.0) == ""
        found = one.look(Position(5), 0.1)
        assert found is not None and found.win_rate == 0.75
        assert one.name.endswith("1.99 with b6-test")


def test_a_start_that_lasts_is_told_and_the_next_question_is_answered() -> None:
    with SessionJudge(SLOW_START, "--hint-engine", hint_patience=0.1) as one:
        with pytest.raises(ProgramError, match=r"still starting after 0\.2 s"):
            one.look(Position(5), 0.1)
        one.started()
        assert one.look(Position(5), 5.0) is not None


def test_a_slow_answer_is_told_in_time() -> None:
    with SessionJudge(spoiling(SILENT), "--hint-engine", hint_patience=0.2) as one:
        one.started()
        began = time.monotonic()
        with pytest.raises(ProgramError, match=r"no answer of the other engine after 0\.3 s"):
            one.look(Position(5), 0.1)
        assert time.monotonic() - began < 10.0


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-engine", "no-such-engine: no such program"),
        (judge("sys.exit(4)"), "ended (exit status 4)"),
        (judge("print('hello', flush=True)"), "'hello', which is no JSON: check --hint-engine"),
    ],
)
def test_one_that_does_not_start_is_told(command: str, why: str) -> None:
    with SessionJudge(command, "--hint-engine") as one:
        assert why in one.trouble(60.0)
        for _ in range(2):
            with pytest.raises(ProgramError) as caught:
                one.look(Position(5), 0.1)
            assert why in str(caught.value)


def test_who_no_longer_wants_an_answer_gets_none() -> None:
    halted = threading.Event()
    threading.Timer(0.3, halted.set).start()
    with SessionJudge(spoiling(SILENT), "--hint-engine") as one:
        assert one.look(Position(5), 60.0, halted.is_set) is None


def test_it_ends_while_it_starts() -> None:
    began = time.monotonic()
    with SessionJudge(judge("time.sleep(1000)"), "--hint-engine") as one:
        time.sleep(0.2)
        assert one.name == ""
    assert time.monotonic() - began < 30.0


def test_a_watched_search_is_seen_and_lasts_as_long_as_asked() -> None:
    """Our own analysis, which is still there after the thread of its start has begun to wait."""
    seen: list[JudgedPosition] = []
    with SessionJudge(OURS, "--hint-engine") as one:
        one.started()
        time.sleep(0.3)
        found = one.look(Position(5), 1.5, seen=seen.append)
    assert found is not None and seen
    assert seen[0].visits < found.visits


def test_trouble_is_told_in_the_language_of_who_reads_it() -> None:
    with SessionJudge("no-such-engine", "--hint-engine") as one:
        assert one.trouble(60.0).startswith("the other engine is not there: ")
        with speaking("de"):
            assert one.trouble(60.0).startswith("die andere Engine ist nicht da: ")
            with pytest.raises(ProgramError, match="die andere Engine ist nicht da"):
                one.look(Position(5), 0.1)
