"""The reach grows with the logarithm of the visits."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from tests.mcts.network_search import counts, midgame, searched


@pytest.mark.parametrize("visits", [0, 100, 2000])
def test_the_reach_grows_with_the_logarithm_of_the_visits(visits: int) -> None:
    probe = SearchProbe(SearchParams(network_growth=4.0), Position(9), by_network=True)
    probe.update(ROOT, 0.5, times=visits)
    assert probe.reach((ROOT,), 1.5) == pytest.approx(1.5 * (1 + 4 * math.log(1 + visits / 500)))


def test_a_search_asks_it_and_the_network_still_leads(net: Path) -> None:
    plain, grown = (
        searched(net, midgame(), 400, network_role="leads", **more)
        for more in ({}, {"network_growth": 4.0})
    )
    assert counts(plain) != counts(grown)
    assert not any(move.rave_visits for move in grown.moves)
    assert sum(m.visits > 0 for m in grown.moves) > sum(m.visits > 0 for m in plain.moves)
