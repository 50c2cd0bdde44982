"""What analysis needs of the search: moves left out, expected lines, views of a running search."""

from __future__ import annotations

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def searcher(threads: int = 1) -> Searcher:
    return Searcher(memory_mb=64, threads=threads)


def test_moves_to_avoid_get_no_simulations() -> None:
    """Black's three stones live or die at G5: whoever comes first plays there."""
    position = Position(9)
    black = [vertex_to_point(v, 9) for v in ("D5", "E5", "F5")]
    white = [vertex_to_point(v, 9) for v in ("D4", "E4", "F4", "D6", "E6", "F6", "C5")]
    position.set_up(black, white, to_play=BLACK)
    plain = searcher()
    plain.set_position(position)
    best = plain.search(Limits(simulations=400)).moves[0].point
    assert best == vertex_to_point("G5", 9)
    restricted = searcher()
    restricted.set_position(position, {(BLACK, best): 1, (WHITE, best): 1})
    report = restricted.search(Limits(simulations=2000))
    assert best not in {move.point for move in report.moves}
    assert sum(move.visits for move in report.moves) == 2000
    # White may play there only below the root, where depth 1 says nothing.
    lines = [restricted.variation(move.point) for move in report.moves]
    assert any(point == best for line in lines for point, _ in line[1:])


def test_moves_are_avoided_down_to_the_depth() -> None:
    position = Position(5)
    everywhere = {(color, point): 500 for color in (BLACK, WHITE) for point in range(1, 25)}
    restricted = searcher()
    restricted.set_position(position, everywhere)
    report = restricted.search(Limits(simulations=300))
    assert {move.point for move in report.moves} == {0, PASS}
    for move in report.moves:
        assert {point for point, _ in restricted.variation(move.point)} <= {0, PASS}


def test_moves_are_avoided_among_many_at_every_depth() -> None:
    """Those allowed are the worst by their priors, far behind the first moves of a node."""
    position = Position(9)
    allowed = {0, 80}
    avoid = {(c, p): 20 for c in (BLACK, WHITE) for p in (*range(81), PASS) if p not in allowed}
    restricted = searcher(threads=2)
    restricted.set_position(position, avoid)
    report = restricted.search(Limits(simulations=3000))
    assert {move.point for move in report.moves} == allowed
    assert report.visits == 3000
    for move in report.moves:
        line = [point for point, _ in restricted.variation(move.point)]
        # Then no move is left but the pass. The line of a move with few visits may end early.
        assert len(line) > 1 or move != report.moves[0]
        assert line[:2] in ([move.point], [move.point, *(allowed - {move.point})])
        assert set(line[2:]) <= {PASS}


def test_a_side_without_moves_passes() -> None:
    position = Position(5)
    nowhere = {(BLACK, point): 1 for point in [*range(25), PASS]}
    restricted = searcher()
    restricted.set_position(position, nowhere)
    report = restricted.search(Limits(simulations=50))
    assert report.moves == ()
    assert report.pv[0] == PASS


def test_other_restrictions_forget_the_tree_and_equal_ones_keep_it() -> None:
    position = Position(9)
    one = searcher()
    one.set_position(position)
    one.search(Limits(simulations=100))
    one.set_position(position, {(BLACK, 40): 1})
    assert one.snapshot().visits == 0
    one.search(Limits(simulations=100))
    one.set_position(position, {(BLACK, 40): 1})
    assert one.snapshot().visits == 100
    one.set_position(position)
    assert one.snapshot().visits == 0
    assert 40 in {move.point for move in one.search(Limits(simulations=10)).moves}
