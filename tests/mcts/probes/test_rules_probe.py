"""The dummy rules with which tests look at the order of playout rules."""

from __future__ import annotations

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.rules_probe import playout_by_dummies, rules_asked


def played(seed: int, speaks: bool) -> list[str]:
    return playout_by_dummies(Position(5), SearchParams(), [("dummy", speaks, False)], seed)


def test_a_dummy_that_has_no_move_never_speaks() -> None:
    assert "dummy" in played(1, True)
    assert "dummy" not in played(1, False)


def test_equal_seeds_give_equal_playouts() -> None:
    assert played(3, True) == played(3, True)
    assert len({len(played(seed, True)) for seed in range(10)}) > 1


def test_the_order_is_that_of_the_parameter() -> None:
    assert rules_asked(SearchParams(playout_order="pattern:atari")) == ["pattern", "atari"]
