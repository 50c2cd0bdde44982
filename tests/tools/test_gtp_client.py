"""The GTP controller: replies, refusals, crashes, hangs, clean ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.engines import EngineSpec
from gtpengine.tools.gtp_client import (
    CommandFailedError,
    EngineCrashError,
    EngineStartError,
    EngineTimeoutError,
    GtpClient,
    ProtocolError,
    split_command,
)

Dummy = Callable[..., EngineSpec]


def alive(pid: int) -> bool:
    """A process that exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_replies_and_refusals(dummy: Dummy) -> None:
    with GtpClient(dummy(options="--elo 12").command) as client:
        assert client.send("version") == "elo 12"
        assert client.send("komi 7.5") == ""
        assert client.send("list_commands").splitlines()[0] == "name"
        with pytest.raises(CommandFailedError, match="unacceptable size"):
            client.send("boardsize 19")
        assert client.usable
        assert client.knows("set_random_seed") and not client.knows("fly")


def test_crash_reports_status_and_stderr(dummy: Dummy) -> None:
    with GtpClient(dummy(options="--fail crash@1").command, name="faller") as client:
        with pytest.raises(EngineCrashError, match=r"faller.*exit status 3.*on purpose"):
            client.send("genmove b")
        assert not client.usable
        with pytest.raises(EngineCrashError):
            client.send("name")


def test_standard_error_of_a_command_is_there_with_its_reply() -> None:
    code = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "  sys.stderr.write('first\\r\\n' + 400 * 'more of it\\n')\n"
        "  sys.stderr.write('an InterNal Error here\\nhalf ')\n"
        "  sys.stderr.flush(); sys.stdout.write('=\\n\\n'); sys.stdout.flush()\n"
    )
    with GtpClient([sys.executable, "-c", code], keep_lines=500) as client:
        for count in range(1, 30):
            mark = client.stderr_count
            client.send("x")
            lines = client.stderr_since(mark)
            assert lines == [
                "first" if count == 1 else "half first",
                *["more of it"] * 400,
                lines[-1],
            ]
            assert lines[-1] == client.last_fault == "an InterNal Error here"
            assert client.faults == count
    assert client.stderr[-1] == "half "


def test_hang_times_out_and_is_killed(dummy: Dummy) -> None:
    client = GtpClient(dummy(options="--fail hang@1").command)
    start = time.perf_counter()
    with pytest.raises(EngineTimeoutError):
        client.send("genmove b", timeout=0.3)
    client.close()
    assert time.perf_counter() - start < 30.0  # it would hang for a thousand
    assert not alive(client.pid)


def test_malformed_reply(dummy: Dummy) -> None:
    with GtpClient(dummy(options="--fail garbage@1").command) as client:
        with pytest.raises(ProtocolError, match="hello there"):
            client.send("genmove b")
        assert not client.usable


def test_kill_takes_children_of_the_engine(tmp_path: Path) -> None:
    child = tmp_path / "child.pid"
    engine = tmp_path / "engine.sh"
    engine.write_text(
        f"#!/bin/sh\nsleep 1000 & echo $! > {child}\nread x\nprintf '= \\n\\n'\nread y\n"
    )
    engine.chmod(0o755)
    client = GtpClient([str(engine)])
    client.send("name")
    pid = int(child.read_text())
    assert alive(pid)
    client.close(timeout=0.2)
    deadline = time.time() + 30
    while alive(pid) and time.time() < deadline:
        time.sleep(0.01)
    assert not alive(pid)


def test_engine_inherits_the_cores_of_its_thread(dummy: Dummy) -> None:
    before = os.sched_getaffinity(0)
    one = {min(before)}
    os.sched_setaffinity(0, one)
    try:
        with GtpClient(dummy().command) as client:
            client.send("name")
            assert os.sched_getaffinity(client.pid) == one
    finally:
        os.sched_setaffinity(0, before)


def test_missing_program_says_so() -> None:
    with pytest.raises(EngineStartError, match="no such program"):
        split_command("/no/such/engine --gtp")
    with pytest.raises(EngineStartError, match="empty"):
        split_command("")


def test_replies_with_ids_tabs_and_carriage_returns() -> None:
    code = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "  sys.stdout.write('\\r\\n=7\\ta\\tb\\r\\nsecond\\r\\n\\r\\n'); sys.stdout.flush()\n"
    )
    with GtpClient([sys.executable, "-c", code]) as client:
        assert client.send("x") == "a b\nsecond"
