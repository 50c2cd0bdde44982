"""Analyses that run: reports as they come, and how they end."""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import gtpengine
from gtpengine import engines
from tests.engines.fakes import engine, told


def white_to_play() -> gtpengine.Position:
    position = gtpengine.Position(5)
    position.play("C3")
    return position


def test_reports_are_those_of_the_library() -> None:
    with engine() as found:
        report = found.analyse(white_to_play(), simulations=100)
    assert report.best_move == "A1" and report.pv == ("A1", "B1")
    assert report.visits >= 100 and report.stopped_by == "simulations"
    assert (report.win_rate, report.score_lead, report.score_stdev) == (0.7, 2.25, 9.0)
    assert report.black_win_rate == pytest.approx(0.3)
    first, second = report.moves
    assert (first.win_rate, first.score_lead, first.prior) == (0.75, 2.5, 0.6)
    assert (second.move, second.visits, second.score_lead) == ("B1", 1, -1.0)
    # The engine begins at the top, and speaks for White.
    assert report.ownership[4].tolist() == [-1.0] * 5 and (report.ownership[:4] == 0.5).all()
    assert "svg" in report.svg() and json.loads(json.dumps(report.to_dict()))["visits"] >= 100


@pytest.mark.parametrize(("side", "rate"), [("black", 0.3), ("white", 0.7), ("to_play", 0.7)])
def test_an_engine_may_speak_for_one_side(side: str, rate: float) -> None:
    with engine(values_for=side) as found:
        report = found.analyse(white_to_play(), simulations=1)
    assert report.win_rate == pytest.approx(rate)
    assert report.ownership[4, 0] == (1.0 if side == "black" else -1.0)


def test_what_an_engine_does_not_say_is_nan() -> None:
    with engine("lz") as found:
        report = found.analyse(white_to_play(), seconds=0.1)
    assert report.stopped_by == "time" and report.win_rate == 0.75
    assert report.moves[0].prior == pytest.approx(0.6)
    assert math.isnan(report.score_lead) and np.isnan(report.ownership).all()
    told = report.to_dict()
    assert told["score_lead"] is None and told["ownership"][0] == [None] * 5
    json.dumps(told, allow_nan=False)
    assert "svg" in report.svg()
    with pytest.raises(ValueError, match="who owns what"):
        report.dead_stones()


def test_older_versions_are_asked_for_less() -> None:
    with engine("old") as found:
        assert found.analyse(white_to_play(), simulations=1).win_rate == 0.75
        found.analyse(white_to_play(), simulations=1)
        asked = [line for line in told(found) if line.startswith("kata")]
    assert [line.partition("10 ")[2] for line in asked] == [
        *("ownership true rootInfo true", "ownership true", "ownership true")
    ]


def test_reports_come_one_after_the_other_and_the_engine_goes_on() -> None:
    with engine() as found:
        visits = []
        with found.analysis(white_to_play(), every=0.01) as analysis:
            running = [analysis.running]
            for report in analysis:
                visits.append(report.visits)
                if len(visits) == 5:
                    break
        running.append(analysis.running)
        assert visits == sorted(set(visits)) and running == [True, False]
        assert analysis.wait().stopped_by == "stop" and analysis.report is not None
        assert found.play(white_to_play()) == "A1"
        # Those of a limit end by themselves.
        all_of_them = list(found.analysis(white_to_play(), seconds=0.2))
        assert len(all_of_them) > 3


def test_an_analysis_without_limits_is_not_waited_for() -> None:
    with engine() as found:
        analysis = found.analysis(white_to_play())
        with pytest.raises(RuntimeError, match="stop"):
            found.play(white_to_play())
        analysis.stop()
        assert found.play(white_to_play()) == "A1"
        for wrong in ({"seconds": -1.0}, {"simulations": 0}, {"every": 0.0}):
            with pytest.raises(ValueError, match=next(iter(wrong))):
                found.analysis(white_to_play(), **wrong)
        with pytest.raises(ValueError, match="needs a limit"):
            found.analyse(white_to_play())
        with pytest.raises(TypeError, match=r"gtpengine\.Position"):
            found.analyse("C3", seconds=1)  # type: ignore[arg-type]


def test_a_forgotten_analysis_stops() -> None:
    with engine() as found:
        next(found.analysis(white_to_play()))
        assert found.play(white_to_play()) == "A1"


def test_ctrl_c_stops_the_analysis_that_is_awaited() -> None:
    with engine("hangs") as found:
        analysis = found.analysis(white_to_play())
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            for _ in analysis:
                pass
        timer.join()
        assert analysis._feed.stopping.is_set()
        found._program.give_up()


def test_remarks_between_the_lines_are_skipped() -> None:
    with engine("chatty") as found:
        assert found.analyse(white_to_play(), simulations=40).visits >= 40


@pytest.mark.parametrize(
    ("way", "kind", "why", "lives"),
    [
        ("dies", engines.EngineTerminatedError, r"exit status 3.*on purpose", False),
        ("hangs", engines.EngineTimeoutError, "no reply in 1 s", False),
        ("endless", engines.EngineTimeoutError, "no reply in 1 s", False),
        ("nonsense", engines.ProtocolError, r"winrate 7\.5 is not between", True),
        ("mute", engines.ProtocolError, "without a move", True),
        ("none", engines.CommandFailedError, "neither kata-analyze nor lz-analyze", True),
    ],
)
def test_failures_are_raised_where_reports_are_awaited(
    way: str, kind: type[engines.EngineError], why: str, lives: bool, tmp_path: Path
) -> None:
    with engine(way, tmp_path / "once" if way != "none" else None) as found:
        pid = found.send("pid")
        running = found._program._running
        assert running is not None
        running.client.limit = 1.0  # the start may be slow
        began = time.monotonic()
        with pytest.raises(kind, match=why):
            for _ in found.analysis(white_to_play(), seconds=0.3):
                pass
        assert time.monotonic() - began < 20.0
        assert (found.send("pid") == pid) is lives
        if way != "none" and not lives:
            assert found.analyse(white_to_play(), simulations=20).best_move == "A1"


def test_asyncio() -> None:
    async def main() -> None:
        async with engine() as found:
            count = 0
            async with found.analysis(white_to_play(), every=0.01) as analysis:
                async for report in analysis:
                    assert report.best_move == "A1"
                    count += 1
                    if count == 3:
                        break
            assert not analysis.running
            slow = found.analysis(white_to_play(), seconds=5)
            for _ in range(2):  # who gives up takes nothing from those who wait later
                waiting = asyncio.ensure_future(slow.__anext__())
                await asyncio.sleep(0)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
            assert [one.best_move for one in await asyncio.gather(anext(slow), anext(slow))] == [
                *("A1", "A1")
            ]
            slow.stop()
            first, second = await asyncio.gather(
                found.analyse_async(white_to_play(), simulations=50),
                found.analyse_async(gtpengine.Position(5), simulations=20),
            )
            assert (first.to_play, second.to_play) == ("white", "black")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(found.analyse_async(white_to_play(), seconds=60), 0.2)
            assert await found.play_async(white_to_play()) == "A1"
        async with engine("dies") as found:
            analysis = found.analysis(white_to_play())
            with pytest.raises(engines.EngineTerminatedError):
                [report async for report in analysis]

    asyncio.run(main())
