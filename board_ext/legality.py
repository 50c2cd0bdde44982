"""Why a move is illegal, and the error that says so."""

from __future__ import annotations

import enum


class IllegalReason(enum.Enum):
    """The first reason that applies, in the order of this list; the value is a short text."""

    OFF_BOARD = "off the board"
    OCCUPIED = "occupied"
    KO = "ko"
    SUICIDE = "suicide"
    SUPERKO = "superko"


class IllegalMoveError(ValueError):
    """A move that the rules forbid.

    ``move`` names it (``"black D4"``), ``reason`` is an ``IllegalReason``.
    """

    def __init__(self, move: str, reason: IllegalReason) -> None:
        super().__init__(move, reason)
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        return f"illegal move {self.move}: {self.reason.value}"
