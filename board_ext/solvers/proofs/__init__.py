"""Depth-first proof-number search of a fight."""
