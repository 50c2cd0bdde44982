"""What a move of a cluster loses: the line through its moves, and a member in simulated time."""

from __future__ import annotations

import random
import time
from concurrent.futures import Future

import pytest
from gtpengine.tools.measuring import cluster_lost
from gtpengine.tools.research.cluster_lost import LENGTHS, DelayedLink, counted, time_lost

from board_ext.position import Position
from gtpengine.cluster.member import Member
from gtpengine.cluster.messages import MemberAnswer, Order
from gtpengine.cluster.searcher import ClusterSearcher
from gtpengine.cluster.start import usual_manner
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.searcher import Searcher


def test_the_line_begins_where_simulations_begin_to_count() -> None:
    draw = random.Random(3)
    lengths = [seconds for seconds in LENGTHS for _ in range(10)]
    simulations = [round(2000 * (one - 0.03) + draw.gauss(0, 20)) for one in lengths]
    found = time_lost(lengths, simulations)
    assert found.seconds == pytest.approx(0.03, abs=0.01)
    assert found.low < 0.03 < found.high
    assert found.speed == pytest.approx(2000, rel=0.02)
    assert str(found).endswith(f" of a move, {found.speed:.0f} a second")


def test_what_no_line_can_be_drawn_through() -> None:
    with pytest.raises(ValueError, match="two lengths"):
        time_lost([1.0, 1.0], [100, 110])
    with pytest.raises(ValueError, match="no more simulations"):
        time_lost([1.0, 2.0], [100, 100])


class Hundred:
    """The way to a member that answers at once, and makes a hundred simulations after each order
    to search."""

    name = "hundred"

    def __init__(self) -> None:
        self._member = Member(Searcher(memory_mb=16, seed=2), 7)
        self.asked: list[float] = []

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        self.asked.append(time.monotonic())
        future: Future[MemberAnswer] = Future()
        try:
            future.set_result(self._member.exchange(order))
        except RuntimeError as error:
            future.set_exception(error)
        self._member.advance(100)
        return future

    def close(self) -> None:
        self._member.close()


def test_simulations_of_members_count_and_the_heads_do_not() -> None:
    tree = Searcher(memory_mb=16, seed=1)
    head = ClusterSearcher(tree, SearchParams(), 1, usual_manner())
    try:
        head.add(Hundred())
        others = counted(head, tree, Position(5), 2.0)
        assert others >= 100
        assert others % 100 == 0
    finally:
        head.close()


def test_orders_and_answers_are_held_up() -> None:
    direct = Hundred()
    delayed = DelayedLink(direct, 0.1)
    begin = time.monotonic()
    without_a_task = delayed.exchange(Order(search=False, share=0.0, depth=1))
    with pytest.raises(RuntimeError, match="first order needs a task"):
        without_a_task.result(20)
    assert time.monotonic() - begin >= 0.2
    assert direct.asked[0] - begin >= 0.1


def test_an_address_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_lost, "check", lambda: None)
    monkeypatch.setattr("sys.argv", ["cluster_lost", "nowhere:x"])
    with pytest.raises(SystemExit):
        cluster_lost.main()
    assert "give HOST:PORT" in capsys.readouterr().err
