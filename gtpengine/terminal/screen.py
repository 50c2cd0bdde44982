"""The game on a screen by Textual. The engine thinks in a thread, so keys and clocks go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from textual import work
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Footer, Static

from board_ext.coords import BLACK, WHITE
from gtpengine.base.files.userpath import user_path
from gtpengine.base.text.language import _
from gtpengine.play.advice import Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.gamefile import GameFile
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from gtpengine.terminal.boardview import BoardWidget, extent
from gtpengine.terminal.dialogs import STYLE, FileName, NewGame, SaveGame
from gtpengine.terminal.hangup import SIGNALS
from gtpengine.terminal.keys import KeyList, bindings
from gtpengine.terminal.largeboard import LARGEST
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

TEXT_LINES: Final = 4
"""Lines below the board, where the texts stand there."""
PANEL: Final = 28
"""Columns that the texts need beside the board; with fewer the texts stand below the board."""
PARTING: Final = 5.0
"""Seconds that Textual has to end after the terminal was closed."""
TICK: Final = 0.5
"""Seconds between two looks at the clocks."""


def show(session: PlaySession, path: Path | None, ask_first: bool) -> int:
    """Play on a screen until the person leaves; return the exit status."""
    app = PlayApp(session, path, ask_first=ask_first)
    threading.Thread(target=_end_by_force, args=[app.hung_up], daemon=True).start()
    app.run()
    app.hung_up.clear()
    app.keep()  # what was neither saved nor dropped, as after a failure of the screen
    if app.parting:
        with contextlib.suppress(OSError):  # the terminal may be gone
            print(app.parting, flush=True)
    return app.return_code or 0


def _end_by_force(hung_up: threading.Event) -> None:
    """End the process where Textual waits for ever for a terminal that is gone."""
    hung_up.wait()
    time.sleep(PARTING)
    if hung_up.is_set():
        os._exit(1)  # the game is saved by now


class PlayApp(App[None]):
    """A game, and others after it. ``parting`` is a sentence to print when the screen is gone.

    ``hung_up`` is set when the terminal was closed, or the process is to end.
    """

    CSS = (
        STYLE
        + """
    #table { layout: horizontal; height: 1fr; }
    #texts { width: 1fr; height: 100%; padding: 0 1; overflow-y: auto; }
    #table.narrow { layout: vertical; }
    #table.narrow #texts { width: 100%; height: 4; padding: 0; dock: bottom; }
    """
    )
    TITLE = "gtpengine"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = bindings()

    def __init__(self, session: PlaySession, path: Path | None, ask_first: bool = False) -> None:
        super().__init__()
        self.session, self.file, self.parting = session, GameFile(session, path), ""
        self.hung_up = threading.Event()
        self._ask_first = ask_first
        self._message = ""
        self._estimate: TerritoryEstimate | None = None
        self._hint: Hint | None = None
        self._look: SearchSnapshot | None = None  # what the search for a hint sees, while it runs
        self._resigning = False
        self._shown = ""

    # --- what is shown ------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the board, the texts and the keys."""
        with Container(id="table"):
            yield BoardWidget(view_of(self.session), colored=not os.environ.get("NO_COLOR"))
            yield Static("", id="texts", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin: the engine may have to move first."""
        self._listen()
        self.query_one(BoardWidget).focus()
        self.set_interval(TICK, self._tick)
        self._show()
        if self._ask_first:
            self.action_new()
        else:
            self._engine()

    def on_resize(self, event: Resize) -> None:
        """Put the texts below the board where there is no room beside it."""
        self._lay_out(event.size)

    def _lay_out(self, size: Size) -> None:
        board = self.query_one(BoardWidget)
        narrow = self._scale(board, size)
        self.query_one("#table").set_class(narrow, "narrow")
        self._texts()
        texts = TEXT_LINES if narrow else 0
        board.fit(size.width, size.height - 1 - texts)

    def _scale(self, board: BoardWidget, size: Size) -> bool:
        """Draw the board as large as it fits; return whether the texts stand below it."""
        height = size.height - 1
        for scale in range(LARGEST if board.colored else 1, 0, -1):
            board.set_scale(scale)
            needs = extent(board.view.size, scale)
            for narrow in (False, True):
                rest = Size(0, TEXT_LINES) if narrow else Size(PANEL, 0)
                if needs.width + rest.width <= size.width and needs.height + rest.height <= height:
                    return narrow
        return size.width < board.virtual_size.width + PANEL

    def _show(self) -> None:
        """Show the game as it is now."""
        if not self.is_running:
            return
        session = self.session
        view = view_of(session, self._estimate, self._hint)
        self.query_one(BoardWidget).set_view(view)
        self._lay_out(self.size)
        self._texts()
        self.refresh_bindings()

    def _texts(self) -> None:
        session = self.session
        narrow = self.query_one("#table").has_class("narrow")
        players = [player_line(session, color, short=narrow) for color in (BLACK, WHITE)]
        lines = ["   ".join(players)] if narrow else players
        lines.append(turn_line(session))
        lines += [*count_lines(session), *map(str, session.remarks)]
        if self._look is not None:
            lines.append(progress_line(session, self._look))
        elif self._message:
            lines.append(self._message)
        if session.stage is Stage.AGREEING:
            lines.append(_("Enter or a click marks dead stones; y agrees, g plays on."))
        elif session.stage is Stage.OVER:
            lines.append(_("n begins another game, u takes back, s saves."))
        elif session.question:
            lines.append(_("y plays it, u takes it back."))
        if not narrow:
            lines = [line for text in lines for line in (text, "")]
            lines.append(terms_line(session))
        text = "\n".join(lines)
        if text != self._shown:
            self._shown = text
            self.query_one("#texts", Static).update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only the keys that mean something now."""
        stage, analysis = self.session.stage, self.session.terms.teaching.analysis
        if action == "agree" and self.session.question:
            return True
        if action in ("agree", "go_on"):
            return stage is Stage.AGREEING
        if action in ("hint", "estimate") and not analysis:
            return False
        if action in ("pass", "hint", "resign"):
            return stage is Stage.PLAYING
        return True

    def _tick(self) -> None:
        if not self.query("#table"):
            return  # the screen is being left
        over = self.session.stage is Stage.OVER
        if not over and self.session.check_time():
            self._show()
        self._texts()

    # --- the game -----------------------------------------------------------------------------

    def _do(self, act: Callable[[], object], text: str = "") -> None:
        """Do something to the game, say what is wrong or ``text``, and let the engine go on."""
        self._estimate = self._hint = None
        self._resigning = False
        try:
            act()
            self._message = text
        except PlayError as error:
            self._message = str(error)
        self._show()
        self._engine()

    def _engine(self) -> None:
        if self.session.due:
            self._think(self.session)

    @work(thread=True, group="engine")
    def _think(self, session: PlaySession) -> None:
        try:
            while session.due:
                session.engine_work()
        except PlayError:
            pass  # the person was faster, and what they did goes on by itself
        self.call_from_thread(self._show)

    @work(thread=True, group="advice", exclusive=True)
    def _advise(
        self, session: PlaySession, ask: Callable[[PlaySession], Hint | TerritoryEstimate | None]
    ) -> None:
        session.watch(self._saw)
        try:
            found: Hint | TerritoryEstimate | str | None = ask(session)
        except PlayError as error:
            found = str(error)
        finally:
            session.watch(None)
            self._look = None
        self.call_from_thread(self._advised, session, found)

    def _saw(self, look: SearchSnapshot) -> None:
        """Keep what the search sees, in the search's thread; the next tick shows what was kept."""
        self._look = look

    def _advised(self, session: PlaySession, found: Hint | TerritoryEstimate | str | None) -> None:
        if session is not self.session or found is None:
            return
        if isinstance(found, str):
            self._message = found
        elif isinstance(found, Hint):
            self._hint, self._message = found, hint_line(found, session.terms.size)
        else:
            self._estimate, self._message = found, estimate_line(found)
        self._show()

    def on_board_widget_point_chosen(self, event: BoardWidget.PointChosen) -> None:
        """Play a point, or mark dead stones."""
        if self.session.stage is Stage.AGREEING:
            self._do(lambda: self.session.toggle_dead(event.point))
        else:
            self._do(lambda: self.session.play(event.point))

    def action_pass(self) -> None:
        """Pass."""
        self._do(self.session.pass_turn)

    def action_undo(self) -> None:
        """Take back."""
        self._do(self.session.undo, _("Taken back."))

    def action_agree(self) -> None:
        """Agree on the score, or to a move that the game asks about."""
        session, doubted = self.session, self.session.doubted
        if doubted is not None:
            self._do(lambda: session.play(doubted))
            return
        self._do(session.agree)

    def action_go_on(self) -> None:
        """Play on after two passes."""
        self._do(self.session.resume)

    def action_resign(self) -> None:
        """Give up, at the second press."""
        if self._resigning:
            self._do(self.session.resign)
            return
        self._resigning, self._message = True, _("Press r once more to resign.")
        self._texts()

    def action_hint(self) -> None:
        """Ask for the best move."""
        self._message = _("Looking for the best move ...")
        self._texts()
        self._advise(self.session, PlaySession.hint)

    def action_estimate(self) -> None:
        """Ask who is ahead; a second press hides the answer."""
        if self._estimate is not None:
            self._estimate, self._message = None, ""
            self._show()
            return
        self._message = _("Estimating the score ...")
        self._texts()
        self._advise(self.session, PlaySession.estimate)

    def action_keys(self) -> None:
        """Show all keys."""
        self.push_screen(KeyList())

    def action_dark(self) -> None:
        """Switch between dark and light."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"
        self.query_one(BoardWidget).refresh()

    # --- files and leaving --------------------------------------------------------------------

    def _listen(self) -> None:
        """Save the game when the terminal is closed, or the process is to end."""

        def hung_up() -> None:
            self.keep()
            self.hung_up.set()
            self._leave()

        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # another thread
            for number in SIGNALS:
                asyncio.get_running_loop().add_signal_handler(number, hung_up)

    def keep(self) -> None:
        """Save what leaving would lose, under a name that no file has, and say where."""
        if not self.file.unsaved:
            return
        try:
            self.file.save_anew()
        except PlayError as error:
            self.parting = str(error)
        else:
            self._saved()

    def _saved(self) -> None:
        if self.file.saved_as is not None:
            self._message = _("Saved as {path}.", path=self.file.saved_as)
            self.parting = (
                f"{self._message} {saved_line(self.session, self.file.saved_as)}".rstrip()
            )
        if self.is_running:
            self._texts()

    def action_save(self) -> None:
        """Ask for a name, and save."""
        self.push_screen(SaveGame(self.file), lambda done: self._saved() if done else None)

    def action_open(self) -> None:
        """Ask for a file, and go on with its game."""

        def named(name: str | None) -> None:
            if name:
                path, before = user_path(name), self.session
                self._begin(lambda: PlaySession.load(path, before.terms, judge=before.judge), path)

        self._after_saving(lambda: self.push_screen(FileName(_("Open which game?"), ""), named))

    def action_new(self) -> None:
        """Ask for the terms of another game, and begin that game."""

        def agreed(terms: PlaySettings | None) -> None:
            if terms is None:
                self._engine()
            else:
                self._begin(lambda: PlaySession(terms, judge=self.session.judge), None)

        self._after_saving(lambda: self.push_screen(NewGame(self.session.terms), agreed))

    def _begin(self, make: Callable[[], PlaySession], path: Path | None) -> None:
        try:
            session = make()
        except PlayError as error:
            self._message = str(error)
            self._texts()
            return
        self.session.close()
        self.session, self.file = session, GameFile(session, path)
        self._do(lambda: None)

    def action_leave(self) -> None:
        """Leave, after a question when moves would be lost."""
        self._after_saving(self._leave)

    def _leave(self) -> None:
        self.session.close()
        self.exit()

    def _after_saving(self, go_on: Callable[[], object]) -> None:
        """Go on at once, or after the answer to whether to save."""

        def answered(done: bool | None) -> None:
            if done:
                self._saved()
                go_on()

        if isinstance(self.screen, SaveGame):
            return
        if self.file.unsaved:
            self.push_screen(SaveGame(self.file, leaving=True), answered)
        else:
            go_on()
