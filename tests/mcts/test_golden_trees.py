"""Short searches give the very trees that are stored: a change of search shows where it begins."""

import pytest

from tests.mcts.golden_trees import CASES, FOLDER, Case, difference, tree_of


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.name, marks=[pytest.mark.lab] * case.lab) for case in CASES],
)
def test_a_search_gives_the_tree_that_is_stored(case: Case) -> None:
    said = difference(case.path.read_text().splitlines(), tree_of(case))
    assert not said, f"{case.path.name}: {said}"


def test_each_stored_tree_has_a_case() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {case.path.name for case in CASES}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 120_000


def test_a_difference_is_shown_where_it_begins() -> None:
    stored = ["root 3 1 0 0 0", "A1 2 1 0 0 0", "B1 1 0 0 0 0"]
    assert difference(stored, stored) == ""
    said = difference(stored, ["root 3 1 0 0 0", "A1 1 1 0 0 0"])
    assert said.startswith("2 of 3 nodes differ, the first in line 2:")
    assert "stored: A1 2 1 0 0 0\n  found:  A1 1 1 0 0 0\n" in said
    assert "found:  no such node" in difference(stored, stored[:2])
