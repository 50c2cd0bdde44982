"""How far one is, as a picture."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

from gtpengine.problems.deck import DAYS, Card
from gtpengine.problems.picture import WIDTH, progress_picture
from gtpengine.problems.problem import OwnMistake
from gtpengine.problems.progress import progress_rows

SVG = "{http://www.w3.org/2000/svg}"
STEPS = len(DAYS) + 2


def cards(problem: OwnMistake, *steps: int) -> list[Card]:
    return [
        Card(number, problem, step, date(2026, 11, 28) if step < STEPS - 1 else None, 1, 1)
        for number, step in enumerate(steps)
    ]


def drawn(rows: list[Card]) -> ElementTree.Element:
    return ElementTree.fromstring(progress_picture(progress_rows(rows)))


def test_a_bar_has_a_part_for_the_problems_of_each_step(problem: OwnMistake) -> None:
    picture = drawn(cards(problem, 0, 0, 0, STEPS - 1))
    bars = picture.findall(f"{SVG}rect")[:-STEPS]  # the legend comes last
    wide = [float(bar.attrib["width"]) for bar in bars]
    assert wide == [269.2, 89.8] * 2  # three quarters and a quarter, by kind and by phase
    assert sum(wide) <= 2 * WIDTH
    assert float(bars[0].attrib["fill-opacity"]) < float(bars[1].attrib["fill-opacity"]) == 1
    texts = [text.text for text in picture.findall(f"{SVG}text")]
    assert "kind: capture missed" in texts and "4 problems" in texts
    assert sorted(filter(None, texts[-STEPS:])) == ["1", "27", "3", "9", "learned", "not yet"]


def test_long_words_of_the_legend_stay_in_the_picture() -> None:
    """In German *not yet* is wider than its part: it begins where the picture begins."""
    at = {text.text: text.attrib for text in drawn([]).iter(f"{SVG}text")}
    assert (at["not yet"]["x"], at["not yet"]["text-anchor"]) == ("0.0", "start")
    assert at["learned"]["text-anchor"] == "end" and float(at["learned"]["x"]) <= WIDTH


def test_names_are_texts_whatever_they_have(problem: OwnMistake) -> None:
    odd = replace(problem, kind='<b>&"')
    assert 'kind: <b>&"' in [text.text for text in drawn(cards(odd, 1)).iter(f"{SVG}text")]


def test_an_empty_deck_has_the_legend_alone() -> None:
    assert len(drawn([]).findall(f"{SVG}rect")) == STEPS
