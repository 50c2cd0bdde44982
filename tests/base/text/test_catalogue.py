"""Catalogues: read as Babel reads them, whole in each language, placeholders that fit."""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import cache
from typing import Any

import pytest
from babel import Locale

from gtpengine.base.text import catalogue, language
from gtpengine.base.text.catalogue import key_of, parse
from gtpengine.building import catalogues

OTHERS = [one for one in language.LANGUAGES if one != language.ENGLISH]
read = cache(catalogues.read)

SMALL = r"""
msgid ""
msgstr ""
"Language: ru\n"
"Plural-Forms: nplurals=3; plural=n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 &&"
" (n % 100 < 12 || n % 100 > 14) ? 1 : 2;\n"

#: a.py b.js
#, python-brace-format
msgid "A \"word\" of {name}\n"
msgstr ""
"Слово «{name}»"
"\n"

msgctxt "a verb"
msgid "Play"
msgstr "Играть"

msgid "{count} stone"
msgid_plural "{count} stones"
msgstr[0] "{count} камень"
msgstr[1] "{count} камня"
msgstr[2] "{count} камней"

#, fuzzy
msgid "guessed"
msgstr "угадано"

msgid "not yet"
msgstr ""

#~ msgid "old"
#~ msgstr "старое"
"""


def test_a_catalogue_is_read() -> None:
    found = parse(SMALL.splitlines())
    assert found.find('A "word" of {name}\n') == "Слово «{name}»\n"
    assert found.find(key_of("Play", "a verb")) == "Играть"
    assert found.find("Play") is None
    assert found.find("guessed") is None and found.find("not yet") is None
    assert found.find("old") is None and found.find("") is None
    assert found.places['A "word" of {name}\n'] == "a.py b.js"


@pytest.mark.parametrize(
    ("count", "word"),
    [(1, "камень"), (2, "камня"), (5, "камней"), (11, "камней"), (21, "камень"), (112, "камней")],
)
def test_the_plural_form_is_that_of_the_count(count: int, word: str) -> None:
    assert parse(SMALL.splitlines()).find("{count} stone", count) == f"{{count}} {word}"


def test_a_line_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"line 2 cannot be read: 'msgid broken'"):
        parse(["", "msgid broken"])


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_read_as_babel_reads_it(code: str) -> None:
    ours = catalogue.load(code)
    theirs = {
        key_of(one.id if isinstance(one.id, str) else one.id[0], one.context or ""): (
            one.string if isinstance(one.string, tuple) else (one.string,)
        )
        for one in read(code)
        if one.id and catalogues.all_of(one.string)
    }
    assert ours.texts == theirs


@pytest.mark.parametrize("code", OTHERS)
def test_plural_forms_are_those_of_unicode_s_data(code: str) -> None:
    """For Python, and for pages, which know the names of the forms."""
    category = Locale.parse(code).plural_form
    with language.speaking(code):
        names = language.texts_of((".js",))["forms"]
    forms = read(code).num_plurals
    ours = catalogue.load(code)
    for count in range(130):
        place = names.index(category(count)) if category(count) in names else forms
        assert ours.form_of(count) == min(place, forms - 1)


@pytest.fixture(scope="module")
def template() -> Any:
    return catalogues.template()


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_whole(code: str, template: Any) -> None:
    """Each message of the sources is translated, and no other; nothing is marked fuzzy."""
    known = {(one.id, one.context): one for one in read(code) if one.id}
    wanted = {(one.id, one.context) for one in template if one.id}
    assert wanted - known.keys() == set(), "run: make texts"
    assert known.keys() - wanted == set(), "no source says these: run: make texts"
    assert [one.id for one in known.values() if one.fuzzy] == []
    assert [one.id for one in known.values() if not catalogues.all_of(one.string)] == []


@pytest.mark.parametrize("code", OTHERS)
def test_placeholders_tags_and_plural_forms_fit(code: str) -> None:
    known = read(code)
    for one in known:
        if not one.id:
            continue
        messages = one.id if isinstance(one.id, tuple) else (one.id,)
        forms = one.string if isinstance(one.string, tuple) else (one.string,)
        assert len(forms) == (known.num_plurals if len(messages) == 2 else 1), one.id
        for form in forms:
            fits = [placeholders(form) == placeholders(message) for message in messages]
            if len(messages) == 2 and form == forms[0]:  # one thing may go without its number
                fits.append(not placeholders(form) - placeholders(messages[1]))
            assert any(fits), form
            assert tags(form) == tags(messages[-1]), form


FOREIGN = {
    "fr": r"\w'\w",
    "ja": "[\u3040-\u30ff\u4e00-\u9fff}）][,:;!?](?!\\.)|[,:;!?][\u3040-\u30ff\u4e00-\u9fff]",
}
FOREIGN["zh"] = FOREIGN["ja"]
"""Signs that a language writes otherwise: apostrophes of French, commas and colons of the East."""


@pytest.mark.parametrize("code", FOREIGN)
def test_signs_are_those_of_the_language(code: str) -> None:
    odd = re.compile(FOREIGN[code])
    texts = [form for forms in catalogue.load(code).texts.values() for form in forms]
    assert [text for text in texts if odd.search(text)] == []


UNUSUAL = {"es": r"\b[Jj]uegan negras\b|\b[Jj]uegan blancas\b|\bGuarde\b", "zh": "自紧气"}
"""Words for something that the other texts of the language call otherwise."""


@pytest.mark.parametrize("code", UNUSUAL)
def test_a_language_has_one_word_for_one_idea(code: str) -> None:
    odd = re.compile(UNUSUAL[code])
    texts = [form for forms in catalogue.load(code).texts.values() for form in forms]
    assert [text for text in texts if odd.search(text)] == []


def test_no_message_is_hidden_from_the_search(template: Any) -> None:
    """Babel looks into no f-string and no template of JavaScript: no message may stand there."""
    said = re.compile(
        r"""(?<![\w.])(?:(?:_|_n|later|later_n)\(|(?:_p|later_p)\(\s*"[^"]*",)"""
        r"""\s*(["'])((?:(?!\1)[^\\]|\\.)+)\1"""
    )
    known = {one.id if isinstance(one.id, str) else one.id[0] for one in template if one.id}
    hidden = [
        (path.name, message)
        for path in catalogues.sources()
        if path.stem not in ("language", "texts", "catalogues")
        for _, message in said.findall(path.read_text(encoding="utf-8"))
        if not any(one.startswith(message) for one in known)
    ]
    assert hidden == []


def placeholders(text: str) -> Counter[tuple[str, str]]:
    found = string.Formatter().parse(text)
    return Counter((name, spec or "") for _, name, spec, _ in found if name is not None)


def tags(text: str) -> Counter[str]:
    return Counter(re.findall(r"<[^>]*>|\[/?b\]", text))
