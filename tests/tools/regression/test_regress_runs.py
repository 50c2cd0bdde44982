"""Runs of regression suites that several processes share, and that are killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.storage import presence
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import (
    PositionResult,
    claim_tests,
    finish_tests,
    load_results,
    release_tests,
)
from gtpengine.tools.storage.store import Entrant, Store

from tests.tools.regression.conftest import outcomes


def test_a_test_has_one_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.sqlite"
    entrants = [Entrant(EngineSpec("e", "/bin/e"), EngineIdentity("e", "1"))]

    def result(test: str, answer: str) -> PositionResult:
        return PositionResult(test, "[D4]", answer, "pass", 0.5)

    with Store(path) as one, Store(path) as other:
        event, _ = one.open_event("r", "regress", {}, entrants)
        assert claim_tests(one, event, ["a", "b"]) == {"a", "b"}
        assert claim_tests(one, event, ["a"]) == set()
        assert claim_tests(other, event, ["a", "b", "c"]) == {"c"}
        assert finish_tests(other, event, [result("a", "x"), result("c", "D4")]) == 1
        assert claim_tests(one, event, ["c"]) == set()
        # A runner on another machine that has been silent for too long loses its claims ...
        with monkeypatch.context() as patch:
            patch.setattr(presence, "process_gone", lambda _pid, _mark: None)
            patch.setattr(presence, "LEASE_SECONDS", -1.0)
            assert claim_tests(other, event, ["a"]) == {"a"}
        # ... and its results.
        assert finish_tests(one, event, [result("a", "late"), result("b", "D4")]) == 1
        assert finish_tests(other, event, [result("a", "D4")]) == 1
        assert {r.answer for r in load_results(one, "r").values()} == {"D4"}
        assert claim_tests(one, event, ["d"]) == {"d"}
        release_tests(one, event)
        assert claim_tests(other, event, ["d"]) == {"d"}
        one.open_event("m", "match", {}, entrants)
        with pytest.raises(StoreError, match="is a match, not a run of gtpengine regress"):
            load_results(one, "m")


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    engine = f"{sys.executable} -S -E {folder / 'engine.py'} slow"
    return subprocess.Popen(
        [sys.executable, "-m", "gtpengine", "regress", engine, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def begin(process: subprocess.Popen[str]) -> None:
    """Wait until it is at work, however slowly this machine starts it."""
    assert process.stdout is not None
    seen: list[str] = []
    while not (line := process.stdout.readline()).startswith("regress r in"):
        assert line, f"it ended early: {seen}"
        seen.append(line)


def long_suite(folder: Path, tests: int) -> tuple[str, ...]:
    """Write suites of tests in blocks of five, each with a position of its own; return their
    names."""
    lines = []
    for number in range(tests):
        if number % 5 == 0:
            lines.append("clear_board")
        lines += [f"play b {'BCDE'[number % 4]}{number}", f"{number} reg_genmove w", "#? [D4]"]
    (folder / "long.tst").write_text("\n".join(lines) + "\n")
    return ("long.tst", "--name", "r", "--concurrency", "1")


def test_two_runners_share_a_run(folder: Path) -> None:
    words = long_suite(folder, 200)
    closed = folder / "closed"
    closed.touch()  # the engines wait until both runners are at work
    runners = [start(folder, *words) for _ in range(2)]
    for runner in runners:
        begin(runner)
    closed.unlink()
    outputs = [runner.communicate(timeout=120)[0] for runner in runners]
    assert [runner.returncode for runner in runners] == [1, 1], outputs  # half of them fail
    # Each test was asked once, and both print the whole result.
    asked = (folder / "asked").read_text().splitlines()
    assert len(asked) == 200 and len(set(asked)) == 200
    assert len(outcomes(folder, "r")) == 200
    assert outputs[0].splitlines()[-2:] == outputs[1].splitlines()[-2:]
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        assert store.database.rows("SELECT count(*) FROM runner")[0][0] == 2
        assert store.database.rows("SELECT count(*) FROM position_claim")[0][0] == 0


def test_kills_lose_and_repeat_nothing(folder: Path) -> None:
    """Ten kills at random moments, with a second runner at work in half of them."""
    rng = random.Random(2)
    words = long_suite(folder, 4000)  # eighty seconds of work on any machine
    before: dict[str, object] = {}
    for kill in range(10):
        runners = [start(folder, *words) for _ in range(1 + kill % 2)]
        for runner in runners:
            begin(runner)
        time.sleep(rng.uniform(0.0, 0.4))
        assert all(runner.poll() is None for runner in runners), "it ended before the kill"
        for runner in runners:
            runner.kill()
            runner.communicate()
        with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
            after: dict[str, object] = {**load_results(store, "r")}
        assert all(after[test] == found for test, found in before.items())
        before = after
    assert len(before) > 0
    tests = len(before) + 50
    with start(folder, *words, "--limit", str(tests)) as process:
        output = process.communicate(timeout=120)[0]
    assert process.returncode == 1, output  # half of them fail
    whole = outcomes(folder, "r")
    assert {f"long:{number}" for number in range(tests)} <= whole.keys()
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        results = load_results(store, "r")
    assert all(results[test] == found for test, found in before.items())
    # A killed runner's test is asked again; tests with results never.
    asked = (folder / "asked").read_text().splitlines()
    assert len(set(asked)) >= len(results) and len(asked) <= len(results) + 15
