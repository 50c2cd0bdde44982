"""Points that never are eyes, seen without reading."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from tests.board_ext.solvers.eyespaces import points
from tests.board_ext.solvers.made_fights import NODES, below_black


def answer(rows: str, first: int, master: int) -> tuple[bool | None, int]:
    """Return whether the first to move wins, and the positions that it took."""
    position: Position = below_black(rows)
    (stone,) = points("A2")
    reader = Reader(14)
    won, _ = reader.read(position, stone, first, master, NODES)
    return won, reader.nodes


@pytest.mark.parametrize("master", [EMPTY, BLACK, WHITE])
@pytest.mark.parametrize("first", [BLACK, WHITE])
@pytest.mark.parametrize(
    "rows",
    [
        pytest.param("\nO O O X X X X X .\n. O . O X X X X X", id="beside a stone alone"),
        pytest.param("\nO O O X O O X X .\n. O . O . O X X X", id="by another false eye"),
        pytest.param("\nO O O X X X X X .\n. O . . X X X X X", id="a stone would be alone"),
    ],
)
def test_a_group_with_false_eyes_is_lost_whoever_moves(rows: str, first: int, master: int) -> None:
    won, nodes = answer(rows, first, master)
    assert (won, nodes) == (first == BLACK, 1)


@pytest.mark.parametrize("master", [EMPTY, BLACK, WHITE])
def test_stones_between_two_eyes_may_live(master: int) -> None:
    """D1 hangs together with nothing, but White makes an eye on both sides, whoever moves."""
    rows = "\nO O O X O O O O X\n. O . O . . . O X"
    assert answer(rows, WHITE, master)[0] is True
    assert answer(rows, BLACK, master)[0] is False
