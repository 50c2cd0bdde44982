"""Territory pruning: points that one side always owns get few simulations."""

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

#: White lives in the upper part, with a wall and two eyes; the lower part is Black's.
DIAGRAM = """
    . . O . O . .
    O O O O O O O
    . . . . . . .
    X X X X X X X
    . . . . . . .
    . . . X . . .
    . . . . . . .
"""


PRUNED = -50.0


def visits_inside(share: float) -> int:
    """How many simulations go to Black's moves in Black's own area, of a search of 3,000."""
    params = SearchParams(
        territory_pruning=share, tree_policy="ucb1", ucb_exploration=1.0, solver=False,
        explore_interval=0, prior_model=0.0, widening_children=0,
    )  # fmt: skip
    searcher = Searcher(params, memory_mb=64)
    searcher.set_position(Position.from_diagram(DIAGRAM, to_play=BLACK))
    report = searcher.search(Limits(simulations=3_000))
    return sum(move.visits for move in report.moves if 0 <= move.point < 21)


def test_what_is_surely_owned_is_left_alone() -> None:
    # The first simulations tell what is territory; before them nothing is pruned.
    assert visits_inside(0.95) < 0.2 * visits_inside(0.0)


@pytest.mark.parametrize(
    ("simulations", "owner", "pruned"),
    [
        # Owned by one side in 750 of 1,000, and by the other in 250: a difference of 500.
        (1000, 500, True),
        (1000, 499, False),
        (1000, -500, True),
        (1000, -499, False),
        # Too few simulations tell nothing.
        (255, 255, False),
        (256, 256, True),
    ],
)
def test_a_point_is_territory_from_the_share_on(simulations: int, owner: int, pruned: bool) -> None:
    tree = TreeProbe(5_000)
    first = tree.add_children(ROOT_INDEX, [11, 12, 0])
    for child in range(first, first + 3):
        tree.update(child, 0.5, times=10)
    params = SearchParams(territory_pruning=0.75)
    outcomes = (simulations, 0, {11: (owner, 0), 0: (owner, 0)})
    scores = [tree.score(child, params, outcomes=outcomes) for child in range(first, first + 3)]
    assert (scores[0] < PRUNED) == pruned
    # A point that nobody owns, and the pass, stay.
    assert min(scores[1:]) > PRUNED
