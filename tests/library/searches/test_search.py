"""Searches from Python: limits, callbacks, asyncio, the tree that stays, reports."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from gtpengine import Limits, ParamError, Position, Report, Search, SearchParams, evaluate

ENDLESS = 1 << 40


@pytest.fixture
def search() -> Search:
    return Search(memory=64)


def opening(moves: str = "E5 G6 C6", size: int = 9) -> Position:
    position = Position(size)
    position.play_all(moves)
    return position


def test_a_report_speaks_of_the_position_in_its_words(search: Search) -> None:
    position = opening()
    report = search.run(position, simulations=500)
    assert position == opening() and position.move_number == 3
    assert report.position == position and report.to_play == "white"
    assert report.simulations == report.visits == 500 and report.stopped_by == "simulations"
    assert sum(move.visits for move in report.moves) == 500
    assert report.best_move == report.moves[0].move == report.pv[0]
    assert all(position.is_legal(move.move) and move.pv[0] == move.move for move in report.moves)
    assert sum(move.prior for move in report.moves) <= 1.04
    assert report.black_win_rate == pytest.approx(1 - report.win_rate)
    assert report.black_score_lead == -report.score_lead
    assert report.ownership.shape == (9, 9) and np.abs(report.ownership).max() <= 1.0
    assert report.ownership[divmod(position.number("C6"), 9)] > 0.2
    best = report.move(position.number(report.best_move))
    assert best is not None and best == report.moves[0]
    assert report.move("E5") is None
    with pytest.raises(ValueError, match="'Z9' is no point"):
        report.move("Z9")


def test_the_priors_of_a_network_that_leads_are_its_policy(search: Search) -> None:
    position = opening()
    policy = evaluate(position).policy
    moves = search.run(position, simulations=400).moves
    assert len(moves) >= 8
    for move in moves:  # the tree keeps a probability to 4 %
        assert move.prior == pytest.approx(policy[position.number(move.move)], rel=0.05)


def test_a_report_is_short_to_read_and_whole_as_json(search: Search) -> None:
    report = search.run(opening(), simulations=50)
    assert len(repr(report)) < 100 and report.best_move in repr(report)
    assert repr(search) == "<Search threads=1, memory=64, seed=1>"
    other = pickle.loads(pickle.dumps(report))
    assert other.to_dict() == report.to_dict()
    told: dict[str, Any] = json.loads(json.dumps(report.to_dict()))
    assert told["best_move"] == report.best_move and len(told["moves"]) == len(report.moves)
    assert told["moves"][0]["visits"] == report.moves[0].visits
    assert np.allclose(told["ownership"], report.ownership, atol=1e-6)
    assert told["position"]["moves"][0] == ["black", "E5"]
    assert report.svg() == report._repr_svg_() != report.svg(ownership=False)


def test_equal_seeds_find_equal_things_and_the_tree_stays() -> None:
    first, second, other = Search(seed=7), Search(seed=7), Search(seed=8)
    reports = [s.run(opening(), simulations=300).to_dict() for s in (first, second, other)]
    for report in reports:
        del report["seconds"]
    assert reports[0] == reports[1] != reports[2]
    again = first.run(opening(), simulations=100)
    assert again.visits == 400 and again.simulations == 100
    position = opening()
    position.play(again.best_move)
    assert first.run(position, simulations=10).visits > 10
    first.clear()
    assert first.run(position, simulations=10).visits == 10


def test_limits_in_both_forms(search: Search) -> None:
    assert search.run(opening(), limits=Limits(simulations=20)).simulations == 20
    timed = search.run(opening(), seconds=0.05)
    assert timed.stopped_by == "time" and timed.seconds >= 0.05
    with pytest.raises(ValueError, match="give simulations or seconds"):
        search.run(opening())
    with pytest.raises(ValueError, match="either limits"):
        search.run(opening(), simulations=1, limits=Limits(simulations=1))
    with pytest.raises(ValueError, match="simulations 0: give a whole number from 1"):
        search.run(opening(), simulations=0)
    with pytest.raises(TypeError, match=r"a gtpengine\.Position is wanted, not a str"):
        search.run("E5", simulations=1)  # type: ignore[arg-type]


def test_moves_to_avoid_and_the_only_moves(search: Search) -> None:
    names = {m.move for m in search.run(opening(), simulations=300, only="A1 B2 pass").moves}
    assert names and names <= {"A1", "B2", "pass"}
    best = search.run(opening(), simulations=300).best_move
    assert search.run(opening(), simulations=300, avoid=[best]).move(best) is None
    with pytest.raises(ValueError, match="no legal move is left"):
        search.run(opening(), simulations=10, only="E5 G6")
    with pytest.raises(ValueError, match="no legal move is left"):
        search.run(opening(), simulations=10, only="A1", avoid="A1")


def test_a_callback_sees_the_search_and_ends_it(search: Search) -> None:
    seen: list[Report] = []
    here = threading.current_thread()

    def look(report: Report) -> bool:
        assert threading.current_thread() is here
        seen.append(report)
        return len(seen) == 3

    report = search.run(opening(), simulations=ENDLESS, callback=look, every=0.01)
    assert len(seen) == 3 and report.stopped_by == "stop"
    visits = [found.visits for found in (*seen, report)]
    assert visits == sorted(visits) and visits[0] > 0
    assert all(found.best_move for found in seen)
    seen[0].position.play("A1")
    assert seen[1].position == report.position == opening()
    numpys = search.run(opening(), simulations=ENDLESS, callback=lambda _: np.True_, every=0.01)
    assert numpys.stopped_by == "stop"
    # Any other answer than True lets the search go on to its limit.
    assert (
        search.run(opening(), simulations=2000, callback=lambda _: 1, every=1e-4).simulations
        == 2000
    )


def test_an_error_in_a_callback_ends_the_search(search: Search) -> None:
    def fail(_report: Report) -> bool:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        search.run(opening(), simulations=ENDLESS, callback=fail, every=0.001)
    assert search.run(opening(), simulations=10).simulations == 10
    for every in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="every .*: give seconds from 0.0001"):
            search.run(opening(), simulations=10, every=every)


ENDLESS_SEARCHES = {
    "run": "search.run(position, simulations=1 << 40)",
    "callback": "search.run(position, simulations=1 << 40, callback=lambda report: None)",
    "many": "gtpengine.search_many([position, position], simulations=1 << 40, workers=2)",
    "asyncio": "asyncio.run(search.run_async(position, simulations=1 << 40))",
}


@pytest.mark.parametrize("kind", ENDLESS_SEARCHES)
def test_ctrl_c_ends_a_search(kind: str) -> None:
    script = (
        "import asyncio, os, signal, threading, gtpengine\n"
        "search, position = gtpengine.Search(), gtpengine.Position(9)\n"
        "search.run(position, simulations=1)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n    {ENDLESS_SEARCHES[kind]}\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
        "assert not [t for t in threading.enumerate() if t.name.startswith('search')]\n"
        "print(search.run(position, simulations=10).simulations)\n"
    )
    command = [sys.executable, "-P", "-c", script]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "interrupted\n10\n"), done.stderr


def test_stop_from_another_thread_and_one_search_at_a_time(search: Search) -> None:
    begun = threading.Event()
    reports: list[Report] = []

    def look(_report: Report) -> None:
        begun.set()

    def run() -> None:
        reports.append(search.run(opening(), simulations=ENDLESS, callback=look, every=0.001))

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(60)
    for use in (search.clear, search.close, lambda: search.run(opening(), simulations=1)):
        with pytest.raises(RuntimeError, match="this Search is running"):
            use()
    search.stop()
    thread.join(60)
    assert reports[0].stopped_by == "stop"
    search.stop()  # nothing runs: the next search is not ended by it
    assert search.run(opening(), simulations=30).simulations == 30


def test_a_closed_search_says_so() -> None:
    with Search() as search:
        assert search.run(opening(), simulations=5).simulations == 5
    search.close()
    search.stop()
    with pytest.raises(RuntimeError, match="was closed: make a new Search"):
        search.run(opening(), simulations=5)


def test_parameters_by_name_and_typed() -> None:
    params = SearchParams(rave_equivalence=0)
    search = Search(params)
    params.rave_equivalence = 500.0
    assert search.params.rave_equivalence == 0 and Search({"expand_visits": 3}).params != params
    search.params = {"rave_equivalence": 100}
    assert search.params.rave_equivalence == 100
    assert search.run(opening(), simulations=20).simulations == 20
    for wrong, message in (
        ({"tree_policy": "uct"}, r"tree_policy cannot be 'uct': .*expected rave\|.*puct\|.*ucb1\|"),
        ({"rave_equivalense": 1}, "did you mean rave_equivalence"),
        ({"expand_visits": -1}, "expected a whole number"),
    ):
        with pytest.raises(ParamError, match=message):
            Search(wrong)
    with pytest.raises(ParamError, match=r"tree_policy cannot be 'uct'"):
        params.tree_policy = "uct"  # type: ignore[assignment]
    for number in (0, 1025):
        with pytest.raises(ValueError, match="from 1 to 1024"):
            Search(threads=number)
    with pytest.raises(ValueError, match="memory 0: give a whole number from 1"):
        Search(memory=0)


def test_dead_stones_count_at_the_end(search: Search) -> None:
    position = Position.from_diagram(
        """
        . X . X O . O
        X X X X O O O
        X X X X O X O
        X X X O O . O
        X X X O O O O
        . X X O . O .
        X X X O O O O
        """,
        komi=0,
    )
    dead = search.run(position, simulations=400).dead_stones()
    assert dead == ["F5"]
    black = 4 + 4 + 4 + 3 + 3 + 3 + 3
    assert position.score(dead) == black - (49 - black)


# --- asyncio ----------------------------------------------------------------------------------


def test_a_search_of_asyncio_finds_the_same(search: Search) -> None:
    report = asyncio.run(search.run_async(opening(), simulations=200))
    assert report.moves == Search(memory=64).run(opening(), simulations=200).moves


def test_other_tasks_run_while_searches_do() -> None:
    async def both() -> tuple[Report, Report, int]:
        ticks = 0
        enough = asyncio.Event()

        async def look(_report: Report) -> bool:
            await asyncio.sleep(0)
            return enough.is_set()

        async def tick() -> None:
            nonlocal ticks
            while ticks < 10:
                await asyncio.sleep(0.001)
                ticks += 1
            enough.set()

        one, two, _ = await asyncio.gather(
            Search(memory=64).run_async(opening(), simulations=ENDLESS, callback=look, every=0.01),
            Search(memory=64).run_async(
                opening("C3"), simulations=ENDLESS, callback=lambda _: enough.is_set(), every=0.01
            ),
            tick(),
        )
        return one, two, ticks

    one, two, ticks = asyncio.run(both())
    assert ticks == 10 and one.visits and two.visits
    assert one.position == opening() and two.position == opening("C3")


def test_a_cancelled_task_ends_its_search(search: Search) -> None:
    async def cancel() -> None:
        task = asyncio.create_task(search.run_async(opening(), simulations=ENDLESS))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert threading.active_count() < 50
    assert search.run(opening(), simulations=10).simulations == 10


def test_errors_pass_through_asyncio(search: Search) -> None:
    with pytest.raises(ValueError, match="give simulations or seconds"):
        asyncio.run(search.run_async(opening()))

    def fail(_report: Report) -> bool:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError):
        asyncio.run(search.run_async(opening(), simulations=ENDLESS, callback=fail, every=0.001))
    deadline = time.monotonic() + 60
    while any(t.name == "search" and t.is_alive() for t in threading.enumerate()):
        assert time.monotonic() < deadline


def test_settings_that_a_search_does_not_read_are_notices() -> None:
    with Search({"rave_equivalence": 500}) as search:
        assert search.notices() == ()
        search.run(Position(9), simulations=1)
        (said,) = search.notices()
        assert said.startswith("rave_equivalence belongs to the search by playouts")
        search.run(Position(5), simulations=1)
        assert search.notices() == ()


def test_the_improved_policy_follows_win_rates_and_the_network(search: Search) -> None:
    position = opening()
    report = search.run(position, simulations=300)
    said = evaluate(position)
    policy = report.improved_policy()
    assert policy.shape == (82,) and policy.dtype == np.float32
    assert policy.sum() == pytest.approx(1, abs=1e-5)
    assert not policy[~position.legal_mask()].any()
    assert (policy == report.improved_policy(said)).all()
    assert np.allclose(report.improved_policy(said, scale=0.0), said.policy, atol=1e-6)
    sure = report.improved_policy(said, scale=1e6)
    rates = [move.win_rate for move in report.moves]
    assert position.name(int(sure.argmax())) == report.moves[int(np.argmax(rates))].move
    with pytest.raises(ValueError, match="a 9x9 board is wanted"):
        report.improved_policy(evaluate(Position(13)))
    with pytest.raises(ValueError, match="not for 5x5"):
        search.run(Position(5), simulations=10).improved_policy()


def test_an_expected_line_is_drawn_with_numbers_from_one(search: Search) -> None:
    report = search.run(opening(), simulations=200)
    svg = report.pv_svg()
    moves = [move for move in report.pv if move != "pass"]
    assert ">1</text>" in svg and svg.count('class="white"') + svg.count('class="black"') >= 3
    assert f">{len(moves)}</text>" in svg and svg._repr_svg_() == svg
    assert report.pv_svg(report.moves[1].move, width=300) != svg
    with pytest.raises(ValueError, match="'E5' was not searched"):
        report.pv_svg("E5")


def test_steps_of_simulations_are_one_search_in_parts() -> None:
    with Search(memory=64) as whole, Search(memory=64) as parts:
        at_once = whole.run(opening(), simulations=250, avoid="A1")
        found = list(parts.steps(opening(), every=100, simulations=250, avoid=iter(["A1"])))
    assert [(r.simulations, r.visits) for r in found] == [(100, 100), (200, 200), (250, 250)]
    assert [m.to_dict() for m in found[-1].moves] == [m.to_dict() for m in at_once.moves]
    assert np.allclose(found[-1].ownership, at_once.ownership, atol=0.02)
    assert found[-1].ownership.dtype == np.float32 and found[0].seconds <= found[-1].seconds


def test_steps_are_of_the_position_as_it_was(search: Search) -> None:
    position = opening()
    steps = search.steps(position, every=20, simulations=60)
    position.play("pass")
    assert [report.position == opening() for report in steps] == [True] * 3


def test_steps_refuse_what_is_wrong_before_the_loop(search: Search) -> None:
    with pytest.raises(TypeError, match=r"a gtpengine\.Position is wanted"):
        search.steps("E5", every=5, simulations=9)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'Z9' is no point"):
        search.steps(opening(), every=5, simulations=9, avoid="Z9")


def test_no_move_at_all_is_left_to_search(search: Search) -> None:
    with pytest.raises(ValueError, match="no legal move is left to search: see avoid and only"):
        search.run(Position(5), simulations=9, avoid=range(-1, 25))


def test_limits_and_names_of_parameters_of_wrong_types(search: Search) -> None:
    with pytest.raises(TypeError, match=r"a gtpengine\.Limits is wanted"):
        search.run(opening(), limits=3)  # type: ignore[arg-type]
    for wrong in ({"simulations": "3"}, {"seconds": True}):
        with pytest.raises(TypeError, match=r"(simulations '3'|seconds True): give a number"):
            Limits(**wrong)
    with pytest.raises(TypeError, match="the name of a parameter is text"):
        Search({1: 2})  # type: ignore[dict-item]


def test_steps_end_with_the_time_or_the_loop(search: Search) -> None:
    for report in search.steps(opening(), every=50, seconds=60):
        if report.simulations >= 150:
            break
    assert report.simulations == 150
    *_, last = search.steps(opening(), every=ENDLESS, seconds=0.05)
    assert last.stopped_by == "time"
    *_, last = search.steps(opening(), every=1, seconds=0.02)
    assert last.stopped_by == "time" and last.simulations > 0 and last.seconds < 5
    with pytest.raises(ValueError, match="every 0: give"):
        next(search.steps(opening(), every=0, simulations=9))
    with pytest.raises(ValueError, match="give simulations"):
        next(search.steps(opening(), every=5))


def test_a_search_is_not_copied_and_not_pickled(search: Search) -> None:
    for copied in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="make one in each process"):
            copied(search)
