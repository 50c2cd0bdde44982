"""Games that the model by rank has drawn, for the tests of this folder."""

from __future__ import annotations

from functools import cache

import numpy as np
from gtpengine.patterns import rankfile

from board_ext.coords import BLACK, PASS, opponent, point_to_vertex
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.game.ranks import rank_number
from gtpengine.review.searching.record import ReviewRecord, read_record

LETTERS = "abcdefghijklmnopqrs"


@cache
def drawn(rank: str, seed: int = 0, size: int = 9, moves: int = 44) -> tuple[tuple[int, int], ...]:
    """Return (colour, point) of a game between two players of a rank, without passes."""
    chance = np.random.default_rng(seed)
    model, number = rankfile.load_shipped(size), float(rank_number(rank))
    position, color = Position(size, rules_named("chinese"), 7.0), BLACK
    found: list[tuple[int, int]] = []
    while len(found) < moves:
        position.to_play = color
        likely = [(p, share) for p, share in model.probabilities(position, number) if p != PASS]
        points, shares = np.array([one[0] for one in likely]), np.array([one[1] for one in likely])
        point = int(chance.choice(points, p=shares / shares.sum()))
        position.play(point, color)
        found.append((color, point))
        color = opponent(color)
    return tuple(found)


def sgf(
    moves: tuple[tuple[int, int], ...],
    black: str = "Ann",
    white: str = "Bob",
    more: str = "",
    size: int = 9,
) -> bytes:
    """Return a game in SGF; ``more`` are properties of its root."""
    text = f"(;FF[4]GM[1]SZ[{size}]PB[{black}]PW[{white}]KM[7]RU[chinese]{more}"
    for color, point in moves:
        vertex = point_to_vertex(point, size)
        column, row = "ABCDEFGHJKLMNOPQRST".index(vertex[0]), size - int(vertex[1:])
        text += f";{'B' if color == BLACK else 'W'}[{LETTERS[column]}{LETTERS[row]}]"
    return f"{text})".encode()


def record(
    rank: str, seed: int = 0, black: str = "Ann", white: str = "Bob", more: str = ""
) -> ReviewRecord:
    """Return a drawn game of 9x9 as a record."""
    return read_record(sgf(drawn(rank, seed), black, white, more), f"game{seed}")
