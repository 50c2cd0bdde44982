"""What is attached to a search: nothing by default, and no family whose techniques are off."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import SearchProbe
from tests.mcts.imported import imported_by_a_search


def test_nothing_is_attached_by_default() -> None:
    assert SearchProbe(SearchParams(), Position(9)).techniques.doors == []


@pytest.mark.parametrize(
    ("params", "wanted"),
    [
        ("", set()),
        ("implicit_minimax=0.0, tree_policy='rave'", set()),
        pytest.param("implicit_minimax=0.1", {"evaluation.family"}, marks=pytest.mark.lab),
        pytest.param(
            "implicit_minimax=0.1, tree_policy='puct'",
            {"evaluation.family", "policies.family"},
            marks=pytest.mark.lab,
        ),
    ],
)
def test_a_family_whose_techniques_are_off_is_not_imported(params: str, wanted: set[str]) -> None:
    assert imported_by_a_search(params, ".techniques.") == wanted
