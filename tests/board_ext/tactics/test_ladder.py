"""Ladders, against diagrams and against a plain reader that tries everything."""

from __future__ import annotations

import pytest

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from tests.board_ext.tactics.cases import (
    PlainBoard,
    PlainReader,
    named,
    random_probes,
    symmetric_cases,
)

# White to move: every a begins a ladder that captures the marked chain, and nothing else does.
ATTACKS = [
    ("to the edge", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . a . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("a runner's stone on the path", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . . . . . ."""),
    ("a runner's stone beside the path", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . . . . . .
        . . . . . . .
        . . . . . X .
        . . . . . . ."""),
    ("a runner's stone off the path", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . a . . . .
        . . . . . . .
        . X . . . . .
        X X . . . . ."""),
    ("an attacker's stone on the path", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . a . . . .
        . . . . O . .
        . . . . . . .
        . . . . . . ."""),
    ("two liberties, but room on both sides", """
        . . . . . . .
        . . O . . . .
        . O # . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("three liberties", """
        . . . . .
        . . . . .
        . O # . .
        . . . . .
        . . . . ."""),
    ("in atari already", """
        . . . . .
        . . O . .
        . O # a .
        . . O . .
        . . . . ."""),
    ("on the edge, towards an attacker's stone", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . O O . . O
        . a # a . ."""),
    ("along the edge", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . O . O .
        O O # a . .
        O X X O . ."""),
    ("snapback", """
        . . . . .
        . . . . .
        O O O O .
        O # # # O
        O # a a O"""),
    ("a stone of the attacker in atari", """
        . . . . . . .
        . X O O . . .
        . O # . . . .
        . X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("a stone of the attacker can be taken during the ladder", """
        . . . . . . .
        . X O X . . .
        . O # . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("the atari itself can be taken", """
        . . . . .
        . O O O O
        . O # # .
        . X O . X
        . . X X ."""),
    ("both ataris", """
        . . . . . .
        . O O O O .
        O # # # a .
        O O a O O .
        . . . . . .
        . . . . . ."""),
    ("the attacker takes a stone with atari", """
        . . . . . . .
        . O O O . . .
        a # # O . . .
        . O a X O . .
        . . O O . . .
        . . . . . . .
        . . . . . . ."""),
    ("far across the board", """
        . . . . . . . . . . . . .
        . . O O . . . . . . . . .
        . O # . . . . . . . . . .
        . . a . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . ."""),
    ("a breaker far across the board", """
        . . . . . . . . . . . . .
        . . O O . . . . . . . . .
        . O # . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . X . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . ."""),
    ("the edge of a breaker in the corner", """
        . . . . . . . . .
        . . O O . . . . .
        . O # . . . . . .
        . . a . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . X"""),
    ("the ko rule forbids nothing before the ladder", """
        . . . . .
        O O . . .
        # # O . .
        a O X O .
        O X . . ."""),
]  # fmt: skip


@pytest.mark.parametrize("text", named(ATTACKS))
def test_attacks(text: str) -> None:
    for case in symmetric_cases(text):
        expected = case.marked("a")
        found = case.probe.ladder_attack_moves(case.target)
        assert found == expected, str(case)
        first = case.probe.ladder_captures(case.target)
        assert first in expected if expected else first is None


# Black to move: every e saves the marked chain in atari, and nothing else does.
ESCAPES = [
    ("runs into the open", """
        . . . . .
        . . O . .
        . O # O .
        . . e . .
        . . . . ."""),
    ("a ladder", """
        . . . . . . .
        . . O O . . .
        . O # . . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""),
    ("a ladder with a breaker", """
        . . . . . . .
        . . O O . . .
        . O # e . . .
        . . O . . . .
        . . . . . . .
        . . . . X . .
        . . . . . . ."""),
    ("takes the stone that gave atari", """
        . . . . . . .
        . . O O . . .
        . O # e . . .
        . X O X . . .
        . . e . . . .
        . . . . . . .
        . . . . . . ."""),
    ("a ladder, but a capture saves", """
        . . e . . . .
        . X O X . . .
        . O # O . . .
        . O . . O . .
        . . O . . . .
        . . . . . . .
        . . . . . . ."""),
    ("connects to two liberties, still in a ladder", """
        . . . . . .
        . O O . . .
        O # . X O .
        . O O X O .
        . . . O . .
        . . . . . ."""),
    ("connects to three liberties", """
        . . . . . .
        . O O . . .
        O # e X . .
        . O O . . .
        . . . . . .
        . . . . . ."""),
    ("nothing on the edge", """
        . . . . .
        . . . . .
        . . . . .
        O O O . .
        O # . . ."""),
    ("crawls along the edge to a friend", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        O O . . X .
        O # e . . ."""),
    ("takes a ko that cannot be taken back at once", """
        . . . . . . .
        . . . . . . .
        . . O X O O .
        . O e O # . O
        . . O X O . .
        . . . . . . .
        . . . . . . ."""),
    ("the capture is a snapback", """
        . . . . .
        . . . . .
        O O O O .
        O # # # O
        O # O . O"""),
    ("captures two stones, but has one eye of two points", """
        . . . . .
        O O O O .
        X O O O O
        X # # # O
        X O O . O"""),
    ("captures three stones", """
        . . . . . .
        . . . . . .
        O O O O O .
        X O O O O O
        X # # # # O
        X O O O e O"""),
]  # fmt: skip


@pytest.mark.parametrize("text", named(ESCAPES))
def test_escapes(text: str) -> None:
    for case in symmetric_cases(text):
        expected = case.marked("e")
        found = case.probe.ladder_escape_moves(case.target)
        assert found == expected, str(case)
        first = case.probe.ladder_escapes(case.target)
        assert first in expected if expected else first is None
        if expected:
            assert case.probe.ladder_escape_moves(case.target, 1)[0] in expected


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [3, 5, 6, 7, 9])
def test_against_a_plain_reader(size: int) -> None:
    games, every = {3: (30, 1), 5: (12, 2), 6: (8, 2), 7: (6, 3), 9: (3, 5)}[size]
    asked = [0, 0]
    for played in random_probes(size, games, seed=2, every=every, passes=True):
        colors = played.colors()
        black = [p for p, c in enumerate(colors) if c == BLACK]
        white = [p for p, c in enumerate(colors) if c == WHITE]
        probe = TacticsProbe(size, black, white)  # without the ko point
        board = PlainBoard(size, colors)
        for point in {min(board.chain(p)) for p, c in enumerate(colors) if c != EMPTY}:
            liberties = board.liberties(point)
            runner = colors[point]
            reader = PlainReader()
            if len(liberties) == 2:
                attacks = []
                for move in sorted(liberties):
                    after = board.copy()
                    if after.play(move, opponent(runner)) and reader.captured(after, point, runner):
                        attacks.append(move)
                assert probe.ladder_attack_moves(point) == attacks, str(colors)
                asked[bool(attacks)] += 1
            elif len(liberties) == 1:
                escapes = []
                for move in reader.moves(board, point):
                    after = board.copy()
                    if after.play(move, runner) and not reader.captured(
                        after, point, opponent(runner)
                    ):
                        escapes.append(move)
                assert probe.ladder_escape_moves(point) == escapes
                asked[not escapes] += 1
    assert min(asked) > 20
