"""The keys of the screen: one table for the footer and for the list that ``?`` shows."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Label

from gtpengine.base.text.language import _, _p

KEYS: Final = (
    ("question_mark", "keys", _p("a key", "keys"), _("this list")),
    ("q", "leave", _p("a key", "quit"), _("quit, after a question when moves would be lost")),
    ("p", "pass", _p("a key", "pass"), _("pass; two passes end the game")),
    ("u", "undo", _p("a key", "undo"), _("take back your last move and the answer")),
    ("h", "hint", _p("a key", "hint"), _("the best move, at full strength")),
    (
        "e",
        "estimate",
        _p("a key", "score"),
        _("who is ahead, and who owns which points; again: hide both"),
    ),
    (
        "y",
        "agree",
        _p("a key", "agree"),
        _("agree on the dead stones as marked, or to a move that you are asked about"),
    ),
    ("g", "go_on", _p("a key", "play on"), _("after two passes: play on")),
    ("s", "save", _p("a key", "save"), _("save the game")),
    ("o", "open", _p("a key", "open"), _("go on with a saved game")),
    ("n", "new", _p("a key", "new"), _("begin another game")),
    ("r", "resign", _p("a key", "resign"), _("resign, when pressed twice")),
    ("d", "dark", _p("a key", "dark"), _("switch between dark and light")),
)
"""Key, action, word in the footer, and explanation. A narrow footer shows the first ones.

The screen is loaded when the language is known."""

POINTS: Final = (
    (_("arrows"), _("go to a point")),
    (_("Enter, click"), _("play there; after two passes: mark stones as dead, or alive")),
)


def bindings() -> list[BindingType]:
    """Return the keys as Textual takes them."""
    return [
        *(Binding(key, action, word) for key, action, word, _text in KEYS),
        Binding("ctrl+c,ctrl+q", "leave", show=False),
    ]


class KeyList(ModalScreen[None]):
    """All keys with what they do; Escape closes the list."""

    DEFAULT_CSS = "KeyList Label { width: 100%; height: auto; }"
    BINDINGS = [("escape,enter,q,question_mark", "dismiss", _("close"))]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """Show a line for each key."""
        with VerticalScroll():
            yield Label(_("Keys"))
            for key, text in POINTS:
                yield Label(f"[b]{key}[/b]: {text}")
            for key, _action, _word, text in KEYS:
                yield Label(f"[b]{'?' if key == 'question_mark' else key}[/b]: {text}")
            yield Label(_("Escape closes this list."), classes="keys")
