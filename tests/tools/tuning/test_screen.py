"""``gtpengine screen``: effects from a random design, and a file that is continued."""

from __future__ import annotations

import json
import math
import random
import sys
from pathlib import Path

import pytest
from gtpengine.tools.statistics.factorial import FactorialGame, effects, sides_of
from gtpengine.tools.statistics.stats import ELO

from gtpengine.cli import main

WORDS = (
    *("screen", "--size", "5", "--games", "4", "--concurrency", "1"),
    *("--factor", "solver=false", "--factor", "prior_even=4,prior_pass=3"),
)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def engine() -> str:
    return f"{sys.executable} -m gtpengine --simulations 5"


def played(true_elo: list[float], games: int, seed: int) -> list[FactorialGame]:
    """Return games of engines with these effects; each factor slows moves by a tenth."""
    lot = random.Random(seed)
    outcomes = []
    for number in range(games):
        first = sides_of(number // 2, len(true_elo), seed)
        elo = sum(e if on else -e for e, on in zip(true_elo, first, strict=True))
        score = float(lot.random() < 1.0 / (1.0 + math.exp(-elo / ELO)))
        slower = math.prod(1.1 if on else 1 / 1.1 for on in first)
        outcomes.append(FactorialGame(number // 2, first, score, (slower, 1.0)))
    return outcomes


def test_effects_are_found_with_their_error() -> None:
    true_elo = [0.0, 40.0, -80.0, 0.0, 15.0, 0.0]
    covered, errors = 0, []
    for seed in range(20):
        found = effects(played(true_elo, 800, seed))
        for effect, truth in zip(found, true_elo, strict=True):
            covered += effect.elo.low <= truth <= effect.elo.high
            errors.append(effect.elo.value - truth)
            assert effect.time == pytest.approx(1.1, abs=1e-6)
    assert 0.90 <= covered / 120 <= 0.99
    assert abs(sum(errors) / 120) < 4.0


def test_few_games_claim_no_wonders() -> None:
    one = [FactorialGame(0, (True,), 1.0, (0.0, 0.0)), FactorialGame(0, (True,), 1.0, (0.0, 0.0))]
    (effect,) = effects(one)
    assert 0 < effect.elo.value < 200
    assert effect.elo.low < 0 and effect.time == 1.0
    with pytest.raises(ValueError, match="no game"):
        effects([])


def test_the_lots_of_a_design_are_fair_and_repeatable() -> None:
    lots = [sides_of(pair, 8, 3) for pair in range(2000)]
    assert lots == [sides_of(pair, 8, 3) for pair in range(2000)]
    for factor in range(8):
        assert 0.45 < sum(lot[factor] for lot in lots) / 2000 < 0.55
    both = sum(lot[0] == lot[1] for lot in lots) / 2000
    assert 0.45 < both < 0.55


def test_a_screen_is_continued(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main((*WORDS, engine)) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0].startswith("| changed (4 games) | Elo |") and len(table) == 4
    assert any("`prior_even=4`, `prior_pass=3`" in line for line in table)
    file = Path("gtpengine-screen.jsonl")
    lines = file.read_bytes().splitlines(keepends=True)
    rows = [json.loads(line) for line in lines[1:]]
    assert [row["game"] for row in rows] == [0, 1, 2, 3]
    assert rows[0]["first"] == rows[1]["first"] == list(sides_of(0, 2, 1))
    # Cut short in its last line, as by a full disk: that game is played again, to the same end.
    file.write_bytes(b"".join(lines)[:-10])
    assert main((*WORDS, engine)) == 0
    again = [json.loads(line) for line in file.read_bytes().splitlines()[1:]]
    assert [(row["game"], row["score"]) for row in again] == [
        (row["game"], row["score"]) for row in rows
    ]
    assert main((*WORDS, "--games", "6", engine)) == 0
    assert len(file.read_bytes().splitlines()) == 7


def test_failures_are_told_and_in_the_exit_status(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    starter = tmp_path / "one-move"
    starter.write_text(f"#!/bin/sh\nsed -u /genmove/q | {engine}\n")
    starter.chmod(0o755)
    for _ in range(2):  # the second time nothing is played
        assert main((*WORDS, str(starter))) == 1
        assert "an engine failed in 4 games, the last time: crash: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--games", "3"), "games come in pairs"),
        (("--factor", "solver"), "give NAME=VALUE"),
        (("--factor", "no_such=1"), "no_such"),
        (("--seed", "2"), "another screen"),
        (("--store", "x.sqlite"), "--store does nothing here"),
        (("--on-failure", "stop"), "--on-failure does nothing here"),
    ],
)
def test_wrong_arguments(
    words: tuple[str, ...], complaint: str, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gtpengine-screen.jsonl").write_text('{"screen": []}\n')
    assert main((*WORDS, *words, engine)) == 2
    assert complaint in capsys.readouterr().err


def test_a_file_of_something_else_is_kept(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("gtpengine-screen.jsonl").write_text("my notes\n")
    assert main((*WORDS, engine)) == 2
    assert "not a file of gtpengine screen" in capsys.readouterr().err
    assert Path("gtpengine-screen.jsonl").read_text() == "my notes\n"


def test_nothing_to_screen(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("screen", engine)) == 2
    assert "--factor NAME=VALUE is missing" in capsys.readouterr().err
