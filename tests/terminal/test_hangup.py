"""A closed terminal, as the program meets it: in a process and a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gtpengine.terminal.hangup import SIGNALS, Hangup, hangups

COMMAND = [sys.executable, "-P", "-m", "gtpengine", "play"]
RECORD = "(;FF[4]GM[1]SZ[5]KM[0.5]C[mine];B[bb];W[dd](;B[cb])(;B[bd]C[variation to keep]))"


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_signal_raises_and_later_ones_do_nothing(number: int) -> None:
    before = [signal.getsignal(one) for one in SIGNALS]
    with hangups():
        with pytest.raises(Hangup):
            signal.raise_signal(number)
        signal.raise_signal(number)
        with hangups():  # what is ignored stays so
            signal.raise_signal(number)
    assert [signal.getsignal(one) for one in SIGNALS] == before


@pytest.mark.parametrize("words", [["--plain"], []])
def test_a_closed_terminal_saves_under_a_new_name(tmp_path: Path, words: list[str]) -> None:
    if not words:
        pytest.importorskip("textual", reason="the screen needs the extra play")
    path = tmp_path / "mine.sgf"
    path.write_text(RECORD)
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *words, "--simulations", "20", str(path)],
        stdin=child, stdout=child, stderr=child, cwd=tmp_path, start_new_session=True,
        preexec_fn=_take_terminal,
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "80"},
    )  # fmt: skip
    os.close(child)
    try:
        _until(parent, "your turn")
        os.write(parent, b"c2\n" if words else b"p")
        _until(parent, "Move 6")
        os.close(parent)  # the kernel sends SIGHUP
        process.wait(60)
    finally:
        process.kill()
        process.wait()
    assert path.read_text() == RECORD
    assert (tmp_path / "mine-2.sgf").exists()


def _until(terminal: int, text: str) -> None:
    seen, end = "", time.monotonic() + 120
    while text not in seen:
        assert time.monotonic() < end, seen
        if select.select([terminal], [], [], 10)[0]:
            seen += os.read(terminal, 65536).decode("utf-8", "replace")


def _take_terminal() -> None:
    import fcntl
    import termios

    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
