"""Sequential halving: the budget is dealt out in rounds, and the better half survives."""

from collections import Counter

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_eight_moves_and_48_simulations() -> None:
    # Three rounds of 16: 2 for each of 8, then 4 for each of 4, then 8 for each of 2.
    search = SearchProbe(SearchParams(sequential_halving=8), Position(9), simulations=48)
    children = search.expand((ROOT,), list(range(21, 29)))
    worth = {child: rank / 8 for rank, child in enumerate(children)}
    dealt: Counter[int] = Counter()
    for _ in range(48):
        child = search.choose((ROOT,))
        dealt[child] += 1
        search.update(child, worth[child])
    assert [dealt[child] for child in children] == [2, 2, 2, 2, 6, 6, 14, 14]
    # The budget is spent: whatever comes now is left to the usual policy.
    assert search.choose((ROOT,)) == 0


def test_moves_of_lower_priors_do_not_take_part() -> None:
    search = SearchProbe(SearchParams(sequential_halving=2), Position(9), simulations=10)
    first, second, _ = search.expand((ROOT,), [21, 22, 23])
    assert [search.choose((ROOT,)) for _ in range(10)] == [first, second] * 5


def test_below_the_root_the_usual_policy_chooses() -> None:
    search = SearchProbe(SearchParams(sequential_halving=4), Position(9))
    (child,) = search.expand((ROOT,), [21])
    search.expand((ROOT, child), [22, 23])
    assert search.choose((ROOT, child)) == 0


def test_without_a_budget_it_has_no_opinion() -> None:
    search = SearchProbe(SearchParams(sequential_halving=4), Position(9), simulations=1 << 40)
    search.expand((ROOT,), [21, 22])
    assert search.choose((ROOT,)) == 0


def test_a_search_gives_two_moves_half_of_the_last_round_each() -> None:
    for threads in (1, 2):
        searcher = Searcher(SearchParams(sequential_halving=16), threads, memory_mb=32)
        searcher.set_position(Position(9))
        report = searcher.search(Limits(simulations=1600))
        visits = [move.visits for move in report.moves]
        # Four rounds of 400: 25 for each of 16, 50 of 8, 100 of 4, 200 of 2.
        assert report.visits == 1600
        assert abs(visits[0] - 375) <= 8 * threads
        assert abs(visits[1] - 375) <= 8 * threads
        assert abs(visits[2] - 175) <= 8 * threads
        assert sum(visit > 10 for visit in visits) == 16
