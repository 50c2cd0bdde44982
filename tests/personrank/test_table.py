"""The tables of ranks: those of the package, and damaged ones."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from gtpengine.personrank.table import BOARDS, decoded, shipped_table


@pytest.mark.parametrize("board", BOARDS)
def test_the_package_has_a_table_whose_scores_rise(board: int) -> None:
    table = shipped_table(board)
    ranks = np.linspace(*table.bounds, 50)
    assert (np.diff(table.expected(ranks)) >= 0).all()
    assert table.expected(ranks)[-1] > table.expected(ranks)[0]
    assert (table.variance(ranks, 10) > table.variance(ranks, 1000)).all()
    assert (table.variance(ranks, 10**6) > 0).all(), "people of one rank differ"
    assert table.about["board"] == board and table.about["licence"]


def test_a_table_is_read_as_it_was_written() -> None:
    table = shipped_table(9)
    again = decoded(table.encoded(), "again")
    assert again.encoded() == table.encoded()


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("weights", [1.0]),
        ("knots", [3.0, 1.0]),
        ("scores", None),
        ("spreads", "x"),
        ("figures", ["others"]),
        ("person", []),
    ],
)
def test_a_damaged_table_is_told(part: str, value: Any) -> None:
    fields = json.loads(shipped_table(9).encoded()) | {part: value}
    with pytest.raises(ValueError, match=r"people\.json is no table of ranks \(.*make it again"):
        decoded(json.dumps(fields).encode(), "people.json")


def test_what_is_no_json_is_told() -> None:
    with pytest.raises(ValueError, match="no table of ranks"):
        decoded(b"\xff{", "people.json")
