"""NST: sequences of moves have means of their own."""

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe

#: Vertices of the empty 2x2 board, row by row, on the kernel's grid of twenty columns.
FIRST, SECOND, THIRD, FOURTH = 21, 22, 41, 42


def probe(fewest: int = 1) -> SearchProbe:
    params = SearchParams(
        playout_order="nst", nst_rate=1.0, nst_candidates=32, nst_visits=fewest,
        playout_self_atari_rate=0.0,
    )  # fmt: skip
    return SearchProbe(params, Position(2))


def test_the_best_move_is_played() -> None:
    search = probe()
    for outcome, move in ((0.2, FIRST), (0.7, SECOND), (0.4, THIRD), (0.1, FOURTH)):
        search.learn((ROOT,), [move], outcome)
    assert search.first_moves(200)[SECOND] >= 195  # 32 draws of 4 may miss it


def test_a_sequence_says_more_than_its_last_move() -> None:
    search = probe()
    # The first point was good after two other moves, and lost whenever it was played at once.
    for outcome, moves in (
        (1.0, [THIRD, FOURTH, FIRST]), (0.0, [FIRST]), (0.6, [SECOND]), (0.0, [THIRD]),
        (0.1, [FOURTH]),
    ):  # fmt: skip
        for _ in range(30 if FIRST in moves[2:] or moves == [THIRD] else 10):
            search.learn((ROOT,), moves, outcome)
    # By its last move alone it has 0.75, by the two longer sequences 0: 0.25 in all. The third
    # point has 0.5, the second 0.6.
    assert search.first_moves(200)[SECOND] >= 195


def test_a_move_of_no_sequence_is_tried() -> None:
    search = probe(fewest=3)
    for move in (FIRST, SECOND, THIRD):
        for _ in range(3):
            search.learn((ROOT,), [move], 0.9)
    search.learn((ROOT,), [FOURTH], 0.0)  # too seldom to count
    assert search.first_moves(200)[FOURTH] >= 195


def test_without_the_rate_nothing_is_drawn() -> None:
    search = SearchProbe(SearchParams(playout_order="nst"), Position(2))
    search.learn((ROOT,), [FIRST], 1.0)
    counts = search.first_moves(2_000)
    assert counts[FIRST] / 2_000 == pytest.approx(0.25, abs=0.05)
