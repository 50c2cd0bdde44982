"""Text for a terminal. Names come from files, engines and stores: they are data."""

from __future__ import annotations

from gtpengine.base.text.brief import brief


def plain(text: str, keep: str = "") -> str:
    """Return the text with every unprintable character as its escape, except those in ``keep``.

    So no character moves the cursor, sets a title or turns the line around.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in keep else c.encode("unicode_escape").decode() for c in text
    )


def told(error: BaseException, text: str = "") -> str:
    """Return what an error says, or ``text`` instead, on one line; below it the error's notes.

    So a name in the message has no second line, and the output of a program, a note, has.
    """
    notes = getattr(error, "__notes__", ())
    return "\n".join([plain(brief(text or str(error))), *(plain(note, "\n") for note in notes)])
