"""The GTP controller: replies, refusals, crashes, hangs, clean ends."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from gtpengine.programs import gtp_client
from gtpengine.programs.engine_errors import (
    CommandFailedError,
    EngineStartError,
    EngineTerminatedError,
    EngineTimeoutError,
    ProtocolError,
)
from gtpengine.programs.engine_output import printable
from gtpengine.programs.gtp_client import GtpClient, split_command
from gtpengine.programs.traffic_log import TrafficLog
from tests.programs.stubs import dummy, stub


def alive(pid: int) -> bool:
    """Return whether the process exists and is no zombie."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_replies_and_refusals() -> None:
    with GtpClient(dummy("--elo 12")) as client:
        assert client.send("version") == "elo 12"
        assert client.send("komi 7.5") == ""
        assert client.send("list_commands").splitlines()[0] == "name"
        with pytest.raises(CommandFailedError, match="unacceptable size"):
            client.send("boardsize 19")
        assert client.usable
        assert client.knows("set_random_seed") and not client.knows("fly")


def test_crash_reports_status_and_stderr() -> None:
    with GtpClient(dummy("--fail crash@1"), name="faller") as client:
        with pytest.raises(EngineTerminatedError, match=r"faller.*exit status 3.*on purpose"):
            client.send("genmove b")
        assert not client.usable
        with pytest.raises(EngineTerminatedError):
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


def test_hang_times_out_and_is_killed() -> None:
    client = GtpClient(dummy("--fail hang@1"))
    start = time.perf_counter()
    with pytest.raises(EngineTimeoutError):
        client.send("genmove b", timeout=0.3)
    client.close()
    assert time.perf_counter() - start < 30.0  # it would hang for a thousand
    assert not alive(client.pid)


def test_malformed_reply() -> None:
    with GtpClient(dummy("--fail garbage@1")) as client:
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


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="threads choose no cores on this system"
)
def test_engine_inherits_the_cores_of_its_thread() -> None:
    before = os.sched_getaffinity(0)
    one = {min(before)}
    os.sched_setaffinity(0, one)
    try:
        with GtpClient(dummy()) as client:
            client.send("name")
            assert os.sched_getaffinity(client.pid) == one
    finally:
        os.sched_setaffinity(0, before)


def test_gtpengine_is_found_beside_this_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program = Path(sys.executable).with_name("gtpengine")
    if not program.exists():
        pytest.skip("the program lies elsewhere in this installation")
    assert split_command("gtpengine --simulations 5")[0] == str(program)


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


#: Answers the first command, then does what the test says.
ANSWERING = "import os, sys, time\nsys.stdin.readline()\nprint('=\\n', flush=True)\n"


def program(rest: str, answers: bool = True) -> list[str]:
    return [sys.executable, "-S", "-E", "-c", (ANSWERING if answers else "import sys\n") + rest]


@pytest.mark.parametrize(
    "code",
    [
        "sys.stdout.write('x' * 65536)",
        "sys.stdout.write('=' + 'x' * 1000 + '\\n')",
        "sys.stdout.write('\\n' * 65536)",
    ],
)
def test_an_engine_that_writes_without_end_is_stopped(code: str) -> None:
    with GtpClient(program(f"sys.stdin.readline()\nwhile True: {code}")) as client:
        client.send("name")
        pid = client.pid
        with pytest.raises(ProtocolError, match="wrote a .* of more than . MB at 'name'"):
            client.send("name", timeout=600.0)
        assert not client.usable and not alive(pid)


def test_lines_that_nobody_asked_for_wait_in_the_pipe() -> None:
    code = "for i in range(1 << 30): sys.stdout.write('z' * 999 + '\\n')"
    with GtpClient(program(code)) as client:
        client.send("name")
        time.sleep(0.1)
        with pytest.raises(ProtocolError, match="wrote 'z+.* before 'name'"):
            client.send("name")


def test_a_flood_on_standard_error_holds_nothing_up() -> None:
    """The flood never ends; a command is still answered, and the last lines can be read."""
    code = (
        "import threading\n"
        "def flood():\n"
        "  while True: os.write(2, b'some words and so on\\n' * 3000)\n"
        "threading.Thread(target=flood, daemon=True).start()\n"
        "for line in sys.stdin: print('=\\n', flush=True)\n"
    )
    with GtpClient(program(code)) as client:
        for _ in range(20):
            client.send("name", timeout=60.0)
            client.stderr_since(0)
        assert len(client.stderr) == 200 and client.stderr_count > 200
        assert client.faults == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
def test_a_log_that_cannot_be_written_is_no_crash(capsys: pytest.CaptureFixture[str]) -> None:
    log = TrafficLog(Path("/dev/full"))
    with GtpClient(dummy(), log=log) as client:
        for _ in range(3):
            assert client.send("name") == "dummy"
    log.close()
    told = capsys.readouterr().err
    assert told.count("warning: /dev/full") == 1 and "the games go on" in told


