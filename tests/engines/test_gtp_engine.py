"""Engines that speak GTP: moves, positions, time, failures, ends."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

import gtpengine
from gtpengine import engines
from tests.engines.fakes import engine, fake, told


def gone(pid: int, seconds: float = 10.0) -> bool:
    """Return whether the process ends within this time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def test_it_says_who_it_is_and_plays_a_game() -> None:
    with engine() as found:
        assert (found.name, found.version) == ("Fake", "1.5")
        assert {"genmove", "kata-analyze"} <= found.commands
        position = gtpengine.Position(5)
        for _ in range(4):
            position.play(found.play(position))
        assert position.moves == [
            ("black", "A1"), ("white", "B1"), ("black", "C1"), ("white", "D1")
        ]  # fmt: skip
        assert found.send("final_score", position) == "B+2.5"


def test_it_is_told_only_what_it_does_not_know() -> None:
    position = gtpengine.Position(5, komi=5.5)
    position.play_all("C3 pass D4")
    with engine() as found:
        position.play(found.play(position))
        first = ["boardsize 5", "clear_board", "komi 5.5", "play b C3", "play w pass", "play b D4"]
        assert told(found) == [*first, "genmove w"]
        position.undo(1)
        position.play("E5")
        position.play("E4")
        found.play(position)
        assert told(found)[len(first) + 1 :] == ["undo", "play w E5", "play b E4", "genmove w"]
        other = gtpengine.Position(5, komi=5.5)
        found.play(other)
        assert told(found)[-4:] == ["boardsize 5", "clear_board", "komi 5.5", "genmove b"]


def test_it_is_told_rules_handicap_and_stones_that_were_set_up() -> None:
    with engine("rules") as found:
        found.play(gtpengine.Position.from_handicap(9, 3, rules="japanese"))
        assert told(found) == [
            *("boardsize 9", "clear_board", "kata-set-rules japanese", "komi 0.5"),
            *("set_free_handicap C3 C7 G7", "genmove w"),
        ]
        assert found.knows_rules
    position = gtpengine.Position(5)
    position.set_up("A1 B1", "C3", to_play="white")
    with engine() as found:
        game = gtpengine.Game(position)
        game.play("E5")
        found.play(game)
        assert told(found)[3:] == [
            *("play b A1", "play b B1", "play w C3", "play w E5", "genmove b")
        ]
        assert not found.knows_rules


def test_commands_of_ones_own_make_it_forget_the_game() -> None:
    position = gtpengine.Position(5)
    with engine(init=["komi 3"]) as found:
        assert told(found) == ["komi 3"]
        position.play(found.play(position))
        found.send("final_score")
        found.play(position)
        assert told(found).count("clear_board") == 1
        found.send("undo")
        found.play(position)
        assert told(found).count("clear_board") == 2
        with pytest.raises(engines.CommandFailedError, match="'fly' refused: unknown command"):
            found.send("fly")
        for wrong in ("", "name\nversion"):
            with pytest.raises(ValueError, match="give one line"):
                found.send(wrong)


def test_time_is_told() -> None:
    position = gtpengine.Position(5)
    with engine() as found:
        found.play(position)
        found.play(position, seconds=1.5)
        found.play(position, seconds=2)
        found.play(position)
        found.play(position, clock=engines.GameClock("60+5x10"))
        words = [line for line in told(found) if line.startswith("time")]
    assert words == [
        *("time_settings 0 2 1", "time_settings 0 1 0", "time_settings 100 10 1"),
        "time_left b 100 0",
    ]
    with pytest.raises(ValueError, match="either seconds or a clock"):
        found.play(position, seconds=1, clock=engines.GameClock("5"))


def test_a_clock_is_spent_and_its_end_is_an_error() -> None:
    clock = engines.GameClock("0.5")
    with engine("slow") as found:
        assert found.play(gtpengine.Position(5), clock=clock) == "A1"
        left = clock.allowance()
        assert left is not None and left < 0.25
        with pytest.raises(engines.EngineTimeoutError, match=r"lost on time \(0\.5\)"):
            found.play(gtpengine.Position(5), clock=clock)
        assert found.send("name") == "Fake"


