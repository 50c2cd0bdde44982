"""Trees that take turns: limits, repetition, and that they share what they should."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.config.options import EngineOptions
from gtpengine.lab.parallel.sharedtrees import SharedTrees
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.engine import Engine

SHARINGS = ("tree", "vote", "jobs", "root-parts")


def trees(number: int, policy: SharingPolicy | None = None, exchanges: int = 5) -> SharedTrees:
    made = SharedTrees(
        lambda memory_mb, seed: SharingSearcher(memory_mb=memory_mb, seed=seed),
        number, 64, SearchParams(), 1, policy or SharingPolicy(share=0.0), exchanges,
    )  # fmt: skip
    made.set_position(Position(7))
    return made


def test_the_limit_is_divided_and_all_is_shared() -> None:
    searcher = trees(4)
    report = searcher.search(Limits(simulations=2000))
    assert report.simulations == 2000
    assert report.stopped_by == "simulations"
    # All that the others found is in the head's tree, but for nodes of moves it has not made yet.
    assert report.visits == 2000
    assert 400 <= searcher._tree.snapshot().visits - searcher.group.of_task <= 600
    assert report.pv[0] == report.moves[0].point


def test_equal_seeds_repeat_and_the_trees_differ() -> None:
    first, second = (trees(3).search(Limits(simulations=900)) for _ in range(2))
    assert [m.visits for m in first.moves] == [m.visits for m in second.moves]
    alone = SharingSearcher(memory_mb=64, seed=1)
    alone.set_position(Position(7))
    assert [m.visits for m in alone.search(Limits(simulations=900)).moves] != [
        m.visits for m in first.moves
    ]


@pytest.mark.parametrize("sharing", SHARINGS)
def test_every_way_of_sharing_gives_a_whole_report(sharing: str) -> None:
    report = trees(3, SharingPolicy(sharing)).search(Limits(simulations=600))
    assert report.simulations == 600
    assert report.visits == 600
    assert sum(move.visits for move in report.moves) == 600


def distinct(searcher: SharedTrees) -> int:
    """Return how many positions have been judged by any of the trees."""
    paths: set[tuple[int, ...]] = set()
    for tree in (searcher._tree, *(member._tree for member in searcher._members)):
        changes = tree.digest(0.0, 500, 1).changes()
        paths |= {path for path, change in changes.items() if change.visits}
    return len(paths)


def led_trees(policy: SharingPolicy) -> SharedTrees:
    """Four trees of 9x9 that a network leads, with a second receiver for the test."""

    class Told(SharingSearcher):
        def keep_digests(self, receivers: int = 1) -> None:  # noqa: ARG002
            super().keep_digests(2)

    made = SharedTrees(
        lambda memory_mb, seed: Told(memory_mb=memory_mb, seed=seed),
        4, 128, SearchParams(), 1, policy, 4,
    )  # fmt: skip
    made.set_position(Position(9))
    made.search(Limits(simulations=400))
    return made


def test_members_of_a_leading_network_search_other_nodes_than_the_head() -> None:
    same = led_trees(SharingPolicy(share=0.02))
    turned = led_trees(SharingPolicy(share=0.02, symmetry=8))
    noisy = led_trees(SharingPolicy(share=0.02, symmetry=8, prior_noise=1.0))
    assert distinct(same) < 0.6 * 400
    assert distinct(same) < distinct(turned) < distinct(noisy) <= 400 + 1
    told = noisy._members[0]._task
    assert told is not None
    assert (told.params["network_symmetry"], told.params["network_prior_noise"]) == (8, 1.0)


@pytest.mark.parametrize("sharing", SHARINGS)
def test_members_of_one_position_ask_the_network_in_other_ways(sharing: str) -> None:
    trees = led_trees(SharingPolicy(sharing, symmetry=8, prior_noise=1.0))
    told = trees._members[0]._task
    assert told is not None
    others = sharing in ("tree", "vote")
    asked = (told.params["network_symmetry"], told.params["network_prior_noise"])
    assert asked == ((8, 1.0) if others else (0, 0.0))


def test_time_and_conditions_end_it() -> None:
    searcher = trees(2)
    assert searcher.search(Limits(seconds=0.2)).stopped_by == "time"

    class Once:
        name = "once"

        def __call__(self, report: object, limits: Limits) -> bool:  # noqa: ARG002
            return True

    assert searcher.search(Limits(simulations=1000), (Once(),)).stopped_by == "once"


def test_an_engine_plays_with_it_and_follows_options() -> None:
    options = EngineOptions()
    for name, value in (("parallel", "taking-turns"), ("threads", 3), ("simulations", 150)):
        options.assign(name, value)
    options.assign("memory", 48)
    notes: list[str] = []
    engine = Engine(options, note=notes.append)
    engine.new_game(7)
    engine.genmove(BLACK)
    engine.set_parameter("cluster_sharing", "vote")
    engine.genmove(WHITE)
    assert isinstance(engine.searching.searcher, SharedTrees)
    assert engine.last_search is not None and engine.last_search.simulations == 150
    engine.set_parameter("parallel", "tree")
    engine.genmove(BLACK)
    assert isinstance(engine.searching.searcher, Searcher)
    engine.close()
    assert notes == []
