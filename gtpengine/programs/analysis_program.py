"""A program that answers questions in lines of JSON, as KataGo's analysis engine does.

`engine_process` starts and ends the process, and `engine_pipes` carries the lines. Many
questions may wait for their answers at a time. Whatever the program does ends in an answer or in a
`ProgramError`, within the time limit.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import Any, Final, Self

from gtpengine.base.arguments.paramspec import AUTO
from gtpengine.base.system.machine import THREADS_VARIABLE
from gtpengine.base.text.brief import brief
from gtpengine.base.text.language import Text, later
from gtpengine.programs.engine_output import Chatter
from gtpengine.programs.engine_pipes import (
    EndOfOutputError,
    EnginePipes,
    SilenceError,
    TooMuchOutputError,
)
from gtpengine.programs.engine_process import CannotStartError, EngineProcess, described
from gtpengine.programs.finding import argument_vector
from gtpengine.programs.traffic_log import Log, note

LIMIT_SECONDS: Final = 600.0
"""Seconds that a program has for an answer. The first may follow the tuning of a GPU."""

LAST_WORDS: Final = 400
"""How many characters of what a program that failed wrote last are shown."""

LOOK_SECONDS: Final = 0.1
"""How often who waits for an answer looks whether it is still wanted."""

END_SECONDS: Final = 2.0
"""The most seconds that a program may run on after it has closed its output."""


TEACHER: Final = later("teacher")


class ProgramError(ValueError):
    """A program that cannot be started, or does not answer as the protocol wants it.

    ``str`` gives its text in the language that is spoken then.
    """


class SilentProgramError(ProgramError):
    """A program that does not answer in time."""


class AnalysisProgram:
    """The program, running; leave the ``with`` block to end it.

    Use it from the thread that started it.
    """

    def __init__(
        self,
        command: str,
        limit: float = LIMIT_SECONDS,
        role: Text = TEACHER,
        option: str = "--teacher",
        log: Log | None = None,
    ) -> None:
        """Start the program; ``limit`` is in seconds, for each answer.

        :param role: what messages call it, and the log in English; ``option`` is what they ask the
            user to check.
        :param log: gets every line sent, received, and printed on standard error.
        :raises ProgramError: when it cannot be started.
        """
        self._log = log
        self._limit = limit
        self._role, self._option, name = role, option, role.message
        # Unlike the engines of a match it may use all cores.
        threads = {THREADS_VARIABLE: os.environ.get(THREADS_VARIABLE, AUTO)}
        try:
            self._process = EngineProcess(argument_vector(command), env=threads)
        except CannotStartError as error:
            raise ProgramError(
                later(
                    "the {role} is not there: {error}; check {option}",
                    **self._named(error=str(error)),
                )
            ) from None
        except OSError as error:
            raise ProgramError(
                later("the {role} cannot be started: {error}", role=role, error=error.strerror)
            ) from None
        self._pipes = EnginePipes(self._process, lambda line: note(log, name, "<", [line]))
        self._chatter = Chatter(
            self._process.files[2], name, 20, lambda lines: note(log, name, "!", lines)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.kill()
        self._chatter.close(1.0)
        self._process.close()

    def send(self, question: dict[str, Any]) -> None:
        """Send a question.

        :raises ProgramError: when the program does not take it.
        """
        deadline, line = time.monotonic() + self._limit, json.dumps(question)
        note(self._log, self._role.message, ">", [line])
        try:
            self._pipes.write_line(line, deadline, reading=True)
        except SilenceError:
            raise ProgramError(
                later(
                    "the {role} has read no question for {seconds:g} s: check {option}",
                    **self._named(seconds=self._limit),
                )
            ) from None
        except EndOfOutputError:
            raise self._ended() from None
        except TooMuchOutputError as error:
            raise self._wrote(str(error)) from None

    def answer(self, halted: Callable[[], bool] = lambda: False) -> dict[str, Any]:
        """Return the next answer; warnings are skipped.

        :raises ProgramError: when none comes in time, or before ``halted()``.
        """
        deadline = time.monotonic() + self._limit
        while (left := deadline - time.monotonic()) > 0 and not halted():
            if (found := self.answer_within(min(LOOK_SECONDS, left))) is not None:
                return found
        raise self.silent()

    def answer_within(self, seconds: float) -> dict[str, Any] | None:
        """Return the next answer, None when none comes in this time; warnings are skipped.

        :raises ProgramError: when the program has ended, or writes what is no answer.
        """
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._pipes.read_line(deadline)
            except SilenceError:
                return None
            except EndOfOutputError:
                raise self._ended() from None
            except TooMuchOutputError as error:
                raise self._wrote(str(error)) from None
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                found = None
            if not isinstance(found, dict):
                raise ProgramError(
                    later(
                        "the {role} wrote {line}, which is no JSON: check {option}",
                        **self._named(line=repr(brief(line[:60]))),
                    )
                )
            if "warning" not in found:
                return found
            if time.monotonic() >= deadline:
                return None  # a program that does nothing but warn

    def silent(self) -> SilentProgramError:
        """Return the error of a program that does not answer in time."""
        return SilentProgramError(
            later(
                "no answer of the {role} in {seconds:g} s: check {option}",
                **self._named(seconds=self._limit),
            )
        )

    def _named(self, **values: object) -> dict[str, object]:
        """Return the values of a message, with those that say who failed and what to check."""
        return {"role": self._role, "option": self._option, **values}

    def _wrote(self, what: str) -> ProgramError:
        return ProgramError(
            later("the {role} wrote {what}: check {option}", **self._named(what=what))
        )

    def _ended(self) -> ProgramError:
        """Return the error of a program that is no more, with its last words."""
        code = self._process.wait(END_SECONDS)
        how = "its pipes are closed" if code is None else described(code)
        self._process.kill()
        self._chatter.thread.join(END_SECONDS)
        words = " | ".join(self._chatter.lines)
        said = f": ...{words[-LAST_WORDS:]}" if words else ""
        return ProgramError(
            later("the {role} ended ({how}){said}", role=self._role, how=how, said=said)
        )
