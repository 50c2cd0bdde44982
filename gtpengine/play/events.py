"""What has happened in a game, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gtpengine.base.text.language import Text

MOST_EVENTS: Final = 5_000
"""Events that are kept; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """Something that happened. ``number`` counts from 1; ``text`` is a sentence, which
    ``str`` gives in the language of whoever reads it.

    ``kind`` is note (on the record that was opened), new, move, verdict, undo, passes, dead,
    resume or result.
    """

    number: int
    kind: str
    text: Text | str


class Events:
    """The events of a game, oldest first."""

    def __init__(self) -> None:
        self._number = 0
        self._events: list[PlayEvent] = []

    def tell(self, kind: str, text: Text | str) -> None:
        """Add an event."""
        self._number += 1
        self._events.append(PlayEvent(self._number, kind, text))
        del self._events[:-MOST_EVENTS]

    def since(self, number: int) -> list[PlayEvent]:
        """Return the events after event ``number``."""
        return [event for event in self._events if event.number > number]
