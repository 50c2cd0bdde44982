"""The thread that reads commands: what it does when lines wait for their answers."""

from __future__ import annotations

import os
import threading

import pytest

from gtpengine.gtp import reader as module
from gtpengine.gtp.reader import CommandReader

PATIENCE = 20


def test_input_is_left_in_the_pipe_while_many_lines_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 100_000)
    (source, client), (wakeup, signals), (gone, replies) = (os.pipe() for _ in range(3))
    interrupted = threading.Event()
    reader = CommandReader(source, interrupted.set, wakeup, replies)
    reader.start()
    wanted = [f"{number} name" for number in range(20_000)]

    def send() -> None:
        with open(client, "wb") as pipe:
            pipe.write("\n".join(wanted).encode())

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    assert reader.wait(PATIENCE)
    # The client is held up. A signal is seen, although nothing is read any more.
    os.write(signals, b"!")
    assert interrupted.wait(PATIENCE)
    sender.join(1)
    assert sender.is_alive()
    found: list[object] = []
    while (lines := reader.take()) is not None:
        found += lines
    assert found == wanted
    sender.join(PATIENCE)
    # Nobody reads the replies any more: the thread ends.
    os.close(gone)
    assert reader.take() is None
    for end in (source, wakeup, signals, replies):
        os.close(end)


def test_a_signal_wakes_who_waits_for_lines() -> None:
    """Python handlers run in the main thread, which may have begun to wait a moment too late."""
    (source, client), (wakeup, signals), (gone, replies) = (os.pipe() for _ in range(3))
    interrupted = threading.Event()
    reader = CommandReader(source, interrupted.set, wakeup, replies)
    reader.start()
    os.write(signals, b"!")
    assert reader.wait(PATIENCE)
    assert interrupted.is_set()
    assert reader.take() == []
    os.close(gone)
    assert reader.take() is None
    for end in (source, client, wakeup, signals, replies):
        os.close(end)
