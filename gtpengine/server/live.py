"""States that pages follow: each page gets the newest state when it changes (server-sent events).

A page that reads slowly misses states in between, and no list of them grows anywhere.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from gtpengine.base.text.language import Text, _

MOST_STREAMS: Final = 40
"""Pages that follow something at a time."""

QUIET_SECONDS: Final = 15.0
"""A stream says after so long that it is alive, and finds out whether the page is."""


class Topic:
    """The newest state of something. ``publish`` may be called in any thread."""

    def __init__(self, state: object = None) -> None:
        self._lock = threading.Lock()
        self._state: object = None
        self._text = ""
        self._version = 0
        self._closed = False
        self._followers: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self.publish(state)

    def publish(self, state: object) -> None:
        """Take a new state, as ``json.dumps`` takes it, and wake those who follow.

        Each follower gets the texts (``Text``) in a language of their own. The state must not
        change later.
        """
        text = _dumped(state)
        with self._lock:
            if text != self._text:
                self._state, self._text = state, text
                self._version += 1
                self._wake()

    def close(self) -> None:
        """End all streams of this topic."""
        with self._lock:
            self._closed = True
            self._wake()

    @property
    def state(self) -> Any:
        """The state that a page gets now."""
        with self._lock:
            return json.loads(self._text)

    @property
    def followed(self) -> bool:
        """Whether a page follows."""
        with self._lock:
            return bool(self._followers)

    def wake(self) -> None:
        """Have those who follow look whether they should end."""
        with self._lock:
            self._wake()

    def _wake(self) -> None:
        for loop, changed in self._followers:
            if not loop.is_closed():
                loop.call_soon_threadsafe(changed.set)

    async def follow(
        self, ended: Callable[[], bool] = lambda: False, quiet: float = QUIET_SECONDS
    ) -> AsyncIterator[str]:
        """Yield the state as JSON now and after each change; an empty text when all is quiet.

        The stream ends after ``close``, and when ``ended`` is true at a ``wake``.
        """
        changed = asyncio.Event()
        me = (asyncio.get_running_loop(), changed)
        with self._lock:
            self._followers.add(me)
        seen = 0
        try:
            while not ended():
                changed.clear()
                with self._lock:
                    state, version, closed = self._state, self._version, self._closed
                if version != seen:
                    seen = version
                    yield _dumped(state)
                    continue
                if closed:
                    return
                try:
                    await asyncio.wait_for(changed.wait(), quiet)
                except TimeoutError:
                    yield ""
        finally:
            with self._lock:
                self._followers.discard(me)


def _dumped(state: object) -> str:
    return json.dumps(state, separators=(",", ":"), default=_told)


def _told(text: object) -> str:
    assert isinstance(text, Text)
    return str(text)


class Streams:
    """All streams of a server: their number is bounded, and all end together."""

    def __init__(self) -> None:
        self._topics: list[Topic] = []
        self._closing = False

    def close(self) -> None:
        """End all streams, now and later. Call it in the thread of the event loop."""
        self._closing = True
        for topic in self._topics:
            topic.wake()

    def answer(self, topic: Topic) -> StreamingResponse:
        """Return an answer that follows a topic.

        :raises HTTPException: when too many pages follow already.
        """
        if len(self._topics) >= MOST_STREAMS:
            raise HTTPException(429, _("too many pages are open: close some of them"))
        return StreamingResponse(self._events(topic), media_type="text/event-stream")

    async def _events(self, topic: Topic) -> AsyncIterator[str]:
        self._topics.append(topic)
        try:
            async for text in topic.follow(lambda: self._closing):
                yield f"data: {text}\n\n" if text else ": quiet\n\n"
            if not self._closing:
                # Without this the page would connect again and again.
                yield "event: end\ndata: \n\n"
        finally:
            self._topics.remove(topic)
