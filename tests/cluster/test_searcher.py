"""The head as an engine uses it, with members in threads of this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.cluster.group import SharingPolicy
from gtpengine.cluster.head import moves_between
from gtpengine.cluster.member import SearchingMember
from gtpengine.cluster.messages import MemberAnswer, Order, SearchTask
from gtpengine.cluster.searcher import ClusterSearcher
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.session.engine import Engine

PATIENCE = 60.0


class ThreadLink:
    """A member in this process, which answers in a thread of its own; it may be made to hang."""

    def __init__(self, name: str, seed_step: int) -> None:
        self.name = name
        self.tree = SharingSearcher(memory_mb=32, seed=1)
        self.member = SearchingMember(self.tree, seed_step)
        self.orders: list[Order] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.closed = False
        self._thread = ThreadPoolExecutor(1)

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        self.orders.append(order)
        return self._thread.submit(self._exchange, order)

    def _exchange(self, order: Order) -> MemberAnswer:
        self.may_answer.wait(PATIENCE)
        return self.member.exchange(order)

    def close(self) -> None:
        self.closed = True
        self.may_answer.set()
        self._thread.submit(self.member.close)
        self._thread.shutdown(wait=True)


def cluster(
    members: int = 2, policy: SharingPolicy | None = None
) -> tuple[ClusterSearcher, list[str]]:
    said: list[str] = []
    tree = SharingSearcher(memory_mb=32, seed=1)
    made = ClusterSearcher(
        tree,
        SearchParams(),
        1,
        policy or SharingPolicy(period=0.05, share=0.0),
        said.append,
        said.append,
    )
    for i in range(members):
        made.add(ThreadLink(f"m{i}", 1000 * (i + 1)))
    return made, said


def links(searcher: ClusterSearcher) -> list[ThreadLink]:
    found = [connection.link for connection in searcher.group._connections]
    assert all(isinstance(link, ThreadLink) for link in found)
    return found  # type: ignore[return-value]


def wait_for(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def at_rest(searcher: ClusterSearcher) -> None:
    """Wait until the members rest and have told how much they did."""
    connections = searcher.group._connections
    wait_for(
        lambda: all(connection.resting and connection.pending is None for connection in connections)
    )


def test_all_machines_search_and_the_limit_counts_all() -> None:
    searcher, said = cluster()
    searcher.set_position(Position(7))
    report = searcher.search(Limits(simulations=20_000))
    assert report.stopped_by == "simulations"
    assert report.simulations >= 20_000
    assert searcher.group.of_task > 0
    assert report.simulations > searcher._tree.snapshot().simulations
    at_rest(searcher)
    # What the head has is what it searched and what it was told, nothing twice.
    own = searcher._tree.snapshot().simulations
    total = own + searcher.group.of_task
    assert own < searcher.snapshot().visits <= total
    searcher.close()
    assert said == []


def test_a_game_with_undo_new_sizes_and_moves_left_out() -> None:
    searcher, said = cluster()
    position = Position(7)
    limits = Limits(seconds=0.3)
    for _ in range(3):
        searcher.set_position(position)
        report = searcher.search(limits)
        position.play(report.moves[0].point)
    kept = searcher._task
    searcher.set_position(position)
    assert searcher._task is not None and kept is not None
    assert searcher._task.lineage == kept.lineage
    assert len(searcher._task.moves) == 3
    searcher.search(limits)
    position.undo(2)
    searcher.set_position(position)
    assert searcher._task.lineage > kept.lineage
    searcher.search(limits)
    best = searcher.snapshot().moves[0].point
    searcher.set_position(position, {(position.to_play, best): 1})
    without = searcher.search(limits)
    assert best not in [move.point for move in without.moves if move.visits]
    for size in (5, 9):
        searcher.clear()
        searcher.set_position(Position(size))
        before = searcher.group.simulations
        assert searcher.search(Limits(seconds=0.5)).size == size
        wait_for(lambda: searcher.group.simulations > before)  # noqa: B023
    assert searcher.group.members == 2
    searcher.close()
    assert said == []


def test_what_comes_between_two_games_finds_no_tree_and_does_no_harm() -> None:
    searcher, said = cluster(2)
    for size in (5, 7, 5):
        searcher.set_position(Position(size))
        searcher.search(Limits(seconds=0.2))
        held = links(searcher)
        for link in held:
            link.may_answer.clear()
        searcher.clear()
        # Answers to orders of the last game come while there is no position, and rounds are due.
        for link in held:
            link.may_answer.set()
        at_rest(searcher)
        searcher.group.go()
        searcher.group.step()
        searcher.group.rest()
    assert searcher.group.members == 2
    searcher.close()
    assert said == []


def test_an_internal_error_leaves_the_head_searching() -> None:
    searcher, said = cluster(1)
    searcher.set_position(Position(7))

    def fail() -> None:
        raise RuntimeError("for the test")

    searcher.group.step = fail  # type: ignore[method-assign]
    assert searcher.search(Limits(seconds=0.3)).simulations > 0
    del searcher.group.step
    assert any("for the test" in text for text in said)
    assert any("m0 is lost: an internal error" in text for text in said)
    searcher.add(ThreadLink("again", 5))
    searcher.search(Limits(seconds=0.3))
    wait_for(lambda: searcher.group.simulations > 0)
    searcher.close()


def test_one_that_hangs_does_not_hold_up_a_move() -> None:
    searcher, said = cluster(3)
    searcher.set_position(Position(7))
    searcher.search(Limits(seconds=0.2))
    hanging = links(searcher)[0]
    hanging.may_answer.clear()
    wait_for(lambda: searcher.group.searching is False)
    begin = time.monotonic()
    position = Position(7)
    position.play(24)
    searcher.set_position(position)
    report = searcher.search(Limits(seconds=1.0))
    assert time.monotonic() - begin < 10.0
    assert report.stopped_by == "time"
    # On a machine under load the others may be late as well, until their answers come.
    wait_for(lambda: searcher.group.late == ("m0",))
    hanging.may_answer.set()
    wait_for(lambda: searcher.group.late == ())
    searcher.close()
    assert said == []
    assert hanging.closed


def test_members_work_while_an_analysis_runs_and_rest_after_it() -> None:
    searcher, _ = cluster(1)
    searcher.set_position(Position(9))
    thread = threading.Thread(target=lambda: searcher.search(Limits(seconds=600.0)))
    thread.start()
    wait_for(lambda: searcher.group.of_task > 100)
    shown = searcher.snapshot()
    assert shown.simulations > 100
    assert searcher.variation(shown.moves[0].point)[0][0] == shown.moves[0].point
    late = ThreadLink("late", 77)
    searcher.add(late)
    wait_for(lambda: len(late.orders) > 2 and late.tree.snapshot().visits > 100)
    searcher.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    at_rest(searcher)
    searcher.close()


def test_changed_parameters_and_seeds_reach_the_members() -> None:
    searcher, _ = cluster(1)
    searcher.set_position(Position(7))
    searcher.search(Limits(seconds=0.2))
    params = SearchParams()
    params.set("first_play_urgency", "1.3")
    searcher.set_params(params)
    searcher.set_seed(9)
    searcher.set_position(Position(7))
    searcher.search(Limits(seconds=0.2))
    (link,) = links(searcher)
    wait_for(lambda: [o.task.seed for o in link.orders if o.task][-1] == 9)
    tasks = [order.task for order in link.orders if order.task is not None]
    assert tasks[0].params["first_play_urgency"] != tasks[-1].params["first_play_urgency"] == 1.3
    assert tasks[-1].clears > tasks[0].clears
    searcher.close()


@pytest.mark.lab
@pytest.mark.parametrize("sharing", ["vote", "jobs", "root-parts"])
def test_the_other_ways_of_sharing(sharing: str) -> None:
    searcher, said = cluster(2, SharingPolicy(sharing, period=0.05, job=200))
    searcher.set_position(Position(7))
    report = searcher.search(Limits(seconds=1.0))
    wait_for(lambda: searcher.group.of_task > 0)
    at_rest(searcher)
    report = searcher.snapshot()
    own = searcher._tree.snapshot()
    assert report.visits > own.simulations
    if sharing != "jobs":
        assert own.visits == own.simulations
        assert sum(move.visits for move in report.moves) == report.visits
    searcher.close()
    assert said == []


def test_a_search_without_members_is_that_of_the_tree_alone() -> None:
    searcher, _ = cluster(0)
    searcher.set_position(Position(7))
    alone = SharingSearcher(memory_mb=32, seed=1)
    alone.set_position(Position(7))
    report = searcher.search(Limits(simulations=500))
    expected = alone.search(Limits(simulations=500))
    assert [m.visits for m in report.moves] == [m.visits for m in expected.moves]
    assert report.simulations == 500
    searcher.close()


def test_an_engine_plays_with_it() -> None:
    made: list[ClusterSearcher] = []

    def make(params: SearchParams, threads: int, memory_mb: int, seed: int) -> ClusterSearcher:
        tree = SharingSearcher(params, threads, memory_mb, seed)
        made.append(ClusterSearcher(tree, params, seed, SharingPolicy(period=0.05)))
        made[0].add(ThreadLink("m0", 1000))
        return made[0]

    options = EngineOptions()
    options.assign("memory", 32)
    options.assign("time_per_move", 0.2)
    notes: list[str] = []
    engine = Engine(options, make, notes.append)
    engine.new_game(7)
    for color in (BLACK, WHITE, BLACK):
        assert engine.genmove(color) >= PASS
    engine.undo()
    assert engine.genmove(BLACK) >= PASS
    assert engine.last_search is not None
    assert made[0].group.traffic.answers > 0
    made[0].close()
    assert notes == []


def test_which_moves_lead_from_one_position_to_another() -> None:
    before = Position(9)
    before.play_all("C3 D4") if hasattr(before, "play_all") else before.play(10)
    after = before.copy()
    assert moves_between(before, after) == ()
    after.play(60)
    after.play(PASS)
    assert moves_between(before, after) == (60, PASS)
    assert moves_between(after, before) is None
    twice = before.copy()
    twice.play(50, twice.to_play)
    twice.play(51, before.to_play)
    assert moves_between(before, twice) is None
    other = after.copy()
    other.komi = 0.5
    assert moves_between(before, other) is None
    assert moves_between(Position(9), Position(7)) is None


def test_a_machine_answers_when_its_job_is_done() -> None:
    link = ThreadLink("m0", 1000)
    tree = SharingSearcher(memory_mb=32, seed=1)
    tree.keep_digests(1)
    tree.set_position(Position(7))
    values = {spec.name: value for spec, value in SearchParams()}
    position = Position(7)
    position.play(24)
    task = SearchTask(-2, 1, (24,), 0, 1, position, tree.digest().origin, values)
    order = Order(search=True, task=task, share=0.0, depth=1, simulations=150)
    answer = link.exchange(order).result(PATIENCE)
    assert (answer.number, answer.moves, answer.simulations) == (-2, (24,), 150)
    assert answer.news is not None and answer.news.table()[0]["visits"] == 150
    # It rests until the next order, and has nothing left to do in this job.
    again = link.exchange(replace(order, task=None)).result(PATIENCE)
    assert again.simulations == 0 and link.tree.snapshot().simulations == 150
    link.close()
