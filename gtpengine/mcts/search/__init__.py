"""A search as a whole: the tree it keeps, its threads, what is told of it."""
