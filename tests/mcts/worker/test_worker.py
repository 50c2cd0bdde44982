"""Simulations: all are counted, they end in time, and games in the tree end by the rules."""

import pytest

from board_ext.coords import PASS, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_no_visit_is_lost(threads: int) -> None:
    searcher = Searcher(threads=threads, memory_mb=64)
    searcher.set_position(Position(9))
    report = searcher.search(Limits(simulations=3000))
    assert report.simulations == report.visits == 3000
    # The root has its children before the first simulation.
    assert sum(move.visits for move in report.moves) == 3000
    assert report.stopped_by == "simulations"


def test_time_ends_a_search() -> None:
    searcher = Searcher(memory_mb=64)
    searcher.set_position(Position(9))
    report = searcher.search(Limits(seconds=0.2))
    assert report.stopped_by == "time"
    assert report.simulations > 0
    assert 0.2 <= report.seconds < 20.0


@pytest.mark.lab
def test_two_passes_end_the_game_with_all_stones_alive_where_the_rules_say_so() -> None:
    # White's lone stone is dead but counts under Tromp-Taylor until it is captured.
    diagram = """
        . X . X .
        X X X X X
        . O . X .
        X X X X X
        . X . X .
    """
    by_rules = {}
    for name in ("chinese", "tromp-taylor"):
        position = Position.from_diagram(diagram, rules=rules_named(name), komi=23.5)
        position.to_play = WHITE
        position.play(PASS, WHITE)
        # Exploration, so that the pass is looked at beside the winning capture.
        searcher = Searcher(SearchParams(exploration=2.0, prior_pass=0.0), memory_mb=64)
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=2000))
        by_rules[name] = next(m for m in report.moves if m.point == PASS)
    # All 25 points are Black's when the stone is taken off: 25 > 23.5.
    assert by_rules["chinese"].value > 0.9
    assert by_rules["tromp-taylor"].value < 0.1


@pytest.mark.lab
@pytest.mark.parametrize("playouts", [1, 7])
def test_the_length_of_games_and_the_depth_of_the_tree_are_counted(playouts: int) -> None:
    searcher = Searcher(SearchParams(leaf_playouts=playouts), memory_mb=64)
    searcher.set_position(Position(5))
    report = searcher.search(Limits(simulations=700))
    assert 1.0 <= report.mean_depth < report.mean_length < 3 * 25 + report.mean_depth + 2
