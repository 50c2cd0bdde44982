"""The language of each request: the menu's cookie, ``--lang``, the browser's wish, the system's."""

from __future__ import annotations

import asyncio

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from gtpengine.base.text import language
from gtpengine.server.speaking import COOKIE, Speaking


async def told(_scope: Scope, _receive: Receive, send: Send) -> None:
    """An application that sends the language that is spoken."""
    await send({"said": language.tag()})


@pytest.mark.parametrize(
    ("asked", "cookie", "accepted", "found"),
    [
        (None, "", "", "en"),
        (None, "", "ru-RU,en;q=0.5", "ru"),
        ("de", "", "ru-RU,en;q=0.5", "de"),
        ("de", "ja", "ru-RU,en;q=0.5", "ja"),
        (None, "tlh", "pt, fr;q=0.5", "fr"),
    ],
)
def test_what_was_chosen_goes_before_what_the_browser_wishes(
    asked: str | None, cookie: str, accepted: str, found: str
) -> None:
    headers = Headers({"cookie": f"other=1; {COOKIE}={cookie}", "accept-language": accepted})
    assert Speaking(told, asked).language_of(headers) == found


def test_each_request_is_answered_in_its_own_language() -> None:
    async def answer(wish: str) -> str:
        said: list[str] = []

        async def send(message: Message) -> None:
            said.append(str(message["said"]))

        scope = {"type": "http", "headers": [(b"accept-language", wish.encode())]}
        await Speaking(told)(scope, None, send)  # type: ignore[arg-type]
        return said[0]

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*map(answer, ("zh-CN", "ko", "pt")))

    assert asyncio.run(all_at_once()) == ["zh-Hans", "ko", "en"]
