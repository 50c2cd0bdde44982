"""HTTP connections that are closed when nothing whole arrives on them for long.

uvicorn bounds the time between two requests, but not the time of a head that comes byte by byte;
and uvicorn keeps a connection for each client that cares to open one.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

HEAD_SECONDS: Final = 5.0
"""Seconds that a request's head may take to arrive."""

MOST_CONNECTIONS: Final = 100


class ImpatientProtocol(H11Protocol):
    """A connection whose requests must send their heads in time; only some may be open at once."""

    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.close()
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._due is not None:
            self._due.cancel()
        super().connection_lost(exc)

    @property
    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _watch(self) -> None:
        """Start the clock when a head is awaited, and stop the clock when the head is whole."""
        answering = self._answering
        if answering and self._due is not None:
            self._due.cancel()
            self._due = None
        elif not answering and self._due is None:
            self._due = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._due = None
        if not self._answering and not self.transport.is_closing():
            self.transport.close()
