"""Thinking on the opponent's time: when it happens, when it ends, and what it leaves."""

from __future__ import annotations

import threading
import time

import pytest

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.session.engine import Engine
from gtpengine.session.pondering import Pondering
from tests.gtp.test_gtp_front_end import PROMPT, process, receive, send, wait_for_search
from tests.session.fake_searcher import FakeSearcher, fake_engine


def pondering_engine() -> Engine:
    engine = Engine()
    engine.new_game(9)
    engine.set_parameter("simulations", "300")
    engine.set_parameter("ponder", "on")
    return engine


def root_visits(engine: Engine) -> int:
    searcher = engine.searching.searcher
    assert searcher is not None
    visits: int = searcher.snapshot().visits
    return visits


def test_a_task_is_interrupted_and_waited_for() -> None:
    stop, ended = threading.Event(), threading.Event()

    def task() -> None:
        stop.wait(20)
        ended.set()

    pondering = Pondering(stop.set)
    pondering.end()
    pondering.begin(task)
    assert pondering.active
    pondering.end()
    assert ended.is_set()
    assert not pondering.active


def test_no_thread_to_be_had_costs_the_pondering_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    engine = fake_engine(endless=True)
    engine.set_parameter("simulations", "1")
    engine.set_parameter("ponder", "on")
    notes: list[str] = []
    engine.note = notes.append
    engine.genmove(BLACK)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        engine.ponder()
    assert "can't start new thread" in notes[0]
    engine.stop_pondering()
    engine.ponder()
    assert engine.searching.pondering
    engine.stop_pondering()


def test_the_tree_of_the_expected_reply_is_used() -> None:
    engine = pondering_engine()
    engine.genmove(BLACK)
    engine.ponder()
    deadline = time.monotonic() + 60
    while root_visits(engine) <= 600:
        assert engine.searching.pondering and time.monotonic() < deadline
        time.sleep(0.01)
    engine.stop_pondering()
    searcher = engine.searching.searcher
    assert searcher is not None
    reply = searcher.snapshot().moves[0]
    engine.play(reply.point, WHITE)
    engine.genmove(BLACK)
    # Of the 300 simulations all are new: what was known of the reply comes on top.
    assert searcher.snapshot().visits >= 300 + reply.visits - 1


def test_it_ends_within_milliseconds() -> None:
    engine = pondering_engine()
    engine.genmove(BLACK)
    longest = []
    for pause in (0.0, 0.001, 0.05) * 4:
        engine.ponder()
        time.sleep(pause)
        begin = time.monotonic()
        engine.stop_pondering()
        longest.append(time.monotonic() - begin)
    # One of twelve: the claim is about the code, not about what else the machine does.
    assert min(longest) < 0.05
    assert max(longest) < PROMPT


@pytest.mark.parametrize(
    "case", ["off", "no move yet", "own turn", "over", "hurry", "new game", "level"]
)
def test_when_there_is_nothing_to_ponder(case: str) -> None:
    engine = fake_engine(endless=True)
    if case != "off":
        engine.set_parameter("ponder", "on")
    engine.set_parameter("simulations", "1")  # the fake one returns at once
    if case != "no move yet":
        engine.genmove(BLACK)
    if case == "own turn":
        engine.play(engine.position.legal_moves()[0], WHITE)
    elif case == "over":
        engine.play(PASS, WHITE)
        engine.play(PASS, BLACK)
    elif case == "hurry":
        engine.finish_quickly()
    elif case == "new game":
        engine.new_game()
    elif case == "level":
        engine.set_parameter("level", "5")
    engine.ponder()
    assert not engine.searching.pondering


def test_everything_that_touches_the_search_ends_it() -> None:
    engine = fake_engine(endless=True)
    engine.set_parameter("ponder", "on")
    engine.set_parameter("simulations", "1")
    for action in (
        lambda: engine.set_parameter("threads", "1"),
        lambda: engine.set_parameter("rave_equivalence", "100"),
        lambda: engine.set_rules("japanese"),
        engine.clear_search,
        lambda: engine.genmove(WHITE),
        engine.new_game,
    ):
        engine.genmove(BLACK)
        engine.ponder()
        assert engine.searching.pondering
        searcher = engine.searching.searcher
        assert isinstance(searcher, FakeSearcher)
        assert searcher.searching.wait(PROMPT)
        searcher.searching.clear()
        begin = time.monotonic()
        action()
        assert time.monotonic() - begin < PROMPT
        assert not engine.searching.pondering


OPTIONS = ("--boardsize", "9", "--simulations", "1", "--set", "ponder=on")


def test_the_front_end_answers_while_it_ponders_and_loses_nothing() -> None:
    with process("endless", *OPTIONS) as running:
        send(running, "1 genmove b\n")
        assert receive(running).startswith("=1 ")
        wait_for_search(running)
        begin = time.monotonic()
        send(running, "2 name\n3 list_stones w\n")
        assert receive(running) == "=2 gtpengine\n\n"
        assert receive(running) == "=3\n\n"
        wait_for_search(running)
        send(running, "4 play w a1\n5 genmove b\n6 quit\n")
        replies = [receive(running) for _ in range(3)]
        assert replies[0] == "=4\n\n"
        assert replies[1].startswith("=5 ")
        assert replies[2] == "=6\n\n"
        assert running.wait(PROMPT) == 0
        assert time.monotonic() - begin < PROMPT


@pytest.mark.parametrize("ending", ["quit", "end of input", "signal"])
def test_pondering_ends_with_the_session(ending: str) -> None:
    with process("endless", *OPTIONS) as running:
        send(running, "genmove b\n")
        receive(running)
        wait_for_search(running)
        begin = time.monotonic()
        if ending == "quit":
            send(running, "quit\n")
            assert receive(running) == "=\n\n"
        elif ending == "signal":
            running.terminate()
        else:
            assert running.stdin is not None
            running.stdin.close()
        status = running.wait(PROMPT)
        assert status == (143 if ending == "signal" else 0)
        assert time.monotonic() - begin < PROMPT
