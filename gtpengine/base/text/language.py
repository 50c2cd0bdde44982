"""Texts in the language of the person.

    _("Move {number}: your turn.", number=3)
    _n("{count} stone", "{count} stones", count)
    _p("a verb", "Play")
    later("{point} is not on the board.", point="Z1")

Messages are written in English and looked up in a catalogue (see ``catalogue``). Values come by
name; numbers are written as the language does: ``{points:.1f}`` is 3,5 in German. ``later`` and
``later_n`` make a ``Text`` that ``str()`` translates, for what is said in one thread and read in
another, by people of different languages, or kept in a file.

The language is that of the program (``use``), or inside ``speaking``, which holds for one request
or one piece of work. Without either it is English, as it is in the library.
"""

from __future__ import annotations

import json
import os
import string
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any, Final

from gtpengine.base.text.catalogue import EMPTY, Catalogue, key_of, load

ENGLISH: Final = "en"

LANGUAGES: Final = {
    "en": "English",
    "zh": "简体中文",
    "ja": "日本語",
    "ko": "한국어",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "ru": "Русский",
}
"""The languages, each with its own name for itself."""

TAGS: Final = {"zh": "zh-Hans"}
"""The tag of a page, where it is not the language's short name."""

_SIGNS: Final = {
    "de": (",", ".", "\xa0%"),
    "fr": (",", "\u202f", "\xa0%"),
    "es": (",", ".", "\xa0%"),
    "ru": (",", "\xa0", "\xa0%"),
}
"""Decimal sign, sign between thousands, percent sign; those of English elsewhere."""

_DAYS: Final = {
    "en": "{0.year}-{0.month:02}-{0.day:02}",
    "zh": "{0.year}年{0.month}月{0.day}日",
    "ja": "{0.year}年{0.month}月{0.day}日",
    "ko": "{0.year}년 {0.month}월 {0.day}일",
    "es": "{0.day}/{0.month}/{0.year}",
    "fr": "{0.day:02}/{0.month:02}/{0.year}",
    "de": "{0.day:02}.{0.month:02}.{0.year}",
    "ru": "{0.day:02}.{0.month:02}.{0.year}",
}

_default = ENGLISH
_spoken: ContextVar[str | None] = ContextVar("language", default=None)


# --- which language -------------------------------------------------------------------------------


def matching(tag: str) -> str | None:
    """Return the language for a tag such as ``de``, ``de_AT.UTF-8`` or ``zh-TW``; None for others.

    ``C`` and ``POSIX`` are English.
    """
    name = tag.strip().replace("-", "_").partition(".")[0].partition("_")[0].lower()
    if name in ("c", "posix"):
        return ENGLISH
    return name if name in LANGUAGES else None


