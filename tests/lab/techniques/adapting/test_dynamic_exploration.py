"""Dynamic exploration: the constant of a node, seen in the score of a child."""

import math

import pytest

from board_ext.coords import vertices_to_points
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams, TreePolicy
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

SHAPE, END = 0.25, 0.1


def constant(moves: str, policy: str = "rave") -> float:
    """The constant at a root after these moves, by the bonus of a child of mean 0.5."""
    position = Position(9)
    for point in vertices_to_points(moves, 9):
        position.play(point)
    params = SearchParams(
        tree_policy=TreePolicy(policy),
        ucb_exploration=0.0,
        rave_equivalence=0.0,
        dynamic_exploration=0.4,
        dynamic_exploration_shape=SHAPE,
        dynamic_exploration_end=END,
    )
    search = SearchProbe(params, position)
    (child,) = search.expand((ROOT,), [21])
    search.update(child, 0.5, times=20)
    search.update(ROOT, 0.5, times=30)
    bonus = search.score((ROOT,), child) - 0.5
    return bonus / math.sqrt(math.log(31) / 20)


@pytest.mark.parametrize("policy", ["rave", "ucb1"])
def test_an_empty_board_has_the_constant_itself(policy: str) -> None:
    assert constant("", policy) == pytest.approx(0.4)


def test_the_constant_falls_by_the_share_of_points_with_stones() -> None:
    # No two of these stones touch or lie near each other.
    assert constant("C3 G7") == pytest.approx(0.4 * END ** (2 / 81))
    assert constant("C3 G7 C7 G3") == pytest.approx(0.4 * END ** (4 / 81))


def test_a_pattern_around_the_last_move_changes_it_and_one_elsewhere_does_not() -> None:
    contact = "E5 E6"  # the points beside both stones are a hane
    assert constant(contact) == pytest.approx(0.4 * SHAPE * END ** (2 / 81))
    assert constant(f"{contact} B2") == pytest.approx(0.4 * END ** (3 / 81))


def test_what_was_tried_less_gains_more() -> None:
    search = SearchProbe(
        SearchParams(dynamic_exploration=0.4, rave_equivalence=0.0, prior_even=0.0), Position(9)
    )
    often, seldom = search.expand((ROOT,), [21, 22])
    search.update(often, 0.5, times=100)
    search.update(seldom, 0.45, times=4)
    search.update(ROOT, 0.5, times=104)
    assert search.select((ROOT,)) == seldom
