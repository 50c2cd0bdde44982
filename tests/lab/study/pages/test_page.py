"""The page of a study: what it shows, and that names cannot break it."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.lab.study.figures.results import current
from gtpengine.lab.study.pages.page import families_of, make_page
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, figure, table_at, table_in

EVIL = "<script>alert(1)</script>"


def test_each_figure_has_a_line_with_its_interval(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    cells = table.cells()
    found = {
        cells[0].key: figure(cells[0], 50, 20),
        cells[2].key: figure(cells[2], -50, 20),
        cells[1].key: figure(cells[1], 300, 20, games=2),
        cells[4].key: figure(cells[4], 5, 30, failures=3),
    }
    playouts, amaf = families_of(table, cells, found)
    assert (playouts.name, amaf.name) == ("playouts", "AMAF")
    gains, few, costs = playouts.entries[0].lines
    assert (gains.tone, few.tone, costs.tone) == ("good", "open", "bad")
    assert gains.bar
    assert costs.bar
    assert gains.bar.left > playouts.zero > costs.bar.left + costs.bar.width
    assert few.bar is None
    assert few.shown == "undecided, 2 games"
    assert playouts.entries[0].flips == ["5x5, equal simulations"]
    assert playouts.entries[0].missing == 1
    assert "3 games failed" in amaf.entries[0].lines[0].note
    block = dataclasses.replace(cells[0].block, role="screen")
    screened = dataclasses.replace(table, blocks=(block, *table.blocks[1:]))
    first = families_of(screened, screened.cells(), found)[0].entries[0].lines[0]
    assert (first.tone, first.shown[:9]) == ("open", "screened:")
    html = make_page(table, cells, found, "today")
    assert html.count('<span class="note">') == 4
    assert "the sign flips with the budget: 5x5, equal simulations" in html
    assert "3 games failed" in html
    assert "on the preset <code>plain-uct</code>" in html


def test_rows_without_games_are_folded_away(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    cells = table.cells()
    html = make_page(table, cells, {cells[0].key: figure(cells[0], 50, 20)}, "today")
    assert html.count('class="forest"') == 1
    folded = html.partition("<details>")[2]
    assert "1 row has no games yet" in folded
    assert "<h3>RAVE</h3>" in folded
    assert "The mercy rule" not in folded


def test_a_row_whose_figures_came_from_a_fault_says_so(tmp_path: Path) -> None:
    text = TEXT.replace('["mercy=0.3"]', '["mercy=0.3"]\nfault = "a bug"\nmended = "2026-01-03"')
    table = read_table(table_at(tmp_path, text))
    cells = table.cells()
    old = current(table, {cells[0].key: figure(cells[0], 50, 20)})  # of 2026-01-02
    assert "To be measured anew: a bug." in make_page(table, cells, old, "today")
    sound = table_in(tmp_path)
    assert "measured anew" not in make_page(sound, sound.cells(), {}, "today")


def test_all_or_none_won_is_drawn_at_the_edge(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    cell = table.cells()[0]
    [family] = families_of(table, [cell], {cell.key: figure(cell, float("inf"), 0)})
    assert family.entries[0].lines[0].bar
    assert 0 <= family.entries[0].lines[0].bar.at <= 100


def test_names_are_shown_as_they_stand(tmp_path: Path) -> None:
    table = read_table(table_at(tmp_path, TEXT.replace("The mercy rule", EVIL)))
    html = make_page(table, table.cells(), {}, "today")
    assert EVIL not in html
    assert "&lt;script&gt;alert(1)" in html


def test_page_and_figures_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    table = str(table_at(tmp_path))
    words = ["study", "--table", table, "--page", "page.html", "--figures", "figures.tsv"]
    assert main(words) == 0
    assert "0 of 8 matches have games, 0 games failed" in capsys.readouterr().err
    html = Path("page.html").read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href)=["']?https?:""", html)
    assert Path("figures.tsv").read_text(encoding="utf-8").startswith("row\tsize\t")
    assert main([*words[:4], table]) == 2
    assert "would overwrite it" in capsys.readouterr().err
