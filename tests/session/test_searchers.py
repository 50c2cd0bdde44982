"""Which kind of searcher the options ask for, and when another one is made."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.base.arguments.extras import install_command
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.session.analysis import Avoid, SearcherLike
from gtpengine.session.engine import Engine
from gtpengine.session.searchers import SEARCHERS, Materials, kind_for
from gtpengine.session.searching import Searching
from tests.session.fake_searcher import FakeSearcher


def options_of(parallel: str, threads: int) -> EngineOptions:
    options = EngineOptions()
    options.assign("parallel", parallel)
    options.assign("threads", threads)
    options.assign("memory", 64)
    return options


@pytest.mark.parametrize(
    ("parallel", "threads", "kind"),
    [
        ("tree", 1, "tree"),
        ("tree", 4, "tree"),
        ("root", 1, "tree"),
        ("root", 4, "root"),
        ("leaf", 1, "tree"),
        ("leaf", 4, "leaf"),
    ],
)
def test_the_first_kind_that_fits_is_taken(parallel: str, threads: int, kind: str) -> None:
    assert kind_for(options_of(parallel, threads)) == kind


def test_a_cluster_comes_before_the_other_kinds() -> None:
    options = options_of("root", 4)
    options.assign("cluster", "auto")
    assert kind_for(options) == "cluster"


@pytest.mark.lab
def test_every_kind_makes_a_searcher() -> None:
    def tree(threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        return FakeSearcher(SearchParams(), threads, memory_mb, seed)

    for name in ("tree", "root", "leaf"):  # a cluster: tests/cluster
        materials = Materials(tree, options_of("tree", 2), 64, SearchParams())
        SEARCHERS[name].code.make(materials).set_seed(3)


@pytest.mark.parametrize(
    ("before", "change", "anew"),
    [
        (("tree", 1), ("threads", 3), False),
        (("tree", 3), ("memory", 32), False),
        pytest.param(("tree", 3), ("parallel", "root"), True, marks=pytest.mark.lab),
        (("tree", 1), ("parallel", "root"), False),  # one thread searches one tree either way
        pytest.param(("root", 1), ("threads", 3), True, marks=pytest.mark.lab),
        pytest.param(("root", 3), ("threads", 2), True, marks=pytest.mark.lab),
        pytest.param(("root", 3), ("memory", 32), True, marks=pytest.mark.lab),
        pytest.param(("leaf", 3), ("threads", 2), False, marks=pytest.mark.lab),
        pytest.param(("leaf", 3), ("parallel", "tree"), True, marks=pytest.mark.lab),
        pytest.param(("root", 3), ("seed", 5), False, marks=pytest.mark.lab),
        (("root", 1), ("memory", 32), False),
    ],
)
def test_a_searcher_is_made_anew_where_it_cannot_follow(
    before: tuple[str, int], change: tuple[str, str | int], anew: bool
) -> None:
    options = options_of(*before)
    searching = Searching(options, SearchParams(), FakeSearcher, print)
    made = searching.ready()
    options.assign(*change)
    searching.follow_option(change[0])
    assert (searching.ready() is not made) == anew


@pytest.mark.lab
def test_with_leaf_each_leaf_gets_a_playout_for_each_thread() -> None:
    options = options_of("leaf", 3)
    options.assign("simulations", 300)
    options.assign("book", "off")
    engine = Engine(options)
    engine.new_game(7)
    engine.genmove(BLACK)
    report = engine.last_search
    assert report is not None and report.simulations == 300
    assert {move.visits % 3 for move in report.moves} == {0}
    engine.set_parameter("threads", "4")
    engine.new_game(7)
    engine.genmove(BLACK)
    report = engine.last_search
    assert report is not None and {move.visits % 4 for move in report.moves} == {0}


@pytest.mark.parametrize(("name", "value"), [("rank", "5k"), ("rank", "auto"), ("level", 3)])
def test_ranks_search_without_the_network(name: str, value: str | int) -> None:
    options, params = options_of("tree", 1), SearchParams()
    searching = Searching(options, params, FakeSearcher, print)
    searcher = searching.ready()
    assert isinstance(searcher, FakeSearcher)
    assert searcher.params.network == params.network != "none"
    options.assign(name, value)
    searching.follow_option(name)
    assert searcher.params.network == "none"
    params.set("rave_equivalence", "77")
    searching.follow_params()
    assert (searcher.params.network, searcher.params.rave_equivalence) == ("none", 77)
    options.assign("rank", "off")
    options.assign("level", None)
    searching.follow_option(name)
    assert searcher.params.network == params.network


class Bare(SearcherLike):
    """A searcher that says no more than it must."""

    def __init__(self) -> None:
        self._fake = FakeSearcher(SearchParams())

    def set_params(self, params: SearchParams) -> None: ...
    def set_threads(self, threads: int) -> None: ...
    def set_memory(self, memory_mb: int) -> None: ...
    def set_seed(self, seed: int) -> None: ...
    def set_position(
        self, position: Position, avoid: Avoid | None = None, komi_offset: float = 0.0
    ) -> None:
        self._fake.set_position(position, avoid, komi_offset)

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        return self._fake.search(limits, stop_conditions)

    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def snapshot(self) -> SearchReport:
        return self._fake.snapshot()


def test_a_searcher_need_not_answer_every_question() -> None:
    bare = Bare()
    bare.keep_move_ownership(True)
    bare.set_position(Position(5))
    best = bare.search(Limits(simulations=50)).moves[0]
    assert bare.variation(best.point) == ((best.point, bare.snapshot().moves[0].visits),)
    assert bare.variation(400) == ()
    assert bare.move_ownership(best.point) is None
    assert bare.notices() == ()


def test_a_kind_that_is_not_compiled_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gtpengine.cluster.start", raising=False)
    monkeypatch.setitem(sys.modules, "gtpengine.cluster.digests.sharing_searcher", None)
    with pytest.raises(
        ValueError, match="--cluster needs gtpengine.*; install it with: .*"
    ) as told:
        _ = SEARCHERS["cluster"].code
    assert str(told.value).endswith(install_command("cluster"))
