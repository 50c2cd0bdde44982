"""Programs that answer in JSON: whatever they do ends in an answer or in an error, in time."""

from __future__ import annotations

import shlex
import sys
import time

import psutil
import pytest

from gtpengine.programs import engine_pipes
from gtpengine.programs.analysis_program import AnalysisProgram, ProgramError

#: Answers each question by its id.
ANSWERING = "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id']}), flush=True)"


def command(code: str) -> str:
    words = [sys.executable, "-S", "-E", "-c", f"import json, os, sys, time\n{code}"]
    return shlex.join(words)


def asked(program: AnalysisProgram, more: str = "") -> dict[str, object]:
    program.send({"id": "1", "more": more})
    return program.answer()


def test_answers_come_in_the_order_in_which_they_are_written() -> None:
    with AnalysisProgram(command(ANSWERING)) as program:
        for number in range(5):
            program.send({"id": number})
        assert [program.answer()["id"] for _ in range(5)] == list(range(5))


def test_a_program_that_waits_until_its_answers_are_read_holds_nothing_up() -> None:
    """Questions and answers are each larger than a pipe; it answers one before it reads on."""
    code = (
        "for line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'x': 'y' * 50000}), flush=True)"
    )
    with AnalysisProgram(command(code), limit=60.0) as program:
        for number in range(30):
            program.send({"id": number, "x": "y" * 50_000})
        assert [program.answer()["id"] for _ in range(30)] == list(range(30))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("sys.stdin.read()", "no answer of the teacher in 0.5 s"),
        ("print('{', end='', flush=True); sys.stdin.read()", "no answer of the teacher in 0.5 s"),
        ("while True: print(json.dumps({'warning': 1})); time.sleep(0.01)", "no answer"),
        ("sys.stdin.readline(); os.write(2, b'no luck'); sys.exit(3)", "status 3.*no luck"),
        ("os.close(1); sys.stdin.read()", "ended"),
        ("if os.fork(): os._exit(4)\ntime.sleep(1000)", "status 4"),
        ("while True: os.write(1, b'x' * 65536)", "a line of more than"),
        ("print('hello', flush=True); sys.stdin.read()", "'hello', which is no JSON"),
        ("print('[' * 100000, flush=True); sys.stdin.read()", "which is no JSON"),
        ("print('\\x1b[2J7', flush=True); sys.stdin.read()", r"'\[2J7', which is no JSON"),
    ],
)
def test_ways_to_give_no_answer(code: str, told: str) -> None:
    start = time.monotonic()
    with AnalysisProgram(command(code), limit=0.5) as program:
        pid = program._process.pid
        with pytest.raises(ProgramError, match=told):
            asked(program)
    assert time.monotonic() - start < 30.0
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


@pytest.mark.parametrize(
    ("code", "told", "limit"),
    [
        ("time.sleep(1000)", "has read no question for 0.5 s", 0.5),
        ("while True: os.write(1, b'{}\\n' * 20000)", "more than 1 MB of answers", 30.0),
        ("os.close(0); time.sleep(1000)", "ended", 30.0),
    ],
)
def test_ways_to_take_no_question(
    code: str, told: str, limit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_pipes, "MAX_UNREAD", 1 << 20)
    with (
        AnalysisProgram(command(code), limit=limit) as program,
        pytest.raises(ProgramError, match=told),
    ):
        asked(program, "y" * 1_000_000)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ProgramError, match="no such program"):
        AnalysisProgram("no-such-teacher")
