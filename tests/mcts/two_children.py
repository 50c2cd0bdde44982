"""A root with two children, for tests of the scores that choose between them."""

from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe


def two_children() -> tuple[TreeProbe, int]:
    """Return the tree and the index of the first child; their moves are 11 and 12."""
    tree = TreeProbe(5_000)
    return tree, tree.add_children(ROOT_INDEX, [11, 12])
