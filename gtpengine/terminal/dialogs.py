"""Questions of the screen: a new game, a file's name, where to save."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select

from board_ext.rules import ALL_RULES
from gtpengine.base.files.userpath import user_path
from gtpengine.base.text.language import _, later
from gtpengine.play.gamefile import GameFile
from gtpengine.play.teaching import SHARPNESS, VERDICTS
from gtpengine.play.terms import PlaySettings, clock_text, usual_komi
from gtpengine.play.trouble import PlayError
from gtpengine.terminal.termwords import changed_terms
from gtpengine.terminal.view import DEFAULT_STRENGTH

STYLE: Final = """
ModalScreen { align: center middle; }
ModalScreen > VerticalScroll {
    width: 56; max-width: 100%; height: auto; max-height: 100%;
    border: round $primary; background: $surface; padding: 0 1;
}
ModalScreen Horizontal { height: auto; }
ModalScreen .name { width: 18; padding: 0 1; }
ModalScreen Input, ModalScreen Select { width: 1fr; }
ModalScreen Button { margin: 0 1 0 0; min-width: 10; }
ModalScreen .text { width: 100%; }
ModalScreen .keys { color: $text-muted; }
#wrong { color: $error; height: auto; }
"""

_STRENGTH: Final = next(iter(DEFAULT_STRENGTH))

FIELDS: Final = (
    *("name", "size", "color", _STRENGTH, "handicap", "komi", "rules", "clock"),
    *("sure", "my-rank", "verdict", "analysis", "ladder"),
)
"""The fields of a new game."""


LABELS: Final = {
    "name": later("name"),
    "size": later("board"),
    "color": later("colour"),
    "rank": later("rank"),
    "level": later("level"),
    "handicap": later("handicap"),
    "komi": later("komi"),
    "rules": later("rules"),
    "clock": later("clock"),
    "sure": later("are you sure?"),
    "my-rank": later("my rank"),
    "verdict": later("verdict"),
    "analysis": later("analysis"),
    "ladder": later("ladder of games"),
}
"""What the fields are called."""

WORDS: Final = {
    "black": later("Black"),
    "white": later("White"),
    "chinese": later("Chinese"),
    "japanese": later("Japanese"),
    "korean": later("Korean"),
    "on": later("on"),
    "off": later("off"),
    "after": later("after the answer"),
    "at-once": later("at once"),
}
"""What choices are called, where that is another word."""


class NewGame(ModalScreen[PlaySettings | None]):
    """Asks for the terms of a game; answers with them, or None. Enter takes the terms shown."""

    AUTO_FOCUS = "#ok"
    BINDINGS = [("escape", "dismiss(None)", _("cancel"))]  # noqa: RUF012

    def __init__(self, terms: PlaySettings) -> None:
        super().__init__()
        self.terms = terms

    def compose(self) -> ComposeResult:
        """Show a line for each of the terms."""
        terms = self.terms
        sizes = sorted({5, 7, 9, 11, 13, 15, 17, 19, terms.size})
        strength = next((terms.options[n] for n in ("rank", "level") if n in terms.options), "off")
        komi = "" if terms.komi is None else f"{terms.komi:g}"
        with VerticalScroll(can_focus=False):
            yield Label(_("New game"))
            yield from self._text("name", terms.person, _("for the record of the game"))
            yield from self._choice("size", [str(size) for size in sizes], str(terms.size))
            yield from self._choice("color", ["black", "white"], _color(terms))
            yield from self._text(_STRENGTH, strength, _("off is full strength"))
            yield from self._choice("handicap", ["0", *map(str, range(2, 10))], str(terms.handicap))
            yield from self._text("komi", komi, "")
            yield from self._choice("rules", list(ALL_RULES), terms.rules)
            yield from self._text("clock", clock_text(terms.clock), _("10m+5x30s, or none"))
            teaching = terms.teaching
            sure = "off" if teaching.sharpness is None else str(teaching.sharpness)
            yield from self._choice("sure", ["off", *map(str, SHARPNESS)], sure)
            yield from self._text("my-rank", teaching.rank, _("the opponent's"))
            yield from self._choice("verdict", list(VERDICTS), teaching.verdict)
            yield from self._choice("analysis", ["on", "off"], _on(teaching.analysis))
            yield from self._choice("ladder", ["off", "on"], _on(terms.rung is not None))
            yield Label("", id="wrong", markup=False)
            with Horizontal():
                yield Button(_("Play"), id="ok", variant="primary", compact=True)
                yield Button(_("Cancel"), id="cancel", compact=True)

    def _choice(self, name: str, choices: list[str], value: str) -> ComposeResult:
        with Horizontal():
            yield Label(str(LABELS[name]), classes="name")
            options = [(str(WORDS.get(text, text)), text) for text in choices]
            yield Select(options, value=value, allow_blank=False, id=name, compact=True)

    def _text(self, name: str, value: str, hint: str) -> ComposeResult:
        with Horizontal():
            yield Label(str(LABELS[name]), classes="name")
            yield Input(value, placeholder=hint, id=name, compact=True)

    @on(Select.Changed, "#rules")
    @on(Select.Changed, "#handicap")
    def show_komi(self) -> None:
        """Show the komi that an empty line means."""
        rules, handicap = (self.query_one(f"#{name}", Select) for name in ("rules", "handicap"))
        usual = usual_komi(str(rules.value), int(str(handicap.value)))
        self.query_one("#komi", Input).placeholder = _("{komi:g}, the usual one", komi=usual)

    @on(Button.Pressed, "#ok")
    @on(Input.Submitted)
    def begin(self) -> None:
        """Answer with the terms, or say what is wrong with them."""
        words: list[str] = []
        for name in FIELDS:
            widget = self.query_one(f"#{name}")
            text = str(widget.value).strip()  # type: ignore[attr-defined]
            if text:
                words += [name, text]
        try:
            self.dismiss(changed_terms(self.terms, words))
        except PlayError as error:
            self.query_one("#wrong", Label).update(str(error))

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        """Answer None."""
        self.dismiss(None)


def _on(switch: bool) -> str:
    return "on" if switch else "off"


def _color(terms: PlaySettings) -> str:
    return "black" if terms.color == 1 else "white"


class FileName(ModalScreen[str | None]):
    """Asks for the name of a file."""

    BINDINGS = [("escape", "dismiss(None)", _("cancel"))]  # noqa: RUF012

    def __init__(self, question: str, value: str) -> None:
        super().__init__()
        self.question, self.value = question, value

    def compose(self) -> ComposeResult:
        """Show the question and a line to type in."""
        with VerticalScroll(can_focus=False):
            yield Label(self.question)
            yield Input(self.value, id="name", compact=True)
            yield Label(_("Enter takes this name, Escape goes back."), classes="keys")

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Answer with what was typed."""
        self.dismiss(event.value.strip() or None)


