"""A user's function in the place of the network: batches, errors, and the same search."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gtpengine import Position, Search, SearchParams, evaluate
from gtpengine.library.searches.evaluator import PATIENCE, Batches
from gtpengine.mcts.searcher import Searcher

PLAIN = SearchParams(network_noise=0.0)


def opening(rules: str = "chinese") -> Position:
    position = Position(9, rules, 6.5)
    position.play_all("E5 C3 G7")
    return position


class Asked:
    """Answers as the package's network does, and keeps what it was asked."""

    def __init__(self) -> None:
        self.batches: list[list[Position]] = []

    def __call__(self, positions: list[Position]) -> tuple[Any, Any, Any]:
        self.batches.append(positions)
        found = [evaluate(position) for position in positions]
        policies = np.stack([one.policy for one in found])
        return policies, [one.value for one in found], [one.lead for one in found]


def favourite(positions: list[Position]) -> tuple[Any, Any]:
    """Likes B7, and knows nothing else."""
    policies = np.full((len(positions), 82), 0.001)
    policies[:, positions[0].number("B7")] = 0.9
    return policies, np.full(len(positions), 0.5)


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_the_packages_network_as_a_function_judges_as_it_does(rules: str) -> None:
    asked, position = Asked(), opening(rules)
    with Search(PLAIN, evaluator=asked, memory=64) as search:
        report = search.run(position, simulations=300)
    with Search(PLAIN, memory=64) as search:
        usual = search.run(position, simulations=300)
    assert report.simulations == 300
    assert report.win_rate == pytest.approx(usual.win_rate, abs=0.1)
    assert usual.move(report.best_move) in usual.moves[:3]
    [first] = asked.batches[0]
    assert first == position and first.komi == 6.5 and first.rules == position.rules
    seen = [one for batch in asked.batches for one in batch]
    assert all(len(batch) == 1 for batch in asked.batches) and len(seen) > 100
    for one in seen:
        one.core.check()
    assert {one.to_play for one in seen} == {"black", "white"}


def test_the_policy_leads_the_search() -> None:
    with Search(evaluator=favourite, memory=64) as search:
        report = search.run(opening(), simulations=200)
    assert report.best_move == "B7" and report.moves[0].visits > 100
    assert report.win_rate == pytest.approx(0.5, abs=0.1)


def test_threads_are_answered_in_batches() -> None:
    asked = Asked()
    with Search(evaluator=asked, threads=4, memory=64) as search:
        report = search.run(opening(), simulations=400)
        assert report.simulations == 400
        again = search.run(opening(), simulations=50)
    assert again.simulations == 50 and max(map(len, asked.batches)) in (2, 3, 4)


def test_positions_may_be_small_or_without_any_policy() -> None:
    def nothing(positions: list[Position]) -> tuple[Any, Any]:
        return np.zeros((len(positions), 26)), np.full(len(positions), 0.5)

    with Search(evaluator=nothing, memory=64) as search:
        report = search.run(Position(5), simulations=200)
    assert report.visits == 200 and len(report.moves) > 5


def raises(_: list[Position]) -> tuple[Any, Any]:
    raise KeyError("the network")


WRONG: list[tuple[Callable[[list[Position]], Any], type[Exception], str]] = [
    (raises, KeyError, "the network"),
    (lambda p: (np.zeros((len(p), 26)), [0.5] * len(p)), ValueError, r"\(1, 82\) is wanted"),
    (lambda p: (np.zeros((len(p), 82)), [2.0] * len(p)), ValueError, "values 0 to 1"),
    (lambda p: (np.full((len(p), 82), -1), [0.5] * len(p)), ValueError, "at least 0"),
    (lambda p: (np.full((len(p), 82), np.nan), [0.5] * len(p)), ValueError, "not finite"),
    (lambda p: (np.zeros((len(p), 82)),), ValueError, "policies, values"),
    (lambda _: None, ValueError, r"returns \(policies, values\), .* not NoneType"),
    (lambda _: "ab", ValueError, "not str of 2"),
    (lambda _: iter(()), ValueError, "not tuple_iterator"),
    (lambda p: (["x"] * len(p), [0.5] * len(p)), ValueError, "policies that are no array"),
    (lambda p: (np.zeros((len(p), 82)), [0.5j] * len(p)), ValueError, "complex numbers"),
]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("function", "kind", "why"), WRONG)
def test_an_error_ends_the_search_and_is_passed_on(
    function: Callable[[list[Position]], Any], kind: type[Exception], why: str, threads: int
) -> None:
    position = opening()
    with Search(evaluator=function, threads=threads, memory=64) as search:
        for _ in range(2):
            with pytest.raises(kind, match=why if threads == 1 else None):
                search.run(position, simulations=1 << 40)
        assert position == opening()


@pytest.mark.parametrize("wrong", [3, "net.py", (favourite,)])
def test_what_is_no_function_is_refused_at_once(wrong: Any) -> None:
    with pytest.raises(TypeError, match="give a function of a list of positions"):
        Search(evaluator=wrong)


def test_batches_of_a_slow_function_are_full() -> None:
    """Threads that come while the function works wait for each other, and do not alternate."""
    sizes: list[int] = []

    def slow(positions: list[Position]) -> tuple[Any, Any]:
        sizes.append(len(positions))
        time.sleep(5 * PATIENCE)
        return np.ones((len(positions), 26)), np.full(len(positions), 0.5)

    batches = Batches(slow)

    def ask() -> None:
        for _ in range(6):
            batches.ask(Position(5))

    with batches.joined(3):
        askers = [threading.Thread(target=ask) for _ in range(3)]
        askers[0].start()
        time.sleep(2 * PATIENCE)  # the first one is answered alone
        for asker in askers[1:]:
            asker.start()
        for asker in askers:
            asker.join()
    assert sizes[0] == 1 and sum(sizes) == 18
    assert sizes.count(3) >= 3


def test_policies_may_be_as_large_as_a_float_is() -> None:
    def large(positions: list[Position]) -> Any:
        policies = np.full((len(positions), 26), 1e37)
        policies[:, 7] = 3e38
        return policies, np.full(len(positions), 0.5)

    with Search(memory=16, evaluator=large) as search:
        report = search.run(Position(5), simulations=40)
    found = report.move(7)
    assert found is not None and found.prior == pytest.approx(3e38 / (3e38 + 25e37), rel=1e-3)


def test_a_slow_function_is_not_asked_after_the_time() -> None:
    calls = 0

    def slow(positions: list[Position]) -> Any:
        nonlocal calls
        calls += 1
        time.sleep(0.05)
        return np.ones((len(positions), 26)), np.full(len(positions), 0.5)

    with Search(memory=16, evaluator=slow) as search:
        report = search.run(Position(5), seconds=0.06)
    assert report.stopped_by == "time" and 1 <= report.simulations <= calls <= 3


def test_closing_gives_the_tree_back_at_once() -> None:
    def searchers() -> int:
        return sum(isinstance(thing, Searcher) for thing in gc.get_objects())

    gc.collect()
    before = searchers()
    gc.disable()  # no cycle may hold it
    try:
        with Search(evaluator=favourite, memory=64) as search:
            search.run(opening(), simulations=10)
            assert searchers() == before + 1
        assert searchers() == before
    finally:
        gc.enable()
