"""What a study costs, before it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from gtpengine.tools.storage.store import Store

from gtpengine.cli import main
from gtpengine.lab.study.matches import plan
from gtpengine.lab.study.matches.plan import MOVES, costs, expected_games, lines, steps
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, add_event, table_at, table_in

SPEEDS: Final[plan.Speeds] = {((), 5): 100.0}

BLOCKS = """
[[block]]
name = "first"
title = "All rows"
rows = ["mercy", "AMAF"]
budget = "small"
at = ["simulations"]
rounds = [2]

[[block]]
name = "second"
title = "One row at equal cost"
rows = ["mercy"]
budget = "small"
at = ["cost"]

"""


def test_without_games_a_match_costs_what_an_even_one_would(tmp_path: Path) -> None:
    table = read_table(
        table_at(
            tmp_path, TEXT.replace("width = 0.2", "width = 0.05").replace("most = 8", "most = 400")
        )
    )
    # (1.96 / 2 / 0.05) squared
    assert expected_games(table.ending) == 386
    found = costs(None, table.cells(), SPEEDS)
    simulations, seconds = found[0], found[1]
    assert simulations.seconds == pytest.approx(386 * MOVES * 25 * 5 / 100)
    assert seconds.seconds == pytest.approx(386 * MOVES * 25 * 0.01)


def test_games_of_the_store_count(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    first, second, *_ = table.cells()
    with Store(tmp_path / "store.sqlite") as store:
        add_event(store, first, [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)])
        add_event(store, second, [(1.0, 1.0)])
        found = costs(store, table.cells(), SPEEDS)
    assert (found[0].done, found[0].games) == (8, 0)
    # The games of the store took a minute each.
    assert found[1].done == 2
    assert found[1].seconds == pytest.approx(60.0 * found[1].games)
    order = [step.cell for step in steps(table, found)]
    assert (order[0], order[-1]) == (first, second)


def test_blocks_are_played_in_order_and_in_rounds(tmp_path: Path) -> None:
    table = read_table(table_at(tmp_path, TEXT.replace("[[row]]", BLOCKS + "[[row]]", 1)))
    found = [
        plan.Cost(cell, 0, 8, 1.0 if cell.row.name == "rave" else 2.0) for cell in table.cells()
    ]
    told = [(step.cell.block.name, step.cell.row.name, step.goal) for step in steps(table, found)]
    assert told == [
        ("first", "rave", 2), ("first", "mercy", 2), ("first", "rave", 8), ("first", "mercy", 8),
        ("second", "mercy", 8),
    ]  # fmt: skip


def test_the_table(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    text = lines(costs(None, table.cells(), SPEEDS), 2)
    assert text[0] == "| row | matches | games done | games to play | hours, 2 at a time |"
    assert text[2].startswith("| mercy | 4 | 0 | 32 |")
    assert text[4].startswith("| all | 8 | 0 | 64 |")
    assert text[-2].startswith("| 5x5, small | 4 | 0 | 32 |")


def test_the_plan_is_printed_and_nothing_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["study", "--table", str(table_at(tmp_path)), "--plan", "--only", "mercy"]) == 0
    assert "| all | 4 | 0 | 32 |" in capsys.readouterr().out
    assert not Path("gtpengine-runs.sqlite").exists()
