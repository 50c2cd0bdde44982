"""The kinds of searchers that a session can have.

To add one, write a file with a class that does what `SearcherLike` says, and give it a row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from gtpengine.base.address import OFF
from gtpengine.config.options import EngineOptions, Parallel
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.rootparallel import RootParallel

if TYPE_CHECKING:
    from gtpengine.cluster.head import HeadTree

MakeTree = Callable[[int, int, int], SearcherLike]
"""Makes the tree search from threads, megabytes and seed."""


@dataclass(frozen=True)
class Materials:
    """What a searcher is made of: trees within ``memory_mb``, the options and parameters of the
    session. ``note`` gets diagnostics, ``warn`` sentences that the user should see."""

    tree: MakeTree
    options: EngineOptions
    memory_mb: int
    params: SearchParams
    note: Callable[[str], None] = lambda _: None
    warn: Callable[[str], None] = lambda _: None


@dataclass(frozen=True)
class SearcherKind:
    """A row: which options ask for the kind, and how one is made.

    ``anew`` names the options that it cannot follow: where one changes, another is made. ``check``
    raises ``ValueError`` where the kind cannot be had. One that is made ``early`` begins its work
    before the first search. ``end`` gives up what it has beside memory.
    """

    fits: Callable[[EngineOptions], bool]
    make: Callable[[Materials], SearcherLike]
    anew: frozenset[str] = frozenset()
    check: Callable[[], None] = lambda: None
    early: bool = False
    end: Callable[[SearcherLike], None] = lambda _: None


def _head(materials: Materials) -> SearcherLike:
    """Return the head of a cluster; imported where one is wanted, since it needs more libraries."""
    from gtpengine.cluster.start import Head

    options = materials.options
    tree = materials.tree(options.threads, materials.memory_mb, options.seed)
    return Head(cast("HeadTree", tree), options, materials.params, materials.note, materials.warn)


def _taking_turns(materials: Materials) -> SearcherLike:
    from gtpengine.cluster.sharedtrees import SharedTrees
    from gtpengine.cluster.start import manner_of

    options = materials.options
    return SharedTrees(
        lambda memory_mb, seed: cast("HeadTree", materials.tree(1, memory_mb, seed)),
        options.threads,
        materials.memory_mb,
        materials.params,
        options.seed,
        manner_of(options),
        options.cluster_exchanges,
    )


def _leaf(materials: Materials) -> SearcherLike:
    """Return the tree search with all threads at one leaf, where it is a search with threads."""
    from gtpengine.mcts.searcher import Searcher

    options = materials.options
    made = materials.tree(options.threads, materials.memory_mb, options.seed)
    if isinstance(made, Searcher):
        made.play_leaves_together()
    return made


def _end_head(searcher: SearcherLike) -> None:
    from gtpengine.cluster.start import Head

    if isinstance(searcher, Head):
        searcher.close()


def _check_cluster() -> None:
    from gtpengine.cluster.start import check

    check()


_SHARING: Final = frozenset(
    f"cluster_{name}" for name in ("sharing", "period", "share", "depth", "expand_visits", "job")
)

SEARCHERS: Final[dict[str, SearcherKind]] = {
    "cluster": SearcherKind(
        fits=lambda options: options.cluster != OFF,
        make=_head,
        anew=_SHARING | {"cluster", "cluster_fanout"},
        check=_check_cluster,
        early=True,
        end=_end_head,
    ),
    "taking-turns": SearcherKind(
        fits=lambda options: options.parallel is Parallel.TAKING_TURNS and options.threads > 1,
        make=_taking_turns,
        anew=_SHARING | {"threads", "memory", "cluster_exchanges"},
    ),
    "root": SearcherKind(
        fits=lambda options: options.parallel is Parallel.ROOT and options.threads > 1,
        make=lambda m: RootParallel(m.tree, m.options.threads, m.memory_mb, m.options.seed),
        anew=frozenset({"threads", "memory"}),
    ),
    "leaf": SearcherKind(
        fits=lambda options: options.parallel is Parallel.LEAF and options.threads > 1,
        make=_leaf,
    ),
    "tree": SearcherKind(
        fits=lambda _: True,
        make=lambda m: m.tree(m.options.threads, m.memory_mb, m.options.seed),
    ),
}
"""The kinds by name. The first that fits the options is taken."""


def kind_for(options: EngineOptions) -> str:
    """Return the name of the kind that the options ask for."""
    return next(name for name, kind in SEARCHERS.items() if kind.fits(options))
