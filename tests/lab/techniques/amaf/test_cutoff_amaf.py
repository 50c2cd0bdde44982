"""Cutoff AMAF: RAVE means stop changing after a number of simulations."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

A, B, C = 21, 22, 23


def test_the_first_simulations_count_and_no_other() -> None:
    search = SearchProbe(SearchParams(cutoff_amaf=5, rave_distance_levels=1), Position(9))
    played, later = search.expand((ROOT,), [A, C])
    for _ in range(8):
        search.back_up((ROOT, played), [B, C], 1.0)
    assert search.node(later) == (0, 0.0, 5, 5.0)
    # Plain visits go on.
    assert search.node(played)[:2] == (8, 8.0)
