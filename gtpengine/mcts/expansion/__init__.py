"""New nodes: which children a leaf gets, and the priors that they begin with."""
