"""The table and the figures make the page that ships."""

from __future__ import annotations

from pathlib import Path

from gtpengine.lab.study.figures.results import SHIPPED, current, read_figures
from gtpengine.lab.study.pages.study_page import page
from gtpengine.lab.study.tables.table import SHIPPED as TABLE
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import figure, table_in


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).resolve().parents[4] / "docs/reference/study.md"
    table = read_table(TABLE)
    advice = "run: python -m gtpengine.lab.study.pages.study_page > docs/reference/study.md"
    found = current(table, read_figures(SHIPPED))
    assert path.read_text(encoding="utf-8") == page(table, found), advice


def test_figures_and_marks(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    small, timed, large, *_ = table.cells()
    found = {
        small.key: figure(small, 50, 20),
        timed.key: figure(timed, 50, 20, games=2),
        large.key: figure(large, -50, 20, failures=1),
    }
    text = page(table, found)
    assert "Of 8 matches 3 have games, 202 in all." in text
    assert "Of those that test, each by itself: 1 gain, 1 cost, 1 are undecided." in text
    assert "Decided so far that they gain: `mercy` (small)." in text
    assert "Decided so far that they cost: `mercy` (large)." in text
    # 800 / ln 10 * (1.96 + 0.84) / sqrt(8), and (2.50 + 0.84) for the first of 4 tests
    block = "| `small`: all rows | 4 | 5x5, 5 | 4 to 8 | 344, 410 | 2, 102"
    assert f"{block} | 0, 1, 0, 0 | 1 |" in text
    assert "The sign of `mercy` flips with the budget on 5x5, at equal simulations." in text
    shown = "+50 (+30 to +70), 100 games, narrow | 1.10 | - | undecided, 2 games"
    line = f"| mercy | 5x5 | small | {shown} |"
    assert f"{line} 2026-01-02, `0123456789ab` |" in text
    assert "| more \\| less |" in text
    assert "1 games failed" in text
