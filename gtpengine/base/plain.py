"""Text for a terminal. Names come from files, engines and stores: they are data."""

from __future__ import annotations


def plain(text: str, keep: str = "") -> str:
    """Return the text with every unprintable character as its escape, except those in ``keep``.

    So no character moves the cursor, sets a title or turns the line around.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in keep else c.encode("unicode_escape").decode() for c in text
    )
