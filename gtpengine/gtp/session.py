"""One GTP conversation: takes a line, returns the reply.

An analysis writes lines before its reply ends. The front end says where they go, and whether input
is waiting, which ends the analysis.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable

from gtpengine.base.text.brief import brief
from gtpengine.gtp.arguments import Args, shorten
from gtpengine.gtp.protocol import GtpError, Line, Overlong, ReplyError, format_reply, parse
from gtpengine.gtp.registry import COMMANDS, Stream, load_commands
from gtpengine.session.engine import Engine


class Session:
    """The state of a conversation: the engine, and whether ``quit`` was said.

    ``arrival`` is when the line being answered came, None if unknown. ``note`` receives diagnostics
    for the log. ``write`` receives the parts of a reply that must be seen before the reply is
    whole. ``input_waits`` waits for input, at most the given seconds, and returns whether there is
    any, which ends an analysis; by default there always is.
    """

    def __init__(
        self,
        engine: Engine,
        note: Callable[[str], None] = lambda _: None,
        write: Callable[[str], None] | None = None,
        input_waits: Callable[[float], bool] = lambda _: True,
    ) -> None:
        load_commands()
        self.engine = engine
        self.closing = False
        self.arrival: float | None = None
        self.note = note
        self.write = write
        self.input_waits = input_waits

    def answer(self, line: Line, arrival: float | None = None) -> str | None:
        """Return the reply to an input line; None for lines without one.

        ``arrival`` is when the line came, on the monotonic clock; a clock runs from then.
        """
        self.arrival = arrival
        if isinstance(line, Overlong):
            return format_reply(False, line.id, "line too long")
        request = parse(line)
        if request is None:
            return None
        try:
            result = self._execute(request.name, request.args)
        except GtpError as error:
            return format_reply(False, request.id, brief(str(error)))
        except Exception as error:
            self.note(traceback.format_exc())
            reason = f"internal error: {type(error).__name__}: {error}"
            return format_reply(False, request.id, reason[:500])
        if isinstance(result, str):
            return format_reply(True, request.id, result)
        return self._stream(request.id, result)

    def _stream(self, number: int | None, stream: Stream) -> str:
        """Write the reply line by line; return the part that is still to be written."""
        parts: list[str] = []
        write = parts.append if self.write is None else self.write
        write("=\n" if number is None else f"={number}\n")
        try:
            stream(lambda line: write(line + "\n"))
        except ReplyError:  # nothing more can be written
            raise
        except Exception:
            self.note(traceback.format_exc())
        return "".join(parts) + "\n"

    def _execute(self, name: str, words: tuple[str, ...]) -> str | Stream:
        if not name:
            raise GtpError("syntax error: an id but no command")
        entry = COMMANDS.get(name)
        if entry is None:
            self.note(f"unknown command {shorten(name)}")
            raise GtpError("unknown command")
        return entry.handler(self, Args(words, entry.usage))
