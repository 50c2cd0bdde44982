"""A graph of positions: one value for a position, visits of its own for each move to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.coords import vertex_to_point
from board_ext.position import Position
from board_ext.rules import TROMP_TAYLOR
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import virtual_losses
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.probes.toy_evaluator import ToyEvaluator
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from tests.mcts.network_search import midgame, searched, searcher_with

A, B, C, D, E = 21, 22, 23, 24, 25


def probe() -> SearchProbe:
    params = SearchParams(position_graph=True, score_weight=0.0)
    return SearchProbe(params, Position(9), by_network=True)


def judged(search: SearchProbe, path: tuple[int, ...], value: float, moves: list[int]) -> list[int]:
    """Judge the end of a path, and give it children."""
    search.judge(path, value)
    return search.expand(path, moves)


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-4)


def test_a_new_way_to_a_position_is_worth_what_is_known_of_it() -> None:
    search = probe()
    one, other = search.expand((ROOT,), [A, B])
    (below,) = judged(search, (ROOT, one), 0.8, [C])
    search.back_up((ROOT, one), value=0.8)
    judged(search, (ROOT, one, below), 0.3, [D])
    search.back_up((ROOT, one, below), value=0.3)
    assert search.value((ROOT, other)) is None  # nobody knows that it is the same position
    search.share((ROOT, other), one)
    found = search.value((ROOT, other))
    assert found is not None
    # The judgement, and one visit of its move.
    assert found[0] == close((0.8 + 0.3) / 2)


def test_what_one_way_teaches_counts_for_the_other() -> None:
    search = probe()
    one, other = search.expand((ROOT,), [A, B])
    (below,) = judged(search, (ROOT, one), 0.8, [C])
    search.back_up((ROOT, one), value=0.8)
    (deep,) = judged(search, (ROOT, one, below), 0.3, [D])
    search.share((ROOT, other), one)
    # Twice by the other way: to the position below, and to one below that.
    search.back_up((ROOT, other, below), value=0.3)
    judged(search, (ROOT, other, below, deep), 0.9, [E])
    search.back_up((ROOT, other, below, deep), value=0.9)
    (third,) = search.expand((ROOT, one, below, deep), [B])
    search.share((ROOT, one, below, deep, third), one)
    found = search.value((ROOT, one, below, deep, third))
    assert found is not None
    # The position below has its judgement and one visit of its move; it has been visited twice.
    assert found[0] == close((0.8 + 2 * (0.3 + 0.9) / 2) / 3)


def test_a_position_is_judged_once() -> None:
    answered = []
    for graph in (False, True):
        toy = ToyEvaluator(5, vertex_to_point("C3", 5), 0.5)
        params = SearchParams(position_graph=graph, widening_children=0, solver=False)
        searcher = Searcher(params, memory_mb=16)
        searcher.set_evaluator(toy)
        searcher.set_position(Position(5))
        searcher.search(Limits(simulations=600))
        answered.append(toy.answered)
    assert answered[1] < answered[0] - 10


def test_each_simulation_is_a_visit_of_a_move_of_the_root(net: Path) -> None:
    plain, graph = (
        searched(net, midgame(), 800, network_role="leads", position_graph=on)
        for on in (False, True)
    )
    assert sum(move.visits for move in graph.moves) == graph.simulations == 800
    assert [m.visits for m in plain.moves] != [m.visits for m in graph.moves]
    assert not any(move.rave_visits for move in graph.moves)


def test_threads_and_superko_leave_the_tree_whole(net: Path) -> None:
    searcher = searcher_with(net, threads=4, network_role="leads", position_graph=True)
    position = Position(9, rules=TROMP_TAYLOR)
    for _ in range(12):
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=400))
        assert report.simulations == 400
        assert virtual_losses(searcher) == 0
        assert position.is_legal(report.moves[0].point) or report.moves[0].point < 0
        position.play(report.moves[0].point)


def test_a_search_that_goes_on_with_the_kept_part_plays_the_same_again(net: Path) -> None:
    def moves() -> list[int]:
        searcher = searcher_with(net, memory_mb=2, network_role="leads", position_graph=True)
        position = midgame()
        found = []
        for _ in range(6):
            searcher.set_position(position)
            found.append(searcher.search(Limits(simulations=1500)).moves[0].point)
            position.play(found[-1])
        return found

    assert moves() == moves()
