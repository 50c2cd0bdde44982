"""Last good replies: learning, forgetting, and searches that can be repeated."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.lab.probes.learned_probe import RepliesProbe
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.search_probe import ROOT, SearchProbe
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def test_the_winner_s_replies_are_kept() -> None:
    replies = RepliesProbe()
    replies.learn([30, 31, 32, 33], winner=WHITE)
    assert replies.reply(WHITE, 30) == 31
    assert replies.reply(WHITE, 32) == 33
    assert replies.reply(WHITE, 32, 31) == 33
    assert replies.reply(BLACK, 31) == 0
    # The first move has no move before the last, and Black lost.
    assert replies.reply(WHITE, 30, 0) == 0


def test_a_reply_that_loses_is_forgotten_and_another_stays() -> None:
    replies = RepliesProbe()
    replies.learn([30, 31, 32, 33], winner=WHITE)
    replies.learn([30, 31, 32, 40], winner=BLACK)
    assert replies.reply(WHITE, 30) == 0
    assert replies.reply(WHITE, 32) == 33
    assert replies.reply(BLACK, 31) == 32
    replies.learn([32, 33], winner=BLACK, last=31, last2=30)
    assert replies.reply(WHITE, 32) == 0
    assert replies.reply(WHITE, 32, 31) == 0


def test_without_forgetting_a_reply_stays_when_it_loses() -> None:
    replies = RepliesProbe()
    replies.learn([30, 31, 32, 33], winner=WHITE)
    replies.learn([30, 31, 32, 40], winner=BLACK, forget=False)
    assert replies.reply(WHITE, 30) == 31
    replies.learn([30, 34], winner=WHITE, forget=False)
    assert replies.reply(WHITE, 30) == 34


def test_replies_to_one_move_alone() -> None:
    # On 2x2 the vertices of the first row are 21 and 22, of the second 41 and 42.
    for moves, answered in ((2, 41), (1, 42)):
        params = SearchParams(
            playout_order="reply", playout_reply_rate=1.0, playout_reply_moves=moves,
            playout_self_atari_rate=0.0,
        )  # fmt: skip
        position = Position(2)
        position.play(0)
        position.play(1)
        search = SearchProbe(params, position)
        # Black answers 21, 22 by 41; later White's 22 alone, after another move, by 42.
        search.learn((ROOT,), [41, 22, 42], 1.0)
        assert set(search.first_moves(20)) == {answered}, moves


def test_passes_are_neither_replies_nor_answered() -> None:
    replies = RepliesProbe()
    replies.learn([30, 0, 32, 33], winner=WHITE)
    assert replies.reply(WHITE, 30) == 0
    assert replies.reply(BLACK, 0) == 0
    assert replies.reply(WHITE, 32) == 33
    # Before 32 there was a pass.
    assert replies.reply(WHITE, 32, 0) == 0


@pytest.mark.parametrize("params", [{"playout_reply_rate": 1.0}, {"playout_pool_rate": 0.5}])
def test_what_playouts_remember_does_not_spoil_repetition(params: dict[str, float]) -> None:
    def visits(times: int, **values: float) -> list[list[tuple[int, int]]]:
        searcher = Searcher(SearchParams(**values), memory_mb=16, seed=4)
        reports = []
        for _ in range(times):
            searcher.set_position(Position(9))
            report = searcher.search(Limits(simulations=600))
            reports.append([(move.point, move.visits) for move in report.moves])
        return reports

    first = visits(2, **params)
    assert visits(2, **params) == first
    assert visits(1) != first[:1]


@pytest.mark.fuzz
@pytest.mark.parametrize("params", [{"playout_reply_rate": 1.0}, {"playout_pool_rate": 0.5}])
def test_threads_remember_each_for_itself(params: dict[str, float]) -> None:
    searcher = Searcher(SearchParams(**params), threads=2, memory_mb=16, seed=4)
    searcher.set_position(Position(7))
    report = searcher.search(Limits(simulations=2000))
    assert report.visits == 2000
    assert sum(move.visits for move in report.moves) == 2000
