"""Another engine as the judge of a session: hints, analyses and reviews ask it first.

It starts in the background, and nobody waits for it longer than they said. Where it is slow or has
failed, they hear why in a sentence, and this engine answers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Self

from board_ext.position import Position
from gtpengine.base.system import threads
from gtpengine.base.text.language import later
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.judgement import JudgedPosition
from gtpengine.programs.other_engine import PATIENCE, ROLE, HaltedError, OtherEngine, never

HINT_PATIENCE: Final = 30.0
"""Seconds beyond its search that the program has for a hint or an analysis."""

URGENT: Final = 10
"""Priority of a question that a person waits for; questions of a review have 0."""

_TURN: Final = 0.02


class SessionJudge:
    """The program, starting or running until ``close``.

    :param option: the option that gave ``command``, for messages.
    :param patience: seconds without any answer after which it has failed.
    :param hint_patience: seconds beyond its search that ``look`` waits.
    """

    def __init__(
        self,
        command: str,
        option: str,
        patience: float = PATIENCE,
        hint_patience: float = HINT_PATIENCE,
    ) -> None:
        self._command, self._option, self._patience = command, option, patience
        self._hint_patience = hint_patience
        self._engine: OtherEngine | None = None
        self._lost = ProgramError()  # says why it does not start
        self._closing = threading.Event()
        self._ready = threading.Event()
        self._thread = threads.begin(self._run, name="judge of a session")[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        self._closing.set()
        self._thread.join()

    @property
    def name(self) -> str:
        """What the program says of itself; empty while it starts, and where it does not."""
        return "" if self._engine is None else self._engine.name

    def started(self, halted: Callable[[], bool] = never) -> OtherEngine:
        """Wait for the start and return the program.

        :raises ProgramError: when it does not start.
        :raises HaltedError: once ``halted()`` is true.
        """
        while not self._ready.wait(_TURN):
            if halted():
                raise HaltedError
        if self._engine is None:
            raise ProgramError(*self._lost.args)
        return self._engine

    def trouble(self, seconds: float) -> str:
        """Return why it does not start, as far as it is known in this time; else an empty text."""
        self._ready.wait(seconds)
        return str(self._lost)

    def look(
        self,
        position: Position,
        seconds: float,
        halted: Callable[[], bool] = never,
        seen: Callable[[JudgedPosition], object] | None = None,
    ) -> JudgedPosition | None:
        """Have a position judged by a search of ``seconds``, for a person who waits.

        :param seen: gets what the search sees meanwhile.
        :returns: None once ``halted()`` is true.
        :raises ProgramError: when it does not judge; its text says why.
        """
        patience = seconds + self._hint_patience
        deadline = time.monotonic() + patience

        def over() -> bool:
            return halted() or time.monotonic() > deadline

        try:
            engine = self.started(over)
            return engine.judge(position, seconds=seconds, halted=over, seen=seen, priority=URGENT)
        except HaltedError:
            if halted():
                return None
            if self._engine:
                text = later("no answer of the other engine after {seconds:g} s", seconds=patience)
            else:
                text = later(
                    "the other engine is still starting after {seconds:g} s", seconds=patience
                )
            raise ProgramError(text) from None

    def _run(self) -> None:
        """Start the program and stay: Linux ends a program when the thread that started it ends."""
        self._start()
        self._closing.wait()
        if self._engine is not None:
            self._engine.close()

    def _start(self) -> None:
        try:
            self._engine = OtherEngine(
                self._command, self._option, self._patience, self._closing.is_set
            )
        except ProgramError as error:
            self._lost = error
        except Exception as error:  # whoever waits must hear of it
            self._lost = ProgramError(
                later("the {role} cannot be started: {error}", role=ROLE, error=repr(error))
            )
        finally:
            self._ready.set()
