"""A network as the evaluator of a search: who is asked, with what komi."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.position import Position
from tests.mcts.network_search import NEVER, judged, network_file, searched


@pytest.mark.parametrize("komi", [-20.5, 0.5, 7.5])
def test_komi_reaches_the_network(tmp_path: Path, komi: float) -> None:
    net = network_file(tmp_path)
    position = Position(9, komi=komi)
    report = searched(net, position, 50, network_lambda=1.0, network_visits=NEVER, solver=False)
    assert report.value == pytest.approx(judged(net, position).value, abs=3e-5)


def test_it_needs_the_move_model(tmp_path: Path) -> None:
    net = network_file(tmp_path)
    position = Position(9)
    without = searched("none", position, 200, prior_model=0.0)
    assert searched(net, position, 200, prior_model=0.0).value == without.value
