"""What is read of a search, also while it runs: owners, scores, expected lines."""

from __future__ import annotations

import threading

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def searcher(threads: int = 1) -> Searcher:
    return Searcher(memory_mb=64, threads=threads)


def test_a_variation_begins_with_its_move_and_loses_visits() -> None:
    one = searcher()
    one.set_position(Position(9))
    report = one.search(Limits(simulations=2000))
    assert tuple(point for point, _ in one.variation(report.pv[0])) == report.pv
    for move in report.moves:
        line = one.variation(move.point)
        assert line[0] == (move.point, move.visits)
        visits = [count for _, count in line]
        assert visits == sorted(visits, reverse=True)
        if len(line) > 1:
            assert visits[1] < visits[0]
    with pytest.raises(ValueError, match="no move of the root"):
        one.variation(81 - 1 if 80 not in {m.point for m in report.moves} else 400)


def test_ownership_of_a_settled_board() -> None:
    diagram = """
        . X . X O . O
        X X X X O O .
        . X . X O . O
        X . X X O O O
        . X X X O . O
        X X . X O O .
        . X X X O . O
    """
    one = searcher()
    one.set_position(Position.from_diagram(diagram, to_play=BLACK))
    report = one.search(Limits(simulations=300))
    assert report.ownership[:, :4].min() > 0.9
    assert report.ownership[:, 4:].max() < -0.9
    # 28 points against 21 and komi 7.5.
    assert report.score == pytest.approx(28 - 21 - 7.5, abs=1.0)


def test_views_while_the_search_runs() -> None:
    one = searcher(2)
    one.keep_move_ownership(True)
    one.set_position(Position(9))
    thread = threading.Thread(target=one.search, args=(Limits(seconds=30),))
    thread.start()
    try:
        for _ in range(200):
            report = one.snapshot()
            for move in report.moves[:5]:
                line = one.variation(move.point)
                assert line[0][0] == move.point
                assert line[0][1] >= move.visits
                one.move_ownership(move.point)
    finally:
        one.stop()
        thread.join()