@pytest.mark.parametrize(
    ("way", "kind", "why"),
    [
        ("dies", engines.EngineTerminatedError, r"exit status 3.*on purpose"),
        ("hangs", engines.EngineTimeoutError, "no reply in 1 s"),
        ("noise", engines.ProtocolError, "hello"),
        ("illegal", engines.ProtocolError, "plays C3: occupied"),
        ("gibberish", engines.ProtocolError, "answers 'banana'"),
    ],
)
def test_after_a_failure_the_next_call_starts_it_anew(
    way: str, kind: type[engines.EngineError], why: str, tmp_path: Path
) -> None:
    position = gtpengine.Position(5)
    position.play("C3")
    with engine(way, tmp_path / "once", timeout=20.0) as found:
        pid = int(found.send("pid"))
        options = found._program._options
        found._program._options = replace(options, timeout=1.0)  # the start may be slow
        with pytest.raises(kind, match=why):
            found.play(position)
        ended = way in ("dies", "hangs", "noise")
        assert not ended or gone(pid)
        found._program._options = options
        if ended:
            assert found.play(position) == "A1"
            assert told(found)[-2:] == ["play b C3", "genmove w"]
        else:
            assert int(found.send("pid")) == pid


def test_a_call_is_done_again_as_often_as_allowed(tmp_path: Path) -> None:
    position = gtpengine.Position(5)
    position.play("C3")
    with engine("dies", tmp_path / "once", retries=1) as found:
        assert found.play(position) == "A1"
        assert found.analyse(position, simulations=50).best_move == "A1"
    with engine("dies", retries=2) as found, pytest.raises(engines.EngineTerminatedError):
        found.play(position)


def test_it_may_resign() -> None:
    with engine("resigns") as found:
        assert found.play(gtpengine.Position(5)) == "resign"


def test_what_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(engines.EngineStartError, match="no such program"):
        engines.GtpEngine("no-such-engine --mode gtp")
    with pytest.raises(engines.EngineError, match="is it a GTP engine"):
        engines.GtpEngine(
            [sys.executable, "-c", "print('hi', flush=True); input(); input()"], timeout=3.0
        ).__enter__()
    with pytest.raises(engines.CommandFailedError, match="'fly' refused"):
        engine(init=["fly"]).__enter__()
    for wrong in ({"timeout": -1}, {"retries": -1}, {"values_for": "me"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            engine(**wrong)
    with pytest.raises(TypeError, match="give a list of commands"):
        engine(init="name")
    with pytest.raises(ValueError, match=r"'name\\nquit' is no GTP command: give one line"):
        engine(init=["name\nquit"])
    for command in (None, 5, [5], [None]):
        with pytest.raises(TypeError, match="give a command line, or a list of the program"):
            engines.GtpEngine(command)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="log 3: give the name of a file, or an object with write"):
        engine(log=3)
    with engine() as found:
        with pytest.raises(TypeError, match=r"give an engines\.GameClock"):
            found.play(gtpengine.Position(9), clock="3+3x1")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a GTP command is text, not None"):
            found.send(None)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="log"):
        engine(log=tmp_path / "none" / "log")


def test_all_traffic_is_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with engine("dies", log=log) as found, pytest.raises(engines.EngineTerminatedError):
        found.analyse(gtpengine.Position(5), seconds=5)
    text = log.read_text()
    for part in ("> kata-analyze b 10", "< info move A1", "! fake: on"):
        assert part in text
    assert found.stderr == ["fake: on purpose"]


def test_a_log_that_fails_loses_no_more_than_the_engine() -> None:
    class Full:
        def write(self, text: str) -> None:
            if "genmove b" in text and not failed:
                failed.append(text)
                raise OSError("no space left")

    failed: list[str] = []
    with engine(log=Full()) as found:
        with pytest.raises(OSError, match="no space left"):
            found.play(gtpengine.Position(5))
        assert found.play(gtpengine.Position(5)) == "A1"


