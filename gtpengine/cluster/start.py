"""The searcher of ``gtpengine --cluster``: the head's tree, and machines that come and go."""

from __future__ import annotations

from collections.abc import Callable

from gtpengine.base.arguments.extras import has_ray, lacking
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.searcher import ClusterSearcher
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.searchers import Materials


class Head(ClusterSearcher):
    """A cluster searcher that looks for machines until it is closed."""

    def __init__(
        self,
        tree: SharingSearcher,
        options: EngineOptions,
        params: SearchParams,
        note: Callable[[str], None],
        warn: Callable[[str], None],
    ) -> None:
        from gtpengine.cluster.machines import Machines  # needs Ray

        super().__init__(tree, params, options.seed, policy_of(options), note, warn)
        self._machines = Machines(
            options.cluster,
            self.group.policy,
            options.cluster_fanout,
            options.memory,
            {spec.name: value for spec, value in params},
            self.add,
            note,
            warn,
        )
        self.group.on_lost = self._machines.lost

    def close(self) -> None:
        super().close()
        self._machines.close()


def policy_of(options: EngineOptions) -> SharingPolicy:
    """Return how the trees of a cluster tell each other."""
    return SharingPolicy(
        sharing=options.cluster_sharing.value,
        period=options.cluster_period,
        share=options.cluster_share,
        depth=options.cluster_depth,
        expand_visits=options.cluster_expand_visits,
        symmetry=options.cluster_symmetry,
        prior_noise=options.cluster_prior_noise,
        job=options.cluster_job,
    )


def usual_manner() -> SharingPolicy:
    """Return how the trees of a cluster tell each other where no parameter is set."""
    return policy_of(EngineOptions())


def check() -> None:
    """Check that a cluster can be used here.

    :raises ValueError: when the library is missing; the message says how to get it.
    """
    if not has_ray():
        raise ValueError(lacking("--cluster needs ray", "cluster"))


def make(materials: Materials) -> SearcherLike:
    """Return the head of a cluster."""
    options = materials.options
    tree = SharingSearcher(materials.params, options.threads, materials.memory_mb, options.seed)
    return Head(tree, options, materials.params, materials.note, materials.warn)


def end(searcher: SearcherLike) -> None:
    """Let the machines go."""
    if isinstance(searcher, Head):
        searcher.close()
