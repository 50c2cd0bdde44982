"""The keys of the screen: one table for the footer and for the list that ``?`` shows."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Label

KEYS: Final = (
    ("question_mark", "keys", "keys", "this list"),
    ("q", "leave", "quit", "quit, after a question when moves would be lost"),
    ("p", "pass", "pass", "pass; two passes end the game"),
    ("u", "undo", "undo", "take back your last move and the answer"),
    ("h", "hint", "hint", "the best move, at full strength"),
    ("e", "estimate", "score", "who is ahead, and who owns which points; again: hide both"),
    (
        "y",
        "agree",
        "agree",
        "agree on the dead stones as marked, or to a move that you are asked about",
    ),
    ("g", "go_on", "play on", "after two passes: play on"),
    ("s", "save", "save", "save the game"),
    ("o", "open", "open", "go on with a saved game"),
    ("n", "new", "new", "begin another game"),
    ("r", "resign", "resign", "resign, when pressed twice"),
    ("d", "dark", "dark", "switch between dark and light"),
)
"""Key, action, word in the footer, and explanation. A narrow footer shows the first ones."""

POINTS: Final = (
    ("arrows", "go to a point"),
    ("Enter, click", "play there; after two passes: mark stones as dead, or alive"),
)


def bindings() -> list[BindingType]:
    """Return the keys as Textual takes them."""
    return [
        *(Binding(key, action, word) for key, action, word, _ in KEYS),
        Binding("ctrl+c,ctrl+q", "leave", show=False),
    ]


class KeyList(ModalScreen[None]):
    """All keys with what they do; a key closes it."""

    DEFAULT_CSS = "KeyList Label { width: 100%; height: auto; }"
    BINDINGS = [("escape,enter,q,question_mark", "dismiss", "close")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """Show a line for each key."""
        with VerticalScroll():
            yield Label("Keys")
            for key, text in POINTS:
                yield Label(f"[b]{key}[/b]: {text}")
            for key, _, _, text in KEYS:
                yield Label(f"[b]{'?' if key == 'question_mark' else key}[/b]: {text}")
            yield Label("Escape closes this list.", classes="keys")
