"""Every long command on a terminal: progress with a rate and time left, a clean end by Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.running.engines import EngineSpec

Dummy = Callable[..., EngineSpec]
PATIENCE = 120.0  # seconds for a busy machine

SUITE = "".join(f"clear_board\n{n} genmove b\n#? [.*]\n" for n in range(1, 2000))
COMMANDS = {
    "match": "{a} {b} --games 2000",
    "tournament": "{a} {b} --rounds 1000",
    "sprt": "{a} {b} --elo0 -1 --elo1 1",
    "tune": "{a} --incumbent {b} --param delay=0.1:0.2 --trials 1000 --games 2",
    "regress": "{a} long.tst",
    "selfplay": "--output games --size 5 --simulations 200 --games 2000",
}


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, command: list[str]) -> None:
        self.text = ""
        self.pid, self._file = pty.fork()
        if not self.pid:
            os.environ.update(COLUMNS="160", TERM="xterm")
            os.execv(command[0], command)

    def read_until(self, pattern: str) -> None:
        """Read until the output, without colours and cursor movements, has ``pattern``."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            assert time.monotonic() < deadline, self.text[-2000:]
            assert self._read(), self.text[-2000:]

    def press_ctrl_c(self) -> None:
        os.write(self._file, b"\x03")

    def status(self) -> int:
        """Read to the end and return the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, self.text[-2000:]
        os.close(self._file)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bool:
        if select.select([self._file], [], [], 1.0)[0]:
            try:
                data = os.read(self._file, 65536)
            except OSError:  # the other side has ended
                return False
            self.text += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data.decode(errors="replace"))
            return bool(data)
        return True


@pytest.mark.parametrize("name", COMMANDS)
def test_progress_and_ctrl_c(
    name: str, dummy: Dummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("long.tst").write_text(SUITE)
    delay = "{delay}" if name == "tune" else "0.1"
    engines = {"a": f"a={dummy(options=f'--delay {delay}').command}", "b": f"b={dummy().command}"}
    words = [
        word.format(**engines) if word in ("{a}", "{b}") else word
        for word in COMMANDS[name].split()
    ]
    terminal = Terminal([sys.executable, "-m", "gtpengine", name, *words, "--concurrency", "1"])
    # An SPRT ends when it is decided, and nobody knows when that is.
    left = "" if name == "sprt" else r" +left +[0-9:]*\d\d:\d\d"
    terminal.read_until(rf"━ +\d+/\S+ +\d:\d\d:\d\d{left} +[0-9.]+/(s|min)")
    terminal.press_ctrl_c()
    terminal.read_until("finishing the running")
    assert terminal.status() == 130, terminal.text[-2000:]
    assert "the same command continues it" in terminal.text
    assert "Traceback" not in terminal.text
