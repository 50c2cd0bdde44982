"""The page of parameters is the one the tables make."""

from pathlib import Path

from gtpengine.param_page import page


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).parents[1] / "docs" / "parameters.md"
    advice = "run: python -m gtpengine.param_page > docs/parameters.md"
    assert path.read_text(encoding="utf-8") == page(), advice
