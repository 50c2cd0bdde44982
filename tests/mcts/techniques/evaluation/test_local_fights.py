"""Local fights in the search: the move that decides one is found, and what is off reads nothing."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point, vertices_to_points
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZE = 9


def bulky_five() -> Position:
    """White's only eye space has five points, E5 is the vital one; Black lives around it."""
    inside = set(vertices_to_points("D5 E5 F5 D6 E6", SIZE))
    ring = {
        p + step
        for p in inside
        for step in (-10, -9, -8, -1, 1, 8, 9, 10)
        if p + step not in inside
    }
    holes = {*inside, *vertices_to_points("A1 J9 A9 J1", SIZE)}
    black = [p for p in range(SIZE * SIZE) if p not in holes and p not in ring]
    position = Position(SIZE, komi=0.0)
    position.set_up(black, sorted(ring))
    return position


def search(
    position: Position, simulations: int, memory_mb: int = 64, threads: int = 1, **params: float
) -> SearchReport:
    one = Searcher(SearchParams(network="none", **params), threads=threads, memory_mb=memory_mb)
    one.set_position(position)
    return one.search(Limits(simulations=simulations))


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_move_that_decides_gets_nearly_all_simulations(color: int, threads: int) -> None:
    position = bulky_five()
    position.to_play = color
    report = search(position, 2_000, threads=threads, fight_nodes=8.0, fight_prior=2.0)
    visits = {move.point: move.visits for move in report.moves}
    assert visits[vertex_to_point("E5", SIZE)] > 0.8 * report.visits


def test_equal_seeds_give_equal_trees() -> None:
    assert len({search(bulky_five(), 1_000, fight_nodes=4.0).moves for _ in range(2)}) == 1


def test_without_nodes_or_room_nothing_is_read() -> None:
    plain = search(bulky_five(), 600).moves
    assert search(bulky_five(), 600, fight_nodes=0.001).moves == plain
    assert (
        search(bulky_five(), 600, memory_mb=8, fight_nodes=8.0).moves
        == search(bulky_five(), 600, memory_mb=8).moves
    )
