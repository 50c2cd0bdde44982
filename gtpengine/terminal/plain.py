"""The game line by line: for any terminal, and for input that comes through a pipe."""

from __future__ import annotations

import contextlib
import inspect
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from board_ext.coords import (
    BLACK,
    PASS,
    WHITE,
    points_to_vertices,
)
from gtpengine.base.arguments.paramspec import nearest
from gtpengine.base.files.userpath import user_path
from gtpengine.base.text.columns import columns, left
from gtpengine.base.text.language import _, later
from gtpengine.play import ladder
from gtpengine.play.advice import Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.gamefile import GameFile
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.trouble import PlayError
from gtpengine.terminal import drawing, hangup
from gtpengine.terminal.plainhelp import help_lines
from gtpengine.terminal.termwords import changed_terms, point_named
from gtpengine.terminal.view import (
    count_lines,
    estimate_line,
    hint_line,
    player_line,
    progress_line,
    saved_line,
    terms_line,
    turn_line,
    view_of,
)

QUIT: Final = "quit"
_POINT: Final = re.compile(r"[a-z]\d+", re.IGNORECASE)


@dataclass(slots=True)
class PlainStyle:
    """How the board is drawn, and whether somebody sits there (``asks``)."""

    color: bool = False
    asks: bool = False


class Plain:
    """A game at a prompt. Lines come from ``ask``, the board and the answers go to ``out``."""

    def __init__(
        self,
        session: PlaySession,
        path: Path | None,
        ask: Callable[[str], str],
        out: TextIO,
        look: PlainStyle,
    ) -> None:
        self.session = session
        self.file = GameFile(session, path)
        self.failed = False
        self._ask = ask
        self._out = out
        self._look = look
        self._commands = {
            name.removeprefix("do_"): method
            for name, method in inspect.getmembers(self, inspect.ismethod)
            if name.startswith("do_")
        }

    def run(self) -> int:
        """Play until the person leaves; return the exit status: 1 when the last save failed."""
        with hangup.hangups():
            with contextlib.suppress(hangup.Hangup):
                self._play()
                hangup.ignore()
            return self._end()

    def _play(self) -> None:
        told = "hint, score, " if self.session.terms.teaching.analysis else ""
        words = f"pass, undo, {told}save, quit"
        self._say(_("Type a point such as D4, or: {words}; help has more.", words=words))
        self._engine()
        while True:
            try:
                line = self._ask(self._prompt())
            except (EOFError, OSError):
                return
            except KeyboardInterrupt:
                self._say("")
                line = QUIT
            try:
                if self._follow(line.split()) and self._may_leave():
                    return
            except PlayError as error:
                self._say(str(error))
            except KeyboardInterrupt:
                self.session.halt()
                self._say(_("Stopped. 'quit' leaves the game, 'go' lets the engine think again."))

    # --- the loop -----------------------------------------------------------------------------

    def _follow(self, words: list[str]) -> bool:
        """Do what a line says; return whether the line says to leave."""
        if not words:
            self.do_go()
            return False
        name, rest = words[0].lower(), words[1:]
        if name in (QUIT, "exit", "q"):
            return True
        command = self._commands.get(_SHORT.get(name, name))
        if command is not None:
            taken = inspect.signature(command).parameters
            if rest and not taken:
                raise PlayError(later("{name} stands alone: type nothing after it.", name=name))
            command(rest) if taken else command()
        elif rest:
            raise PlayError(later("{name!r} is no command: 'help' lists them.", name=name))
        else:
            self._move(words[0])
        return False

    def _move(self, name: str) -> None:
        if not _POINT.fullmatch(name):
            guess = nearest(name, self._commands)
            hint = later("'help' lists the commands.")
            if guess:
                hint = later("did you mean {guess}?", guess=guess)
            raise PlayError(
                later(
                    "{name!r} is neither a command nor a point such as D4: {hint}",
                    name=name,
                    hint=hint,
                )
            )
        self.session.play(point_named(name, self.session.terms.size))
        self._engine()

    def _engine(self) -> None:
        """Let the engine do what is due, and show the board."""
        try:
            while self.session.due:
                self.session.engine_work()
        finally:
            self._show()

    def _prompt(self) -> str:
        return f"{turn_line(self.session)}\n> " if self._look.asks else ""

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def _show(self, estimate: TerritoryEstimate | None = None, hint: Hint | None = None) -> None:
        session = self.session
        lines = drawing.colored_lines if self._look.color else drawing.plain_lines
        self._say("\n".join(lines(view_of(session, estimate, hint))))
        self._say(f"{player_line(session, BLACK)}   {player_line(session, WHITE)}")
        for line in [*session.remarks, *count_lines(session)]:
            self._say(str(line))
        last = session.last_move
        if last is not None and last[0] != session.terms.color:
            self._say(_did(last[1], session.terms.size))
        if session.stage is Stage.AGREEING:
            self._say(_("'agree' ends the game, 'dead D4' marks stones, 'continue' plays on."))
        elif session.question:
            self._say(_("'yes' plays the move, 'no' takes it back."))
        elif session.stage is Stage.OVER:
            told = _("'new' begins another game, 'undo' goes back.")
            self._say(f"{turn_line(session)} {told}")
        if not self._look.asks and session.stage is not Stage.OVER:
            self._say(turn_line(session))

    @contextmanager
    def _progress(self) -> Iterator[None]:
        """Show what a search for a hint sees, on a line that goes away, where somebody sits."""
        if not self._look.asks:
            yield
            return
        width = 0

        def saw(look: SearchSnapshot) -> None:
            nonlocal width
            text = progress_line(self.session, look)
            print(f"\r{left(text, width)}", end="", file=self._out, flush=True)
            width = columns(text)

        self.session.watch(saw)
        try:
            yield
        finally:
            self.session.watch(None)
            if width:
                print(f"\r{'':{width}}\r", end="", file=self._out, flush=True)

    # --- leaving ------------------------------------------------------------------------------

    def _may_leave(self) -> bool:
        """Ask whether to save, where somebody sits there; return whether to leave."""
        while self.file.unsaved and self._look.asks:
            try:
                answer = self._ask(self._question()).strip()
            except (EOFError, OSError, KeyboardInterrupt):
                self._keep()
                break
            match answer.lower():
                case "n" | "no":
                    self.file.drop()
                case "c" | "cancel":
                    return False
                case "" | "y" | "yes":
                    self._try(self.do_save, [])
                case "a" | "add" if self.file.can_add:
                    self._try(self.do_add)
                case name if name.endswith(".sgf"):
                    self._try(self.do_save, [answer])
        return True

    def _question(self) -> str:
        path = self.file.proposed()
        if self.file.can_add:
            return _(
                "Save as {path}? y: yes, a: add the moves to {record}, n: no, c: cancel,"
                " or another name.sgf: ",
                path=path,
                record=self.file.opened,
            )
        return _("Save as {path}? y: yes, n: no, c: cancel, or another name.sgf: ", path=path)

    def _try(self, act: Callable[..., object], *args: object) -> None:
        try:
            act(*args)
        except PlayError as error:
            self._say(str(error))

    def _keep(self) -> None:
        """Save the game under a name that nothing has, and say which.

        :raises PlayError: when the file cannot be written.
        """
        self._saved_as(self.file.save_anew())

    def _end(self) -> int:
        """Save what a lost terminal would lose, and end the engine."""
        if self.file.unsaved and (self._look.asks or self.file.named):
            with contextlib.suppress(OSError):  # the terminal may be gone
                try:
                    self._keep()
                except PlayError as error:
                    self.failed = True
                    self._say(str(error))
        self.session.close()
        return int(self.failed)

    # --- the commands, by name ----------------------------------------------------------------

    def do_pass(self) -> None:
        """Pass."""
        self.session.pass_turn()
        self._engine()

    def do_undo(self) -> None:
        """Take back."""
        self.session.undo()
        self._engine()

    def do_hint(self) -> None:
        """Show the best move."""
        with self._progress():
            hint = self.session.hint()
        if hint is None:
            raise PlayError(later("There is no hint: the search was stopped."))
        self._show(hint=hint)
        self._say(hint_line(hint, self.session.terms.size))

    def do_score(self) -> None:
        """Show an estimate."""
        estimate = self.session.estimate()
        if estimate is None:
            raise PlayError(later("There is no estimate: the search was stopped."))
        self._show(estimate)
        if not self._look.color:
            self._say(str(drawing.LEGEND))
        self._say(estimate_line(estimate))

    def do_resign(self) -> None:
        """Give up."""
        self.session.resign()
        self._show()

    def do_dead(self, names: list[str]) -> None:
        """Mark stones as dead, or alive."""
        points = [point_named(name, self.session.terms.size) for name in names]
        if not points or PASS in points:
            raise PlayError(later("Say which stones, as in: dead D4"))
        for point in points:
            self.session.toggle_dead(point)
        self._show()

    def do_agree(self) -> None:
        """Agree on the count, or to a move that is asked about."""
        session = self.session
        if session.question and session.doubted is not None:
            session.play(session.doubted)
        else:
            session.agree()
        self._engine()

    def do_no(self) -> None:
        """Take back a move that is asked about."""
        self.session.withdraw()
        self._show()

    def do_ladder(self) -> None:
        """Say where the person stands."""
        self._say(str(ladder.load(ladder.default_path()).text))

    def do_continue(self) -> None:
        """Play on."""
        self.session.resume()
        self._engine()

    def do_go(self) -> None:
        """Let the engine go on."""
        self._engine()

    def do_show(self) -> None:
        """Show the board and the terms."""
        self._show()
        self._say(terms_line(self.session))

    def do_save(self, names: list[str]) -> None:
        """Save the game."""
        path = user_path(" ".join(names)) if names else self.file.proposed()
        self.file.save(path)
        self._saved_as(path)

    def do_add(self) -> None:
        """Add the moves to the record."""
        self._saved_as(self.file.add())

    def _saved_as(self, path: Path) -> None:
        saved = _("Saved as {path}.", path=path)
        self._say(f"{saved} {saved_line(self.session, path)}".rstrip())

    def do_load(self, names: list[str]) -> None:
        """Go on with another game."""
        if not names:
            raise PlayError(later("Say which file, as in: load game.sgf"))
        path = user_path(" ".join(names))
        self._begin(PlaySession.load(path, self.session.terms, judge=self.session.judge), path)

    def do_new(self, words: list[str]) -> None:
        """Begin another game."""
        terms = changed_terms(self.session.terms, words)
        self._begin(PlaySession(terms, judge=self.session.judge), None)

    def do_help(self) -> None:
        """Say what the commands do."""
        self._say("\n".join(help_lines(self.session.terms.teaching.analysis)))

    def _begin(self, session: PlaySession, path: Path | None) -> None:
        if not self._may_leave():
            return
        self.session.close()
        self.session, self.file = session, GameFile(session, path)
        opponent = _("against {opponent}", opponent=session.terms.opponent)
        self._say(f"{terms_line(session)}, {opponent}.")
        self._engine()


_SHORT: Final = {
    "u": "undo", "h": "hint", "s": "score", "?": "help", "b": "show", "board": "show",
    "yes": "agree", "y": "agree", "n": "no", "resume": "continue", "open": "load", "w": "save",
}  # fmt: skip


def _did(point: int, size: int) -> str:
    if point == PASS:
        return _("The engine passed.")
    return _("The engine played {point}.", point=points_to_vertices([point], size))


def reader(stdin: TextIO, asks: bool, out: TextIO) -> Callable[[str], str]:
    """Return a function that asks for a line; at a terminal with the keys of readline.

    That function raises EOFError at the end.
    """
    if asks:
        if os.environ.get("TERM", "dumb") != "dumb":
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  input() then has a history
        return input

    def read(prompt: str) -> str:
        if prompt:
            print(prompt, end="", file=out, flush=True)
        line = stdin.readline()
        if not line:
            raise EOFError
        return line

    return read
