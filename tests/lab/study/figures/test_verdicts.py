"""Holm's correction, the control by equals, and what a match can see."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest
from gtpengine.tools.statistics.stats import single_games

from gtpengine.lab.study.figures.results import COSTS, GAINS, MatchFigure
from gtpengine.lab.study.figures.verdicts import (
    Control,
    control,
    decided,
    holm,
    p_of,
    seen,
    shown,
    z_of,
)
from gtpengine.lab.study.tables.table import Cell, read_table
from tests.lab.study.examples import TEXT, figure, table_at, table_in


def won(cell: Cell, score: float, games: int) -> MatchFigure:
    """Return the figure of independent games."""
    elo = single_games(score, games).elo()
    return dataclasses.replace(figure(cell, 0, 1, games), elo=elo.value, low=elo.low, high=elo.high)


def test_a_figure_tells_its_standard_errors(tmp_path: Path) -> None:
    cell = table_in(tmp_path).cells()[0]
    # 60 of 100: 0.1 above even, with a standard error of 0.05.
    assert z_of(won(cell, 60, 100)) == pytest.approx(2.0)
    assert z_of(won(cell, 40, 100)) == pytest.approx(-2.0)
    assert p_of(won(cell, 60, 100)) == pytest.approx(0.0455, abs=1e-4)
    assert z_of(won(cell, 50, 100)) == pytest.approx(0.0)
    assert z_of(won(cell, 100, 100)) == pytest.approx(10.0)
    assert math.isinf(won(cell, 100, 100).elo)


def test_holm_stops_at_the_first_that_fails() -> None:
    p = {("a", 9, "", ""): 0.01, ("b", 9, "", ""): 0.02, ("c", 9, "", ""): 0.04}
    # 0.01 * 3, 0.02 * 2 and 0.04 * 1 are all below 0.05; of 5 tests 0.01 * 5 is not.
    assert holm(p, 3) == set(p)
    assert holm(p, 4) == {("a", 9, "", "")}
    assert holm(p, 5) == set()


def test_a_block_decides_by_all_its_matches(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    small = [cell for cell in table.cells() if cell.budget.name == "small"]
    first, second, *_ = small
    strong, weak = won(first, 64, 100), won(second, 40, 100)
    assert p_of(strong) * 4 < 0.05 < p_of(weak) * 3
    assert decided(table, {first.key: strong, second.key: weak}) == {first.key: GAINS}
    assert decided(table, {first.key: won(first, 36, 100)}) == {first.key: COSTS}
    # They come in the table's order, whatever the figures are and the order of a set is.
    all_strong = {cell.key: won(cell, 64 + i, 100) for i, cell in enumerate(small)}
    assert list(decided(table, all_strong)) == list(all_strong)
    # Fewer games than the block wants are none.
    assert decided(table, {first.key: won(first, 2, 2)}) == {}


def test_the_control_counts_intervals_and_their_spread(tmp_path: Path) -> None:
    block = """
[[block]]
name = "aa"
title = "Equals"
role = "control"
budget = "small"
at = ["simulations"]

[[row]]"""
    table = read_table(table_at(tmp_path, TEXT.replace("[[row]]", block, 1)))
    first, second = table.cells()
    assert control(table, {}) == Control(0, 0, 0, 0.0)
    found = {first.key: won(first, 50, 100), second.key: won(second, 64, 100)}
    equals = control(table, found)
    assert (equals.matches, equals.games, equals.holds) == (2, 200, 1)
    assert equals.spread == pytest.approx(math.sqrt(2.8**2 / 2))
    assert control(table, {first.key: won(first, 1, 2)}).matches == 0  # it goes on
    # What a control shows is no sign of a technique.
    assert decided(table, found) == {}


def test_why_a_match_ended_is_shown(tmp_path: Path) -> None:
    block = """
[[block]]
name = "tests"
title = "A look after a hundred games"
budget = "small"
at = ["simulations"]
rounds = [100]
width = 0.01
least = 60
most = 400
far = 150
futile = 0.1

[[row]]"""
    table = read_table(table_at(tmp_path, TEXT.replace("[[row]]", block, 1)))
    cell = table.cells()[0]
    for points, games, reason in (
        (90, 100, ", far"),
        (50, 100, ", futile"),
        (62, 100, ", goes on"),
        (51, 102, ", goes on"),
        (200, 400, ", all games"),
        (20, 40, ""),
    ):
        figure = won(cell, points, games)
        assert shown(table, cell, figure) == figure.shown(table.ending.least) + reason


def test_what_a_match_sees() -> None:
    assert seen(740, 1) == pytest.approx(35.8, abs=0.1)
    assert seen(740, 40) == pytest.approx(52.0, abs=0.1)
