"""Another engine that judges positions: one program, asked by any number of threads at a time.

A thread of its own sends the questions and hands out the answers. A program that ends, falls silent
or writes nonsense has failed, for good: all who ask hear the same `ProgramError`.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from board_ext.position import Position
from gtpengine.base.arguments import commandwords
from gtpengine.base.system import threads
from gtpengine.base.text.brief import brief
from gtpengine.base.text.language import later
from gtpengine.programs.analysis_program import AnalysisProgram, ProgramError
from gtpengine.programs.judgement import (
    JudgedPosition,
    RefusedError,
    judgement_of,
    question_about,
)
from gtpengine.programs.traffic_log import Log

PATIENCE: Final = 300.0
"""Seconds that the program has for an answer. The first may follow the tuning of a GPU."""

ROLE: Final = later("other engine")

_TURN: Final = 0.02
"""Seconds after which its thread looks for new questions while answers are due."""

EVERY: Final = 0.25
"""Seconds between two answers during a search that somebody watches."""

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

    def __init__(
        self,
        command: str,
        option: str,
        patience: float = PATIENCE,
        halted: Callable[[], bool] = never,
        log: Log | None = None,
    ) -> None:
        """Start the program and ask for its name.

        :param option: the option that gave ``command``, for messages.
        :param patience: seconds without any answer after which it has failed.
        :param log: gets all traffic.
        :raises ProgramError: when it does not start, or does not answer before ``halted()``.
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
        self._program = AnalysisProgram(command, patience, ROLE, option, log)
        try:
            self.name = _name(self._program, command, halted)
        except BaseException:
            self._program.__exit__()
            raise
        self._thread = threads.begin(self._work, name=ROLE.message)[0]

    def judge(
        self,
        position: Position,
        *,
        visits: int | None = None,
        seconds: float | None = None,
        only: int | None = None,
        halted: Callable[[], bool] = never,
        seen: Callable[[JudgedPosition], object] | None = None,
        every: float = EVERY,
        priority: int = 0,
    ) -> JudgedPosition:
        """Have a position judged, by a search of ``visits`` or ``seconds``; any thread may call.

        :param only: the one move to search; None for all.
        :param seen: gets what the search sees meanwhile, in the caller's thread.
        :param every: seconds between two calls of it.
        :param priority: of this question; where several wait, the highest is first.
        :raises RefusedError: when it does not judge this position, or not sensibly.
        :raises ProgramError: when it has failed.
        :raises HaltedError: once ``halted()`` is true.
        """
        asked = question_about(position, visits, seconds, only) | {"priority": priority}
        if seen is not None:
            asked["reportDuringSearchEvery"] = every
        for found in self._ask(asked, halted):
            if not _is_early(found):
                return judgement_of(found, position, only)
            if seen is not None:
                with contextlib.suppress(RefusedError):  # the last answer counts
                    seen(judgement_of(found, position, only))
        raise AssertionError("there is a last answer")

    @property
    def failed(self) -> bool:
        """Whether it answers nothing any more, because it has failed or was closed."""
        return self._error is not None

    def close(self) -> None:
        """End the program."""
        self._questions.put(None)
        self._thread.join()

    def _ask(self, question: dict[str, Any], halted: Callable[[], bool]) -> Iterator[Answer]:
        """Yield the answers, those during the search and the last one.

        :raises ProgramError: when the program has failed.
        :raises HaltedError: once ``halted()`` is true.
        """
        name = str(next(self._ids))
        answers: queue.SimpleQueue[Answer | ProgramError] = queue.SimpleQueue()
        with self._lock:
            if self._error is not None:
                raise type(self._error)(str(self._error))
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
                raise type(found)(str(found))
            yield found

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
            error = ProgramError(later("the other engine was ended"))
        except ProgramError as found:
            error = found
        except Exception as found:  # whoever waits must hear of it
            error = ProgramError(
                later("the other engine cannot be asked: {error}", error=repr(found))
            )
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
        name = answer.get("id")
        key = name if isinstance(name, str) else ""
        with self._lock:
            known = key in self._given_up
            waiting = self._waiting.get(key)
            if not _is_early(answer):
                self._waiting.pop(key, None)
        if waiting is not None:
            waiting.put(answer)
        elif "error" in answer:
            said = repr(brief(str(answer["error"])))
            raise ProgramError(later("the other engine answers {said}", said=said))
        elif not known:
            raise ProgramError(
                later(
                    "the other engine answers a question that nobody asked (id {name}):"
                    " check {option}",
                    name=brief(repr(name)),
                    option=self._option,
                )
            )


def _is_early(answer: Answer) -> bool:
    """Return whether the search goes on after this answer."""
    return answer.get("isDuringSearch") is True


def _name(program: AnalysisProgram, command: str, halted: Callable[[], bool]) -> str:
    """Ask the program for its version and its network.

    :raises ProgramError: when it does not answer.
    """
    words = [os.path.basename(commandwords.split(command)[0])]
    program.send({"id": "version", "action": "query_version"})
    version = program.answer(halted).get("version")
    if isinstance(version, str) and version:
        words.append(brief(version))
    program.send({"id": "models", "action": "query_models"})
    models = program.answer(halted).get("models")
    model = models[0] if isinstance(models, list) and models else None
    if isinstance(model, dict) and (told := model.get("internalName") or model.get("name")):
        words.append(f"with {brief(str(told))}")
    return " ".join(words)
