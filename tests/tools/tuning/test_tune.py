"""Tuning: the optimisers on a known surface, parameter ranges, whole runs on dummies."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.statistics.stats import score_from_elo
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.store import Store
from gtpengine.tools.tuning import tune
from gtpengine.tools.tuning.optimizers import OPTIMIZERS, Sample
from gtpengine.tools.tuning.space import Dimension, engine_with, values_at

Dummy = Callable[..., EngineSpec]


def surface(x: np.ndarray) -> float:
    """Return the Elo against the incumbent: 0 at best, on a slanted ridge around (0.7, 0.3,
    ...)."""
    gap = x - np.where(np.arange(len(x)) % 2 == 0, 0.7, 0.3)
    return float(-900 * (gap**2).sum() - 300 * gap.sum() ** 2)


def regret(name: str, dimensions: int, trials: int, games: int, seed: int) -> float:
    """Return the Elo that the recommendation loses after ``trials`` trials of simulated games."""
    optimizer = OPTIMIZERS[name](dimensions, seed)
    rng = np.random.default_rng(seed + 1)
    history: list[Sample] = []
    for _ in range(trials):
        x = optimizer.ask(history)
        assert ((x >= 0) & (x <= 1)).all()
        points = rng.binomial(games, score_from_elo(surface(x)))
        history.append(Sample(x, float(points), games))
    return -surface(optimizer.recommend(history))


@pytest.mark.parametrize(
    ("name", "most"), [("clop", 10.0), ("spsa", 15.0), ("cem", 25.0), ("elimination", 60.0)]
)
def test_optimisers_find_the_top(name: str, most: float) -> None:
    """Two parameters, 2,400 games. The middle of the cube loses 72 Elo, a random point 400."""
    losses = [regret(name, 2, 120, 20, seed) for seed in range(4)]
    assert np.mean(losses) < most, losses


@pytest.mark.slow
def test_comparison_of_the_optimisers(capsys: pytest.CaptureFixture[str]) -> None:
    """Every optimiser beats the middle of the cube; prints the table of the documentation."""
    lines = []
    for dimensions in (1, 2, 4):
        middle = -surface(np.full(dimensions, 0.5))
        for name in sorted(OPTIMIZERS):
            losses = [regret(name, dimensions, 150, 20, seed) for seed in range(10)]
            lines.append(
                f"{dimensions} parameters, {name}: {np.mean(losses):.1f} Elo lost on average,"
                f" {max(losses):.1f} at worst (middle of the ranges: {middle:.0f})"
            )
            assert np.mean(losses) < 0.8 * middle
    with capsys.disabled():
        print("\n" + "\n".join(lines))


def test_elimination_halves_the_field_and_keeps_the_winner() -> None:
    optimizer = OPTIMIZERS["elimination"](1, 3)
    history: list[Sample] = []
    rounds = []
    for n in (16, 8, 4, 2):
        tried = []
        for _ in range(n):
            x = optimizer.ask(history)
            tried.append(float(x[0]))
            history.append(Sample(x, float(x[0]), 1))  # the greater, the better
        rounds.append(tried)
    for before, after in itertools.pairwise(rounds):
        assert sorted(after) == sorted(before)[len(after) :]
    best = max(rounds[0])
    assert optimizer.recommend(history) == pytest.approx([best])
    assert optimizer.ask(history) == pytest.approx([best])  # first of the next field


def test_tpe_is_repeatable() -> None:
    optimizer = OPTIMIZERS["tpe"](2, 5)
    rng = np.random.default_rng(0)
    history = [Sample(rng.random(2), float(k % 7), 10) for k in range(20)]
    first, again = optimizer.ask(history), OPTIMIZERS["tpe"](2, 5).ask(history)
    assert first == pytest.approx(again)
    assert ((first >= 0) & (first <= 1)).all()


def test_ranges() -> None:
    assert Dimension.parse("a=1:9") == Dimension("a", 1, 9)
    assert Dimension.parse("a.b-c=1:100:int:log") == Dimension("a.b-c", 1, 100, True, True)
    assert Dimension.parse("a=1:100:log").value(0.5) == pytest.approx(10)
    assert Dimension.parse("a=1:9:int").value(0.99) == 9
    assert Dimension.parse("a=0:1").value(1 / 3) == 0.3333
    for wrong in ("a", "a=1", "a=2:1", "a=0:1:log", "a=1:2:float", "a=x:2"):
        with pytest.raises(ValueError, match="float|--param"):
            Dimension.parse(wrong)


def test_values_reach_the_engine() -> None:
    space = [Dimension("k", 0, 10), Dimension("n", 0, 10, integer=True)]
    values = values_at(space, np.array([0.5, 0.26]))
    assert values == {"k": 5.0, "n": 3}
    plain = EngineSpec("e", "engine")
    assert engine_with(plain, values, "x").command == "engine --set k=5.0 --set n=3"
    assert engine_with(plain, values, "x", "param {name} {value}").init == (
        "param k 5.0",
        "param n 3",
    )
    slots = EngineSpec("e", "engine -k {k}", ("set n {n}",))
    assert engine_with(slots, values, "x") == EngineSpec("x", "engine -k 5.0", ("set n 3",))


def run(words: Sequence[str]) -> int:
    return tune.COMMAND.ready("gtpengine tune", words)()


def test_tuning_a_dummy(
    dummy: Dummy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The strength is the parameter itself: the recommendation is high and passes the SPRT."""
    monkeypatch.chdir(tmp_path)
    words = [
        f"e={dummy(options='--elo {elo}').command}",
        *("--incumbent", f"old={dummy().command}"),
        *("--param", "elo=-300:300:int", "--name", "t", "--games", "6"),
    ]
    assert run([*words, "--trials", "4", "--check", "0"]) == 0
    before = capsys.readouterr().out
    assert "4 trials, 24 games" in before
    assert run([*words, "--trials", "12", "--check", "400"]) == 0
    out = capsys.readouterr().out
    assert "12 trials, 72 games" in out
    assert "H1 accepted" in out
    value = int(out.split("recommended: elo = ")[1].split()[0])
    assert value > 30
    with Store(tmp_path / "gtpengine-runs.sqlite", read_only=True) as store:
        assert len(store.event_names()) == 1 + 12 + 1
        assert store.database.rows("SELECT count(*), sum(games) FROM trial")[0][:] == (12, 72)


