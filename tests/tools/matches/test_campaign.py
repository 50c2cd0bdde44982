"""Whole events from the command line: resumption after kills, two runners, policies, decisions."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.games.schedule import PlannedGame
from gtpengine.tools.matches import match, sprt, tournament
from gtpengine.tools.matches.sprt import Sequential
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.statistics.stats import SprtBounds
from gtpengine.tools.storage.store import Event, Result, Store

Dummy = Callable[..., EngineSpec]
ONE = ("--concurrency", "1")
"""Few games: more lanes would start more engines than games."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(module: Any, *words: str) -> int:
    return int(module.COMMAND.ready("gtpengine x", words)())


def start_match(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "gtpengine", "match", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_for_begin(process: subprocess.Popen[str]) -> None:
    """Wait until the match is open, however slowly this machine starts it."""
    assert process.stdout is not None
    while (line := process.stdout.readline()) and not line.startswith("match m in"):
        pass


def finished_games(name: str = "m") -> dict[int, tuple[object, ...]]:
    """Return everything stored about the finished games, by number."""
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        event = store.event(name)
        return {
            row.plan.number: (row.plan, row.record, row.record.digest())
            for row in store.records(event)
        }


def engines_alive() -> list[int]:
    """Return the command lines of dummy engines started below this test's folder."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes()
                cwd = (folder / "cwd").readlink()
            except OSError:
                continue
            if b"dummy_engine" in words and cwd == Path.cwd():
                found.append(int(folder.name))
    return found


@pytest.mark.parametrize("wanted", [4, pytest.param(50, marks=pytest.mark.slow)])
def test_kills_lose_and_repeat_nothing(dummy: Dummy, wanted: int) -> None:
    """The runner is killed with -9 at random moments; every stored game stays as it was."""
    games, rng = 20 * wanted, random.Random(4)
    words = (
        # The delays bound the speed on any machine: at most 50 games a second in each of two
        # lanes, 13 games in the quarter of a second before a kill.
        f"a={dummy(options='--elo 60 --delay 0.01').command}",
        f"b={dummy().command}",
        *("--name", "m", "--games", str(games)),
    )
    before: dict[int, tuple[object, ...]] = {}
    kills = 0
    # A busy machine may end no game before so many kills.
    while kills < wanted or (not before and kills < 80):
        process = start_match(*words, "--concurrency", "2")
        if kills % 5:  # mostly while it plays, however slowly this machine starts it
            wait_for_begin(process)
        time.sleep(rng.uniform(0.0, 0.5))
        still_running = process.poll() is None
        process.kill()
        process.communicate()
        assert still_running, "the match ended before it could be killed so often"
        kills += 1
        if Path("gtpengine-runs.sqlite").exists() and (before or kills > min(wanted // 2, 5)):
            after = finished_games()
            assert all(after[number] == value for number, value in before.items())
            before = after
    assert 0 < len(before) < games
    with start_match(*words) as process:
        output = process.communicate(timeout=120)[0]
    assert process.returncode == 0, output
    after = finished_games()
    assert sorted(after) == list(range(games))
    assert all(after[number] == value for number, value in before.items())
    # A run without interruption gives the same games.
    with start_match(*words[:2], "--name", "n", "--games", "20") as process:
        process.communicate(timeout=120)
    assert {n: v[2] for n, v in finished_games("n").items()} == {n: after[n][2] for n in range(20)}
    deadline = time.time() + 30
    while engines_alive() and time.time() < deadline:
        time.sleep(0.05)
    assert engines_alive() == []


def test_two_runners_share_one_match(dummy: Dummy) -> None:
    words = (
        f"a={dummy(options='--elo 60 --delay 0.002 --gate closed').command}",
        f"b={dummy().command}",
        *("--name", "m", "--games", "200", "--concurrency", "1"),
    )
    gate = Path("closed")
    gate.touch()  # nobody moves before both are at work
    runners = [start_match(*words) for _ in range(2)]
    for runner in runners:
        wait_for_begin(runner)
    gate.unlink()
    outputs = [runner.communicate(timeout=120)[0] for runner in runners]
    assert [runner.returncode for runner in runners] == [0, 0], outputs
    assert sorted(finished_games()) == list(range(200))
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        shares = store.database.rows("SELECT count(*) FROM game GROUP BY runner_id")
        assert len(shares) == 2 and min(row[0] for row in shares) > 5
        assert store.database.rows("SELECT max(attempt) FROM game")[0][0] == 1
    # Both print the whole result.
    assert outputs[0].splitlines()[-5:] == outputs[1].splitlines()[-5:]


@pytest.mark.parametrize("presses", [1, 2])
def test_interrupts_end_cleanly(dummy: Dummy, presses: int) -> None:
    slow = f"a={dummy(options='--delay 0.1').command}"
    words = (slow, f"b={dummy().command}", "--name", "m", "--games", "400", "--concurrency", "2")
    process = start_match(*words)
    wait_for_begin(process)
    while len(finished_games()) < 2:
        time.sleep(0.1)
    for _ in range(presses):
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 130, output
    assert "the same command continues it" in output and "Traceback" not in output
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        counts = store.counts(store.event("m"))
    assert counts["running"] == 0 and counts["done"] >= 2 and sum(counts.values()) == 400
    assert engines_alive() == []


def test_the_same_command_continues_and_extends(
    dummy: Dummy, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (f"a={dummy(options='--elo 60').command}", f"b={dummy().command}")
    assert run(match, *words, "--games", "4") == 0
    assert run(match, *words, "--games", "8") == 0
    assert "continued, 4 games done" in capsys.readouterr().err
    assert run(match, *words, "--games", "3") == 2
    assert "games come in pairs" in capsys.readouterr().err
    assert run(match, *words, "--name", "x", "--games", "2") == 0
    assert run(match, *words, "--name", "x", "--games", "2", "--seed", "2") == 2
    assert "other values of" in capsys.readouterr().err


def test_failure_policies(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good = f"bad={dummy(options='--fail crash@2').command}", f"good={dummy().command}"
    common = (bad, good, "--games", "4", "--concurrency", "1")
    assert run(match, *common, "--name", "rerun", "--on-failure", "rerun") == 1
    out = capsys.readouterr().out
    assert "void 4" in out and "0/0" in out and "bad: the last failure: ended at" in out
    assert "failures: crash 12" in out  # all attempts
    # A later run of the same match tells of them, too.
    assert run(match, *common, "--name", "rerun", "--on-failure", "rerun") == 1
    assert "failures: crash 12" in capsys.readouterr().out
    assert "void after 3 attempts: bad" in str(finished_games("rerun")[0])
    assert run(match, *common, "--name", "stop", "--on-failure", "stop") == 1
    assert "stopped: game 0: crash" in capsys.readouterr().err
    assert len(finished_games("stop")) == 1
    assert run(match, *common, "--name", "loss") == 1
    assert "bad against good: 0/4" in capsys.readouterr().out


def test_each_game_has_a_line(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    engines = [f"{name}={dummy().command}" for name in "ab"]
    assert run(match, *engines, "--games", "2", *ONE) == 0
    said = capsys.readouterr().err
    for number, (black, white) in enumerate((("a", "b"), ("b", "a"))):
        line = rf"game {number}: Black {black}, White {white}: [BW]\+R, resign after \d+ moves"
        assert len(re.findall(f"{line}, from empty\n", said)) == 1


def test_a_match_of_void_games_has_no_score(
    dummy: Dummy, capsys: pytest.CaptureFixture[str]
) -> None:
    engines = [f"a={dummy(options='--fail crash@1').command}", f"b={dummy().command}"]
    assert run(match, *engines, "--games", "2", "--on-failure", "rerun", *ONE) == 1
    assert "a against b: 0/0, no game counts\n" in capsys.readouterr().out


def test_internal_errors_are_failures(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    """An engine that plays on with a broken part does not pass in silence."""
    bad, good = f"bad={dummy(options='--fail internal@1').command}", f"good={dummy().command}"
    common = (bad, good, "--games", "4", "--concurrency", "1")
    assert run(match, *common, "--name", "loss") == 1
    told = capsys.readouterr()
    assert "bad had errors in 4 of 4 games" in told.out
    assert "failures: error 4" in told.out and "failures: none" in told.out
    assert told.err.count("warning: broken engine? bad: dummy: internal error") == 1
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        event = store.event("loss")
        results, records = store.results(event), store.records(event)
        lines = tournament.failure_lines(["bad", "good"], results)
    assert [(r.faults_black, r.faults_white) for r in results] == [(1, 0), (0, 1)] * 2
    assert [row.record.faults for row in records] == [(1, 0), (0, 1)] * 2
    assert len(lines) == 2 and "bad had errors in 4 of 4" in lines[1]
    assert run(match, *common, "--name", "stop", "--on-failure", "stop") == 1
    assert "stopped: game 0: error: bad: dummy" in capsys.readouterr().err
    assert run(match, *common, "--name", "rerun", "--on-failure", "rerun") == 1
    told = capsys.readouterr()
    assert "void 4" in told.out and "errors in 4 of 4 games" in told.out


def test_sprt_decides_and_remembers(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    strong, weak = f"s={dummy(options='--elo 150').command}", f"w={dummy().command}"
    bounds = ("--elo0", "0", "--elo1", "80")
    assert run(sprt, strong, weak, *bounds, "--name", "up") == 0
    assert "H1 accepted: stronger (more than 0 Elo)" in capsys.readouterr().out
    games = len(finished_games("up"))
    assert 10 < games < 1000
    assert run(sprt, strong, weak, *bounds, "--name", "up") == 0  # nothing more to play
    assert "H1 accepted" in capsys.readouterr().out
    assert len(finished_games("up")) == games
    assert run(sprt, weak, strong, *bounds, "--name", "down") == 0
    assert "H0 accepted: not 80 Elo stronger" in capsys.readouterr().out
    assert run(sprt, weak, weak, *bounds, "--max-games", "4", "--name", "short", *ONE) == 0
    assert capsys.readouterr().out.startswith("undecided")
    assert run(sprt, weak, weak, "--elo0", "5", "--elo1", "5") == 2
    assert "elo0 < elo1" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["--fail crash@2", "--size 13"])
def test_sprt_gives_no_verdict_about_failures(
    dummy: Dummy, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    fail = words.startswith("--fail")
    bad = f"bad={dummy(options=words if fail else '').command}"
    command = (bad, f"good={dummy().command}", "--name", "t", *(() if fail else words.split()))
    for _ in range(2):  # the same command says the same again
        assert run(sprt, *command, "--elo1", "200", "--concurrency", "2") == 1
        told = capsys.readouterr()
        assert "no verdict" in told.out and "accepted" not in told.out
        assert "stopped: " in told.err and "repair that" in told.err
        assert ("on purpose" if fail else "unacceptable size") in told.err
        assert len(finished_games("t")) < 20
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        assert store.event("t").status == "open"


def test_failures_of_a_tournament_are_told(
    dummy: Dummy, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = f"bad={dummy(options='--fail crash@2').command}", f"good={dummy().command}"
    for policy in ("loss", "rerun"):
        words = (bad, good, "--rounds", "1", "--name", policy, "--on-failure", policy, *ONE)
        assert run(tournament, *words) == 1
        told = capsys.readouterr().out
        assert "dummy: on purpose" in told
    assert run(tournament, *words) == 1
    again = re.search("played again after a failure: ([1-9].*)", told)
    assert again and again[0] in capsys.readouterr().out


def result(number: int, points: float, termination: str = "resign") -> Result:
    black, white = (0, 1) if number % 2 == 0 else (1, 0)
    winner = "" if points == 0.5 else "b" if (points == 1) == (black == 0) else "w"
    return Result(number, number // 2, 0, black, white, winner, termination)


def test_sequential_looks_at_pairs_in_order() -> None:
    test = Sequential(SprtBounds(0, 100))
    test.refresh([result(0, 1), result(1, 1), result(4, 1), result(5, 1), result(6, 0)])
    assert test.pairs == [0, 0, 0, 0, 1]  # pair 1 is missing
    assert test.next_game == 2
    test.refresh([result(2, 0.5), result(3, 0, "void"), result(4, 1), result(5, 0.5)])
    assert test.pairs == [0, 0, 0, 1, 1]  # the pair with a void game does not count
    test.refresh([result(n, 1) for n in range(6, 1000)])
    assert test.decision == "H1" and sum(test.pairs) < 60
    assert test.trajectory[-1] == (sum(test.pairs), test.llr)


@pytest.mark.parametrize(
    ("system", "games"), [("round-robin", 36), ("gauntlet", 18), ("ladder", 18), ("swiss", 24)]
)
def test_tournaments(
    dummy: Dummy, capsys: pytest.CaptureFixture[str], system: str, games: int
) -> None:
    elos = {"c": 900, "a": -900, "d": 1500, "b": 0}
    engines = [f"{name}={dummy(options=f'--elo {elo / 3}').command}" for name, elo in elos.items()]
    rounds = {"swiss": "6"}.get(system, "3")
    words = (*engines, "--system", system, "--rounds", rounds, "--name", "t", *ONE)
    assert run(tournament, *words) == 0
    out = capsys.readouterr().out
    places = [line.split()[1] for line in out.splitlines()[2:6]]
    if system == "round-robin":
        assert places[0] == "d" and places[-1] == "a"
    if system == "ladder":
        steps = [line.split() for line in out.splitlines()[-3:]]
        assert [step[:2] for step in steps] == [["c", "a"], ["a", "d"], ["d", "b"]]
        assert [step[4][0] for step in steps] == ["+", "-", "+"]
    played = finished_games("t")
    assert len(played) == games
    assert run(tournament, *words) == 0
    assert finished_games("t") == played
    if system == "gauntlet":
        plans = [value[0] for value in played.values()]
        assert all(isinstance(p, PlannedGame) and 0 in (p.black, p.white) for p in plans)


def test_elo_agrees_with_the_direct_computation(dummy: Dummy) -> None:
    """Engines 100 Elo apart, 600 games: their interval holds the truth."""
    words = (f"a={dummy(options='--elo 100').command}", f"b={dummy().command}")
    assert run(match, *words, "--games", "600", "--seed", "2", "--name", "m") == 0
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        event: Event = store.event("m")
        summary = match.summary_of(store, event)
        ratings = tournament.rate_event(event, store.results(event))
    elo = summary.estimate().elo()
    assert elo.low < 100 < elo.high and elo.high - elo.low < 70
    assert ratings is not None
    assert ratings.difference(0, 1)[0] == pytest.approx(elo.value, abs=1)
