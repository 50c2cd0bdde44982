"""An engine's process and its guard: how they start, and that nothing outlives them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from gtpengine.programs import engine_process
from gtpengine.programs.engine_pipes import EnginePipes
from gtpengine.programs.engine_process import CannotStartError, EngineProcess, described
from tests.programs.processes import running

needs_guard = pytest.mark.skipif(not EngineProcess.guarded, reason="no guard on this system")

#: Leaves the session, empties the environment and lets go of all files.
ESCAPE = (
    "import os, sys\n"
    "if os.fork() == 0:\n"
    "  os.setsid()\n"
    "  if os.fork() == 0:\n"
    "    os.closerange(0, 3)\n"
    "    os.execve(sys.executable, [sys.executable, '-S', '-c', 'import time; time.sleep(1000)'"
    ", sys.argv[1]], {})\n"
    "  os._exit(0)\n"
    "os.wait()\n"
)


def wait_until(true: Callable[[], object], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return False


def python(code: str, *words: str) -> EngineProcess:
    return EngineProcess([sys.executable, "-S", "-E", "-c", code, *words])


def end(process: EngineProcess) -> None:
    process.kill()
    process.close()


@needs_guard
def test_what_left_session_and_environment_ends_with_the_program(tmp_path: Path) -> None:
    token = str(tmp_path)
    process = python(ESCAPE + "import time; time.sleep(1000)", token)
    assert wait_until(lambda: len(running(token)) >= 3)  # guard, program, child
    end(process)
    assert not running(token)
    process = python(ESCAPE + "import time; time.sleep(0.5); os._exit(5)", token)
    assert process.wait(30.0) == 5
    process.close()
    assert not running(token)


@needs_guard
def test_nothing_outlives_a_controller_that_was_killed(tmp_path: Path) -> None:
    token = str(tmp_path)
    code = (
        "import sys, time\n"
        "from gtpengine.programs.engine_process import EngineProcess\n"
        "process = EngineProcess([sys.executable, '-S', '-c', sys.argv[1], sys.argv[2]])\n"
        "time.sleep(1000)\n"
    )
    program = ESCAPE + "import time; time.sleep(1000)\n"
    words = [sys.executable, "-P", "-c", code, program, token]
    with subprocess.Popen(words) as controller:
        assert wait_until(lambda: len(running(token)) >= 4)  # guard, program and child, too
        controller.kill()
    assert wait_until(lambda: not running(token))


@needs_guard
def test_a_guard_that_does_not_answer_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "_GUARD_SECONDS", 0.3)
    code = "import os, signal, time\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(1000)\n"
    process = python(code, str(tmp_path))
    assert wait_until(
        lambda: psutil.Process(process._process.pid).status() == psutil.STATUS_STOPPED
    )
    end(process)
    assert not running(str(tmp_path))


@pytest.mark.parametrize("guarded", [False, pytest.param(True, marks=needs_guard)])
@pytest.mark.parametrize(
    ("code", "status"),
    [("sys.exit(7)", 7), ("os.kill(os.getpid(), 9)", -9), ("os.kill(os.getpid(), 11)", -11)],
)
def test_the_exit_status_is_the_programs(
    guarded: bool, code: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EngineProcess, "guarded", guarded)
    process = python(f"import os, sys\n{code}")
    assert process.wait(30.0) == process.poll() == status
    end(process)


@pytest.mark.parametrize("guarded", [False, pytest.param(True, marks=needs_guard)])
def test_a_program_starts_as_any_other(guarded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a group where nobody else is, and with the signals that Python ignores as they were."""
    monkeypatch.setattr(EngineProcess, "guarded", guarded)
    code = "import os, sys; print(os.getpid(), os.getpgrp(), os.environ['A'], sys.argv[1:])"
    process = EngineProcess(
        [sys.executable, "-S", "-c", f"{code}; sys.stdout.flush(); input()", "x y"], env={"A": "b"}
    )
    said = EnginePipes(process, lambda _line: None).read_line(time.monotonic() + 30)
    assert said == f"{process.pid} {process.pid} b ['x y']"
    end(process)
    process = EngineProcess(["/bin/sh", "-c", "kill -PIPE $$"])
    assert process.wait(30.0) == -signal.SIGPIPE
    end(process)


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(CannotStartError, match="No such file"):
        EngineProcess(["/bin/sh"], cwd="/no/such/folder")
    with pytest.raises(CannotStartError, match="null byte"):
        EngineProcess(["/bin/sh", "a\0b"])
    text = tmp_path / "program"
    text.write_text("no program\n")
    text.chmod(0o755)
    if EngineProcess.guarded:
        process = EngineProcess([str(text)])
        assert process.wait(30.0) == 127
        assert os.read(process.files[2], 1000).decode() == (
            f"cannot start {text}: Exec format error\n"
        )
        end(process)


def test_ends_in_words() -> None:
    assert described(3) == "exit status 3"
    assert described(-signal.SIGSEGV) == "killed by SIGSEGV"
    assert described(-signal.SIGKILL) == "killed by SIGKILL, out of memory?"
    assert described(-99) == "killed by signal 99"
