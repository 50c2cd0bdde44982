"""A playout: the rules in their order, and the loop over moves."""
