"""Many positions at once."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

from gtpengine import Game, Position, Report, Search, search_many


def positions(count: int) -> list[Position]:
    game = Game(Position(7))
    for move in ["D4", "C4", "D5", "C5", "D3", "C3", "D6", "C6"]:
        game.play(move)
    return list(game.positions())[:count]


def test_reports_come_in_order_and_do_not_depend_on_the_number_of_workers() -> None:
    todo = positions(5)
    alone = [Search(seed=3).run(position, simulations=120) for position in todo]
    for workers in (1, 3, None):
        found = search_many(iter(todo), simulations=120, workers=workers, seed=3)
        assert [r.position.moves for r in found] == [p.moves for p in todo]
        assert [r.moves for r in found] == [r.moves for r in alone]
    assert search_many([], simulations=5) == []


def test_each_report_is_told_as_it_comes() -> None:
    seen: dict[int, Report] = {}
    found = search_many(positions(4), simulations=20, workers=2, callback=seen.__setitem__)
    assert [seen[index] for index in range(4)] == found


def test_an_error_names_its_position_and_ends_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Search.run

    def failing(self: Search, position: Position, **limits: int) -> Report:
        if position.move_number == 2:
            raise MemoryError("no more")
        return run(self, position, **limits)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "run", failing)
    with pytest.raises(MemoryError) as caught:
        search_many(positions(6), simulations=200, workers=2)
    [note] = caught.value.__notes__
    assert note.startswith("in search_many, at positions[2]: <Position 7x7")
    assert not [t for t in threading.enumerate() if t.name == "search_many" and t.is_alive()]


def test_an_error_in_the_callback_ends_endless_searches() -> None:
    def fail(_index: int, _report: Report) -> None:
        raise ZeroDivisionError("mine")

    todo = positions(3)
    with pytest.raises(ZeroDivisionError):
        search_many(todo, simulations=30, workers=2, callback=fail)
    assert not [t for t in threading.enumerate() if t.name == "search_many" and t.is_alive()]


def test_wrong_arguments_are_refused_before_anything_is_searched() -> None:
    with pytest.raises(TypeError, match=r"positions\[1\] is a str: give gtpengine\.Position"):
        search_many([Position(9), "E5"], simulations=1)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="workers 0: give a whole number from 1"):
        search_many(positions(1), simulations=1, workers=0)
    with pytest.raises(ValueError, match="give simulations or seconds"):
        search_many(positions(1))


class Alike:
    """Judges all positions alike, and keeps how many the batches had, and of which sizes."""

    def __init__(self) -> None:
        self.batches: list[set[int]] = []
        self.most = 0

    def __call__(self, positions: list[Position]) -> tuple[Any, Any]:
        n, size = len(positions), positions[0].size
        self.batches.append({position.size for position in positions})
        self.most = max(self.most, n)
        return np.ones((n, size * size + 1)), np.full(n, 0.5)


def test_searches_ask_one_evaluator_in_batches_of_one_size() -> None:
    alike = Alike()
    todo = [Position(size) for size in (5, 7) for _ in range(6)]
    found = search_many(todo, simulations=30, workers=12, evaluator=alike, memory=4)
    assert [report.simulations for report in found] == [30] * 12
    assert alike.most > 1 and all(len(sizes) == 1 for sizes in alike.batches)


def test_what_an_evaluator_raises_ends_all_searches() -> None:
    def failing(_: list[Position]) -> tuple[Any, Any]:
        raise KeyError("the network")

    with pytest.raises(KeyError, match="the network"):
        search_many(positions(6), simulations=1 << 40, workers=3, evaluator=failing, memory=4)


def test_positions_and_reports_go_to_processes_and_back() -> None:
    todo = positions(2)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(_searched, todo))
    wanted = search_many(todo, simulations=50)
    assert [[m.to_dict() for m in r.moves] for r in found] == [
        [m.to_dict() for m in r.moves] for r in wanted
    ]


def _searched(position: Position) -> Report:
    with Search(memory=64) as search:
        return search.run(position, simulations=50)
