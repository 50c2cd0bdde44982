"""A program that answers questions in lines of JSON, as KataGo's analysis engine does.

``engine_process.py`` starts and ends the process, and ``engine_pipes.py`` carries the lines. Many
questions may wait for their answers at a time. Whatever the program does ends in an answer or in a
`TeacherError`, within the time limit.
"""

from __future__ import annotations

import json
import os
import time
from typing import Any, Final, Self

from gtpengine.base.brief import brief
from gtpengine.base.machine import THREADS_VARIABLE
from gtpengine.base.paramspec import AUTO

from .engine_output import Chatter
from .engine_pipes import EndOfOutputError, EnginePipes, SilenceError, TooMuchOutputError
from .engine_process import CannotStartError, EngineProcess, described
from .gtp_client import split_command

LIMIT_SECONDS: Final = 600.0
"""Seconds that a program has for an answer. The first may follow the tuning of a GPU."""

LAST_WORDS: Final = 400
"""How many characters of what a program that failed wrote last are shown."""

END_SECONDS: Final = 2.0
"""The most seconds that a program may run on after it has closed its output."""


class TeacherError(ValueError):
    """A program that cannot be started, or does not answer as the protocol wants it."""


class AnalysisProgram:
    """The program, running; leave the ``with`` block to end it.

    Use it from the thread that started it.
    """

    def __init__(self, command: str, limit: float = LIMIT_SECONDS) -> None:
        """Start the program; ``limit`` is in seconds, for each answer.

        :raises EngineStartError: when there is no such program.
        :raises TeacherError: when it cannot be started.
        """
        self._limit = limit
        # Unlike the engines of a match it may use all cores.
        threads = {THREADS_VARIABLE: os.environ.get(THREADS_VARIABLE, AUTO)}
        try:
            self._process = EngineProcess(split_command(command), env=threads)
        except CannotStartError as error:
            raise TeacherError(f"{command}: {error}; check --teacher") from None
        self._pipes = EnginePipes(self._process, lambda _: None)
        self._chatter = Chatter(self._process.files[2], "teacher", 20, lambda _: None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.kill()
        self._chatter.close(1.0)
        self._process.close()

    def send(self, question: dict[str, Any]) -> None:
        """Send a question.

        :raises TeacherError: when the program does not take it.
        """
        deadline = time.monotonic() + self._limit
        try:
            self._pipes.write_line(json.dumps(question), deadline, reading=True)
        except SilenceError:
            raise TeacherError(
                f"the teacher has read no question for {self._limit:g} s: check --teacher"
            ) from None
        except EndOfOutputError:
            raise self._ended() from None
        except TooMuchOutputError as error:
            raise TeacherError(f"the teacher wrote {error}: check --teacher") from None

    def answer(self) -> dict[str, Any]:
        """Return the next answer; warnings are skipped.

        :raises TeacherError: when none comes.
        """
        deadline = time.monotonic() + self._limit
        while True:
            try:
                line = self._pipes.read_line(deadline)
            except SilenceError:
                raise TeacherError(
                    f"no answer of the teacher in {self._limit:g} s: check --teacher"
                ) from None
            except EndOfOutputError:
                raise self._ended() from None
            except TooMuchOutputError as error:
                raise TeacherError(f"the teacher wrote {error}: check --teacher") from None
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                found = None
            if not isinstance(found, dict):
                raise TeacherError(
                    f"the teacher wrote {brief(line[:60])!r}, which is no JSON: check --teacher"
                )
            if "warning" not in found:
                return found

    def _ended(self) -> TeacherError:
        """Return the error of a program that is no more, with its last words."""
        code = self._process.wait(END_SECONDS)
        how = "its pipes are closed" if code is None else described(code)
        self._process.kill()
        self._chatter.thread.join(END_SECONDS)
        words = " | ".join(self._chatter.lines)
        said = f": ...{words[-LAST_WORDS:]}" if words else ""
        return TeacherError(f"the teacher ended ({how}){said}")
