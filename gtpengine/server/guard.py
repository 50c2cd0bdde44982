"""Who may ask this server what: every request passes here before anything else sees it.

Other pages in the same browser can send requests to this machine, too. They do not know the token,
they cannot change ``Host`` or ``Origin``, and the cookie is not sent with their requests. A page on
another port of this machine is the same site to a browser; ``Origin`` and ``Sec-Fetch-Site`` tell
such a page apart.
"""

from __future__ import annotations

import asyncio
import hmac
import sys
import time
import traceback
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gtpengine.base.text.language import _, later, tag
from gtpengine.server.requests import LONGEST_JSON, LONGEST_SGF

READING: Final = ("GET", "HEAD")

LIMITS: Final = {"application/json": LONGEST_JSON, "application/x-go-sgf": LONGEST_SGF}
"""Kind of a request's body -> most bytes. A form of another page can send neither kind."""

BODY_SECONDS: Final = 8.0
"""Seconds that a body may take to arrive."""

UNREAD_BYTES: Final = 2 * LONGEST_SGF
UNREAD_SECONDS: Final = 5.0
"""How much of a body that is too long is read and thrown away before it is refused, and for how
long. A connection that is closed on unread bytes is reset, and the client never sees the answer."""

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)

HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""What every answer says, unless it says otherwise itself."""

_TO_THE_TERMINAL: Final = later(
    "Open the address that gtpengine web has printed in its terminal: it carries the key to this"
    " page."
)

_ENTRY: Final = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/">
<title>gtpengine</title><p><a href="/">gtpengine</a></p></html>"""
"""Leads on by a click or by itself, so that the next request comes from a page of this server."""


class TokenBucket:
    """A limit of rate: ``most`` requests at once, then ``per_second`` a second."""

    def __init__(
        self, most: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = self._left = most
        self._per_second = per_second
        self._clock = clock
        self._at = clock()

    def take(self) -> bool:
        """Return whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._most, self._left + self._per_second * (now - self._at))
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Middleware: answers what is refused itself, and hands on the rest with its whole body.

    :param token: the secret that the printed address carries.
    :param port: the port of this server.
    """

    def __init__(
        self,
        app: ASGIApp,
        token: str,
        port: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._token = token.encode()
        self._cookie = f"gtpengine-{port}"  # cookies are shared by all ports of a machine
        names = [f"{name}:{port}" for name in ("127.0.0.1", "localhost")]
        self._hosts = {*names, *(["127.0.0.1", "localhost"] if port == 80 else [])}
        # Strangers must not use up what the user may ask.
        self._strangers = TokenBucket(200, 20, clock)
        self._user = TokenBucket(300, 50, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # websockets are not spoken here
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._refusal(scope)
        if answer is None and scope["method"] not in READING:
            got = await self._body(scope, receive)
            if isinstance(got, Response):
                answer = got
            else:
                receive = _replay(got, receive)
        if answer is not None:
            await answer(scope, receive, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
        except Exception as error:
            # What went wrong inside is for the terminal, not for a page.
            place = traceback.extract_tb(error.__traceback__)[-1]
            print(
                f"gtpengine web: {scope['method']} {scope['path']!r}: {error!r}"
                f" ({place.filename}:{place.lineno})",
                file=sys.stderr,
            )
            if not begun:
                answer = refused(500, _("something went wrong here; the terminal says what"))
                await answer(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that is refused by its head; None for any other request.

        The address with the token is answered here, too.
        """
        headers = Headers(scope=scope)
        host, origins = headers.getlist("host"), headers.getlist("origin")
        reads = scope["method"] in READING
        if len(host) != 1 or host[0].lower() not in self._hosts:
            return self._stranger(403, "this server answers to 127.0.0.1 and localhost alone")
        if self._entered(scope):
            return self._entry() if self._strangers.take() else _too_many()
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return self._stranger(403, "another page may not ask this server", scope)
        if any(origin != f"http://{host[0]}".lower() for origin in origins):
            return self._stranger(403, "another page may not ask this server", scope)
        if not self._known(headers):
            return self._stranger(401, str(_TO_THE_TERMINAL), scope)
        if not self._user.take():
            return _too_many()
        if not reads and not origins:
            return refused(403, "a request that changes something must say its Origin")
        if not reads and _kind(headers) not in LIMITS:
            return refused(415, f"send {' or '.join(LIMITS)}")
        return None

    def _stranger(self, status: int, text: str, scope: Scope | None = None) -> Response:
        if not self._strangers.take():
            return _too_many()
        wants = Headers(scope=scope).get("accept", "") if scope else ""
        if "text/html" in wants:
            page = f"<!DOCTYPE html><html lang='{tag()}'><meta charset='utf-8'>"
            page += "<title>gtpengine</title>"
            return HTMLResponse(f"{page}<h1>gtpengine</h1><p>{_TO_THE_TERMINAL}</p></html>", status)
        return refused(status, text)

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode("utf-8", "replace"), self._token)

    def _entered(self, scope: Scope) -> bool:
        """Return whether this is the address that was printed."""
        if scope["path"] != "/" or scope["method"] not in READING:
            return False
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return len(given) == 1 and self._is_token(given[0])

    def _entry(self) -> Response:
        answer = HTMLResponse(_ENTRY)
        answer.set_cookie(
            self._cookie, self._token.decode(), httponly=True, samesite="strict", path="/"
        )
        return answer

    def _known(self, headers: Headers) -> bool:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        return self._cookie in cookies and self._is_token(cookies[self._cookie].value)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | Response:
        """Return the whole body, or the answer to a body that is too long or too slow."""
        headers = Headers(scope=scope)
        most = LIMITS[_kind(headers)]
        length = headers.get("content-length", "0")
        too_long = refused(413, f"more than {most // 1024} KiB")
        if not length.isdecimal() or int(length) > most:
            await _throw_away(receive)
            return too_long
        parts, size = [], 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return refused(400, "the request broke off")
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        await _throw_away(receive)
                        return too_long
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            return refused(408, "the request came too slowly")


async def _throw_away(receive: Receive) -> None:
    """Read what is left of a body, as far as that is worth the wait."""
    size = 0
    try:
        async with asyncio.timeout(UNREAD_SECONDS):
            while size < UNREAD_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body"):  # the end of the body, or nobody is there any more
                    return
    except TimeoutError:
        return


def refused(status: int, text: str) -> Response:
    """Return an answer that says what is wrong."""
    headers = {"connection": "close"} if status in (408, 413) else None
    return JSONResponse({"error": text}, status, headers)


def _too_many() -> Response:
    return JSONResponse(
        {"error": _("too many requests: wait some seconds")}, 429, {"retry-after": "2"}
    )


def _kind(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the body that was read, then what comes after the body."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
