"""MC-PNS: proof numbers that begin with means, backed up by minima and sums."""

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

A, B, C, D = 21, 22, 23, 24


def test_the_way_leads_to_the_most_proving_node() -> None:
    search = SearchProbe(SearchParams(mc_pns=True), Position(9))
    first, second = search.expand((ROOT,), [A, B])

    def play(path: tuple[int, ...], mean: float) -> None:
        """Give the last node of a path so good a mean for Black, and learn from it."""
        search.update(path[-1], mean if len(path) & 1 == 0 else 1 - mean, times=10)
        search.learn(path, (), mean)

    play((ROOT, first), 0.6)
    play((ROOT, second), 0.7)
    # The proof numbers are 0.4 and 0.3.
    assert search.choose((ROOT,)) == second
    # After B White has two moves, and all of them have to be refuted: 0.2 + 0.3 is more than 0.4.
    replies = search.expand((ROOT, second), [C, D])
    play((ROOT, second, replies[0]), 0.8)
    play((ROOT, second, replies[1]), 0.7)
    assert search.choose((ROOT,)) == first
    # White follows the reply that refutes soonest: disproof numbers 0.8 and 0.7.
    assert search.choose((ROOT, second)) == replies[1]
    # Where one reply is as good as won for Black, 0.01 + 0.3 is least again.
    play((ROOT, second, replies[0]), 1.0)
    search.update(replies[0], 0.0, times=1000)
    search.learn((ROOT, second, replies[0]), (), 1.0)
    assert search.choose((ROOT,)) == second


def test_without_playouts_all_leaves_begin_alike() -> None:
    search = SearchProbe(SearchParams(mc_pns=True, mc_pns_playouts=False), Position(9))
    first, second = search.expand((ROOT,), [A, B])
    for node, mean in ((first, 0.3), (second, 0.9)):
        search.update(node, 1 - mean, times=10)
        search.learn((ROOT, node), (), mean)
    assert search.choose((ROOT,)) == first
    # Proof-number search: each further reply of White has to be refuted, too.
    one, *_ = search.expand((ROOT, first), [C, D])
    search.learn((ROOT, first, one), (), 0.9)
    assert search.choose((ROOT,)) == second


def test_what_is_solved_is_followed() -> None:
    # Black lives and catches the rest by D1; the solver sees it.
    diagram = """
        X X X X
        X . X .
        X X X X
        O O O .
    """
    position = Position.from_diagram(diagram, to_play=BLACK)
    searcher = Searcher(SearchParams(mc_pns=True), memory_mb=64)
    searcher.set_position(position)
    best = searcher.search(Limits(simulations=500)).moves[0]
    assert best.point == 3
    assert best.bounds is not None
    assert best.bounds[0] == best.bounds[1]
