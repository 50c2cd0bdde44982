"""Catalogues of translated texts, read from gettext's text files as translators edit them.

They are read as they are (``catalogues/ja.po``), when a language is first spoken: nothing is
compiled, so a mended translation is there at the next start, and no install can lack or mix up the
compiled form. Reading one takes some milliseconds. Editors of these files, and Babel, which keeps
them (``make texts``), write the small part of the format that is read here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

FOLDER: Final = "catalogues"

CONTEXT: Final = "\x04"
"""Between the context and the message of a key, as in gettext's own files."""

_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])?\s+)?(".*")\s*\Z')
_PLURAL: Final = re.compile(r"plural\s*=\s*([^;\n]+)")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a language: for each key the translation, or its plural forms.

    ``form_of`` gives the index of the form for a count. ``places`` has the files in which a text
    stands.
    """

    texts: Mapping[str, tuple[str, ...]]
    form_of: Callable[[int], int]
    places: Mapping[str, str]

    def find(self, key: str, count: int | None = None) -> str | None:
        """Return the translation, for ``count`` things where that is given; None without one."""
        forms = self.texts.get(key)
        if forms is None:
            return None
        return forms[0 if count is None else min(self.form_of(abs(count)), len(forms) - 1)]


def key_of(message: str, context: str = "") -> str:
    """Return what a catalogue finds a message by."""
    return f"{context}{CONTEXT}{message}" if context else message


def load(language: str) -> Catalogue:
    """Return the catalogue of a language.

    :raises OSError: when its file cannot be read.
    :raises ValueError: when its file is no catalogue.
    """
    import importlib.resources  # slow, and speaking GTP does not need it

    file = importlib.resources.files(__package__) / FOLDER / f"{language}.po"
    return parse(file.read_text(encoding="utf-8").splitlines())


def parse(lines: Iterable[str]) -> Catalogue:
    """Read a catalogue; what is marked fuzzy, old or is not translated counts as missing.

    :raises ValueError: at a line that no catalogue may have.
    """
    import gettext

    texts: dict[str, tuple[str, ...]] = {}
    places: dict[str, str] = {}
    for entry in _entries(lines):
        forms = [entry.parts[name] for name in sorted(entry.parts) if name.startswith("msgstr")]
        if forms and all(forms) and not entry.fuzzy:
            key = key_of(entry.parts["msgid"], entry.parts.get("msgctxt", ""))
            texts[key] = tuple(forms)
            places[key] = entry.places
    head = texts.pop("", ("",))[0]
    places.pop("", None)
    rule = _PLURAL.search(head)
    form_of = gettext.c2py(rule[1]) if rule else lambda count: int(count != 1)
    return Catalogue(texts, form_of, places)


EMPTY: Final = Catalogue({}, lambda _count: 0, {})
"""A catalogue without texts."""


@dataclass(slots=True)
class _Entry:
    parts: dict[str, str]
    places: str = ""
    fuzzy: bool = False


def _entries(lines: Iterable[str]) -> Iterable[_Entry]:
    entry, name = _Entry({}), ""
    for number, line in enumerate([*lines, ""], 1):
        if not line.strip():
            if "msgid" in entry.parts:
                yield entry
            entry = _Entry({})
        elif line.startswith("#"):
            if line.startswith("#:"):
                entry.places = f"{entry.places} {line[2:].strip()}".strip()
            entry.fuzzy = entry.fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif found := _LINE.match(line):
            name = f"{found[1]}{found[2] or ''}" if found[1] else name
            text = _unescaped(found[3], number)
            entry.parts[name] = entry.parts.get(name, "") + text if not found[1] else text
        else:
            raise _none(number, line)


def _unescaped(quoted: str, number: int) -> str:
    try:
        return str(ast.literal_eval(quoted))  # the escapes are those of Python
    except (SyntaxError, ValueError):
        raise _none(number, quoted) from None


def _none(number: int, line: str) -> ValueError:
    return ValueError(f"line {number} cannot be read: {line[:60]!r}")
