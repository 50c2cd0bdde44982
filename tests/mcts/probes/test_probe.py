"""The probes of kernel and tree: what they refuse, and that looking changes nothing."""

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.tactics.probe import Probe
from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe

DIAGRAM = """
    . . . . .
    . X O . .
    . . X . .
    . . . . .
    . . . . .
"""


def test_a_probe_is_a_copy_of_the_position() -> None:
    position = Position.from_diagram(DIAGRAM)
    probe = Probe.of(position)
    assert probe.size == 5
    assert probe.colors() == position.stones().reshape(-1).tolist()
    stone = vertex_to_point("C4", 5)
    assert {*probe.liberties_of(stone)} == {vertex_to_point(v, 5) for v in ("C5", "D4")}
    probe.play(vertex_to_point("D4", 5), BLACK)
    assert position.stones().reshape(-1)[vertex_to_point("D4", 5)] == 0
    assert probe.atari_liberty(stone) == vertex_to_point("C5", 5)


def test_a_copy_of_a_probe_stands_alone() -> None:
    probe = Probe(5, [0], [6])
    other = probe.copy()
    other.play(12, WHITE)
    assert probe.colors() != other.colors()
    assert other.colors()[12] == WHITE


def test_a_probe_refuses_what_no_board_has() -> None:
    with pytest.raises(ValueError, match="board size 20"):
        Probe(20)
    with pytest.raises(ValueError, match="point 3 is taken"):
        Probe(5, [3], [3])
    probe = Probe(5)
    with pytest.raises(ValueError, match="point 25: give 0 to 24"):
        probe.is_legal(25, BLACK)
    with pytest.raises(ValueError, match="point 7 is empty"):
        probe.liberties_of(7)


def test_a_tree_probe_shows_the_children_it_was_given() -> None:
    tree = TreeProbe(5000)
    first = tree.add_children(ROOT_INDEX, [30, 31, 32])
    tree.update(first + 1, 1.0, times=3)
    assert [tree.find_child(ROOT_INDEX, move) for move in (30, 31, 32, 33)] == [
        first, first + 1, first + 2, 0,
    ]  # fmt: skip
    assert tree.node(first + 1)["visits"] == 3
    assert tree.node(first)["visits"] == 0
    before = tree.dump()
    tree.least_visited(ROOT_INDEX)
    assert tree.dump() == before