def test_a_closed_engine_says_so_and_has_ended() -> None:
    found = engine()
    pid = int(found.send("pid"))
    found.close()
    found.close()
    assert gone(pid) and "closed" in repr(found)
    with pytest.raises(RuntimeError, match="was closed"):
        found.play(gtpengine.Position(5))


def test_close_does_not_wait_for_an_engine_that_hangs() -> None:
    found = engine("hangs")
    pid = int(found.send("pid"))
    failed: list[BaseException] = []

    def play() -> None:
        try:
            found.play(gtpengine.Position(5))
        except engines.EngineError as error:
            failed.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    time.sleep(0.2)
    began = time.monotonic()
    found.close()
    thread.join()
    assert time.monotonic() - began < 15.0 and gone(pid)
    assert isinstance(failed[0], engines.EngineTerminatedError)


def test_a_forgotten_engine_ends() -> None:
    found = engine()
    pid = int(found.send("pid"))
    del found
    gc.collect()
    assert gone(pid)


@pytest.mark.parametrize("busy", [False, True])
def test_an_interpreter_that_ends_ends_its_engines(busy: bool) -> None:
    code = (
        "import gtpengine, sys\n"
        "from gtpengine import engines\n"
        f"engine = engines.GtpEngine({fake()!r})\n"
        "print(engine.send('pid'), flush=True)\n"
        + "analysis = engine.analysis(gtpengine.Position(5)); next(analysis)\n"
        * busy
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert gone(int(done.stdout)) and done.stderr == ""


def test_the_thread_that_first_asked_may_end() -> None:
    found = engine()
    pids: list[str] = []
    thread = threading.Thread(target=lambda: pids.append(found.send("pid")))
    thread.start()
    thread.join()
    time.sleep(0.3)
    with found:
        assert found.send("pid") == pids[0]


def test_ctrl_c_ends_an_engine_that_thinks() -> None:
    with engine("hangs") as found:
        pid = int(found.send("pid"))
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            found.play(gtpengine.Position(5))
        timer.join()
        assert gone(pid) and int(found.send("pid")) != pid


def test_one_that_nobody_asked_ends_without_a_start(tmp_path: Path) -> None:
    found = engine(log=tmp_path / "log")
    log = found._program._options.own_log
    found.close()
    assert log is not None and log._file is None and not found._thread.begun


def test_restart_is_a_new_program() -> None:
    with engine() as found:
        pid = int(found.send("pid"))
        found.restart()
        assert gone(pid) and int(found.send("pid")) != pid


def test_asyncio_and_cancelling() -> None:
    position = gtpengine.Position(5)

    async def main() -> None:
        async with engine("hangs") as found:
            pid = int(await found.send_async("pid"))
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(found.play_async(position), 0.3)
            ticking.cancel()
            assert ticks > 3 and gone(pid)
            assert int(await found.send_async("pid")) != pid
        async with engine() as found:
            moves = await asyncio.gather(*(found.play_async(position) for _ in range(3)))
            assert moves == ["A1"] * 3

    asyncio.run(main())


def test_gnu_go_plays() -> None:
    try:
        gnugo = engines.GtpEngine("gnugo --mode gtp --level 1")
    except engines.EngineStartError:
        pytest.skip("needs GNU Go")
    with gnugo:
        position = gtpengine.Position(9, rules="japanese")
        position.set_up("C3 G7", "G3", to_play="white")
        for _ in range(4):
            position.play(gnugo.play(position, seconds=1))
        position.undo(3)
        assert position.is_legal(gnugo.play(position))
        assert gnugo.name == "GNU Go" and gnugo.send("showboard", position).count("O") >= 1


def test_this_engine_plays_and_analyses() -> None:
    own = [sys.executable, "-P", "-m", "gtpengine"]
    with engines.GtpEngine(own, init=["gtpengine-param simulations 20"]) as found:
        position = gtpengine.Position(5, rules="tromp-taylor")
        position.play(found.play(position))
        report = found.analyse(position, simulations=50)
        assert report.visits >= 50 and report.ownership.shape == (5, 5)
        assert report.to_play == "white" and position.is_legal(report.best_move)
        assert found.knows_rules and os.getpid() != found._program.ready().client.pid
