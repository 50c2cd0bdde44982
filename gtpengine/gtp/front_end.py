"""GTP on stdin and stdout: threads, signals, file descriptors and the end of the session."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from gtpengine.base.streams.signals import HANGUP
from gtpengine.base.streams.stderrline import say
from gtpengine.base.system.lastwords import threads_matter
from gtpengine.config.options import EngineOptions
from gtpengine.config.settings import Settings
from gtpengine.gtp.descriptors import fill_gaps, private_stdout
from gtpengine.gtp.protocol import Line, NobodyReadsError, Output, ReplyError
from gtpengine.gtp.reader import CommandReader
from gtpengine.gtp.session import Session
from gtpengine.gtp.transcript import Transcript, complain
from gtpengine.session.engine import Engine
from gtpengine.session.searching import WARNING

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, HANGUP)

UNWRITABLE_STATUS: Final = 2
"""The exit status when replies cannot be written although somebody waits for them."""


class _Signalled(BaseException):
    """A signal asked the program to end; raised in the main thread."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def make_engine(settings: Settings) -> Engine:
    """Return an engine with these settings.

    :raises ParamError: when ``settings.parameters`` has an unknown name or a wrong value.
    """
    options = EngineOptions()
    threads = settings.threads()
    if threads is not None:
        options.set("threads", threads)
    for name, text in settings.options:
        options.set(name, text)
    engine = Engine(options)
    engine.new_game(settings.boardsize)
    for name, value in settings.parameters:
        engine.set_parameter(name, value)
    engine.set_komi(engine.rules.komi if settings.komi is None else settings.komi)
    return engine


def run(settings: Settings) -> int:
    """Speak GTP on stdin and stdout until quit, the end of input or a signal; return the status.

    0 after quit, the end of input, or when nobody reads the replies any more; 2 when they cannot be
    written for another reason; 128 + N after signal N; 70 when a thread broke
    (``gtpengine.base.system.lastwords``).
    """
    if sys.stdout is None:
        complain("stdout is closed; start the engine with a pipe or a terminal for its replies")
        return UNWRITABLE_STATUS
    fill_gaps()
    engine = make_engine(settings)
    transcript = Transcript(settings.log)
    engine.note = Notes(transcript)
    engine.start()
    if settings.log is not None and settings.has_auto():
        told = f"threads: auto is {engine.options.threads} on this machine"
        transcript.write("!", told)
        complain(told)
    session = Session(engine, engine.note)
    try:
        with threads_matter(), private_stdout() as reply_fd, _signals_wake() as wakeup_fd:
            reader = CommandReader(
                0, engine.finish_quickly, wakeup_fd, reply_fd, engine.finish_move
            )
            reader.start()
            complain_ready()
            serve(session, reader, Output(reply_fd), transcript)
    except _Signalled as signalled:
        return 128 + signalled.number
    except NobodyReadsError:
        return 0
    except ReplyError as error:
        reason = (error.strerror or "").lower()
        complain(f"cannot write to stdout: {reason}; give a pipe, a terminal or a disk with room")
        return UNWRITABLE_STATUS
    finally:
        engine.close()
        transcript.close()
    return 0


class Notes:
    """A sink for diagnostics: the log; for warnings and the first internal error also stderr."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._told = False

    def __call__(self, text: str) -> None:
        self._transcript.write("!", text)
        if text.startswith(WARNING):
            complain(text.removeprefix(WARNING))
        elif text.startswith("Traceback") and not self._told:
            self._told = True
            last = text.rstrip().rpartition("\n")[2]
            complain(f"internal error, the game goes on (details with --log FILE): {last}")


def complain_ready() -> None:
    """Say on stderr that commands are read; Lizgoban waits for exactly these words."""
    say("GTP ready")


def serve(session: Session, reader: CommandReader, output: Output, transcript: Transcript) -> None:
    """Answer line after line until quit or the end of input; ponder while no line waits."""
    engine, answered = session.engine, 0.0
    pending: deque[Line] = deque()

    def write(text: str) -> None:
        transcript.write(">", text.rstrip("\n"))
        output.write(text)

    session.write = write
    session.input_waits = lambda seconds: bool(pending) or reader.wait(seconds)
    while (lines := _next_lines(engine, reader)) is not None:
        pending.extend(lines)
        while pending:
            line = pending.popleft()
            # A command that came during an earlier command is due once the earlier one was
            # answered.
            arrival = max(reader.arrived, answered)
            transcript.write("<", str(line))
            reply = session.answer(line, arrival)
            if reply is None:
                continue
            write(reply)
            answered = time.monotonic()
            if session.closing:
                return


def _next_lines(engine: Engine, reader: CommandReader) -> list[Line] | None:
    if not reader.wait(0):
        engine.ponder()
    lines = reader.take()
    engine.stop_pondering()
    return lines


@contextmanager
def _signals_wake() -> Iterator[int | None]:
    """Turn signals into :class:`_Signalled`; yield a descriptor by which the reader stops a search.

    The search blocks the main thread in C, where no Python handler runs. But the byte that the
    interpreter writes into the pipe wakes the reader at once. Only the main thread may do this.
    """
    if threading.current_thread() is not threading.main_thread():
        yield None
        return
    reading, writing = os.pipe()
    if sys.platform != "win32":  # where a thread reads, and a handler may wait
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)
    # nohup, and shells with background jobs, have some signals ignored from the start.
    heard = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
    old_handlers = {number: signal.signal(number, _raise) for number in heard}
    old_fd = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(old_fd)
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
        os.close(writing)


def _raise(number: int, _frame: FrameType | None) -> NoReturn:
    raise _Signalled(number)
