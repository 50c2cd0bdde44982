"""The deck: problems in a file (SQLite), and when each is to be asked again.

A problem is due at once when it is new, and then 1, 3, 9 and 27 days after it was solved; a mistake
begins again at 1. After the last one it is learned. Days are the user's calendar days.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final, Self

from gtpengine.base.files.userpath import data_folder
from gtpengine.base.text.language import Text, later
from gtpengine.problems.problem import OwnMistake

DAYS: Final = (1, 3, 9, 27)
"""Days after which a problem comes back, by how often in a row it was solved."""

VERSION: Final = 1

_COLUMNS: Final = tuple(field.name for field in fields(OwnMistake))
_LISTS: Final = ("played", "best")

_SCHEMA: Final = f"""
CREATE TABLE problem (
    id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, {", ".join(_COLUMNS)},
    step INTEGER NOT NULL DEFAULT 0, due TEXT, asked INTEGER NOT NULL DEFAULT 0,
    solved INTEGER NOT NULL DEFAULT 0
);
PRAGMA user_version = {VERSION};
"""


class DeckError(ValueError):
    """A deck that cannot be used; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Card:
    """A problem in the deck: how often in a row it was solved, when it is due (None: learned)."""

    id: int
    problem: OwnMistake
    step: int
    due: date | None
    asked: int
    solved: int


def this_day() -> date:
    """Return today, as the user's calendar has it."""
    return datetime.now().astimezone().date()


def default_path() -> Path:
    """Return the user's own deck."""
    return data_folder() / "problems.sqlite"


def due_cards(cards: Iterable[Card], today: date) -> list[Card]:
    """Return the cards to ask today, the longest due first, then the costliest."""
    found = [card for card in cards if card.due is not None and card.due <= today]
    return sorted(found, key=lambda card: (card.due, -card.problem.lost_win_rate, card.id))


class Deck:
    """A deck, open until ``close``.

    :raises DeckError: from all methods, when the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        """Open the file; it is made if needed.

        :raises DeckError: when it is no deck, or one of a later version.
        """
        self.path = path
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=10)
            (version,) = self._base.execute("PRAGMA user_version").fetchone()
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if version == 0 and tables == 0:
                self._base.executescript(_SCHEMA)
            elif version != VERSION:
                raise DeckError(
                    later("{path} is no deck of this version: choose another --deck", path=path)
                )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def add(self, problems: Iterable[OwnMistake], today: date) -> int:
        """Add problems, due today; return how many were new."""
        names = ", ".join(("key", *_COLUMNS, "due"))
        marks = ", ".join("?" * (len(_COLUMNS) + 2))
        added = 0
        with self._told(), self._base:
            for one in problems:
                done = self._base.execute(
                    f"INSERT OR IGNORE INTO problem ({names}) VALUES ({marks})",
                    (one.key, *_stored(one), today.isoformat()),
                )
                added += done.rowcount
        return added

    def cards(self) -> list[Card]:
        """Return all cards, the oldest first."""
        columns = ", ".join(("id", *_COLUMNS, "step", "due", "asked", "solved"))
        with self._told():
            rows = self._base.execute(f"SELECT {columns} FROM problem ORDER BY id")
            return [_card(row) for row in rows.fetchall()]

    def due(self, today: date) -> list[Card]:
        """Return the cards to ask today, as ``due_cards``."""
        return due_cards(self.cards(), today)

    def answered(self, card: Card, solved: bool, today: date) -> date | None:
        """Note an answer; return when the problem comes back, None when it is learned.

        An answer to a problem that is not due any more, as from a second browser, changes nothing.
        """
        with self._told(), self._base:
            self._base.execute("BEGIN IMMEDIATE")
            found = "SELECT step, due FROM problem WHERE id = ?"
            row = self._base.execute(found, (card.id,)).fetchone()
            at, known = row if row is not None else (0, None)
            if known is None or known > today.isoformat():
                return None if known is None else date.fromisoformat(known)
            step = at + 1 if solved else 0
            wait = DAYS[max(0, step - 1)] if step <= len(DAYS) else 0
            due = today + timedelta(wait) if wait else None
            self._base.execute(
                "UPDATE problem SET step = ?, due = ?, asked = asked + 1, solved = solved + ?"
                " WHERE id = ?",
                (step, None if due is None else due.isoformat(), int(solved), card.id),
            )
        return due

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            why = getattr(error, "strerror", None) or error
            raise DeckError(
                later("{path}: {why}; choose another --deck", path=self.path, why=str(why))
            ) from None


def _stored(problem: OwnMistake) -> list[object]:
    values = {name: getattr(problem, name) for name in _COLUMNS} | {"text": problem.text.to_json()}
    return [json.dumps(v) if isinstance(v, tuple) else v for v in values.values()]


def _card(row: tuple[object, ...]) -> Card:
    number, *values, step, due, asked, solved = row
    told = dict(zip(_COLUMNS, values, strict=True))
    for name in _LISTS:
        told[name] = tuple(json.loads(str(told[name])))
    told["text"] = Text.from_json(str(told["text"]))
    problem = OwnMistake(**told)  # type: ignore[arg-type]
    when = None if due is None else date.fromisoformat(str(due))
    return Card(int(str(number)), problem, int(str(step)), when, int(str(asked)), int(str(solved)))
