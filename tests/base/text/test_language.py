"""Texts, numbers and days in the language of the person, and which language that is."""

from __future__ import annotations

import threading
from argparse import ArgumentTypeError
from datetime import date

import pytest
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent

from gtpengine.base.text import language
from gtpengine.base.text.catalogue import Catalogue, parse
from gtpengine.base.text.language import (
    Text,
    _,
    _n,
    joined,
    later,
    later_n,
    sentence,
    speaking,
    titled,
)

PATTERNS = {"en": "yyyy-MM-dd", "zh": "long", "ja": "long", "ko": "long", "es": "d/M/yyyy",
            "fr": "dd/MM/yyyy", "de": "dd.MM.yyyy", "ru": "dd.MM.yyyy"}  # fmt: skip
"""How `day` writes, as a pattern of Babel."""


@pytest.mark.parametrize(
    ("tag", "found"),
    [("de_AT.UTF-8", "de"), ("zh-TW", "zh"), ("JA", "ja"), ("C.UTF-8", "en"), ("POSIX", "en"),
     ("pt_BR", None), ("", None), ("deutsch", None)],
)  # fmt: skip
def test_a_tag_is_matched(tag: str, found: str | None) -> None:
    assert language.matching(tag) == found


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ja_JP.UTF-8", "LANGUAGE": "pt:fr:de"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
    ],
)
def test_the_system_says_which_language(environment: dict[str, str], found: str) -> None:
    assert language.of_system(environment) == found


@pytest.mark.parametrize(
    ("accepted", "found"),
    [
        ("ja,en-US;q=0.9", "ja"),
        ("pt-BR,pt;q=0.9,es;q=0.5,en;q=0.8", "en"),
        ("fr;q=0, de;q=0.1", "de"),
        ("*", None),
        ("", None),
        ("de;q=much", None),
    ],
)
def test_the_browser_says_which_language(accepted: str, found: str | None) -> None:
    assert language.of_browser(accepted) == found


def test_a_language_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(ArgumentTypeError, match=r"'tlh' is no language known here: .* ja \(日本"):
        language.read_language("tlh")


def test_english_is_the_message_with_its_values() -> None:
    assert _("{move} loses {points:.1f} points", move="D4", points=3.14) == "D4 loses 3.1 points"
    assert _n("{count} stone", "{count} stones", 1) == "1 stone"
    assert _n("{count} stone", "{count} stones", 0) == "0 stones"
    assert str(later("{{}}")) == "{{}}"  # without values nothing is filled in


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_numbers_and_days_are_those_of_unicode_s_data(code: str) -> None:
    with speaking(code):
        assert language.number(-12345.678, ",.1f") == format_decimal(
            -12345.678, "#,##0.0", locale=code
        )
        assert language.number(0.523, ".0%") == format_percent(0.523, locale=code)
        pattern = PATTERNS[code]
        wanted = format_date(date(2026, 1, 8), pattern, locale=code)
        assert language.day(date(2026, 1, 8)) == wanted
        assert _("{points:.1f}", points=2.5) == format_decimal(2.5, "0.0", locale=code)
        assert _("{name}", name="1.5") == "1.5"  # a text is not a number


@pytest.mark.usefixtures("spoken")
def test_a_text_speaks_the_language_of_who_reads_it() -> None:
    text = later("Play")
    with speaking("xx"):
        assert (str(text), f"{text:>8}") == ("Spiel", "   Spiel")
        assert f"{later('{a}, {b}', a=text, b=1.5)}" == "Spiel, 1.5"
    assert str(text) == "Play"


@pytest.mark.usefixtures("spoken")
def test_a_language_holds_for_one_thread_and_the_program_s_for_the_rest() -> None:
    found = []
    with speaking("xx"):
        thread = threading.Thread(target=lambda: found.append(_("Play")))
        thread.start()
        thread.join()
        assert (_("Play"), found) == ("Spiel", ["Play"])


@pytest.mark.parametrize(
    ("code", "stone", "group"), [("fr", "morte", "mort"), ("es", "muerta", "muerto")]
)
def test_a_text_means_something_of_its_own_in_a_context(code: str, stone: str, group: str) -> None:
    with language.speaking(code):
        assert language._("dead") == stone
        assert str(language.later_p("a group", "dead")) == group


def test_a_text_is_kept_as_a_line() -> None:
    text = later_n("{count} stone of {who}", "{count} stones of {who}", 3, who=later("Black"))
    again = Text.from_json(text.to_json())
    assert again == text and str(again) == "3 stones of Black"
    old = "Self-atari: after D4 2 stones can be taken at once."
    assert str(Text.from_json(old)) == old
    assert str(Text.from_json("{braces} stay")) == "{braces} stay"


def test_parts_of_a_line_have_the_comma_of_the_language() -> None:
    parts = ["9x9", "", later("Black"), 3]
    assert joined(parts) == "9x9, Black, 3"
    with speaking("ja"):
        assert joined(parts) == "9x9、黒、3"
        assert titled("A1", sentence(parts)) == "A1：9x9、黒、3。"
    with speaking("zh"):
        assert joined(parts) == "9x9，黑，3"


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that is spoken in no catalogue of ours."""
    lines = ['msgid ""', 'msgstr ""', "", 'msgid "Play"', 'msgstr "Spiel"']
    monkeypatch.setattr(language, "catalogue", lambda _: parse(lines))


@pytest.mark.parametrize(
    "broken",
    ["nonsense\n", 'msgid "a"\nmsgstr "\\q\\"\n', 'msgid "a"\nmsgstr "\\N{}"\n', "\0", None],
)
def test_a_broken_catalogue_leaves_the_texts_english(
    broken: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(_language: str) -> Catalogue:
        if broken is None:
            raise FileNotFoundError("no such file")
        return parse(broken.splitlines())

    monkeypatch.setattr(language, "load", load)
    language.catalogue.cache_clear()
    try:
        with speaking("ja"):
            assert [_("Black"), _n("{count} stone", "{count} stones", 2)] == ["Black", "2 stones"]
    finally:
        language.catalogue.cache_clear()
    told = capsys.readouterr().err
    assert told.startswith("gtpengine: catalogue ja.po: ") and told.count("\n") == 1


@pytest.mark.parametrize("slip", ["{nummer}手", "{number", "{number:q}手", "{}手", "{number.x}手"])
def test_a_slip_of_a_translator_leaves_one_text_english(
    slip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ['msgid "Move {number}"', f'msgstr "{slip}"', "", 'msgid "Black"', 'msgstr "黒"']
    monkeypatch.setattr(language, "catalogue", lambda _language: parse(lines))
    with speaking("ja"):
        assert [_("Move {number}", number=3), _("Black")] == ["Move 3", "黒"]
