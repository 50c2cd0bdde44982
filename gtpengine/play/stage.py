"""How far a game of a person is."""

from __future__ import annotations

import enum


class Stage(enum.Enum):
    """How far the game is."""

    PLAYING = "playing"
    COUNTING = "counting"
    """Both have passed, and the dead stones are not judged yet: ``count`` does that."""
    AGREEING = "agreeing"
    """The dead stones are marked: the person agrees, marks others, or plays on."""
    OVER = "over"
