"""Leaf parallelization: all threads play from one leaf (Cazenave and Jouandeau 2007)."""

from __future__ import annotations

from gtpengine.lab.parallel.leaf_searcher import LeafSearcher
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.searchers import Materials, TreeAlone

check = TreeAlone().check
end = TreeAlone().end


def make(materials: Materials) -> SearcherLike:
    """Return the tree search with all threads at one leaf."""
    options = materials.options
    return LeafSearcher(materials.params, options.threads, materials.memory_mb, options.seed)
