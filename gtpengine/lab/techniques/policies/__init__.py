"""Tree policies: the formulas by which a child is chosen, and what changes them."""
