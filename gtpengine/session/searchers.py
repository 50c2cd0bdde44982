"""The kinds of searchers that a session can have.

To add one, write a file with a class that does what `SearcherLike` says, and give it a row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gtpengine.config.options import EngineOptions, Parallel
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.rootparallel import RootParallel

MakeTree = Callable[[int, int, int], SearcherLike]
"""Makes the tree search from threads, megabytes and seed."""


@dataclass(frozen=True)
class SearcherKind:
    """A row: which options ask for the kind, and how one is made of trees within megabytes.

    ``anew`` names the options that it cannot follow: where one changes, another is made.
    """

    fits: Callable[[EngineOptions], bool]
    make: Callable[[MakeTree, EngineOptions, int], SearcherLike]
    anew: frozenset[str] = frozenset()


SEARCHERS: Final[dict[str, SearcherKind]] = {
    "root": SearcherKind(
        fits=lambda options: options.parallel is Parallel.ROOT and options.threads > 1,
        make=lambda tree, options, memory_mb: RootParallel(
            tree, options.threads, memory_mb, options.seed
        ),
        anew=frozenset({"threads", "memory"}),
    ),
    "tree": SearcherKind(
        fits=lambda _: True,
        make=lambda tree, options, memory_mb: tree(options.threads, memory_mb, options.seed),
    ),
}
"""The kinds by name. The first that fits the options is taken."""


def kind_for(options: EngineOptions) -> str:
    """Return the name of the kind that the options ask for."""
    return next(name for name, kind in SEARCHERS.items() if kind.fits(options))
