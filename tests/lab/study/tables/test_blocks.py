"""Blocks of the plan: what they name, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.lab.study.tables.blocks import SCREEN
from gtpengine.lab.study.tables.reading import TableError
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, table_at

BLOCKS = """
[[block]]
name = "amaf"
title = "AMAF on a larger board"
rows = ["AMAF"]
budget = "large"
sizes = [7]
at = ["simulations", "cost"]
both = ["network=none"]
rounds = [2, 20]
least = 2
far = 150
futile = 0.1

[[block]]
name = "rest"
title = "The others"
role = "screen"
budget = "small"
at = ["simulations"]

[[row]]"""

BLOCKED = TEXT.replace("[[row]]", BLOCKS, 1)


def test_a_block_has_the_rows_it_names_and_one_without_rows_the_others(tmp_path: Path) -> None:
    table = read_table(table_at(tmp_path, BLOCKED))
    mercy, rave, cost = table.cells()
    assert str(mercy) == "rest: mercy, 5x5, 5 simulations"
    assert str(rave) == "amaf: rave, 7x7, 10 simulations"
    assert str(cost) == "amaf: rave, 7x7, 10 simulations of equal cost"
    assert mercy.is_screen
    assert not rave.is_screen
    assert mercy.block.role == SCREEN
    # What a block does not say is the table's.
    assert (mercy.block.ending, mercy.block.both) == (table.ending, ())
    assert (rave.block.ending.least, rave.block.ending.most) == (2, 8)
    assert (rave.block.ending.far, table.ending.far) == (150, 0)
    # Futility is asked after the last round, by the bound of all tests of the block.
    ending = rave.block.ending
    assert (ending.futile, ending.look, ending.tests) == (0.1, 2, 2)
    assert (table.ending.futile, mercy.block.ending.tests) == (0, 1)
    assert " --set network=none" in rave.engines("x")[0]
    assert "amaf" in rave.words


def test_rounds_end_with_the_end_of_a_match(tmp_path: Path) -> None:
    first, second = read_table(table_at(tmp_path, BLOCKED)).blocks
    assert first.goals == (2, 8)
    assert second.goals == (8,)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('budget = "large"', 'budget = "lrge"', "there is no .*budget.* 'lrge'"),
        ('["AMAF"]', '["AMAFF"]', "no row or family 'AMAFF'; did you mean AMAF"),
        ('"cost"]', '"costs"]', "'costs' is unknown; write simulations, cost, time"),
        ('"screen"', '"screens"', "'screens' is unknown; write control, tests, screen"),
        ("sizes = [7]", "sizes = [70]", "whole numbers from 2 to 19"),
        ("rounds = [2, 20]", "rounds = 2", "list of whole numbers"),
        ("rounds = [2, 20]", "round = [2, 20]", "did you mean rounds"),
        ("rounds = [2, 20]", "rounds = [20]", "amaf: futile needs rounds"),
        ("futile = 0.1", "futile = 10", "futile must be a number from 0 to 0.5"),
        ('name = "rest"', 'name = "amaf"', "two blocks of the name 'amaf'"),
        ('at = ["simulations", "cost"]', 'at = ["time"]', "large: seconds has no 7"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in BLOCKED
    with pytest.raises(TableError, match=complaint):
        read_table(table_at(tmp_path, BLOCKED.replace(old, new)))


def test_a_match_is_in_one_block(tmp_path: Path) -> None:
    twice = BLOCKED.replace('rows = ["AMAF"]\nbudget = "large"\nsizes = [7]', 'budget = "small"')
    with pytest.raises(TableError, match="two matches of the name .*mercy"):
        read_table(table_at(tmp_path, twice))
