"""The page of parameters is the one the tables make."""

from pathlib import Path

import pytest

from gtpengine.commands.param_page import chapters, page
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.rows import ROWS
from gtpengine.mcts.params.search_params import PARAMS, SWITCHES


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).parents[2] / "docs/reference/parameters.md"
    advice = "run: python -m gtpengine.commands.param_page > docs/reference/parameters.md"
    assert path.read_text(encoding="utf-8") == page(), advice


def test_every_parameter_stands_in_one_row() -> None:
    text = page()
    for name in (*ENGINE_PARAMS, *PARAMS):
        assert text.count(f"\n| `{name}` |") == 1


def test_the_last_chapter_has_what_switches_techniques_on() -> None:
    rules, techniques = page().split("### Playout rules that are off")[1].split("### Techniques")
    common = {row.name for row in ROWS}
    switches = {name for name, _ in SWITCHES.values()} - common
    assert switches
    for name in switches:
        assert f"| `{name}` |" in techniques
    assert not [name for name in common if f"| `{name}` |" in rules + techniques]


def test_chapters_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        chapters(ENGINE_PARAMS, {"Clock": "lag", "Limits": "simulations"})
