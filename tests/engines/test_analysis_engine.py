"""Programs that speak KataGo's JSON: many analyses at a time, failures, ends."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import gtpengine
from gtpengine import engines
from tests.programs.judges import judge, spoiling


def position(*moves: str) -> gtpengine.Position:
    made = gtpengine.Position(5)
    made.play_all(moves)
    return made


def test_reports_are_those_of_the_library() -> None:
    with engines.AnalysisEngine(judge()) as found:
        assert found.name.endswith(" 1.99 with b6-test")
        report = found.analyse(position("C3"), simulations=19)
        assert list(found.analysis(position("C3"), simulations=19))[-1].visits == 19
    assert (report.win_rate, report.score_lead, report.visits) == (0.25, -4.0, 19)
    assert report.best_move == "A1" and report.stopped_by == "simulations"
    assert report.ownership[4, 0] == 1.0 and report.ownership[0, 0] == -1.0


def test_many_analyses_run_at_a_time() -> None:
    games: Sequence[gtpengine.Position] = [
        position(*["A1", "B1", "C1", "D1"][:n]) for n in range(5)
    ]

    async def gathered(found: engines.AnalysisEngine) -> list[gtpengine.Report]:
        return list(
            await asyncio.gather(*(found.analyse_async(one, simulations=5) for one in games))
        )

    with engines.AnalysisEngine(judge()) as found:
        with ThreadPoolExecutor(4) as pool:
            reports = list(pool.map(lambda one: found.analyse(one, simulations=5), games))
        again = asyncio.run(gathered(found))
    for reported in (reports, again):
        assert [report.position for report in reported] == list(games)
        assert [report.win_rate for report in reported] == [0.75, 0.25, 0.75, 0.25, 0.75]


@pytest.mark.parametrize(
    ("change", "kind", "why"),
    [
        ("sys.exit(3)", engines.EngineTerminatedError, "exit status 3"),
        ("time.sleep(1000)", engines.EngineTimeoutError, "no answer"),
        ("print('hello', flush=True)", engines.EngineTerminatedError, "no JSON"),
        ("told['rootInfo']['winrate'] = 7.5", engines.CommandFailedError, "not between 0 and 1"),
    ],
)
def test_failures_say_what_went_wrong_and_the_next_call_starts_it_anew(
    change: str, kind: type[engines.EngineError], why: str
) -> None:
    with engines.AnalysisEngine(spoiling(change), timeout=20.0) as found:
        judging = found._program.ready()
        judging._patience = judging._program._limit = 1.0  # it starts slowly where all cores work
        for _ in range(2):
            with pytest.raises(kind, match=why):
                found.analyse(position(), simulations=5)
            if kind is engines.EngineTimeoutError:
                break
        assert found._program.ready().failed is False
        assert (found._program.ready() is judging) is (kind is engines.CommandFailedError)


def test_all_traffic_is_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with engines.AnalysisEngine(spoiling("print('oh', file=sys.stderr)"), log=log) as found:
        found.analyse(position(), simulations=5)
    text = log.read_text()
    for part in ('> {"id": "version"', '"maxVisits": 5', '< {"id": "1"', "! oh"):
        assert part in text


def test_what_cannot_start_says_why() -> None:
    with pytest.raises(engines.EngineStartError, match="no such program"):
        engines.AnalysisEngine("no-such-engine analysis")
    with pytest.raises(engines.EngineTerminatedError, match="check the command line"):
        engines.AnalysisEngine([sys.executable, "-c", "print('hi'); input()"]).__enter__()


def test_this_program_is_one_and_is_stopped() -> None:
    own = [sys.executable, "-P", "-m", "gtpengine", "analysis"]
    with engines.AnalysisEngine(own) as found:
        with found.analysis(position(), every=0.02) as analysis:
            visits = [report.visits for report, _ in zip(analysis, range(3), strict=False)]
        assert visits == sorted(visits) and analysis.wait().stopped_by == "stop"
        assert found.analyse(position(), seconds=0.2).stopped_by == "time"
        forgotten = found.analysis(position())
    with contextlib.suppress(engines.EngineError):
        forgotten.wait()  # the thread that reads the engine ends it
    assert not forgotten.running
