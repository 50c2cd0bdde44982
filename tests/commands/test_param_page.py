"""The page of parameters is the one the tables make."""

from pathlib import Path

import pytest

from gtpengine.commands.param_page import chapters, page
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.search_params import PARAMS


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).parents[2] / "docs/reference/parameters.md"
    advice = "run: python -m gtpengine.commands.param_page > docs/reference/parameters.md"
    assert path.read_text(encoding="utf-8") == page(), advice


def test_every_parameter_stands_in_one_row() -> None:
    text = page()
    for name in (*ENGINE_PARAMS, *PARAMS):
        assert text.count(f"\n| `{name}` |") == 1


def test_chapters_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        chapters(ENGINE_PARAMS, {"Clock": "lag", "Limits": "simulations"})
