"""A game to step through: by keys, buttons, slider and touch, for eyes and for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import gtpengine
from tests.web.axe import must_be_for_all, need_axe
from tests.web.person import Person

RECORD = "(;SZ[9]PB[A <b>]PW[C];B[ee]C[It's \"Good &amp; </script>];W[];B[ce])"


def game() -> gtpengine.Game:
    return gtpengine.Game.from_sgf(RECORD)


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    page = tmp_path / "game.html"
    page.write_text(game().to_html(), encoding="utf-8")
    with Person(tmp_path / "profile", 420, 700) as one:
        one.go(page.as_uri())
        yield one
        assert one.trouble == []


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    shown = game()._repr_html_()
    found = re.fullmatch(r"<iframe title=\"[^\"]+\" srcdoc='([^']*)'[^>]*></iframe>", shown)
    assert found is not None
    assert unescape(found[1]) == game().to_html()
    assert re.fullmatch(r"<HTML, \d+ characters>", repr(game().to_html()))


def test_texts_of_a_record_stay_texts_and_nothing_is_fetched() -> None:
    page = game().to_html()
    assert "A &lt;b&gt; - C" in page
    assert "Good </script>" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_buttons_keys_and_slider_step(person: Person) -> None:
    assert person.text("#text") == "Move 3: black C5"
    person.click("#first")
    assert (person.text("#text"), person.count("circle.black")) == ("Start", 0)
    person.click("#next")
    assert person.text("#text") == "Move 1: black E5"
    assert person.text("#comment") == "It's \"Good &amp; </script>"
    person.key("ArrowRight")
    assert person.text("#text") == "Move 2: white pass"
    person.js("document.activeElement.blur()")
    person.key("ArrowLeft")
    assert person.text("#text") == "Move 1: black E5"
    slide = "const p = document.getElementById('place'); p.value = 3;"
    person.js(f"{slide} p.dispatchEvent(new Event('input'))")
    assert (person.text("#text"), person.count("circle.black")) == ("Move 3: black C5", 2)
    person.click("#next")
    assert person.text("#text") == "Move 3: black C5"


def test_the_page_is_for_all(person: Person) -> None:
    need_axe()
    must_be_for_all(person)


def test_reports_add_win_rates_and_best_moves() -> None:
    record = game()
    reports = gtpengine.search_many(list(record.positions())[:2], simulations=20)
    page = record.to_html(reports)
    assert page.count("; best ") == 2
    assert f'"vertex":"{reports[0].best_move}"' in page
    assert "Good" in page
    with pytest.raises(ValueError, match="report 0 is not of the position after 0 moves"):
        record.to_html(reports[1:])
    with pytest.raises(ValueError, match="5 reports for 4 positions"):
        record.to_html([reports[0]] * 5)
