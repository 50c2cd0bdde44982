"""Messages that repeat what somebody typed, without repeating a novel."""

from __future__ import annotations

import re
from typing import Final

_NOVEL: Final = re.compile(r"\S{200,}")


def brief(message: str) -> str:
    """The message; of words of 200 characters and more, the beginning and the end."""
    return _NOVEL.sub(lambda word: f"{word[0][:100]}...{word[0][-40:]}", message)
