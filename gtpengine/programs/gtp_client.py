"""A GTP controller for one engine.

`engine_process` starts and ends the process, `engine_pipes` carries the lines, and here they become
commands and replies. One command is outstanding at a time, and
output that no command asked for is an error. Whatever an engine does ends in a reply or in one of
the errors below, within the time limit.

Commands have ids, as the draft of GTP 2 wants them echoed: a reply with the id of an earlier
command is late, and an error. Some engines do not read ids. So the first id goes with a question
that changes nothing, and an engine that does not echo that id gets no more of them.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import itertools
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from gtpengine.programs.engine_errors import (
    CommandFailedError,
    EngineError,
    EngineStartError,
    EngineTerminatedError,
    EngineTimeoutError,
    ProtocolError,
)
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

#: Seconds that an engine has for a reply, unless its user says otherwise.
LIMIT_SECONDS: Final = 30.0
#: The most seconds that an engine may run on after it has closed its output.
END_SECONDS: Final = 10.0
#: How often a search is looked at whether it is to end.
LOOK_SECONDS: Final = 0.05
#: Characters of the longest reply.
MAX_REPLY: Final = 1 << 22
#: Memory of a line besides its characters.
_COST: Final = 64
_HINT: Final = "; is it a GTP engine? GNU Go needs --mode gtp"
#: The first line of a reply: ``=`` or ``?``, an id, the text.
_HEAD: Final = re.compile(r"\s*([=?])(?:(\d{1,18})(?=\s|$))?\s*(.*)")
#: Commands that change nothing. The first of them shows whether an engine echoes ids.
_QUESTIONS: Final = frozenset(("list_commands", "name", "protocol_version", "version"))


@dataclasses.dataclass(frozen=True, slots=True)
class GtpReply:
    """A reply: whether the engine refused the command, and the text without ``=`` or ``?``.

    ``number`` is the id of the command that it answers; None where it has no id.
    """

    refused: bool
    text: str
    number: int | None = None

    @classmethod
    def parse(cls, lines: Sequence[str]) -> GtpReply | None:
        """Return the reply that the lines are, without the empty line at its end; None for none."""
        head = _HEAD.fullmatch(lines[0])
        if head is None:
            return None
        number = None if head[2] is None else int(head[2])
        return cls(head[1] == "?", "\n".join([head[3], *lines[1:]]).rstrip(), number)


def split_command(command: str | Sequence[str]) -> list[str]:
    """Return the argument vector of ``command``, with the full path of the program.

    :raises EngineStartError: if the command is no command line or there is no such program
    """
    try:
        return argument_vector(command)
    except CannotStartError as error:
        raise EngineStartError("engine", str(error)) from error


class GtpClient:
    """One running engine. Use as a context manager, or call ``close``."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "engine",
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        log: Log | None = None,
        keep_lines: int = 200,
        limit: float = LIMIT_SECONDS,
    ) -> None:
        """Start the engine; its CPU affinity is the calling thread's.

        ``log`` gets every line sent (``>``), received (``<``) and printed on standard error
        (``!``). ``limit`` is the time for a reply, in seconds. On Linux the engine ends with the
        thread that started it, so start and use a client from one thread.

        :raises EngineStartError: if the command cannot be started
        :raises OSError: if the machine lacks memory or file handles
        """
        self.name = name
        self.limit = limit
        self.last_seconds = 0.0
        self.unanswered = ""
        """The command that the engine did not answer in time, if any."""
        self.mute: frozenset[str] = frozenset()
        self._log = log
        self._known: frozenset[str] | None = None
        self._echoes: bool | None = None
        """Whether the engine echoes ids; None until it is known."""
        self._sent = 0
        self._answered = False
        self._broken = False
        self._closed = False
        try:
            self._process = EngineProcess(argument_vector(command), cwd, env)
        except CannotStartError as error:
            raise EngineStartError(name, str(error)) from error
        self._pipes = EnginePipes(self._process, lambda line: self._note("<", [line]))
        self._chatter = Chatter(
            self._process.files[2], name, keep_lines, lambda lines: self._note("!", lines)
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def stderr(self) -> collections.deque[str]:
        """The last lines of standard error."""
        return self._chatter.lines

    @property
    def stderr_count(self) -> int:
        """How many lines of standard error there were."""
        return self._chatter.count

    @property
    def faults(self) -> int:
        """Lines of standard error so far that match ``FAULT``."""
        return self._chatter.faults

    @property
    def last_fault(self) -> str:
        return self._chatter.last_fault

    @property
    def usable(self) -> bool:
        """False after a crash, a time-out or a malformed reply: close it and start another."""
        return not self._broken and self._process.poll() is None

    def send(self, command: str, timeout: float | None = None) -> str:
        """Return the text of the reply to ``command``.

        ``timeout`` is in seconds, for the whole reply; None is the ``limit`` of this client.
        ``last_seconds`` becomes the time that the reply took.

        :raises CommandFailedError: if the engine refuses the command
        :raises EngineTerminatedError: if the engine ends
        :raises EngineTimeoutError: if the reply does not come in time
        :raises ProtocolError: if the reply is no GTP, or there was output before the command
        """
        reply = self._ask(command, self.limit if timeout is None else timeout)
        if reply.refused:
            raise self._refused(reply, command)
        return reply.text

    def _ask(self, command: str, seconds: float) -> GtpReply:
        if self._broken:
            raise EngineTerminatedError(self.name, f"not running, cannot take {command!r}", command)
        start = time.monotonic()
        if self._echoes is None and command in _QUESTIONS:
            reply = self._exchange(command, seconds, start, with_id=True)
            self._echoes = reply.number == self._sent
            unread = reply.refused or (command == "list_commands" and not reply.text)
            if unread and not self._echoes:
                reply = self._exchange(command, seconds, start, with_id=False)
        else:
            reply = self._exchange(command, seconds, start, with_id=bool(self._echoes))
        self.last_seconds = time.monotonic() - start
        return reply

    def stream(
        self,
        command: str,
        hear: Callable[[str], object],
        over: Callable[[], bool],
        timeout: float | None = None,
    ) -> None:
        """Send a command that is answered until an empty line comes, as ``lz-analyze`` is.

        ``hear`` gets each line of the answer. Once ``over()`` is true, the empty line is sent.

        :param timeout: seconds that may pass without a line, and until the end once it is asked
            for; None is the ``limit`` of this client.
        :raises EngineError: as ``send``
        """
        if self._broken:
            raise EngineTerminatedError(self.name, f"not running, cannot take {command!r}", command)
        seconds = self.limit if timeout is None else timeout
        with self._failures(command, seconds):
            sent = self._begin(command, time.monotonic() + seconds, bool(self._echoes))
            lines = self._flow(seconds, over)
            reply = self._reply([next(lines, "")], command, sent)
            if reply.refused:
                collections.deque(lines, maxlen=0)  # to the end of the answer
                raise self._refused(reply, command)
            for line in itertools.chain([reply.text], lines):
                if line:
                    hear(line)

    def _flow(self, seconds: float, over: Callable[[], bool]) -> Iterator[str]:
        """Yield the lines of an answer to its end, which is asked for once ``over()`` is true.

        :raises SilenceError: if no line comes for ``seconds``, or not the end
        """
        deadline, ending, begun = time.monotonic() + seconds, False, False
        while True:
            if not ending and over():
                ending, deadline = True, time.monotonic() + seconds
                self._pipes.write_line("", deadline, reading=True)
            try:
                line = self._pipes.read_line(min(deadline, time.monotonic() + LOOK_SECONDS))
            except SilenceError:
                if time.monotonic() >= deadline:
                    raise
                continue
            if line.strip():
                begun = True
                yield line
                if not ending:
                    deadline = time.monotonic() + seconds
            elif begun and not line:
                return
            if ending and time.monotonic() >= deadline:
                raise SilenceError  # it writes on, as if nobody had asked for the end

    def _exchange(self, command: str, seconds: float, start: float, with_id: bool) -> GtpReply:
        """Send a command and return its reply, within ``seconds`` from ``start``."""
        with self._failures(command, seconds):
            sent = self._begin(command, start + seconds, with_id)
            return self._reply(self._lines(start + seconds), command, sent)

    def _begin(self, command: str, deadline: float, with_id: bool) -> int:
        """Send a command and return its number."""
        self._sent += 1
        sent = f"{self._sent} {command}" if with_id else command
        self._note(">", [sent])
        if stray := self._pipes.unasked():
            self._note("<", [stray])
            raise self._ended(ProtocolError, command, f"wrote {stray[:200]!r} before")
        self._pipes.write_line(sent, deadline)
        return self._sent

    @contextlib.contextmanager
    def _failures(self, command: str, seconds: float) -> Iterator[None]:
        """Say what went wrong at a command with the pipes."""
        try:
            yield
        except SilenceError:
            self.unanswered = command
            raise self._ended(
                EngineTimeoutError, command, f"no reply in {seconds:g} s to"
            ) from None
        except EndOfOutputError:
            raise self._crashed(command, seconds) from None
        except TooMuchOutputError as error:
            raise self._ended(ProtocolError, command, f"wrote {error} at") from None

    def _reply(self, lines: list[str], command: str, number: int) -> GtpReply:
        """Return the reply to the command of this number."""
        reply = GtpReply.parse(lines)
        if reply is None:
            raise self._ended(ProtocolError, command, f"wrote {lines[0][:200]!r} in reply to")
        if self._echoes and reply.number not in (None, number):
            late = f"answered command {reply.number} instead of command {number},"
            raise self._ended(ProtocolError, command, late)
        self._answered = True
        return reply

    def _refused(self, reply: GtpReply, command: str) -> CommandFailedError:
        reason = reply.text or "no reason given"
        return CommandFailedError(self.name, f"{command!r} refused: {reason}", command)

    def _lines(self, deadline: float) -> list[str]:
        """Return the lines of a reply, without blank lines before and the empty line after it."""
        lines: list[str] = []
        size = 0
        while (line := self._pipes.read_line(deadline)) or not lines:
            size += len(line) + _COST
            if size > MAX_REPLY:
                raise TooMuchOutputError(f"a reply of more than {MAX_REPLY >> 20} MB")
            if lines or line.strip():
                lines.append(line)
        return lines

    def knows(self, command: str, timeout: float | None = None) -> bool:
        """Return whether ``commands`` has ``command`` and it is not in ``mute``.

        ``mute`` holds commands that the engine is known not to answer.
        """
        if command in self.mute:
            return False
        return command in self.commands(timeout)

    def commands(self, timeout: float | None = None) -> frozenset[str]:
        """Return the commands that ``list_commands`` names; the engine is asked once."""
        if self._known is None:
            try:
                self._known = frozenset(self.send("list_commands", timeout).split())
            except CommandFailedError:
                self._known = frozenset()
        return self._known

    def stderr_since(self, count: int) -> list[str]:
        """Return the lines of standard error that followed the first ``count``, as far as kept.

        They include what the engine wrote before its last reply.
        """
        with contextlib.suppress(OSError, ValueError):
            self._chatter.drain()
        lines = list(self.stderr)
        fresh = self.stderr_count - count
        return lines[-fresh:] if fresh > 0 else []

    def close(self, timeout: float = 2.0) -> None:
        """Ask the engine to quit, then kill it with all its children. May be called twice."""
        if self._closed:
            return
        self._closed = True
        if self.usable:
            with contextlib.suppress(SilenceError, EndOfOutputError):
                self._pipes.write_line("quit", time.monotonic() + timeout)
                self._process.wait(timeout)
        self.kill()
        self._chatter.close(1.0)
        self._process.close()

    def kill(self) -> None:
        """Kill the engine and all its children at once. May be called from another thread."""
        self._broken = True
        self._process.kill()

    def __enter__(self) -> GtpClient:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _ended(self, kind: type[EngineError], command: str, what: str) -> EngineError:
        """Kill the engine, which is of no more use; return the error."""
        hint = "" if self._answered else _HINT
        self.kill()
        return kind(self.name, f"{what} {command!r}{hint}", command)

    def _crashed(self, command: str, seconds: float) -> EngineTerminatedError:
        self._broken = True
        patience = min(END_SECONDS, seconds)
        code = self._process.wait(patience)
        how = (
            f"closed its pipes, but had not ended after {patience:g} s"
            if code is None
            else described(code)
        )
        self.kill()
        self._chatter.thread.join(2.0)
        said = " | ".join(list(self.stderr)[-5:])[-1000:]
        detail = f"; standard error: {said}" if said else ""
        return EngineTerminatedError(self.name, f"ended at {command!r} ({how}){detail}", command)

    def _note(self, mark: str, lines: Sequence[str]) -> None:
        note(self._log, self.name, mark, lines)
