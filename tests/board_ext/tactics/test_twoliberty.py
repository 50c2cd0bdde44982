"""Attack and defence of chains with two liberties."""

from __future__ import annotations

import pytest

from board_ext.coords import EMPTY, opponent
from board_ext.probe import Probe
from tests.board_ext.tactics.cases import (
    PlainBoard,
    PlainReader,
    named,
    random_probes,
    symmetric_cases,
)

# Moves against the marked chain: b both forms find, c the cheap one alone.
ATTACKS = [
    ("a ladder", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . b . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("a ladder with a breaker", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . c . . . .
        . . . . X . .
        . . . . . . .
        . . . . . . ."""),
    ("room on both sides", """
        . . . . . . .
        . . O . . . .
        . O # . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("on the edge", """
        . . . . .
        . . . . .
        O . . . .
        . O O . .
        b # # b ."""),
    ("snapback from either side", """
        . . . . .
        . . . . .
        O O O O .
        O # # # O
        O # b b O"""),
    ("running connects to two liberties", """
        . . . . . .
        . O O O O .
        . O # b X O
        . O b O X O
        . . O O . O
        . . . . O ."""),
]  # fmt: skip


@pytest.mark.parametrize("text", named(ATTACKS))
def test_attacks(text: str) -> None:
    for case in symmetric_cases(text):
        cheap = case.probe.two_liberty_attacks(case.target, False)
        read = case.probe.two_liberty_attacks(case.target, True)
        assert (cheap, read) == (case.marked("bc"), case.marked("b")), str(case)


# Moves for the marked chain: b both forms find, c the cheap one alone, r the reading one alone.
DEFENCES = [
    ("runs from a ladder", """
        . . . . . . .
        . . O O . . .
        . O # b . . .
        . . b . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("two liberties are enough where no ladder works", """
        . . . . . . .
        . . O O . . .
        . O # r O . .
        . . b . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . ."""),
    ("takes a stone beside it", """
        . . b . . . .
        . X O X . . .
        . O # b . . .
        . O r O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("connects", """
        . . . . . .
        . O O O . .
        b # # b X .
        . O O O . .
        . . . . . .
        . . . . . ."""),
    ("an atari gains time", """
        . X . X .
        X X O . X
        X X . O r
        . X . r O
        O . b # O"""),
]  # fmt: skip


@pytest.mark.parametrize("text", named(DEFENCES))
def test_defences(text: str) -> None:
    for case in symmetric_cases(text):
        cheap = case.probe.two_liberty_defences(case.target, False)
        read = case.probe.two_liberty_defences(case.target, True)
        assert (cheap, read) == (case.marked("bc"), case.marked("br")), str(case)


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [5, 7, 9])
def test_random_positions(size: int) -> None:
    """Listed moves keep their promise, and no other candidate does."""
    games, every = {5: (12, 2), 7: (5, 3), 9: (3, 6)}[size]
    saved = 0
    for played in random_probes(size, games, seed=4, every=every, passes=True):
        colors = played.colors()
        board = PlainBoard(size, colors)
        # Without the ko point.
        probe = Probe(size, *([p for p, c in enumerate(colors) if c == color] for color in (1, 2)))
        for point in {min(board.chain(p)) for p, c in enumerate(colors) if c != EMPTY}:
            liberties = board.liberties(point)
            if len(liberties) != 2:
                continue
            color, enemy = colors[point], opponent(colors[point])
            assert probe.two_liberty_attacks(point, True) == probe.ladder_attack_moves(point)
            assert set(probe.two_liberty_attacks(point, True)) <= set(
                probe.two_liberty_attacks(point, False)
            )
            beside = [n for n in board.around(board.chain(point)) if colors[n] == enemy]
            cheap, read = set(), set()
            for move in liberties.union(
                *(board.liberties(n) for n in beside if len(board.liberties(n)) < 3)
            ):
                after = board.copy()
                if not after.play(move, color):
                    continue
                takes = after.colors.count(enemy) < colors.count(enemy)
                if len(after.liberties(point)) > 2 and (takes or move in liberties):
                    cheap.add(move)
                if not PlainReader().captured(after, point, enemy):
                    read.add(move)
                    saved += move not in cheap
            assert set(probe.two_liberty_defences(point, False)) == cheap
            assert set(probe.two_liberty_defences(point, True)) == read
            assert len(probe.two_liberty_defences(point, True, 1)) == min(1, len(read))
    assert saved > 20
