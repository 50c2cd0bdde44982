"""Pool-RAVE: playouts choose among the moves that RAVE prefers."""

from board_ext.coords import WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

SEARCHED = 10
"""Simulations after which a node has a pool."""


def probe(rate: float = 1.0) -> SearchProbe:
    """A search of a board with one stone, since the rule answers the last one."""
    params = SearchParams(
        playout_order="pool", playout_pool_rate=rate, playout_pool_visits=SEARCHED,
        playout_self_atari_rate=0.0,
    )  # fmt: skip
    position = Position(9)
    position.play(vertex_to_point("E5", 9), WHITE)
    return SearchProbe(params, position)


def with_means(search: SearchProbe, n: int) -> list[int]:
    """Give the root *n* moves, each with a better RAVE mean than the one before; return them."""
    moves = [21 + 20 * (number // 9) + number % 9 for number in range(n)]
    for number, child in enumerate(search.expand((ROOT,), moves)):
        search.update_amaf(child, number / n, times=10)
    return moves


def test_the_sixteen_best_make_the_pool() -> None:
    search = probe()
    moves = with_means(search, 20)
    search.update(ROOT, 0.5, times=SEARCHED)
    assert set(search.first_moves(1_000)) == set(moves[4:])


def test_a_move_without_a_rave_mean_is_not_in_it() -> None:
    search = probe()
    first, second = search.expand((ROOT,), [21, 22])
    search.update_amaf(first, 0.1)
    search.update(second, 1.0, times=5)
    search.update(ROOT, 0.5, times=SEARCHED)
    assert set(search.first_moves(100)) == {21}


def test_a_node_with_few_simulations_has_no_pool() -> None:
    search = probe()
    with_means(search, 2)
    search.update(ROOT, 0.5, times=SEARCHED - 1)
    assert len(search.first_moves(400)) > 40


def test_the_rate_says_how_often_it_speaks() -> None:
    search = probe(rate=0.5)
    moves = with_means(search, 2)
    search.update(ROOT, 0.5, times=SEARCHED)
    counts = search.first_moves(4_000)
    assert 0.45 < sum(counts[move] for move in moves) / 4_000 < 0.6
