"""Alpha-beta: the value is that of minimax, and MTD(f) finds the same."""

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Captures are possible on both sides; nobody has an eye.
DIAGRAM = """
    . X O . .
    . . X O .
    . O . X .
    . . O . .
    . . . . .
"""


def lead(position: Position, depth: int, color: int, mtdf: bool = False) -> float:
    """Black's lead after both sides play a number of best moves; one colour begins."""
    params = SearchParams(alpha_beta=depth, alpha_beta_mtdf=mtdf)
    search = SearchProbe(params, position)
    path = [ROOT]
    if color == WHITE:
        # The probe's second node is White's; the vertices of the kernel are in rows of twenty.
        last = position.moves[-1][1] if position.moves else PASS
        row, column = divmod(last, position.size)
        path += search.expand(path, [0 if last == PASS else 20 * (row + 1) + column + 1])
    found = search.value(path)
    assert found is not None
    return found[1]


def after(position: Position, color: int) -> list[Position]:
    """The positions after each move of a colour, the pass included."""
    found = []
    for point in [*position.legal_moves(color), PASS]:
        one = position.copy()
        one.play(point, color)
        found.append(one)
    return found


@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_search_is_the_best_of_the_searches_after_each_move(depth: int, color: int) -> None:
    position = Position.from_diagram(DIAGRAM, to_play=color)
    other = WHITE if color == BLACK else BLACK
    best = (max if color == BLACK else min)(
        lead(one, depth - 1, other) for one in after(position, color)
    )
    assert lead(position, depth, color) == best


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_mtdf_finds_the_same_value(depth: int) -> None:
    position = Position.from_diagram(DIAGRAM)
    assert lead(position, depth, BLACK, mtdf=True) == lead(position, depth, BLACK)


def test_a_capture_that_decides_is_seen_at_its_depth() -> None:
    # Black takes nine stones at A1, and nothing of White's is left.
    position = Position.from_diagram("""
        O O O O X
        O O X X X
        O O X . .
        O X X . .
        . X . . .
    """)
    assert lead(position, 1, BLACK) == 25.0
