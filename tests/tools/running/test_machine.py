"""Facts about processes, with and without /proc, which macOS lacks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gtpengine.tools.running import machine


@pytest.fixture(params=["proc", "no proc"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "no proc":
        monkeypatch.setattr(machine, "Path", lambda text: Path(str(text).replace("/proc", "/no")))
    elif not Path("/proc/self/stat").exists():
        pytest.skip("no /proc on this system")
    return str(request.param)


@pytest.mark.usefixtures("system")
def test_a_process_is_told_from_others_and_from_its_end() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, text=True
    ) as child:
        mine, other = machine.process_mark(os.getpid()), machine.process_mark(child.pid)
        assert mine and other and mine != other
        assert mine == machine.process_mark(os.getpid())
        assert machine.process_gone(child.pid, other) is False
        assert machine.process_gone(child.pid, mine) is True
        child.communicate("\n")
    assert machine.process_gone(child.pid, other) is True
    assert machine.process_gone(os.getpid(), "another machine 1.00") is None
