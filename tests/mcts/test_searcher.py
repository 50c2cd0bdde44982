"""The search as a whole: invariants, reproducibility, limits, reuse, and first tactics."""

import threading
import time

import pytest

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.recommend import recommend
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import CannotBeOvertaken, Limits
from gtpengine.mcts.searcher import Searcher


def search(position: Position, simulations: int, seed: int = 1, threads: int = 1) -> SearchReport:
    searcher = Searcher(seed=seed, threads=threads, memory_mb=64)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=simulations))


def key(report: SearchReport) -> list[tuple[int, int, float, int, float]]:
    return [(m.point, m.visits, m.value, m.rave_visits, m.score) for m in report.moves]


@pytest.mark.parametrize("size", [2, 5, 9, 13, 19])
def test_equal_seeds_give_equal_trees(size: int) -> None:
    first, second = (search(Position(size), 500, seed=7) for _ in range(2))
    assert key(first) == key(second)
    assert first.pv == second.pv
    assert key(first) != key(search(Position(size), 500, seed=8))


def test_every_legal_move_and_the_pass_are_searched() -> None:
    position = Position(7)
    for vertex in ("C3", "D3", "C4", "E5"):
        position.play(vertex_to_point(vertex, 7))
    report = search(position, 50)
    assert {m.point for m in report.moves} == {*position.legal_moves(), PASS}


def test_superko_moves_are_no_children() -> None:
    diagram = """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
    """
    position = Position.from_diagram(diagram, to_play=WHITE, rules=rules_named("tromp-taylor"))
    position.play(vertex_to_point("B4", 5), WHITE)
    position.play(PASS, BLACK)
    position.play(PASS, WHITE)
    # No simple ko any more, but retaking recreates the position.
    taken = vertex_to_point("C4", 5)
    assert not position.is_legal(taken, BLACK)
    position.to_play = BLACK
    assert taken not in {m.point for m in search(position, 50).moves}


def test_another_memory_limit_asks_for_the_position_again() -> None:
    """The new tree begins nowhere: it must not grow a position's children under an earlier one."""
    searcher = Searcher(memory_mb=64)
    position = Position(9)
    searcher.set_position(position)
    first = recommend(searcher.search(Limits(simulations=400)))
    position.play(first)
    searcher.set_position(position)
    searcher.search(Limits(simulations=100))
    searcher.set_memory(32)
    with pytest.raises(RuntimeError, match="set_position"):
        searcher.search(Limits(simulations=100))
    position.undo()
    searcher.set_position(position)
    assert first in {move.point for move in searcher.search(Limits(simulations=20)).moves}


def test_the_memory_limit_holds_and_the_search_goes_on() -> None:
    searcher = Searcher(memory_mb=1)
    searcher.set_position(Position(19))
    report = searcher.search(Limits(simulations=8000))
    assert report.tree_full
    assert report.simulations == 8000
    assert report.memory_bytes <= 1 << 20


@pytest.mark.parametrize("threads", [1, 4])
def test_many_short_searches_take_no_more_memory_than_their_nodes(threads: int) -> None:
    searcher = Searcher(SearchParams(network="none"), threads=threads, memory_mb=16)
    position = Position(9)
    for _ in range(3):
        searcher.set_position(position)
        for _ in range(100):
            report = searcher.search(Limits(simulations=16))
        assert not report.tree_full
        # What each thread has taken and not used yet comes once, not with each search.
        assert report.memory_bytes < 4 << 20
        position.play(report.moves[0].point)


def test_snapshots_while_searching() -> None:
    searcher = Searcher(memory_mb=64, threads=2)
    searcher.set_position(Position(9))
    seen: list[SearchReport] = []

    def watch() -> None:
        for _ in range(20):
            seen.append(searcher.snapshot())
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    final = searcher.search(Limits(seconds=0.5))
    watcher.join()
    visits = [report.visits for report in seen]
    assert visits == sorted(visits)
    assert final.visits >= visits[-1]
    assert all(abs(report.ownership).max() <= 1.0 for report in seen)


def test_a_decided_search_stops_early() -> None:
    diagram = """
        . . . . .
        X X X X X
        X O O O O
        X O . O .
        X X O O O
    """
    position = Position.from_diagram(diagram, to_play=BLACK)
    # All moves lose; the rules' priors are enough to prefer one.
    searcher = Searcher(SearchParams(prior_model=0.0), memory_mb=64)
    searcher.set_position(position)
    report = searcher.search(Limits(seconds=10.0), [CannotBeOvertaken()])
    assert report.stopped_by in ("decided", "time")
    assert report.seconds < 9.5


# Black's only eye space has three points; -20.5 is between the counts of its life and its death.
THREE_POINT_EYE = """
    . O . . . . .
    . O O O O O O
    . O X X X X X
    . O X . . . X
    . O X X X X X
    . O O O O O O
    . . . . . . .
"""

TACTICS = {
    "capture the cutting stones": (
        """
        . . . . . . .
        . . O O . . .
        . O X X O . .
        . O X . O . .
        . X O O X . .
        . X X X X . .
        . . . . . . .
        """,
        BLACK,
        "D4",
    ),
    "live with the vital point": (THREE_POINT_EYE, BLACK, "E4"),
    "kill with the vital point": (THREE_POINT_EYE, WHITE, "E4"),
}


@pytest.mark.parametrize("name", TACTICS)
def test_finds(name: str) -> None:
    diagram, color, answer = TACTICS[name]
    komi = -20.5 if diagram is THREE_POINT_EYE else 0.5
    position = Position.from_diagram(diagram, to_play=color, komi=komi)
    report = search(position, 4000)
    assert point_to_vertex(recommend(report), position.size) == answer


def test_komi_decides_the_value() -> None:
    values = [search(Position(9, komi=komi), 500).value for komi in (-60.5, 7.5, 60.5)]
    assert values[0] > 0.8 > values[1] > 0.2 > values[2]


@pytest.mark.parametrize("bad", [{"threads": 0}, {"memory_mb": 0}])
def test_refusals(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="give 1 to"):
        Searcher(**bad)  # type: ignore[arg-type]


def test_a_search_needs_a_position() -> None:
    searcher = Searcher(memory_mb=64)
    with pytest.raises(RuntimeError, match="set_position"):
        searcher.search(Limits(simulations=1))


def test_parameters_change_the_search() -> None:
    position = Position(9)
    searcher = Searcher(SearchParams(network_exploration=2.0), seed=7, memory_mb=64)
    searcher.set_position(position)
    assert key(searcher.search(Limits(simulations=500))) != key(search(position, 500, seed=7))
