"""Liberties after a move, captures and escapes."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from tests.board_ext.tactics.cases import PlainBoard, named, random_probes, symmetric_cases

# Black plays at a: how many liberties its chain then has.
LIBERTIES = [
    (4, "in the middle", """
        . . . . .
        . . . . .
        . . a . .
        . . . . .
        . . . . ."""),
    (2, "in the corner", """
        . . .
        . . .
        a . ."""),
    (5, "an extension", """
        . . . . .
        . . . . .
        . X a . .
        . O . . .
        . . . . ."""),
    (6, "a shared liberty counts once", """
        . . . . .
        . X X . .
        . X a . .
        . O O . .
        . . . . ."""),
    (8, "join of three chains", """
        . . . . .
        . . X . .
        . X a X .
        . . . . .
        . . . . ."""),
    (1, "join of chains with one liberty", """
        O O O O O
        O X a X O
        O O . O O
        . O O O .
        . . . . ."""),
    (0, "suicide of a lone stone", """
        . . . . .
        . . O . .
        . O a O .
        . . O . .
        . . . . ."""),
    (0, "suicide of a chain", """
        . . . . .
        . O O O .
        O X X a O
        . O O O .
        . . . . ."""),
    (1, "ko", """
        . . . . .
        . X O . .
        X O a O .
        . X O . .
        . . . . ."""),
    (4, "the points of captured stones", """
        . . . . .
        X X X . .
        O O O a .
        X X X . .
        . . . . ."""),
    (6, "captured stones beside the own chain it joins", """
        X X X X X
        X X X X X
        X O X a O
        X O O O O
        X X X X X"""),
    (11, "two captures at once", """
        . X X . .
        X O O X .
        X X a X .
        X O O X .
        . X X . ."""),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "text"), named(LIBERTIES))
def test_liberties_after(expected: int, text: str) -> None:
    for case in symmetric_cases(text):
        (point,) = case.marked("a")
        color = case.color(BLACK)
        assert case.probe.liberties_after(point, color) == expected, str(case)
        for limit in range(1, 8):
            assert case.probe.liberties_after(point, color, limit) == min(expected, limit)
        assert case.probe.is_self_atari(point, color) == (expected < 2)


# The marked chain is in atari. Black's moves: e only runs or connects, b captures and escapes,
# c captures but leaves the chain in atari.
ESCAPES = [
    ("runs, or captures", """
        . . b . .
        . X O X .
        . O # O .
        . . e . .
        . . . . ."""),
    ("cannot run", """
        . . . . .
        . . . . .
        . . . . .
        O O O . .
        # X . . ."""),
    ("connects", """
        . . . . .
        . O O . .
        O # e X .
        . O O . .
        . . . . ."""),
    ("connects to a chain without other liberties", """
        O O O O .
        O # . X O
        O O O O .
        . . . . .
        . . . . ."""),
    ("captures on its own liberty", """
        . . . . .
        . . . . .
        . X X O O
        X O O # O
        X O b # O"""),
    ("takes a ko and stays in atari", """
        . . . . .
        . . . . .
        O O O . .
        # X X O O
        X O c O ."""),
    ("captures two chains", """
        . . b . .
        X X O X .
        b O # O O
        X X e O .
        . . . . ."""),
    ("captures far away", """
        . . O . . . .
        O # O . . . .
        O X O O O X .
        O X X X X O b
        . O O O O X .
        . . . . . . .
        . . . . . . ."""),
]  # fmt: skip


@pytest.mark.parametrize("text", named(ESCAPES))
def test_escapes(text: str) -> None:
    for case in symmetric_cases(text):
        probe = case.probe
        assert [probe.atari_liberty(case.target)] == probe.liberties_of(case.target), str(case)
        assert probe.capture_moves(case.target) == case.marked("bc"), str(case)


def test_limits_of_lists() -> None:
    text = """
        . . b . .
        X X O X .
        b O # O O
        X X e O .
        . . . . ."""
    for case in symmetric_cases(text):
        assert len(case.probe.capture_moves(case.target, 0)) == 0
        (one,) = case.probe.capture_moves(case.target, 1)
        assert one in case.marked("b")
        assert len(case.probe.chain_neighbours(case.target, 2)) == 2


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [2, 3, 5, 9, 19])
def test_random_positions(size: int) -> None:
    """Everything equals what playing the move and looking shows."""
    games, every = {2: (20, 1), 3: (20, 1), 5: (12, 1), 9: (3, 5), 19: (1, 60)}[size]
    for probe in random_probes(size, games, seed=1, every=every, passes=True):
        colors = probe.colors()
        for point, color in enumerate(colors):
            if color == EMPTY:
                for mover in (BLACK, WHITE):
                    board = PlainBoard(size, colors.copy())
                    board.play(point, mover)
                    # A suicide leaves stones without liberties on the plain board.
                    expected = len(board.liberties(point))
                    assert probe.liberties_after(point, mover) == expected
                    assert probe.liberties_after(point, mover, 2) == min(expected, 2)
                    assert probe.liberties_after(point, mover, 3) == min(expected, 3)
                    assert probe.is_self_atari(point, mover) == (expected < 2)
                    assert not probe.is_bad_self_atari(point, mover) or expected < 2
                continue
            board = PlainBoard(size, colors)
            chain = board.chain(point)
            enemies = {n for n in board.around(chain) if colors[n] == opponent(color)}
            chains = {min(board.chain(n)) for n in enemies}
            found = probe.chain_neighbours(point)
            assert set(found) <= enemies
            assert sorted(min(board.chain(n)) for n in found) == sorted(chains)
            captures = {
                next(iter(board.liberties(n))) for n in enemies if len(board.liberties(n)) == 1
            }
            assert probe.capture_moves(point) == sorted(captures)
            if len(board.liberties(point)) > 1:
                assert probe.atari_liberty(point) is None
