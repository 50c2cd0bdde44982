"""Speed and memory of engines side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from gtpengine.tools.measuring import speed
from gtpengine.tools.measuring.speed import Measurement
from gtpengine.tools.running.engines import EngineSpec

from gtpengine.base.arguments.parser import UsageError


def run(*words: str) -> int:
    return speed.COMMAND.ready("gtpengine speed", words)()


def test_medians_and_ratios() -> None:
    ours = [Measurement(2.0, 1.0, 50.0), Measurement(4.0, 2.0, 52.0), Measurement(9.0, 8.0, 60.0)]
    other = [Measurement(8.0, 5.0, 99.0)]
    first, second = speed.rows_of(9, 1000, {"ours": ours, "other": other})
    assert first == ("9x9", "ours", "500", "250", "52", "1.00")
    assert second[1:] == ("other", "200", "125", "99", "2.50")


def test_engines_are_measured_in_turn(
    dummy: Callable[..., EngineSpec], capsys: pytest.CaptureFixture[str]
) -> None:
    engines = [f"{name}={dummy().command}" for name in "ab"]
    assert run("--simulations", "100", "--size", "9", "--runs", "2", *engines) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[2:]] == [["9x9", "a"], ["9x9", "b"]]
    assert 3 < int(lines[2].split()[4]) < 500


def test_a_setting_that_nobody_reads_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    engine = f"ours={sys.executable} -m gtpengine --simulations 2 --set rave_equivalence=100"
    assert run("--simulations", "2", "--size", "9", "--runs", "1", engine) == 0
    assert "ours: rave_equivalence belongs to" in capfd.readouterr().err


def test_errors_tell_what_to_do(
    dummy: Callable[..., EngineSpec], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match="'0': give a whole number from 1"):
        run("--simulations", "0", f"a={dummy().command}")
    assert run("--simulations", "10", "a=/no/such/engine") == 2
    assert "no such program" in capsys.readouterr().err
    # The dummy knows no other size.
    assert run("--simulations", "10", "--size", "13", f"a={dummy().command}") == 2
    assert "boardsize 13" in capsys.readouterr().err
    hanging = dummy(options="--fail hang@1").command
    assert run("--simulations", "10", "--size", "9", "--timeout", "0.3", f"a={hanging}") == 2
    assert "a: no reply in 0.3 s to 'genmove b'" in capsys.readouterr().err
