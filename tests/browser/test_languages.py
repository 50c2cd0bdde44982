"""The pages in every language: chosen in the menu and remembered, and none too wide for a phone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gtpengine.base.text.language import LANGUAGES, TAGS, speaking
from gtpengine.review.pages.page import page
from gtpengine.review.searching.model import Review
from gtpengine.server.frame import PAGES
from tests.review.games import short_review
from tests.review.pages.test_annotated import with_mistakes
from tests.server.serving import Served, serving
from tests.web.axe import broken_rules
from tests.web.person import Person

PICTURES = os.environ.get("GTPENGINE_PICTURES")
"""A folder for pictures of the pages, for those who want to look at them."""

NARROW = 420
"""Width of a telephone in pixels."""

LATIN = re.compile(r".*(?:[\u3040-\u30ff\u4e00-\u9fff][,:;]|[,:;] ?[\u3040-\u30ff\u4e00-\u9fff]).*")
"""A line of Chinese or Japanese with a comma or a colon of Latin text."""

CUT_OFF = """(() => {
  const ink = document.createElement("canvas").getContext("2d"), arrow = 18;
  return [...document.querySelectorAll("select")].filter(one => one.offsetParent).flatMap(one => {
    const style = getComputedStyle(one);
    ink.font = style.font;
    const room = one.clientWidth - arrow - parseFloat(style.paddingLeft)
      - parseFloat(style.paddingRight);
    return [...one.options].map(choice => choice.text).filter(t => ink.measureText(t).width > room);
  });
})()"""
"""The choices that are longer than their closed menu."""

MINE = "document.querySelector('#board').matches('.go-board') && !document.querySelector('.spin')"


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder, "--deck", "deck.sqlite") as one:
        yield one


def look(person: Person, name: str) -> None:
    """See that the page fits a narrow screen, and a usual one."""
    for width in (1400, NARROW):
        person.resize(width, 900)
        if PICTURES:
            person.picture(Path(PICTURES) / f"{name}-{width}.png")
        assert person.fits(), f"{name} does not fit in {width} pixels"
        assert person.js(CUT_OFF) == [], f"{name}: choices are cut off at {width} pixels"


def said(person: Person) -> str:
    """Return what the page says to the eye and to a screen reader."""
    labels = "[...document.querySelectorAll('[aria-label]')].map(one => one.ariaLabel).join('\\n')"
    return str(person.js(f"document.body.innerText + '\\n' + {labels}"))


def speak(person: Person, code: str) -> None:
    """Choose a language in the menu."""
    person.choose("#language", code)
    person.wait(f"document.documentElement.lang === '{TAGS.get(code, code)}'")
    person.wait("document.readyState === 'complete'")


def test_a_language_that_is_chosen_before_the_page_is_ready_counts(
    person: Person, served: Served
) -> None:
    person.go(f"{served.home}/")
    speak(person, "en")
    early = "document.querySelector('#language')"  # before the scripts of the page
    with person.before_scripts(f"if ({early}?.value === 'en') {early}.value = 'de'"):
        person.go(f"{served.home}/")
        person.wait("document.documentElement.lang === 'de'")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_page_is_too_wide_in_any_language(person: Person, served: Served, code: str) -> None:
    person.go(f"{served.home}/")
    speak(person, code)
    for path in sorted(set(PAGES) - {"/run"}):
        person.go(f"{served.home}{path}")
        person.wait("document.readyState === 'complete'")
        if path == "/play":  # whose menus are filled in by its script
            person.wait("document.querySelector('#sure').options.length > 1")
        assert person.js("document.documentElement.lang") == TAGS.get(code, code)  # remembered
        assert person.js("Texts.language") == TAGS.get(code, code)  # what its scripts say, too
        look(person, f"{code}-page-{path[1:]}")
        assert code not in ("ja", "zh") or LATIN.findall(said(person)) == []
    game = served.post("/api/games", size=5, strength="full", seconds=1, rules="japanese")["id"]
    person.go(f"{served.home}/play?game={game}")
    person.wait(MINE)
    person.click("#hint")
    person.wait("document.querySelector('#advice').innerText")
    look(person, f"{code}-game")


def test_a_game_of_atari_go_in_japanese(person: Person, served: Served) -> None:
    """From the first page to the result; a screen reader hears Japanese, too."""
    person.go(f"{served.home}/")
    speak(person, "ja")
    person.resize(NARROW, 900)
    person.click("a.card[href='/play']")
    person.wait("document.querySelector('#begin') && !document.querySelector('#new').hidden")
    for name, value in {"size": "5", "rules": "capture-1", "strength": "25k", "color": "b"}.items():
        person.choose(f"#{name}", value)
    assert "アタリ碁：先に石を取った方が勝ち" in person.text("#rules")
    person.click("#begin")
    person.wait("document.querySelector('#status')?.innerText === 'あなたの番です'")
    assert person.text("#title") == "5x5：あなた（黒）対 gtpengine、25k"
    label = "document.querySelector('.go-board [id$=C3]').getAttribute('aria-label')"
    assert person.js(label) == "C3、空点"
    person.play("C3")
    person.wait("document.querySelector('#event').innerText.startsWith('白：')")
    assert person.js(label) == "C3、黒石"
    person.js("window.confirm = () => true")
    person.click("#resign")
    person.wait("document.querySelector('#status').innerText === 'エンジンの中押し勝ちです。'")
    person.resize(1400, 1000)
    speak(person, "en")
    won = "'The engine wins by resignation.'"
    person.wait(f"document.querySelector('#status').innerText === {won}")


@cache
def review() -> Review:
    return with_mistakes(short_review())


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_review_fits_a_narrow_screen_in_any_language(
    person: Person, code: str, tmp_path: Path
) -> None:
    with speaking(code):
        (tmp_path / "review.html").write_text(page(review()), encoding="utf-8")
    person.go((tmp_path / "review.html").as_uri())
    person.wait("document.querySelector('#mistakes li')")
    assert person.js("document.documentElement.lang") == TAGS.get(code, code)
    look(person, f"{code}-review")
    assert broken_rules(person) == []
    if code in ("ja", "zh"):
        assert LATIN.findall(said(person)) == []
    for key in ("Home", "ArrowRight", "End"):
        person.key(key)
    assert person.fits() and person.trouble == []
