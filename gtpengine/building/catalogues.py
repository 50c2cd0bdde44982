"""``make texts``: brings the catalogues up to date with the sources, and says what is missing.

Babel finds the messages in Python, JavaScript and templates. New ones enter each catalogue without
a translation; those that no source says any more leave it. ``make texts ONLY=it`` begins another.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gtpengine.base.text.language import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "gtpengine" / "base" / "text" / "catalogues"

AT_ONCE: Final[dict[str, Any]] = {"_": None, "_n": (1, 2), "_p": ((1, "c"), 2)}
LATER: Final[dict[str, Any]] = {"later": None, "later_n": (1, 2), "later_p": ((1, "c"), 2)}
KINDS: Final = {"kind_about": (2,), "kind_of_stones": (2, 3), "kind_of_two_chains": (2,)}
KEYWORDS: Final = AT_ONCE | LATER | KINDS
"""The functions whose arguments are messages, as Babel names their places. Scripts of pages have
those that translate at once."""

METHODS: Final = {".py": "python", ".js": "javascript", ".html": "jinja2.ext:babel_extract"}

RULES: Final = {
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
}
"""Rules of plurals without the form for millions."""

WITHOUT: Final = ("lab", "tools")
"""Folders that speak to developers, in English."""


def sources() -> Iterator[Path]:
    """Yield the files in which messages stand."""
    for path in sorted((ROOT / "gtpengine").rglob("*")):
        if path.suffix in METHODS and path.relative_to(ROOT / "gtpengine").parts[0] not in WITHOUT:
            yield path


def template() -> Any:
    """Return all messages of the sources, as a catalogue of Babel without translations."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_file

    found = Catalog(project="gtpengine", charset="utf-8", fuzzy=False)
    for path in sources():
        for line, message, _comments, context in extract_from_file(
            METHODS[path.suffix],
            path,
            keywords=AT_ONCE if path.suffix == ".js" else KEYWORDS,
            options={"jsx": False},
        ):
            place = (path.relative_to(ROOT).as_posix(), line)
            found.add(message, locations=[place], context=context)
    return found


def read(language: str) -> Any:
    """Return the catalogue of a language as Babel has it; empty before its file is written."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = FOLDER / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, project="gtpengine", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(language: str, catalogue: Any) -> None:
    """Write a catalogue, without lines' numbers and dates: only changed texts change the file."""
    import io

    from babel.messages.pofile import write_po

    out = io.BytesIO()
    write_po(
        out, catalogue, width=100, sort_by_file=True, ignore_obsolete=True, include_lineno=False,
        omit_header=True,
    )  # fmt: skip
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {RULES.get(language, catalogue.plural_forms)}\\n"\n\n'
    )
    (FOLDER / f"{language}.po").write_bytes(head.encode() + out.getvalue())


def main(languages: list[str]) -> int:
    """Update the catalogues; return 1 while something is not translated."""
    found = template()
    missing = 0
    for language in languages or [one for one in LANGUAGES if one != ENGLISH]:
        known = read(language)
        known.update(found, no_fuzzy_matching=True)
        write(language, known)
        left = [one for one in known if one.id and not all_of(one.string)]
        missing += len(left)
        print(f"{language}: {len(known)} texts, {len(left)} not translated")
    return int(missing > 0)


def all_of(string: Any) -> bool:
    """Return whether a translation is there, with all its plural forms."""
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
