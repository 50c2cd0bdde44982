"""Moves that did well elsewhere get a better policy in new nodes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from tests.mcts.network_search import counts, midgame, searched

GOOD, BAD, NEW = 21, 22, 23
WEIGHT = 0.5


def learned() -> tuple[SearchProbe, int]:
    """Ten simulations that Black won with a move, and ten that were lost with another; the node
    after the first."""
    probe = SearchProbe(SearchParams(network_butterfly=WEIGHT), Position(9), by_network=True)
    good, bad = probe.expand((ROOT,), [GOOD, BAD])
    for _ in range(10):
        probe.learn((ROOT, good), value=1.0)
        probe.learn((ROOT, bad), value=0.0)
    return probe, good


def test_a_move_that_won_is_likelier_and_one_that_lost_is_not() -> None:
    probe, _ = learned()
    # Five wins more than the mean of Black's moves, over ten simulations and the sixteen of no
    # opinion; an outcome lies in [0, 1], the history in [-1, 1].
    history = 2 * 5 / 26
    assert probe.probability((ROOT,), GOOD, 0.1) == pytest.approx(0.1 * math.exp(WEIGHT * history))
    assert probe.probability((ROOT,), BAD, 0.1) == pytest.approx(0.1 * math.exp(-WEIGHT * history))
    assert probe.probability((ROOT,), NEW, 0.1) == 0.1


def test_each_side_has_a_history_of_its_own() -> None:
    probe, good = learned()
    assert probe.probability((ROOT, good), GOOD, 0.1) == 0.1


def test_what_follows_the_tree_does_not_count() -> None:
    probe, good = learned()
    before = probe.probability((ROOT,), NEW, 0.1)
    probe.learn((ROOT, good), moves=[30, NEW], value=1.0)
    assert probe.probability((ROOT,), NEW, 0.1) == before


def test_no_move_is_likelier_than_sure() -> None:
    probe, _ = learned()
    assert probe.probability((ROOT,), GOOD, 0.99) == 1.0


def test_a_search_asks_it_and_the_network_still_leads(net: Path) -> None:
    plain, some = (
        searched(net, midgame(), 600, network_role="leads", **more)
        for more in ({}, {"network_butterfly": 2.0})
    )
    assert counts(plain) != counts(some)
    assert not any(move.rave_visits for move in some.moves)
