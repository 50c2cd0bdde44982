"""The files of this folder as texts, to be put into a page that needs no server."""

from __future__ import annotations

import importlib.resources
from typing import Final

PARTS: Final = (
    *("texts.js", "board.js", "board.css", "palette.css", "steps.js", "steps.css"),
    "game.html",
)
"""Translated texts; the board, ``Go`` in JavaScript (see the files' heads), and its style sheet;
colours of pages; a game to step through, and its page, a template of the library."""


def part(name: str) -> str:
    """Return the text of one of ``PARTS``."""
    assert name in PARTS
    return (importlib.resources.files(__package__) / name).read_text(encoding="utf-8")
