"""One GTP conversation: takes a line, returns the reply. No input or output happens here."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from gtpengine.engine import Engine
from gtpengine.gtp.arguments import Args, shorten
from gtpengine.gtp.protocol import GtpError, format_reply, parse
from gtpengine.gtp.registry import COMMANDS, load_commands


class Session:
    """The state of a conversation: the engine, and whether ``quit`` was said.

    ``note`` receives diagnostics for the log.
    """

    def __init__(self, engine: Engine, note: Callable[[str], None] = lambda _: None) -> None:
        load_commands()
        self.engine = engine
        self.closing = False
        self.note = note

    def answer(self, line: str | None) -> str | None:
        """The reply to an input line; None for lines that have none.

        None for ``line`` stands for one that was too long to be read.
        """
        if line is None:
            return format_reply(False, None, "line too long")
        request = parse(line)
        if request is None:
            return None
        try:
            text = self._execute(request.name, request.args)
        except GtpError as error:
            return format_reply(False, request.id, str(error))
        except Exception as error:
            self.note(traceback.format_exc())
            reason = f"internal error: {type(error).__name__}: {error}"
            return format_reply(False, request.id, reason[:500])
        return format_reply(True, request.id, text)

    def _execute(self, name: str, words: tuple[str, ...]) -> str:
        if not name:
            raise GtpError("syntax error: an id but no command")
        entry = COMMANDS.get(name)
        if entry is None:
            self.note(f"unknown command {shorten(name)}")
            raise GtpError("unknown command")
        return entry.handler(self, Args(words, entry.usage))
