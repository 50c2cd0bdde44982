"""The state of a store while its events run: the answers of all, and one event with its games.

``gtpengine web`` shows it. The pieces are taken from the page that ``gtpengine report`` makes.
"""

from __future__ import annotations

import importlib.resources
import re
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import stored_tests
from gtpengine.tools.storage.store import Event, Store

from gtpengine.web.pages import environment

from .page import Shown, attempt, shown_event
from .report import read_events

GAMES: Final = 300
"""Games of an event in its table."""

_MORE: Final = "Some of {total} games; gtpengine report --viewer-games 0 shows all."

Mark = tuple[str, ...]


def asset(name: str) -> str:
    """Return the text of a style sheet or script of ``templates/``."""
    return (importlib.resources.files(__package__) / "templates" / name).read_text("utf-8")


def stamp(path: Path) -> tuple[int, ...]:
    """Return something that changes whenever the store does; cheap to ask for."""
    found = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        try:
            state = file.stat()
        except OSError:
            continue
        found += [state.st_mtime_ns, state.st_size]
    return tuple(found)


class Watcher:
    """A store that is looked at again and again; events that did not change are not read again.

    Use it from one thread.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._templates = environment("gtpengine.tools.report")
        self._known: dict[str, tuple[Mark, Shown]] = {}

    def overview(self) -> dict[str, Any]:
        """Return the answer of each event as HTML, and what could not be read.

        :raises StoreError: if the store cannot be read
        """
        with Store(self._path, read_only=True) as store:
            events = read_events(store, (), lambda event: event.kind != "tune-trial")
            known = {}
            for event in events:
                mark = _mark(store, event)
                old = self._known.get(event.name)
                found = old[1] if old and old[0] == mark else _shown(store, event, 0)
                known[event.name] = (mark, found)
            self._known = known
            macro = self._templates.get_template("parts.html").module.answer_line  # type: ignore[attr-defined]
            lines = [
                {
                    "name": event.name,
                    "status": event.status,
                    "html": _portable(str(macro(known[event.name][1], _address(event.name)))),
                }
                for event in reversed(events)
            ]
            return {"events": lines, "damaged": store.damaged}

    def event(self, name: str) -> dict[str, Any]:
        """Return one event as HTML, with its games for ``games.js``.

        :raises StoreError: if the store cannot be read, or there is no event of this name
        """
        with Store(self._path, read_only=True) as store:
            event = store.event(name)
            found = _shown(store, event, GAMES)
            html = self._templates.get_template("event.html").render(event=found)
            games = found.games
            if games:
                games["more"] = _MORE.format(**games)
            return {
                "name": name,
                "status": event.status,
                "html": _portable(html),
                "games": games,
                "damaged": store.damaged,
            }


def _shown(store: Store, event: Event, games: int) -> Shown:
    make = partial(shown_event, store, event, "event", games)
    found = attempt(store, f"event {event.name!r}", make)
    return found or Shown("event", event.name, "damaged", None, {})


def _mark(store: Store, event: Event) -> Mark:
    """Return what changes when an event has something new to say."""
    try:
        more = len(stored_tests(store, event)) if event.kind == "regress" else 0
        trials = store.counts(event) if event.kind != "regress" else {}
    except StoreError as error:
        return (str(error),)
    return (str(event.id), event.status, repr(trials), str(more), *_trials(store, event))


def _trials(store: Store, event: Event) -> Mark:
    if event.kind != "tune":
        return ()
    rows = store.database.rows("SELECT count(points) AS n FROM trial WHERE event_id = ?", event.id)
    return (str(next(iter(rows))["n"]),)


def _address(name: str) -> str:
    return f"/run?event={quote(name, safe='')}"


def _portable(html: str) -> str:
    """Return HTML without style attributes, which the server's page may not have.

    Its script sets them. A value cannot hold this text, because its quotes are escaped.
    """
    return re.sub(r' style="', ' data-style="', html)
