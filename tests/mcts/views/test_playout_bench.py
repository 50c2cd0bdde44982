"""The loops that `gtpengine bench` measures: their signatures stand for every move played."""

import pytest

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_bench import heavy_playouts, uniform_playouts


@pytest.mark.parametrize("size", [2, 9, 19])
def test_a_signature_is_repeated_by_its_seed_alone(size: int) -> None:
    assert uniform_playouts(size, 20, 5) == uniform_playouts(size, 20, 5)
    assert uniform_playouts(size, 20, 5)[2] != uniform_playouts(size, 20, 6)[2]
    params = SearchParams()
    assert heavy_playouts(size, 20, 5, params) == heavy_playouts(size, 20, 5, params)
    assert heavy_playouts(size, 20, 5, params)[2] != heavy_playouts(size, 20, 6, params)[2]


def test_a_signature_tells_other_parameters() -> None:
    with_patterns, without = SearchParams(), SearchParams(playout_pattern_rate=0.0)
    assert heavy_playouts(9, 20, 5, with_patterns)[2] != heavy_playouts(9, 20, 5, without)[2]


def test_moves_and_wins_are_those_of_all_games() -> None:
    moves, black, _ = uniform_playouts(9, 100, 1)
    assert 100 * 60 < moves < 100 * 400
    assert 0 < black < 100
    more, more_black, _ = uniform_playouts(9, 200, 1)
    assert more > moves and more_black >= black
