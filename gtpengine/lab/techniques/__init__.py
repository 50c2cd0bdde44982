"""Techniques of the literature, each in a file of its own behind the doors of the search."""