class SaveGame(ModalScreen[bool]):
    """Asks under which name to save, and saves; answers whether the game is safe, or dropped.

    What is wrong with a name is said, and another can be given.

    :param leaving: whether not saving is an answer, too.
    """

    BINDINGS = [  # noqa: RUF012
        ("escape,c", "dismiss(False)", _("stay")),
        ("s,y", "save", _("save")),
        ("a", "add", _("add")),
        ("d,n", "drop", _("do not save")),
    ]

    def __init__(self, file: GameFile, leaving: bool = False) -> None:
        super().__init__()
        self.file, self.leaving = file, leaving

    def on_mount(self) -> None:
        """Let Enter save; a name can be typed at once where somebody asked to save."""
        self.query_one("#save" if self.leaving else "#name").focus()

    def compose(self) -> ComposeResult:
        """Show the name, which can be changed, and the answers."""
        file = self.file
        with VerticalScroll(can_focus=False):
            yield Label(
                _("The game is not saved. Save it as") if self.leaving else _("Save the game as")
            )
            yield Input(str(file.proposed()), id="name", compact=True)
            if file.can_add:
                record = file.opened.name if file.opened else ""
                text = _("or add the new moves to {record}: all else stays there.", record=record)
                yield Label(text, classes="text", markup=False)
            yield Label("", id="wrong", classes="text", markup=False)
            with Horizontal():
                yield Button(_("Save"), id="save", variant="primary", compact=True)
                if file.can_add:
                    yield Button(_("Add"), id="add", compact=True)
                if self.leaving:
                    yield Button(_("Don't save"), id="drop", compact=True)
                yield Button(_("Stay"), id="stay", compact=True)

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Save under the name that stands there."""
        name = self.query_one("#name", Input).value.strip()
        if name:
            self._try(lambda: self.file.save(user_path(name)))

    @on(Button.Pressed, "#add")
    def action_add(self) -> None:
        """Add the new moves to the record."""
        if self.file.can_add:
            self._try(self.file.add)

    @on(Button.Pressed, "#drop")
    def action_drop(self) -> None:
        """Leave the game unsaved."""
        if self.leaving:
            self.file.drop()
            self.dismiss(True)

    @on(Button.Pressed, "#stay")
    def stay(self) -> None:
        """Go back to the game."""
        self.dismiss(False)

    def _try(self, write: Callable[[], object]) -> None:
        try:
            write()
        except PlayError as error:
            self.query_one("#wrong", Label).update(str(error))
        else:
            self.dismiss(True)
