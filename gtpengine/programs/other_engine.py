"""Another engine that judges positions: one program, asked by any number of threads at a time.

A thread of its own sends the questions and hands out the answers. A program that ends, falls silent
or writes nonsense has failed, for good: all who ask hear the same `ProgramError`.
"""

from __future__ import annotations

import itertools
import os
import queue
import shlex
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from board_ext.position import Position
from gtpengine.base import threads
from gtpengine.base.brief import brief
from gtpengine.programs.analysis_program import AnalysisProgram, ProgramError
from gtpengine.programs.judgement import JudgedPosition, judgement_of, question_about

PATIENCE: Final = 300.0
"""Seconds that the program has for an answer. The first may follow the tuning of a GPU."""

ROLE: Final = "other engine"

_TURN: Final = 0.02
"""Seconds after which its thread looks for new questions while answers are due."""

Answer = dict[str, Any]


class HaltedError(Exception):
    """Nobody wants the answer any more."""


def never() -> bool:
    """Return that the answer is still wanted."""
    return False


class OtherEngine:
    """The program, running until ``close``.

    ``name`` is what it says of itself: its version, and its network where it has one.
    """

    def __init__(self, command: str, option: str, patience: float = PATIENCE) -> None:
        """Start the program and ask for its name.

        :param option: the option that gave ``command``, for messages.
        :param patience: seconds without any answer after which it has failed.
        :raises ProgramError: when it does not start, or does not answer.
        """
        self.command = command
        self._patience = patience
        self._option = option
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._questions: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._waiting: dict[str, queue.SimpleQueue[Answer | ProgramError]] = {}
        self._given_up: set[str] = set()
        self._error: ProgramError | None = None
        self._program = AnalysisProgram(command, patience, ROLE, option)
        try:
            self.name = _name(self._program, command)
        except BaseException:
            self._program.__exit__()
            raise
        self._thread = threads.begin(self._work, name=ROLE)[0]

    def judge(
        self,
        position: Position,
        *,
        visits: int | None = None,
        seconds: float | None = None,
        only: int | None = None,
        halted: Callable[[], bool] = never,
    ) -> JudgedPosition:
        """Have a position judged, by a search of so many visits or seconds; any thread may call.

        :param only: the one move to search; None for all.
        :raises RefusedError: when it does not judge this position, or not sensibly.
        :raises ProgramError: when it has failed.
        :raises HaltedError: once ``halted()`` is true.
        """
        asked = question_about(position, visits, seconds, only)
        return judgement_of(self._ask(asked, halted), position, only)

    def close(self) -> None:
        """End the program."""
        self._questions.put(None)
        self._thread.join()

    def _ask(self, question: dict[str, Any], halted: Callable[[], bool]) -> Answer:
        name = str(next(self._ids))
        answers: queue.SimpleQueue[Answer | ProgramError] = queue.SimpleQueue()
        with self._lock:
            if self._error is not None:
                raise ProgramError(str(self._error))
            self._waiting[name] = answers
        self._questions.put(question | {"id": name})
        while True:
            try:
                found = answers.get(timeout=_TURN)
            except queue.Empty:
                if not halted():
                    continue
                self._give_up(name)
                raise HaltedError from None
            if isinstance(found, ProgramError):
                raise ProgramError(str(found))
            return found

    def _give_up(self, name: str) -> None:
        ending = f"end-{name}"
        with self._lock:
            self._waiting.pop(name, None)
            self._given_up |= {name, ending}
        self._questions.put({"id": ending, "action": "terminate", "terminateId": name})

    def _work(self) -> None:
        try:
            with self._program:
                self._serve()
            error = ProgramError(f"the {ROLE} was ended")
        except ProgramError as found:
            error = found
        except Exception as found:  # whoever waits must hear of it
            error = ProgramError(f"the {ROLE} cannot be asked: {found!r}")
        with self._lock:
            self._error = error
            for answers in self._waiting.values():
                answers.put(error)
            self._waiting.clear()

    def _serve(self) -> None:
        """Send questions and hand out answers until ``close``.

        :raises ProgramError: when the program has failed.
        """
        heard = time.monotonic()
        while True:
            busy = bool(self._waiting)
            try:
                question = self._questions.get(block=not busy)
            except queue.Empty:
                answer = self._program.answer_within(_TURN)
                if answer is not None:
                    heard = time.monotonic()
                    self._hand_out(answer)
                elif time.monotonic() - heard > self._patience:
                    raise self._program.silent() from None
                continue
            if question is None:
                return
            self._program.send(question)
            if not busy:
                heard = time.monotonic()

    def _hand_out(self, answer: Answer) -> None:
        if answer.get("isDuringSearch") is True:
            return
        name = answer.get("id")
        with self._lock:
            known = isinstance(name, str) and name in self._given_up
            waiting = self._waiting.pop(name, None) if isinstance(name, str) else None
        if waiting is not None:
            waiting.put(answer)
        elif "error" in answer:
            raise ProgramError(f"the {ROLE} answers {brief(str(answer['error']))!r}")
        elif not known:
            raise ProgramError(
                f"the {ROLE} answers a question that nobody asked (id {brief(repr(name))}):"
                f" check {self._option}"
            )


def _name(program: AnalysisProgram, command: str) -> str:
    """Ask the program for its version and its network.

    :raises ProgramError: when it does not answer.
    """
    words = [os.path.basename(shlex.split(command)[0])]
    program.send({"id": "version", "action": "query_version"})
    version = program.answer().get("version")
    if isinstance(version, str) and version:
        words.append(brief(version))
    program.send({"id": "models", "action": "query_models"})
    models = program.answer().get("models")
    model = models[0] if isinstance(models, list) and models else None
    if isinstance(model, dict) and (told := model.get("internalName") or model.get("name")):
        words.append(f"with {brief(str(told))}")
    return " ".join(words)