def of_system(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the system is set to; English where gtpengine lacks it."""
    names = environment.get("LANGUAGE", "").split(":")
    told = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if told.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH  # turns LANGUAGE off, as in gettext
    found = next(filter(None, map(matching, [*names, told or _of_windows()])), None)
    return found or ENGLISH


def _of_windows() -> str:
    if sys.platform == "win32":
        import ctypes
        import locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(number, "")
    return ""


def of_browser(accepted: str) -> str | None:
    """Return the language that a browser asks for most (``Accept-Language``), of those that
    gtpengine speaks; None where the browser asks for others only."""
    wishes = []
    for place, part in enumerate(accepted[:1000].split(",")):
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if weight > 0 and (found := matching(tag)):
            wishes.append((-weight, place, found))
    return min(wishes)[2] if wishes else None


def read_language(text: str) -> str:
    """Read the value of ``--lang``.

    :raises ArgumentTypeError: when it is no language of ours.
    """
    found = matching(text)
    if found is None:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise ArgumentTypeError(f"{text!r} is no language known here: choose {known}")
    return found


def use(language: str | None) -> None:
    """Speak a language in the whole program; None is the system's, where stdout has its letters."""
    global _default
    _default = language or of_system()
    if language is None and not _has_letters(_default, getattr(sys.stdout, "encoding", None)):
        _default = ENGLISH


def _has_letters(language: str, encoding: str | None) -> bool:
    try:
        LANGUAGES[language].encode(encoding or "ascii")
    except (LookupError, UnicodeError):
        return False
    return True


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for this task: a request, or work in one thread."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def current() -> str:
    """Return the language that is spoken now."""
    return _spoken.get() or _default


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, which is read once.

    Translators edit these files. Where one is broken, stderr says so, and the texts are English.
    """
    try:
        return load(language)
    except (OSError, ValueError) as error:
        print(f"gtpengine: catalogue {language}.po: {error}; texts are English", file=sys.stderr)
        return EMPTY


# --- texts ----------------------------------------------------------------------------------------


class _Filled(string.Formatter):
    """Fills values in, numbers as the language writes them."""

    def get_value(self, key: int | str, _args: Any, values: Mapping[str, Any]) -> Any:
        return values[str(key)]

    def format_field(self, value: Any, spec: str) -> str:
        text = format(value, spec)
        return _signed(text) if isinstance(value, int | float) and spec else text


def _signed(number: str) -> str:
    point, thousands, percent = _SIGNS.get(current(), (".", ",", "%"))
    return number.translate({ord("."): point, ord(","): thousands, ord("%"): percent})


_FILLED: Final = _Filled()


@dataclass(frozen=True, slots=True)
class Text:
    """A message with its values; ``str`` gives it in the language that is spoken then.

    ``many`` is the message for several, where the value ``count`` says how many.
    """

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""
    context: str = ""

    def __str__(self) -> str:
        count = int(self.values["count"]) if self.many else None
        found = None
        if (language := current()) != ENGLISH:
            found = catalogue(language).find(key_of(self.message, self.context), count)
        ours = self.message if count in (None, 1) else self.many
        try:
            return self._filled(ours if found is None else found)
        except (LookupError, ValueError, TypeError, AttributeError):  # a translator's slip
            return self._filled(ours)

    def _filled(self, text: str) -> str:
        return _FILLED.vformat(text, (), self.values) if self.values else text

    def __bool__(self) -> bool:
        return bool(self.message)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def to_json(self) -> str:
        """Return the text as a line that ``from_json`` reads."""
        values = {k: [v.to_json()] if isinstance(v, Text) else v for k, v in self.values.items()}
        return json.dumps([self.message, values, self.many, self.context])

    @classmethod
    def from_json(cls, line: str) -> Text:
        """Return the text of ``to_json``; any other line is a text that stays as it is."""
        try:
            message, values, many, context = json.loads(line)
            inner = {
                k: cls.from_json(v[0]) if isinstance(v, list) else v for k, v in values.items()
            }
            return cls(str(message), inner, str(many), str(context))
        except (ValueError, TypeError, AttributeError):
            return cls(line)


NO_TEXT: Final = Text("")


def later(message: str, /, **values: Any) -> Text:
    """Return a message to be translated when somebody reads it."""
    return Text(message, values)


def later_n(one: str, many: str, count: int, /, **values: Any) -> Text:
    """Return a message about ``count`` things, to be translated later."""
    return Text(one, {"count": count} | values, many)


def later_p(context: str, message: str, /, **values: Any) -> Text:
    """Return a message that means something of its own in a context, to be translated later."""
    return Text(message, values, context=context)


def _(message: str, /, **values: Any) -> str:
    """Return a message in the language that is spoken."""
    return str(Text(message, values))


def _n(one: str, many: str, count: int, /, **values: Any) -> str:
    """Return a message about ``count`` things in the language that is spoken."""
    return str(later_n(one, many, count, **values))


def _p(context: str, message: str, /, **values: Any) -> str:
    """Return a message that means something of its own in a context."""
    return str(later_p(context, message, **values))


def joined(parts: Iterable[object]) -> str:
    """Return parts of a line in a row, with the comma of the language; empty parts are left out."""
    comma = _p("between parts of a line", ", ")
    return comma.join(text for text in map(str, parts) if text)


def sentence(parts: Iterable[object]) -> str:
    """Return parts of a line as a sentence, with the full stop of the language."""
    return _p("parts of a line as a sentence", "{parts}.", parts=joined(parts))


def titled(name: object, text: object) -> str:
    """Return a text about something that is named first, with the colon of the language."""
    return _("{name}: {text}", name=name, text=text)


def texts_of(endings: tuple[str, ...]) -> dict[str, Any]:
    """Return the texts that stand in files with such endings, for ``texts.js``.

    ``forms`` are the categories of ``Intl.PluralRules``, in the order of the plural forms.
    """
    if (spoken := current()) == ENGLISH:
        return {"language": tag()}
    known = catalogue(spoken)
    found = {
        key: forms
        for key, forms in known.texts.items()
        if any(place.endswith(endings) for place in known.places[key].split())
    }
    forms = {"ru": ["one", "few", "many"]}.get(spoken, ["one", "other"])
    return {"language": tag(), "forms": forms, "found": found}


# --- numbers and days -----------------------------------------------------------------------------


def number(value: float, spec: str = "") -> str:
    """Return a number as ``format`` does, with the signs of the language: ``1,234.5``, ``52%``."""
    return _signed(format(value, spec))


def day(when: date) -> str:
    """Return a day as people write it."""
    return _DAYS[current()].format(when)


def tag() -> str:
    """Return the language that is spoken, as pages name it."""
    return TAGS.get(current(), current())
