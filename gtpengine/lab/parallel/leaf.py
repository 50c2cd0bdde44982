"""Leaf parallelization: all threads play from one leaf (Cazenave and Jouandeau 2007)."""

from __future__ import annotations

from gtpengine.mcts.searcher import Searcher
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.searchers import Materials, TreeAlone

check = TreeAlone().check
end = TreeAlone().end


def make(materials: Materials) -> SearcherLike:
    """Return the tree search with all threads at one leaf, where it is a search with threads."""
    made = TreeAlone().make(materials)
    if isinstance(made, Searcher):
        made.play_leaves_together()
    return made
