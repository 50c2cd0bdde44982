"""What can go wrong with an engine that is another program."""

from __future__ import annotations

from gtpengine.base.text.brief import brief


class EngineError(Exception):
    """The base of everything that can go wrong with an engine.

    ``engine`` is its name, ``command`` what it was to answer, if anything.
    """

    def __init__(self, engine: str, message: str, command: str = "") -> None:
        message = _short(message)
        super().__init__(f"{engine}: {message}")
        self.engine = engine
        self.message = message
        self.command = command

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str, str]]:
        return type(self), (self.engine, self.message, self.command)


class EngineStartError(EngineError):
    """The command line could not be started at all."""


class CommandFailedError(EngineError):
    """The engine answered ``?``. The session goes on."""


class EngineTerminatedError(EngineError):
    """The process ended, or closed its output or its input, while a reply was due."""


class EngineTimeoutError(EngineError):
    """No reply within the time allowed. The engine must be killed: its reply may still come."""


class ProtocolError(EngineError):
    """What the engine wrote is no reply, is too long, or was not asked for."""


def _short(message: str) -> str:
    """Return the message with a novel in its middle left out."""
    message = brief(message)
    return message if len(message) <= 2000 else f"{message[:1000]} ... {message[-1000:]}"
