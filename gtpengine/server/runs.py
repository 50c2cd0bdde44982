"""The runs of a store, for pages that watch them.

The tools are an extra of their own: they are loaded when a page asks for the runs.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gtpengine.base.arguments.extras import lacking
from gtpengine.base.text.language import later
from gtpengine.server.live import Topic
from gtpengine.server.requests import wrong

TOOLS: Final = "gtpengine.tools.report.live"

ASSETS: Final = ("report.css", "games.css", "viewer.js", "games.js")
"""Files of the tools that the pages of runs load."""

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the store."""

MOST_EVENTS: Final = 10
"""Events that pages watch at a time."""

LONGEST_NAME: Final = 1000


class Runs:
    """The store, and the thread that looks at the store while a page watches."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._topics: dict[str, Topic] = {}
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    @staticmethod
    def asset(name: str) -> str:
        """Return one of ``ASSETS``; an empty text where the tools are missing."""
        try:
            tools: Any = importlib.import_module(TOOLS)
        except ModuleNotFoundError:
            return ""
        return str(tools.asset(name))

    def follow(self, event: str) -> Topic:
        """Return what a page follows: an event by name, or with an empty name all of them.

        :raises HTTPException: when pages watch too many events already
        """
        if len(event) > LONGEST_NAME:
            raise wrong("there is no such event", 404)
        with self._lock:
            if self._ending.is_set():
                raise wrong("the server ends", 503)
            for name in [name for name, topic in self._topics.items() if not topic.followed]:
                if name != event:
                    del self._topics[name]
            if event not in self._topics and len(self._topics) > MOST_EVENTS:
                raise wrong("too many events are watched: close some pages", 429)
            topic = self._topics.setdefault(event, Topic({"loading": True}))
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="runs")
                self._thread.start()
            return topic

    def close(self) -> None:
        """End the thread."""
        self._ending.set()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()

    def _watch(self) -> None:
        try:
            tools: Any = importlib.import_module(TOOLS)
        except ModuleNotFoundError:
            error = f"{lacking('Runs need the tools', 'tools')}. Then start gtpengine web again."
            self._watch_with(lambda _: {"error": error}, lambda: ())
            return
        watcher = tools.Watcher(self.store)

        def look(event: str) -> object:
            if not self.store.exists():
                return {
                    "error": later(
                        "There is no store {store} yet. It appears with the first match or test;"
                        " --store FILE names another store.",
                        store=str(self.store),
                    )
                }
            try:
                return watcher.event(event) if event else watcher.overview()
            except tools.StoreError as error:
                return {"error": str(error)}
            except Exception as error:
                print(f"gtpengine web: {self.store}: {error!r}", file=sys.stderr)
                return {"error": later("The store cannot be shown; the terminal says why.")}

        self._watch_with(look, lambda: tools.stamp(self.store))

    def _watch_with(
        self, look: Callable[[str], object], stamp: Callable[[], tuple[int, ...]]
    ) -> None:
        seen: dict[str, tuple[int, ...]] = {}
        while True:
            with self._lock:
                topics = dict(self._topics)
            now = stamp()
            for name, topic in topics.items():
                if topic.followed and (seen.get(name) != now or topic.state.get("loading")):
                    seen[name] = now
                    topic.publish(look(name))
            if self._ending.wait(LOOK_SECONDS):
                return
