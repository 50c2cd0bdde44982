"""The constants that are called a paper's are the paper's, and all others are called ours.

``data/constants.tsv`` is the one table of the papers' constants. A number of a technique that is
not in it has *not tuned*, *ours* or *there* in the source of its row, as the page of parameters
shows it: nobody tuned it, or it stands beside the number of the paper.
"""

from __future__ import annotations

from typing import Final

import pytest

from gtpengine.lab.study.tables.constants import Constant, Published, of_row, published
from gtpengine.lab.study.tables.table import SHIPPED, StudyRow, read_table
from gtpengine.mcts.params.search_params import OWN_ROWS, PARAMS, SWITCHES

KNOWN: Final = published()
DEFAULTS: Final = [one for one in KNOWN if not one.row]
OF_ROWS: Final = [one for one in KNOWN if one.row]

OURS: Final = ("not tuned", "ours", " there")

ROWS: Final = {row.name: row for row in read_table(SHIPPED).rows}
#: The parameters that stand in the files of techniques.
OWN: Final = {
    row.name: row for module, rows in OWN_ROWS.items() if module in SWITCHES for row in rows
}

MAST: Final = StudyRow("mast", "MAST", "f", "P 2008", on=("mast_rate=0.5",))


def label(one: Published) -> str:
    return f"{one.row}: {one.name}"


def is_called_ours(name: str) -> bool:
    return any(word in PARAMS[name].source for word in OURS)


def test_each_constant_stands_once_with_its_source() -> None:
    assert DEFAULTS
    assert OF_ROWS
    assert len({(one.row, one.name) for one in KNOWN}) == len(KNOWN)
    assert all(one.source for one in KNOWN)


@pytest.mark.parametrize("one", DEFAULTS, ids=label)
def test_the_default_is_the_papers(one: Published) -> None:
    assert PARAMS[one.name].default == one.value
    assert not is_called_ours(one.name)


@pytest.mark.parametrize("one", OF_ROWS, ids=label)
def test_the_row_has_the_papers(one: Published) -> None:
    settings = dict(text.split("=", 1) for text in ROWS[one.row].on)
    assert float(settings[one.name]) == one.value


def test_every_other_number_is_called_ours() -> None:
    known = {one.name for one in DEFAULTS}
    switches = {name for name, choice in SWITCHES.values() if choice is None}
    silent = [
        name
        for name, spec in OWN.items()
        if spec.kind in (int, float) and name not in switches | known
        if not is_called_ours(name)
    ]
    assert silent == []


def test_every_other_number_of_a_row_is_called_ours() -> None:
    known = {(one.row, one.name) for one in OF_ROWS}
    silent = []
    for row in ROWS.values():
        for name, _, value in (text.partition("=") for text in row.on):
            if name not in OWN or OWN[name].kind not in (int, float):
                continue
            called = is_called_ours(name) or "which is ours" in row.technique
            if (row.name, name) not in known and not called:
                silent.append(f"{row.name}: {name}={value}")
    assert silent == []


def test_numbers_of_a_row_are_the_papers_or_ours() -> None:
    known = [
        Published("mast", "mast_rate", 0.5, "P 2008"),
        Published("", "mast_candidates", 8, "P 2008"),
        Published("mast", "mast_temperature", 99.0, "P 2008, another value"),
        Published("other", "mast_temperature", 0.2, "of another row"),
    ]
    found = {one.name: one for one in of_row(MAST, known)}
    assert found["mast_rate"] == Constant("mast_rate", 0.5, is_published=True)
    assert str(found["mast_rate"]) == "`mast_rate=0.5` the paper's"
    assert found["mast_candidates"].is_published
    assert not found["mast_temperature"].is_published
    assert str(found["mast_temperature"]).endswith(" ours")


def test_parts_of_the_engine_have_none() -> None:
    row = StudyRow("rave", "RAVE", "f", "P", on=(), off=("rave_equivalence=0",), file="a.pxd")
    assert of_row(row, []) == []
