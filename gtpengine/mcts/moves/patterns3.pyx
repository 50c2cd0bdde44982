"""The table of 3x3 patterns, from their diagrams.

The shapes are MoGo's (Gelly, Wang, Munos and Teytaud 2006): hane, cuts and edge moves. The
side to move is X and plays in the middle. Each diagram stands for its eight symmetries and for the
same shape with the colours exchanged; either side may play there.
"""

from itertools import product

from board_ext.lowlevel.types cimport uint64_t

# X, O stones; . empty; ? anything; x, o: anything but that stone; - border.
_DIAGRAMS = {
    "hane from both sides": "XOX .*. ???",
    "hane beside open space": "XO. .*. ?.?",
    "hane behind a wall": "XO? X*. x.?",
    "diagonal contact": ".O. X*. ...",
    "crosscut, unprotected": "XO? O*o ?o?",
    "crosscut beside a stone": "XO? O*X ???",
    "push between two stones": "?X? O*O ooo",
    "cut at a knight's move": "OX? o*O ???",
    "edge: chase along it": "X.? O*? ---",
    "edge: block with support": "OX? X*O ---",
    "edge: stand under a stone": "?X? x*O ---",
    "edge: push below": "?XO x*x ---",
    "edge: connect or cut below": "?OX X*O ---",
}

_MEANING = {
    ".": (0,), "X": (1,), "O": (2,), "-": (3,), "?": (0, 1, 2, 3),
    "x": (0, 2, 3), "o": (0, 1, 3), "*": (0,),
}


def _symmetries(cells):
    """Yield the eight images of a tuple of nine cells."""
    for _ in range(4):
        cells = tuple(cells[3 * (2 - column) + row] for row in range(3) for column in range(3))
        yield cells
        yield cells[6:9] + cells[3:6] + cells[0:3]


def pattern_codes():
    """Return the codes of all neighbourhoods that match; either side may play there."""
    found = set()
    for diagram in _DIAGRAMS.values():
        for cells in set(_symmetries(tuple(diagram.replace(" ", "")))):
            around = cells[:4] + cells[5:]
            for colors in ((0, 1, 2, 3), (0, 2, 1, 3)):
                bits = [[colors[color] << 2 * i for color in _MEANING[cell]]
                        for i, cell in enumerate(around)]
                found.update(map(sum, product(*bits)))
    return found


cdef int _build() except -1:
    """Set the bits of all patterns."""
    for code in pattern_codes():
        PATTERN3[<int>code >> 6] |= <uint64_t>1 << (<int>code & 63)
    return 0


_build()
