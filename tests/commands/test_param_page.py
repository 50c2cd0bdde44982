"""The pages of parameters are those that the tables make."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gtpengine.base.arguments.paramspec import Player
from gtpengine.commands.param_page import TEN, chapters, laboratory_page, listing, page
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.rows import ROWS
from gtpengine.mcts.params.search_params import PARAMS, SWITCHES

DOCS = Path(__file__).parents[2] / "docs/reference"


@pytest.mark.parametrize(
    ("name", "made", "words"),
    [
        ("parameters.md", page, ""),
        ("parameters-laboratory.md", laboratory_page, " laboratory"),
    ],
)
def test_the_pages_are_up_to_date(name: str, made: Callable[[], str], words: str) -> None:
    advice = f"run: python -m gtpengine.commands.param_page{words} > docs/reference/{name}"
    assert (DOCS / name).read_text(encoding="utf-8") == made(), advice


def test_every_parameter_stands_in_one_row_of_the_page_of_its_readers() -> None:
    engine, laboratory = page(), laboratory_page()
    for name, row in (ENGINE_PARAMS | PARAMS).items():
        counts = [text.count(f"\n| `{name}` |") for text in (engine, laboratory)]
        led = name in ENGINE_PARAMS or row.player & Player.LEADS
        assert counts == ([1, 0] if led else [0, 1]), name


def test_the_last_chapter_has_what_switches_techniques_on() -> None:
    rules, techniques = (
        laboratory_page().split("## Playout rules that are off")[1].split("## Techniques")
    )
    techniques += page().split("### Techniques")[1]
    common = {row.name for row in ROWS}
    switches = {name for name, _ in SWITCHES.values()} - common
    assert switches
    for name in switches:
        assert f"| `{name}` |" in techniques
    assert not [name for name in common if f"| `{name}` |" in rules + techniques]


def test_the_listing_begins_with_what_matters_and_has_each_once() -> None:
    shown = re.findall(r"(?m)^  (\w+) \(", listing())
    assert tuple(shown[: len(TEN)]) == TEN
    assert sorted(shown) == sorted([*ENGINE_PARAMS, *PARAMS])
    assert shown.index("network_exploration") < shown.index("rave_equivalence")


def test_chapters_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        chapters(ENGINE_PARAMS, {"Clock": "lag", "Limits": "simulations"})
