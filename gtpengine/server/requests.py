"""What pages send, as checked values; errors that become answers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

TELLS: Final = 200
"""The status of what a person is told: a browser reports every other status on its console
as an error."""

LONGEST_JSON: Final = 64 << 10
LONGEST_SGF: Final = 16 << 20
"""Most bytes of a body."""

VERTEX: Final = re.compile(r"(?:[A-HJ-T](?:1\d|[1-9])|pass)\Z")
ID: Final = re.compile(r"[0-9a-f]{12}\Z")


def wrong(text: str, status: int = 400) -> HTTPException:
    """Return the error for a request that cannot be followed."""
    return HTTPException(status, text)


def refusal(text: str) -> HTTPException:
    """Return the answer to a person who wants what cannot be done: a move that the rules forbid."""
    return HTTPException(TELLS, text)


class Form:
    """The members of an object in JSON, read by kind.

    Each method returns the default where there is no such member.

    :raises HTTPException: from each method, when the value does not fit.
    """

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = members

    @classmethod
    async def of(cls, request: Request) -> Form:
        """Read the body of a request; an empty body is an empty object.

        :raises HTTPException: when the body is no object in JSON.
        """
        body = await request.body()
        try:
            found = json.loads(body) if body else {}
        except (ValueError, RecursionError):
            raise wrong("the request is no JSON") from None
        if not isinstance(found, dict):
            raise wrong("the request is no object in JSON")
        return cls(found)

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = self._members.get(name, default)
        if type(value) is not int or not low <= value <= high:
            raise wrong(f"{name}: a whole number from {low} to {high}")
        return value

    def real(self, name: str, default: float, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        value = self._members.get(name, default)
        if type(value) not in (int, float) or not math.isfinite(value) or not low <= value <= high:
            raise wrong(f"{name}: a number from {low:g} to {high:g}")
        return float(value)

    def choice(self, name: str, default: str, known: Sequence[str]) -> str:
        """Return one of the known words."""
        value = self._members.get(name, default)
        if not isinstance(value, str) or value not in known:
            raise wrong(f"{name}: one of {', '.join(known)}")
        return value

    def truth(self, name: str) -> bool:
        """Return true or false; false where there is no such member."""
        value = self._members.get(name, False)
        if type(value) is not bool:
            raise wrong(f"{name}: true or false")
        return value

    def text(self, name: str, default: str, most: int) -> str:
        """Return a text of at most ``most`` printable characters."""
        value = self._members.get(name, default)
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise wrong(f"{name}: a text of at most {most} characters")
        return value

    def vertex(self, name: str) -> str:
        """Return a point such as ``D4``, or ``pass``."""
        value = self._members.get(name)
        if not isinstance(value, str) or not VERTEX.match(value):
            raise wrong(f"{name}: a point such as D4, or pass")
        return value

    def has(self, name: str) -> bool:
        """Return whether there is such a member."""
        return name in self._members


async def record_in(request: Request) -> bytes:
    """Return the record that a page sends.

    :raises HTTPException: when the page sends something else.
    """
    body = await request.body()
    if request.headers["content-type"].startswith("application/json"):
        raise wrong("send a file in SGF", 415)
    return body


def id_in(request: Request) -> str:
    """Return the id in the path.

    :raises HTTPException: when that part of the path is no id.
    """
    found = str(request.path_params["id"])
    if not ID.match(found):
        raise wrong("there is no such thing", 404)
    return found
