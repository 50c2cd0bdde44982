"""Softmax playouts as a technique: moves come at the rate of their weights; without a file the
rules play. The weights themselves: tests/lab/softmax."""

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.lab.probes.softmax_probe import SoftmaxProbe
from gtpengine.lab.weights.weight_files import WEIGHTS
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.mcts.views.playout_view import playout_from, playout_moves_of

SOFTMAX = SearchParams(playout_policy="softmax", playout_self_atari_rate=1.0)


def test_the_first_moves_of_playouts_come_as_often_as_their_weights_say() -> None:
    position = Position(5)
    position.play(12, BLACK)
    weights, _ = WEIGHTS.serving("shipped", 5)
    assert weights is not None
    chances = SoftmaxProbe(position, weights).probabilities()
    counts = playout_moves_of(position, SOFTMAX, 0, 20_000)
    drawn = {point: count / 20_000 for (point, _), count in counts.items()}
    for point, chance in chances.items():
        assert drawn.get(point, 0.0) == pytest.approx(chance, abs=0.015)


def test_without_weights_the_rules_play(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SearchParams(playout_self_atari_rate=1.0)
    assert playout_from(Position(9), SOFTMAX, 1) != playout_from(Position(9), rules, 1)
    monkeypatch.setattr(WEIGHTS, "serving", lambda *_: (None, ("lost",)))
    assert playout_from(Position(9), SOFTMAX, 1) == playout_from(Position(9), rules, 1)
    searcher = Searcher(SOFTMAX, memory_mb=16)
    searcher.set_position(Position(9))
    assert searcher.notices()[0] == "lost"
    assert searcher.search(Limits(simulations=20)).simulations == 20
