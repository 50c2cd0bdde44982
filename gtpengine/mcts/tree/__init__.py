"""The tree: nodes, children, statistics; it knows numbers of moves only."""
