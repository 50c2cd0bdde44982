"""Lines to a process and from it: nothing waits for longer than its deadline."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gtpengine.programs.engine_pipes import (
    EndOfOutputError,
    EnginePipes,
    SilenceError,
    TooMuchOutputError,
)
from gtpengine.programs.engine_process import EngineProcess


@contextmanager
def pipes(code: str) -> Iterator[tuple[EnginePipes, list[str]]]:
    """The pipes of a Python program, and the lines that were noted."""
    process = EngineProcess([sys.executable, "-S", "-E", "-c", f"import os, sys, time\n{code}"])
    noted: list[str] = []
    try:
        yield EnginePipes(process, noted.append), noted
    finally:
        process.kill()
        process.close()


def soon(seconds: float = 30.0) -> float:
    return time.monotonic() + seconds


def test_lines_come_one_by_one_and_clean() -> None:
    code = "os.write(1, b'a\\r\\n\\n\\x1b[2Jb\\tc\\x00\\n\\xff\\n'); time.sleep(1000)"
    with pipes(code) as (pipe, noted):
        lines = [pipe.read_line(soon()) for _ in range(4)]
        assert lines == ["a", "", "[2Jb c", "\ufffd"] == noted
        with pytest.raises(SilenceError):
            pipe.read_line(soon(0.05))


@pytest.mark.skipif(sys.platform == "win32", reason="a thread takes the line there")
def test_a_line_larger_than_the_pipe_is_not_waited_for_when_nobody_reads() -> None:
    with pipes("time.sleep(1000)") as (pipe, _):
        start = time.monotonic()
        with pytest.raises(SilenceError):
            pipe.write_line("x" * 1_000_000, soon(0.3))
        assert time.monotonic() - start < 10.0


def test_a_line_larger_than_the_pipe_is_written_whole() -> None:
    code = "time.sleep(0.1); print(len(sys.stdin.readline()), flush=True)"
    with pipes(code) as (pipe, _):
        pipe.write_line("x" * 1_000_000, soon())
        assert pipe.read_line(soon()) == "1000001"


@pytest.mark.parametrize("end", ["os._exit(0)", "os.close(1); time.sleep(1000)"])
def test_what_was_written_before_the_end_is_read(end: str) -> None:
    with pipes(f"os.write(1, b'one\\ntwo\\nhalf'); {end}") as (pipe, _):
        assert [pipe.read_line(soon()) for _ in range(2)] == ["one", "two"]
        for _ in range(2):
            with pytest.raises(EndOfOutputError):
                pipe.read_line(soon())


@pytest.mark.skipif(sys.platform == "win32", reason="nothing forks there")
def test_the_end_is_seen_though_a_child_holds_the_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineProcess, "guarded", False)  # it would end the child
    code = "if os.fork(): os.write(1, b'last\\n'); os._exit(0)\ntime.sleep(1000)"
    with pipes(code) as (pipe, _):
        assert pipe.read_line(soon()) == "last"
        start = time.monotonic()
        with pytest.raises(EndOfOutputError):
            pipe.read_line(soon(600.0))
        with pytest.raises(EndOfOutputError):
            pipe.write_line("x" * 1_000_000, soon(600.0))
        assert time.monotonic() - start < 30.0


def test_output_that_nobody_asked_for_is_told_but_for_blank_lines() -> None:
    code = "os.write(1, b'asked\\n\\n \\r\\n'); sys.stdin.readline(); os.write(1, b'un\\nasked')\n"
    with pipes(code + "sys.stdin.readline(); time.sleep(1000)") as (pipe, _):
        assert pipe.read_line(soon()) == "asked"
        assert pipe.unasked() == ""
        pipe.write_line("", soon())
        deadline = soon()
        while not (text := pipe.unasked()) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert text in ("un", "un\nasked")


def test_a_line_has_a_longest_length() -> None:
    with pipes("while True: os.write(1, b'x' * 65536)") as (pipe, noted):
        with pytest.raises(TooMuchOutputError, match="a line of more than 1 MB"):
            pipe.read_line(soon())
        assert noted == []
