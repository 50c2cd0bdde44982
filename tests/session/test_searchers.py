"""Which kind of searcher the options ask for, and when another one is made."""

from __future__ import annotations

import pytest

from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.session.searchers import SEARCHERS, kind_for
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
    [("tree", 1, "tree"), ("tree", 4, "tree"), ("root", 1, "tree"), ("root", 4, "root")],
)
def test_the_first_kind_that_fits_is_taken(parallel: str, threads: int, kind: str) -> None:
    assert kind_for(options_of(parallel, threads)) == kind


def test_every_kind_makes_a_searcher() -> None:
    def tree(threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        return FakeSearcher(SearchParams(), threads, memory_mb, seed)

    for kind in SEARCHERS.values():
        kind.make(tree, options_of("tree", 2), 64).set_seed(3)


@pytest.mark.parametrize(
    ("before", "change", "anew"),
    [
        (("tree", 1), ("threads", 3), False),
        (("tree", 3), ("memory", 32), False),
        (("tree", 3), ("parallel", "root"), True),
        (("tree", 1), ("parallel", "root"), False),  # one thread searches one tree either way
        (("root", 1), ("threads", 3), True),
        (("root", 3), ("threads", 2), True),
        (("root", 3), ("memory", 32), True),
        (("root", 3), ("seed", 5), False),
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
