"""Children shared by several orders of moves: what is saved, what stays as it was, and superko."""

import random

import pytest

from board_ext.coords import PASS
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def searcher(*, on: bool = True, threads: int = 1, memory_mb: int = 64) -> Searcher:
    # Each leaf is expanded at once, so that trees are deep and meet often.
    params = SearchParams(transpositions=on, expand_visits=1)
    return Searcher(params, threads=threads, memory_mb=memory_mb)


def search(one: Searcher, position: Position, simulations: int) -> SearchReport:
    one.set_position(position)
    return one.search(Limits(simulations=simulations))


def test_shared_children_save_nodes() -> None:
    apart, shared = (search(searcher(on=on), Position(5), 10_000).nodes for on in (False, True))
    assert shared < 0.95 * apart


@pytest.mark.parametrize("threads", [1, 4])
def test_no_visit_of_the_root_is_lost(threads: int) -> None:
    report = search(searcher(threads=threads), Position(5), 5000)
    assert report.simulations == report.visits == 5000
    assert sum(move.visits for move in report.moves) == 5000


def test_equal_seeds_give_equal_trees() -> None:
    assert len({search(searcher(), Position(7), 3000).moves for _ in range(2)}) == 1


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("rules", ["tromp-taylor", "aga", "japanese"])
def test_reports_hold_the_legal_moves_all_along_games_full_of_kos(rules: str, threads: int) -> None:
    one = searcher(threads=threads)
    # Only what two moves lead to is kept of the tree, moved together each time it is half full.
    small = searcher(threads=threads, memory_mb=1)
    for seed in range(2):
        rng = random.Random(seed)
        position = Position(3, rules=rules_named(rules))
        for _ in range(50):
            for engine in (one, small):
                report = search(engine, position, 300)
                legal = sorted([*position.legal_moves(), PASS])
                assert sorted(move.point for move in report.moves) == legal
            # The moves of the search, with an odd one in between, and never an end.
            best = next(
                move.point for move in report.moves if move.point != PASS or legal == [PASS]
            )
            position.play(rng.choice(legal) if rng.random() < 0.3 else best)


def test_the_memory_limit_holds() -> None:
    one = searcher(memory_mb=1)
    report = search(one, Position(9), 10_000)
    assert report.tree_full
    assert report.memory_bytes <= 1 << 20
    assert report.simulations == 10_000
