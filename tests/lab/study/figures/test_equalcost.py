"""Equal cost: simulations by the seconds of a move of the match at equal simulations."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from gtpengine.tools.storage.store import Store

from gtpengine.cli import main
from gtpengine.lab.study.figures import equalcost
from gtpengine.lab.study.figures.equalcost import simulations_of_equal_cost
from gtpengine.lab.study.figures.results import figures
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, add_event, table_at, table_in

COST = """
[[block]]
name = "equal"
title = "At equal simulations"
budget = "small"
at = ["simulations"]
rows = ["mercy"]

[[block]]
name = "cost"
title = "At equal cost"
budget = "small"
at = ["cost"]
rows = ["mercy"]

[[block]]
name = "rest"
title = "The others"
budget = "small"
at = ["simulations"]

[[row]]"""


def test_a_slow_technique_gets_fewer_simulations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = dataclasses.replace(table_in(tmp_path).cells()[0], at="cost")
    with Store(tmp_path / "store.sqlite") as store:
        assert simulations_of_equal_cost(store, cell) is None
        event = add_event(store, dataclasses.replace(cell, at="simulations"), [(1.0, 0.0)] * 2)
        assert simulations_of_equal_cost(store, cell) is None  # it goes on
        store.set_status(event, "done")
        for seconds, wanted in (((0.2, 0.1), 2), ((0.107, 0.1), 0), ((0.1, 0.2), 0), ((0, 0), 0)):
            monkeypatch.setattr(equalcost, "seconds_of_moves", lambda *_, at=seconds: at)
            assert simulations_of_equal_cost(store, cell) == wanted


def test_a_match_at_equal_cost_waits_for_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(equalcost, "SLOWER", 0.0)  # each technique is slow
    path = table_at(tmp_path, TEXT.replace("[[row]]", COST, 1))
    words = ["study", "--table", str(path), "--concurrency", "1", "--only"]
    assert main([*words, "mercy,cost"]) == 0
    assert "waits for equal simulations" in capsys.readouterr().err
    assert main([*words, "mercy"]) == 0
    assert "cost: mercy, 5x5, 5 simulations of equal cost" in capsys.readouterr().out
    table = read_table(path)
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        found = figures(store, table.cells(), 2)
    assert {key[3] for key in found} == {"simulations", "cost"}
