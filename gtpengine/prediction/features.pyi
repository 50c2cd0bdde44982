"""The features of moves."""

GROUPS: tuple[tuple[str, int, str], ...]