def test_failures_are_told_and_in_the_exit_status(
    dummy: Dummy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [
        f"e={dummy(options='--fail crash@2 --elo {elo}').command}",
        *("--incumbent", f"old={dummy().command}"),
        *("--param", "elo=-300:300:int", "--games", "2", "--trials", "2", "--check", "0"),
        *("--concurrency", "1"),
    ]
    for _ in range(2):  # the second time nothing is played
        assert run(words) == 1
        assert "failures in the trials: crash 4" in capsys.readouterr().err


def test_two_processes_share_a_tuning_run(
    dummy: Dummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gate = tmp_path / "closed"
    gate.touch()  # nobody moves before both are at work
    words = [
        f"e={dummy(options='--elo {elo} --delay 0.005 --gate closed').command}",
        *("--incumbent", f"old={dummy().command}", "--concurrency", "1"),
        *("--param", "elo=-300:300:int", "--name", "t", "--games", "8"),
        *("--trials", "5", "--check", "0"),
    ]
    command = [sys.executable, "-m", "gtpengine", "tune", *words]
    tuners = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(2)
    ]
    path = tmp_path / "gtpengine-runs.sqlite"
    deadline = time.monotonic() + 120
    while not path.exists() or runners(path) < 2:
        assert time.monotonic() < deadline and all(t.poll() is None for t in tuners)
        time.sleep(0.05)
    gate.unlink()
    outputs = [tuner.communicate(timeout=120)[0] for tuner in tuners]
    assert [tuner.returncode for tuner in tuners] == [0, 0], outputs
    assert outputs[0].splitlines()[-3:] == outputs[1].splitlines()[-3:]
    with Store(path, read_only=True) as store:
        assert store.database.rows("SELECT count(*), sum(games) FROM trial")[0][:] == (5, 40)
        assert store.database.rows("SELECT count(*), max(attempt) FROM game")[0][:] == (40, 1)


def runners(path: Path) -> int:
    """Return how many processes have claimed games."""
    try:
        with Store(path, read_only=True) as store:
            return int(store.database.rows("SELECT count(*) FROM runner")[0][0])
    except StoreError:  # just being made
        return 0


def test_wrong_arguments(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    engine = dummy(options="--elo {elo}").command
    assert run([engine]) == 2
    assert "--param NAME=LOW:HIGH" in capsys.readouterr().err
    assert run([engine, "--param", "elo=0:1"]) == 2
    assert "--incumbent" in capsys.readouterr().err
    assert run([engine, "--param", "elo=0:1", "--games", "5"]) == 2
    assert "games come in pairs" in capsys.readouterr().err


def test_a_parameter_that_changes_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    engine = f"{sys.executable} -P -m gtpengine --simulations 1 --threads 1"
    games = ("--size", "5", "--games", "2", "--trials", "1", "--check", "0", "--concurrency", "1")
    assert run([engine, "--param", "virtual_loss=1:5:int", *games]) == 0
    assert "searched alike in a short game" in capsys.readouterr().err
