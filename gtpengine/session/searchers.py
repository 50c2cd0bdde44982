"""The kinds of searchers that a session can have.

To add a kind, write a module that does what `SearcherModule` says, and give the module a row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol, cast

from gtpengine.base.arguments import laboratory
from gtpengine.base.system.address import OFF
from gtpengine.config.options import EngineOptions, Parallel
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.session.analysis import SearcherLike

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


class SearcherModule(Protocol):
    """The module of a kind of searcher; `TreeAlone` stands for the tree search."""

    def check(self) -> None:
        """Check that the kind can be had here.

        :raises ValueError: when the kind cannot be had; the message says what to do.
        """

    def make(self, materials: Materials) -> SearcherLike:
        """Return a searcher of the kind."""

    def end(self, searcher: SearcherLike) -> None:
        """Give up what a searcher has beside memory."""


class TreeAlone:
    """The tree search with all threads on one tree."""

    def check(self) -> None:
        """Do nothing: every machine can make this searcher."""

    def make(self, materials: Materials) -> SearcherLike:
        """Return the tree search."""
        options = materials.options
        return materials.tree(options.threads, materials.memory_mb, options.seed)

    def end(self, searcher: SearcherLike) -> None:
        """There is nothing but memory."""


@dataclass(frozen=True)
class SearcherKind:
    """A row: which options ask for the kind, and the module that has it (``""``: the tree search).

    The module is imported where the kind is asked for: the engine plays without what ``extra``
    installs. ``anew`` names the options that the kind cannot follow: where one changes, another
    searcher is made. A searcher made ``early`` begins its work before the first search.
    """

    fits: Callable[[EngineOptions], bool]
    module: str = ""
    extra: str = ""
    anew: frozenset[str] = frozenset()
    early: bool = False

    @property
    def code(self) -> SearcherModule:
        """The module.

        :raises LaboratoryError: when the kind is one of the laboratory, which is not there.
        :raises ValueError: when something of its extra is not there.
        """
        if not self.module:
            return TreeAlone()
        laboratory.demand_for(self.module, "this way of using several threads")
        try:
            return cast(SearcherModule, import_module(self.module))
        except ModuleNotFoundError as error:
            if not self.extra:
                raise
            from gtpengine.base.arguments.extras import lacking  # only then

            text = lacking(f"--{self.extra} needs {error.name}", self.extra)
            raise ValueError(text) from error


_LAB: Final = f"{laboratory.PACKAGE}.parallel"
_SHARING: Final = frozenset(
    f"cluster_{name}" for name in ("sharing", "period", "share", "depth", "expand_visits", "job")
)

SEARCHERS: Final[dict[str, SearcherKind]] = {
    "cluster": SearcherKind(
        fits=lambda options: options.cluster != OFF,
        module="gtpengine.cluster.start",
        extra="cluster",
        anew=_SHARING | {"cluster", "cluster_fanout"},
        early=True,
    ),
    "evaluator": SearcherKind(
        fits=lambda options: options.evaluator.lower() != OFF,
        module="gtpengine.library.searches.evaluatedsearcher",
        anew=frozenset({"evaluator", "threads"}),
        early=True,
    ),
    "taking-turns": SearcherKind(
        fits=lambda options: options.parallel is Parallel.TAKING_TURNS and options.threads > 1,
        module=f"{_LAB}.sharedtrees",
        anew=_SHARING | {"threads", "memory", "cluster_exchanges"},
    ),
    "root": SearcherKind(
        fits=lambda options: options.parallel is Parallel.ROOT and options.threads > 1,
        module=f"{_LAB}.rootparallel",
        anew=frozenset({"threads", "memory"}),
    ),
    "leaf": SearcherKind(
        fits=lambda options: options.parallel is Parallel.LEAF and options.threads > 1,
        module=f"{_LAB}.leaf",
    ),
    "tree": SearcherKind(fits=lambda _: True),
}
"""The kinds by name. The first that fits the options is taken."""


def kind_for(options: EngineOptions) -> str:
    """Return the name of the kind that the options ask for."""
    return next(name for name, kind in SEARCHERS.items() if kind.fits(options))
