"""The page of parameters is the one the tables make."""

from pathlib import Path

from gtpengine.commands.param_page import page


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).parents[2] / "docs" / "parameters.md"
    advice = "run: python -m gtpengine.commands.param_page > docs/parameters.md"
    assert path.read_text(encoding="utf-8") == page(), advice
