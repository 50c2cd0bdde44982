"""The language of each request: as chosen in the menu, else as ``--lang`` says, else the browser's.

The choice is kept in a cookie, which the page's menu sets. Everything that answers the request
speaks that language, streams too.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from gtpengine.base.text import language

COOKIE: Final = "gtpengine-language"


class Speaking:
    """Middleware. ``asked`` is the language of ``--lang``, None without that option."""

    def __init__(self, app: ASGIApp, asked: str | None = None) -> None:
        self._app, self._asked = app, asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with language.speaking(self.language_of(Headers(scope=scope))):
            await self._app(scope, receive, send)

    def language_of(self, headers: Headers) -> str:
        """Return the language in which a request is answered."""
        try:
            chosen = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            chosen = None
        if chosen is not None and (known := language.matching(chosen.value)):
            return known
        return (
            self._asked
            or language.of_browser(headers.get("accept-language", ""))
            or language.current()
        )