def test_the_exit_status_is_waited_for() -> None:
    code = "sys.stdin.readline(); os.write(2, b'last words\\n'); os.close(1); time.sleep(2)\n"
    with GtpClient(program(code + "os._exit(7)"), name="e") as client:
        client.send("name")
        with pytest.raises(EngineTerminatedError, match="exit status 7.*last words"):
            client.send("name")
    with GtpClient(program("os.kill(os.getpid(), 11)")) as client:
        client.send("name")
        with pytest.raises(EngineTerminatedError, match="killed by SIGSEGV"):
            client.send("name")


def test_closed_output_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gtp_client, "END_SECONDS", 0.2)
    with GtpClient(program("os.close(1); time.sleep(1000)")) as client:
        client.send("name")
        pid = client.pid
        with pytest.raises(
            EngineTerminatedError, match="closed its pipes, but had not ended"
        ) as raised:
            client.send("name")
        assert "still running" not in str(raised.value)
        assert not alive(pid)


def test_an_engine_silent_at_its_first_command_gets_a_hint() -> None:
    with GtpClient(program("sys.stdin.read()", answers=False)) as client:
        with pytest.raises(EngineTimeoutError, match="GNU Go needs --mode gtp"):
            client.send("name", timeout=0.2)
        assert client.unanswered == "name"
    with GtpClient(program("sys.stdin.read()")) as client:
        client.send("name")
        with pytest.raises(EngineTimeoutError, match="no reply in 0.2 s to 'name'$"):
            client.send("name", timeout=0.2)


def test_control_characters_are_dropped() -> None:
    code = "sys.stderr.write('\\x1b]0;title\\x07and \\x9b31mred\\n'); sys.stderr.flush()\n"
    code += "sys.stdin.readline(); print('= \\x1b[2Jname\\x00\\n', flush=True)\n"
    with GtpClient(program(code)) as client:
        client.send("x")
        assert client.send("name") == "[2Jname"
        assert client.stderr_since(0) == ["]0;titleand 31mred"]
    assert printable("a\tb\nc\r\x7f\u0085d") == "a\tb\nc\rd"


def test_a_child_in_a_session_of_its_own_ends_with_the_engine(tmp_path: Path) -> None:
    child = tmp_path / "child.pid"
    engine = tmp_path / "engine.sh"
    engine.write_text(
        f"#!/bin/sh\nsetsid sh -c 'echo $$ > {child}; exec sleep 1000' &\n"
        f"while [ ! -s {child} ]; do sleep 0.01; done\nread x\nprintf '= \\n\\n'\nread y\n"
    )
    engine.chmod(0o755)
    with GtpClient([str(engine)]) as client:
        client.send("name")
        pid = int(child.read_text())
        assert alive(pid)
    deadline = time.time() + 30
    while alive(pid) and time.time() < deadline:
        time.sleep(0.01)
    assert not alive(pid)


def test_a_machine_without_room_is_not_the_engines_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(OSError, match="Too many open files"):
        GtpClient(dummy())


#: Echoes ids, and knows nothing but its name.
ECHOING = """
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words[0].isdigit() else ""
    log.append(line)
    print(f"={number} {words[0]}\\n", flush=True)
"""


def test_a_reply_to_an_earlier_command_is_noticed() -> None:
    """The engine answers at once, but each reply is that of the command before."""
    late = ECHOING.replace(
        "    print", "    number = str(int(number or 1) - (len(log) > 1))\n    print"
    )
    with GtpClient(stub(late), name="e") as client:
        assert client.send("name") == "name"
        with pytest.raises(ProtocolError, match="answered command 1 instead of command 2"):
            client.send("genmove b")
        assert not client.usable


def test_ids_begin_with_a_question_and_go_on_where_they_are_echoed(tmp_path: Path) -> None:
    log = TrafficLog(tmp_path / "log")
    with GtpClient(stub(ECHOING), log=log) as client:
        assert [client.send(each) for each in ("komi 6", "version", "komi 7")] == [
            "komi",
            "version",
            "komi",
        ]
    log.close()
    sent = [line.partition("> ")[2] for line in (tmp_path / "log").read_text().splitlines()]
    assert [line for line in sent if line] == ["komi 6", "2 version", "3 komi 7"]


@pytest.mark.parametrize("unknown", ["?", "="])
def test_an_engine_that_does_not_read_ids_is_asked_without(unknown: str) -> None:
    """Some refuse what they do not know, others say yes to it."""
    code = (
        "for line in sys.stdin:\n"
        "    known = line.split()[0] in ('list_commands', 'genmove')\n"
        f"    print('= genmove' if known else {unknown!r}, end='\\n\\n', flush=True)\n"
    )
    with GtpClient(stub(code)) as client:
        assert client.knows("genmove")
        assert client.send("genmove b") == "genmove"


def test_an_engine_that_reads_ids_and_does_not_echo_them_is_taken_as_it_is() -> None:
    code = (
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    print('=', ' '.join(words[words[0].isdigit() :]), end='\\n\\n', flush=True)\n"
    )
    with GtpClient(stub(code)) as client:
        assert client.send("name") == "name"
        assert client.send("genmove b") == "genmove b"
