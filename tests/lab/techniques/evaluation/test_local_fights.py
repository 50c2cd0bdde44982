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


def enclosed(space: str) -> Position:
    """White's only eye space has these points; Black lives around it."""
    inside = set(vertices_to_points(space, SIZE))
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


def bulky_five() -> Position:
    """An eye space of five points, of which E5 is the vital one."""
    return enclosed("D5 E5 F5 D6 E6")


def search(
    position: Position, simulations: int, memory_mb: int = 64, threads: int = 1, **params: float
) -> SearchReport:
    one = Searcher(SearchParams(network="none", **params), threads=threads, memory_mb=memory_mb)
    one.set_position(position)
    return one.search(Limits(simulations=simulations))


@pytest.mark.parametrize("color", [BLACK, WHITE])
# One thread reads at a time. On a busy machine the others go on without its verdict, for a while.
@pytest.mark.parametrize(("threads", "simulations"), [(1, 2_000), (3, 20_000)])
def test_the_move_that_decides_gets_nearly_all_simulations(
    color: int, threads: int, simulations: int
) -> None:
    # Black wins either way, so that a proved win would end the search of whatever comes first.
    apart = {"solver": False, "score_bounds": False}
    position = bulky_five()
    position.to_play = color
    shares = []
    for nodes in (8.0, 0.0):
        report = search(
            position, simulations, threads=threads, fight_nodes=nodes, fight_prior=2.0, **apart
        )
        visits = {move.point: move.visits for move in report.moves}
        shares.append(visits[vertex_to_point("E5", SIZE)] / report.visits)
    assert shares[0] > 0.8
    assert shares[1] < 0.5  # without reading


def test_equal_seeds_give_equal_trees() -> None:
    assert len({search(bulky_five(), 1_000, fight_nodes=4.0).moves for _ in range(2)}) == 1


def test_without_nodes_or_room_nothing_is_read() -> None:
    plain = search(bulky_five(), 600).moves
    assert search(bulky_five(), 600, fight_nodes=0.001).moves == plain
    assert (
        search(bulky_five(), 600, memory_mb=8, fight_nodes=8.0).moves
        == search(bulky_five(), 600, memory_mb=8).moves
    )


@pytest.mark.parametrize("space", ["D5 E5 F5 G5", "D5 E5 F5 F6"])
def test_a_group_that_lives_whoever_begins_is_not_urgent(space: str) -> None:
    # Four points in a row, or bent, are two eyes: White need not answer, and nothing is favoured.
    position = enclosed(space)
    position.to_play = WHITE
    assert search(position, 1_500, fight_nodes=8.0, fight_prior=2.0).moves == (
        search(position, 1_500).moves
    )
