"""Kept answers of a network: a search with them grows the tree of a search that asks again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.network import serving
from gtpengine.network.netfile import load_net
from tests.mcts.network_search import network_file, searched

SIMULATIONS = 400


@pytest.fixture(autouse=True)
def _one_network_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers belong to a network, which is read anew whenever the parameter is set."""
    monkeypatch.setattr(serving, "load_net", cache(load_net))


def _search(net: Path, position: Position, **params: float) -> list[tuple[int, int, float]]:
    report = searched(net, position, SIMULATIONS, network_role="leads", **params)
    return [(move.point, move.visits, move.value) for move in report.moves]


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_second_search_is_the_first_one_again(tmp_path: Path, rules: str) -> None:
    net = network_file(tmp_path)
    position = Position(7, rules_named(rules))
    first = _search(net, position)
    assert _search(net, position) == first


@pytest.mark.parametrize("change", ["komi", "rules", "share", "symmetry", "last move"])
def test_another_question_has_another_answer(tmp_path: Path, change: str) -> None:
    """What was kept of one question never answers another one."""
    (tmp_path / "fresh").mkdir()
    net, fresh = network_file(tmp_path), network_file(tmp_path / "fresh")
    params: dict[str, float] = {}
    position = Position(7, rules_named("chinese"), komi=7.5)
    _search(net, position)
    if change == "komi":
        position = Position(7, rules_named("chinese"), komi=0.5)
    elif change == "rules":
        position = Position(7, rules_named("japanese"), komi=7.5)
    elif change == "share":
        params["network_prior"] = 0.5
    elif change == "symmetry":
        params["network_symmetry"] = 3
    else:
        # The same stones, in another order.
        for point in (8, 10, 24, 26):
            position.play(point)
        _search(net, position)
        position = Position(7, rules_named("chinese"), komi=7.5)
        for point in (24, 26, 8, 10):
            position.play(point)
    assert _search(net, position, **params) == _search(fresh, position, **params)
