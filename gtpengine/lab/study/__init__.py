"""Studies of techniques: a table of comparisons, its matches, its pages."""
