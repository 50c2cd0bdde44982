"""Beam search: a level with enough simulations keeps only its most visited nodes."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

PRUNED = -50.0


def probe(width: int) -> tuple[SearchProbe, list[int]]:
    search = SearchProbe(SearchParams(beam_width=width, beam_simulations=3), Position(9))
    children = search.expand((ROOT,), [21, 22, 23])
    for child, visits in zip(children, (5, 9, 7), strict=True):
        search.update(child, 0.5, times=visits)
    return search, children


def pruned(search: SearchProbe, path: tuple[int, ...], children: list[int]) -> list[bool]:
    return [search.score(path, child) < PRUNED for child in children]


def test_the_most_visited_stay() -> None:
    search, children = probe(2)
    for _ in range(2):
        search.learn((ROOT, children[0]))
        assert pruned(search, (ROOT,), children) == [False] * 3
    search.learn((ROOT, children[0]))
    assert pruned(search, (ROOT,), children) == [True, False, False]


def test_among_equals_no_more_stay_than_the_width() -> None:
    search, children = probe(2)
    search.update(children[0], 0.5, times=2)  # 7, 9 and 7
    for _ in range(3):
        search.learn((ROOT, children[0]))
    assert pruned(search, (ROOT,), children) == [False, False, True]


def test_a_deeper_level_counts_over_all_its_parents() -> None:
    search, children = probe(3)
    below = []
    for child, visits in zip(children, (1, 6, 4), strict=True):
        nodes = search.expand((ROOT, child), [31, 32])
        below.append(nodes)
        search.update(nodes[0], 0.5, times=visits)
        search.update(nodes[1], 0.5, times=2)
    for _ in range(3):
        search.learn((ROOT, children[0], below[0][0]))
    # 6, 4 and one of the twos.
    stay = [
        not p
        for child, nodes in zip(children, below, strict=True)
        for p in pruned(search, (ROOT, child), nodes)
    ]
    assert stay == [False, True, True, False, True, False]
    assert pruned(search, (ROOT,), children) == [False] * 3


def test_a_narrow_level_stays_as_it_is() -> None:
    search, children = probe(4)
    for _ in range(3):
        search.learn((ROOT, children[0]))
    assert pruned(search, (ROOT,), children) == [False] * 3
