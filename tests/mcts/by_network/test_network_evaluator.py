"""A network as the evaluator of a search: who is asked, with what komi."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.position import Position
from tests.mcts.network_search import NEVER, counts, judged, midgame, network_file, searched
from tests.patterns.test_weight_files import model_file


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


@pytest.mark.parametrize("role", ["leads", "beside"])
@pytest.mark.parametrize("board_alone", [False, True])
def test_a_network_of_the_board_alone_leads_without_the_move_model(
    tmp_path: Path, board_alone: bool, role: str
) -> None:
    """Beside playouts, and where the model has a share in the policy, the model counts."""
    net = network_file(tmp_path, board_alone=board_alone)
    model = str(model_file(tmp_path / "my.bin"))

    def found(**params: float | str) -> object:
        params = {"network_role": role, **params}
        return counts(searched(net, midgame(), 120, **params))

    alone = found() == found(prior_model_file=model)
    assert alone == (board_alone and role == "leads")
    assert found(network_prior=0.5) != found(network_prior=0.5, prior_model_file=model)
    if board_alone and role == "leads":
        assert found(network_prior=0.5) != found()
