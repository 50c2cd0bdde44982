"""Boards that tests of a search share."""

SETTLED = """
    . X X O .
    X X X O O
    . X X O .
    X X X O O
    . X X O .
"""
"""Nothing is left to fight for: Black has five points more in area, as many in territory."""
