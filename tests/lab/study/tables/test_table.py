"""The table of a study: what it says, what is refused, which part is played."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from board_ext.rules import rules_named
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.lab.study.tables.reading import TableError
from gtpengine.lab.study.tables.table import SHIPPED, chosen, file_of, read_table
from gtpengine.mcts.params.search_params import PARAMS
from tests.lab.study.examples import TEXT, table_at, table_in

SMALL = ("small", "simulations")
ROOT = Path(__file__).resolve().parents[4]


def test_a_cell_for_each_board_budget_and_way(tmp_path: Path) -> None:
    cells = table_in(tmp_path).cells()
    assert len(cells) == 2 * 1 * 2 * 2
    assert [cell.key for cell in cells[:2]] == [
        ("mercy", 5, "small", "simulations"),
        ("mercy", 5, "small", "time"),
    ]
    assert str(cells[0]) == "mercy, 5x5, 5 simulations"
    assert str(cells[3]) == "mercy, 5x5, 0.02 s a move"


def test_the_engines_differ_in_the_settings_of_the_row_alone(tmp_path: Path) -> None:
    cells = table_in(tmp_path).cells()
    assert cells[0].engines("x") == (
        "mercy=x --simulations 5 --set mercy=0.3",
        "without-mercy=x --simulations 5",
    )
    # Of what is on by default the side without it is the one with settings.
    assert cells[-1].engines("x") == (
        "rave=x --preset plain-uct --time-per-move 0.02",
        "without-rave=x --preset plain-uct --time-per-move 0.02"
        " --set rave_equivalence=0 --set exploration=0.3",
    )


def test_settings_of_both_sides(tmp_path: Path) -> None:
    both = TEXT.replace('openings = "empty"', 'both = ["network=none"]')
    cell = read_table(table_at(tmp_path, both)).cells()[0]
    assert cell.engines("x") == (
        "mercy=x --simulations 5 --set network=none --set mercy=0.3",
        "without-mercy=x --simulations 5 --set network=none",
    )


def test_copies_of_a_row_without_a_technique_have_games_of_their_own(tmp_path: Path) -> None:
    same = """
[[row]]
name = "same"
technique = "Nothing"
family = "control"
paper = "none"
copies = 2
file = "README.md"
"""
    cells = read_table(table_at(tmp_path, TEXT + same)).cells()
    first, second = (one for one in cells if "same" in one.row.name and one.key[2:] == SMALL)
    assert first.engines("x") == ("same-1=x --simulations 5", "without-same-1=x --simulations 5")
    assert second.row.name == "same-2"
    assert first.seed != second.seed
    with pytest.raises(TableError, match="copies are of a row with a file"):
        read_table(table_at(tmp_path, TEXT + same.replace('file = "README.md"', "")))


def test_at_equal_cost_the_technique_has_other_simulations(tmp_path: Path) -> None:
    cell = dataclasses.replace(table_in(tmp_path).cells()[0], at="cost")
    assert str(cell) == "mercy, 5x5, 5 simulations of equal cost"
    assert cell.engines("x", 3) == (
        "mercy=x --simulations 3 --set mercy=0.3",
        "without-mercy=x --simulations 5",
    )


def test_only_takes_the_cells_that_have_all_words_of_one_text(tmp_path: Path) -> None:
    cells = table_in(tmp_path).cells()
    assert chosen(cells, []) == cells
    assert len(chosen(cells, ["mercy"])) == 4
    assert len(chosen(cells, ["mercy,small", "AMAF,time"])) == 2 + 2
    assert len(chosen(cells, ["5x5,large,simulations"])) == 2
    with pytest.raises(TableError, match="did you mean mercy"):
        chosen(cells, ["mercyy"])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[5]", "[50]", "give sizes"),
        ("width = 0.2", "width = 2", "width must be a number from 0.001 to 0.5"),
        ("least = 4", "least = 5", "even numbers"),
        ("most = 8", "most = 2", "least is not above most"),
        ("most = 8", "moost = 8", "did you mean most"),
        ("simulations = 5\n", "simulations = 0\n", "simulations = a whole number"),
        ("{ 5 = 0.01 }", "{ 9 = 0.01 }", "small: seconds has no 5"),
        ('"mercy=0.3"', '"mercyy=0.3"', "did you mean mercy"),
        ('"mercy=0.3"', '"mercy=7"', "mercy cannot be 7"),
        ('on = ["mercy=0.3"]', "", "needs on or off"),
        ('"plain-uct"', '"plain-ucb"', "did you mean plain-uct"),
        ('"plain-uct"', '"plain-uct"\nrules = "chinees"', "did you mean chinese"),
        ('on = ["mercy=0.3"]', 'on = ["mercy=0.3"]\nfault = "a bug"', "needs mended"),
        ('on = ["mercy=0.3"]', 'on = ["mercy=0.3"]\nmended = "2026-01-02"', "needs mended"),
        (
            'on = ["mercy=0.3"]',
            'on = ["mercy=0.3"]\nfault = "a bug"\nmended = "2. 1. 2026"',
            "needs mended",
        ),
        ('name = "rave"', 'name = "mercy"', "two rows of the name 'mercy'"),
        ('name = "rave"', 'name = "R V"', "small letters"),
        ("[[row]]", "[[rows]]", "unknown key"),
        ("sizes", "sizes = =", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(TableError, match=complaint):
        read_table(table_at(tmp_path, TEXT.replace(old, new)))


def test_the_file_of_a_technique_is_found_by_its_parameter() -> None:
    assert file_of("mercy=0.3") == "gtpengine/lab/techniques/playouts/mercy.pyx"
    assert file_of("tree_policy=moss") == "gtpengine/lab/techniques/policies/moss.pyx"
    assert file_of("playout_nakade_rate=1") == "gtpengine/lab/rules/rule_nakade.pyx"
    assert file_of("recommendation=max") == "gtpengine/config/option_rows.py"
    assert file_of("prior_model=0") == "gtpengine/mcts/params/rows.py"


def test_the_table_that_ships() -> None:
    table = read_table(SHIPPED)
    assert table.sizes == (9, 13, 19)
    assert [budget.simulations for budget in table.budgets] == [1000, 10_000, 1000, 1000]
    assert len(table.rows) > 60
    sides = [(block.name, block.both) for block in table.blocks]
    assert sides[2] == ("network", ())
    blocks = [cell.block.name for cell in table.cells()]
    assert {name: blocks.count(name) for name in ("aa", "forty", "cost")} == {
        "aa": 20, "forty": 40, "cost": 40,
    }  # fmt: skip
    assert {cell.row.name for cell in table.cells()} == {row.name for row in table.rows}
    for row in table.rows:
        assert (ROOT / row.source()).is_file(), row.name
        # A side with settings differs from the default, or from its preset.
        for side in filter(None, (row.on, row.off)):
            settings = dict(setting.split("=") for setting in side)
            specs = {name: (ENGINE_PARAMS | PARAMS)[name] for name in settings}
            changed = [specs[n].parse(text) != specs[n].default for n, text in settings.items()]
            assert row.preset or any(changed), row.name
        # A pass ends the game as the board stands, or the row compares an engine with itself.
        assert row.name != "decisive-passes" or not rules_named(row.rules).removes_dead
