"""What a study found: verdicts, marks, the store and the file of figures."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest
from gtpengine.tools.storage.store import Store

from gtpengine.lab.study.figures.results import (
    COSTS,
    GAINS,
    SHIPPED,
    UNDECIDED,
    current,
    figures,
    flips,
    read_figures,
    settings_text,
    telling_more,
    written,
)
from gtpengine.lab.study.tables.reading import TableError
from gtpengine.lab.study.tables.table import SHIPPED as TABLE
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, add_event, figure, table_at, table_in

WON, SPLIT, LOST = (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)


def test_without_enough_games_there_is_no_sign(tmp_path: Path) -> None:
    cell = table_in(tmp_path).cells()[0]
    assert figure(cell, 80, 20).verdict(60) == GAINS
    assert figure(cell, -80, 20).verdict(60) == COSTS
    assert figure(cell, 15, 20).verdict(60) == UNDECIDED
    assert figure(cell, 15, 20).shown(60) == "undecided: +15 (-5 to +35), 100 games"
    few = figure(cell, 400, 20, games=58)
    assert few.verdict(60) == UNDECIDED
    assert few.shown(60) == "undecided, 58 games"
    lost = dataclasses.replace(figure(cell, -math.inf, 0), high=-300.0)
    assert lost.shown(60) == "all lost (below -300), 100 games"
    won = dataclasses.replace(figure(cell, math.inf, 0), low=300.0)
    assert won.shown(60) == "all won (above +300), 100 games"


def test_a_sign_that_flips_with_the_budget_is_marked(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    small, _, large, _, *rave = table.cells()
    found = {small.key: figure(small, 50, 20), large.key: figure(large, -50, 20)}
    assert flips(table, found) == [("mercy", 5, "simulations")]
    for other in (figure(large, 50, 20), figure(large, -15, 20), figure(large, -50, 20, games=2)):
        assert flips(table, {**found, large.key: other}) == []
    assert flips(table, {small.key: figure(small, 50, 20)}) == []
    # Equal simulations and equal time are two questions.
    assert (
        flips(table, {rave[0].key: figure(rave[0], 9, 2), rave[3].key: figure(rave[3], -9, 2)})
        == []
    )


def test_figures_of_a_store_are_elo_of_having_the_technique(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    first, second, *_ = table.cells()
    with Store(tmp_path / "store.sqlite") as store:
        add_event(store, first, [WON, WON, SPLIT, WON])
        add_event(store, second, [LOST, SPLIT])
        found = figures(store, table.cells(), table.ending.least)
    assert set(found) == {first.key, second.key}
    assert (found[first.key].games, found[second.key].games) == (8, 4)
    assert found[first.key].elo > 0 > found[second.key].elo
    assert found[first.key].low < found[first.key].elo < found[first.key].high
    assert found[first.key].commit == "rev1"
    assert found[first.key].failures == 0
    assert found[first.key].slower == pytest.approx(1.0)


def test_the_newest_version_with_games_enough_counts(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    cell = table.cells()[0]
    with Store(tmp_path / "store.sqlite") as store:
        add_event(store, cell, [WON, WON], "1")
        add_event(store, cell, [LOST, LOST], "2")
        add_event(store, cell, [SPLIT], "3")
        assert figures(store, [cell], 4)[cell.key].commit == "rev2"
        assert figures(store, [cell], 100)[cell.key].commit == "rev3"


def test_a_match_that_was_begun_anew_hides_no_figure_with_games_enough(tmp_path: Path) -> None:
    cell = table_in(tmp_path).cells()[0]
    few, many = ({cell.key: figure(cell, 20, 30, games=games)} for games in (43, 100))
    assert telling_more(few, many, 60) == {}
    assert telling_more(many, many, 60) == telling_more(many, few, 60) == many
    assert telling_more(few, {}, 60) == telling_more(few, few, 60) == few


def test_a_row_with_rules_of_its_own_is_another_match(tmp_path: Path) -> None:
    plain = table_in(tmp_path)
    ruled = read_table(
        table_at(tmp_path, TEXT.replace('on = ["mercy=0.3"]', 'on = ["mercy=0.3"]\nrules = "AGA"'))
    )
    old, new = plain.cells()[0], ruled.cells()[0]
    assert (settings_text(old), settings_text(new)) == (
        " | mercy=0.3 | ",
        "rules=aga | mercy=0.3 | ",
    )
    assert current(ruled, {old.key: figure(old, 50, 20)}) == {}


@pytest.mark.parametrize(("mended", "count"), [("2000-01-01", 1), ("2999-01-01", 0)])
def test_games_from_before_a_fault_was_mended_do_not_count(
    tmp_path: Path, mended: str, count: int
) -> None:
    fault = f'on = ["mercy=0.3"]\nfault = "a bug"\nmended = "{mended}"'
    cell = read_table(table_at(tmp_path, TEXT.replace('on = ["mercy=0.3"]', fault))).cells()[0]
    with Store(tmp_path / "store.sqlite") as store:
        add_event(store, cell, [WON, WON])
        assert len(figures(store, [cell], 4)) == count


def test_a_row_with_other_settings_has_no_figures(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    cell = table.cells()[0]
    changed = read_table(table_at(tmp_path, TEXT.replace("mercy=0.3", "mercy=0.4")))
    with Store(tmp_path / "store.sqlite") as store:
        add_event(store, cell, [WON, WON])
        assert figures(store, changed.cells(), 4) == {}
    found = {cell.key: figure(cell, 1, 2)}
    assert current(table, found) == found
    assert current(changed, found) == {}


def test_the_file_of_figures_is_read_as_it_was_written(tmp_path: Path) -> None:
    cells = table_in(tmp_path).cells()
    found = {
        cell.key: figure(cell, 10.0 * n, math.inf if n == 2 else 5) for n, cell in enumerate(cells)
    }
    path = tmp_path / "figures.tsv"
    path.write_text(written(found.values()), encoding="utf-8")
    assert read_figures(path) == found


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("", "no file of figures"), ("a\tb\n", "no file of figures"), ("*1\t2\n", "line 2")],
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "figures.tsv"
    path.write_text(text.replace("*", written([])), encoding="utf-8")
    with pytest.raises(TableError, match=complaint):
        read_figures(path)


def test_the_figures_that_ship_belong_to_the_table_that_ships() -> None:
    found = read_figures(SHIPPED)
    assert current(read_table(TABLE), found) == found
    assert all(figure.commit and figure.games for figure in found.values())
