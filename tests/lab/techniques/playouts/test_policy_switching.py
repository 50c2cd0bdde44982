"""Switching policies: a side uses the strategy that it won with."""

import math

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: D4, as the kernel numbers vertices.
ESCAPE = 84


def first_moves(outcomes: tuple[float, float, float]) -> dict[int, int]:
    """Black's first moves after one playout by rules, one by chance and one by history, of these
    outcomes; the rules save a stone in atari."""
    position = Position(9)
    position.play(vertex_to_point("D5", 9), BLACK)
    for vertex in ("D6", "C5", "E5"):
        position.play(vertex_to_point(vertex, 9), WHITE)
    params = SearchParams(
        policy_switching=1e-6, playout_order="switched:atari", playout_atari_rate=1.0
    )
    search = SearchProbe(params, position)
    for outcome in outcomes:
        search.first_moves(1)
        search.learn((ROOT,), (), outcome)
    return search.first_moves(200)


@pytest.mark.parametrize(("outcomes", "ruled"), [((1.0, 0.0, 0.0), True), ((0.0, 1.0, 0.0), False)])
def test_what_won_is_used(outcomes: tuple[float, float, float], ruled: bool) -> None:
    counts = first_moves(outcomes)
    assert (set(counts) == {ESCAPE}) == ruled
    assert ruled or len(counts) > 30


def test_history_plays_what_won_before() -> None:
    params = SearchParams(policy_switching=1e-6, playout_order="switched")
    search = SearchProbe(params, Position(2))
    for outcome in (0.0, 0.0, 1.0):
        search.first_moves(1)
        search.learn((ROOT,), (), outcome)
    for move, outcome in ((21, 0.2), (22, 0.9), (41, 0.1), (42, 0.3)):
        search.learn((ROOT,), [move], outcome)
    counts = search.first_moves(300)
    assert counts[22] > 0.8 * 300  # one of 8 random moves may miss it


def test_strategies_are_chosen_by_ucb1() -> None:
    constant = 0.4
    position = Position(9)
    position.play(vertex_to_point("D5", 9), BLACK)
    for vertex in ("D6", "C5", "E5"):
        position.play(vertex_to_point(vertex, 9), WHITE)
    params = SearchParams(
        policy_switching=constant, playout_order="switched:atari", playout_atari_rate=1.0
    )
    search = SearchProbe(params, position)
    visits, won = [0, 0, 0], [0.0, 0.0, 0.0]
    outcomes = (0.6, 0.5, 0.45)
    ruled = []
    for _ in range(60):

        def score(strategy: int) -> float:
            n = visits[strategy]
            return won[strategy] / n + constant * math.sqrt(math.log(sum(visits)) / n)

        chosen = visits.index(0) if 0 in visits else max(range(3), key=score)
        # The first strategy is the rules, which always save the stone.
        ruled.append(chosen == 0)
        assert (set(search.first_moves(12)) == {ESCAPE}) == ruled[-1]
        search.learn((ROOT,), (), outcomes[chosen])
        visits[chosen] += 1
        won[chosen] += outcomes[chosen]
    assert 20 < sum(ruled) < 50
