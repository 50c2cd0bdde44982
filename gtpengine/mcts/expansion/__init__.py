"""New nodes: which children a leaf gets, their priors, and what a network says of them."""
