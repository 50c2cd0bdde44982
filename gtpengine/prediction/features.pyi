"""The features of moves."""

GROUPS: tuple[tuple[str, int, str], ...]
"""Name, number of values and meaning of each group, in the order of the features."""
