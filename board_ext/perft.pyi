"""Counting move paths and legal positions, to prove the rules against published numbers."""

from board_ext.position import Position

def perft(position: Position, depth: int) -> int:
    """The number of move paths of exactly *depth* moves, passes included.

    Two passes in a row end a path, those before *position* included. Ko rule, suicide and the
    history of *position* count. The last move is counted, not played. The GIL is released.

    :raises ValueError: for a depth below 0 or above 64.
    """

def count_legal_positions(size: int) -> int:
    """The number of boards of *size* (2 to 4) on which every chain has a liberty.

    Stones are set point by point, and a board is left as soon as the kernel refuses a stone. Sizes
    from 5 on take days: ``ValueError``.
    """
