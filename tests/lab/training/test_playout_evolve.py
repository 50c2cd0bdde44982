"""Weights of playouts that evolve."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.learning import patterns
from gtpengine.tools.running.runner import AbortedError, PoolWorker

from gtpengine.cli import main
from gtpengine.lab.training import actions, playout_evolve
from gtpengine.lab.training.games import PairedGames, games_won
from gtpengine.lab.training.playout_evolve import Evolve, changed
from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights, load, load_shipped

SHIPPED = load_shipped(9)
WORDS = ["evolve", "--size", "5", "--generations", "2", "--parents", "1", "--offspring", "3"]
WORDS += ["--games", "2", "--test-games", "2", "--simulations", "10", "--concurrency", "1"]


class Stop:
    """Ctrl-C that the test presses."""

    count = 0

    def __enter__(self) -> Stop:
        return self

    def __exit__(self, *_: object) -> None: ...


def run(output: Path, *more: str) -> int:
    return patterns.COMMAND.ready("gtpengine patterns", [*WORDS, "--output", str(output), *more])()


def test_what_evolves_is_added_to_the_log_gammas() -> None:
    by = np.linspace(-1.0, 1.0, len(FACTORS))
    found = changed(SHIPPED, by)
    for name, change in zip(FACTORS, by, strict=True):
        assert np.log(found.factors[name] / SHIPPED.factors[name]) == pytest.approx(change)
    assert found.patterns == SHIPPED.patterns


def test_the_fittest_are_the_parents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games are won by a large gamma of ``capture4`` alone: it grows, generation by generation."""

    def won(
        own: PlayoutWeights, _other: PlayoutWeights, match: PairedGames, _worker: PoolWorker
    ) -> int:
        share = own.factors["capture4"] / (own.factors["capture4"] + 20.0)
        return round(match.games * share)

    monkeypatch.setattr(playout_evolve, "games_won", won)
    more = ["--generations", "12", "--parents", "2", "--offspring", "12", "--games", "1000"]
    assert run(tmp_path / "w.txt", *more) == 0
    assert load(tmp_path / "w.txt").factors["capture4"] > 5 * SHIPPED.factors["capture4"]


def test_a_stopped_run_goes_on_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    assert run(whole, "--note", "of nobody") == 0
    captured = capsys.readouterr()
    assert "generation 2 of 2: won " in captured.err
    assert "of 2 other games against the weights of the beginning" in captured.out
    played: list[PairedGames] = []
    stop = Stop()

    def stopped_after_four(
        own: PlayoutWeights, other: PlayoutWeights, match: PairedGames, worker: PoolWorker
    ) -> int:
        played.append(match)
        stop.count = int(len(played) == 4)
        return games_won(own, other, match, worker)

    monkeypatch.setattr(playout_evolve, "games_won", stopped_after_four)
    with monkeypatch.context() as patch:
        patch.setattr(actions, "Interrupt", lambda: stop)
        assert run(parts, "--note", "of nobody") == 130
    assert not parts.exists()
    assert len(played) == 4
    assert run(parts, "--note", "of nobody") == 0
    assert len(played) == 7  # two generations of three, and the test: nothing twice
    assert parts.read_text() == whole.read_text()
    assert load(whole).size == 5
    assert "# of nobody" in whole.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.txt", "whole.txt"]


def test_games_end_when_nobody_waits_for_them() -> None:
    """So SIGTERM ends a run at once, however many games an offspring has."""
    worker = PoolWorker(0)
    threading.Timer(0.3, worker.abort).start()
    with pytest.raises(AbortedError):
        games_won(SHIPPED, SHIPPED, PairedGames(19, 1000, 1000, 1), worker)


def test_checkpoints_of_other_runs_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.txt.checkpoint"
    words = ["patterns", *WORDS, "--output", str(tmp_path / "w.txt")]
    path.write_text("{}")
    assert main(words) == 2
    assert "w.txt.checkpoint is no checkpoint ('about'); remove it" in capsys.readouterr().err
    path.write_text(json.dumps({"about": {"settings": {}, "begin": ""}, "won": []}))
    assert main(words) == 2
    assert "belongs to other settings or weights; remove it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--games", "3"], "--games 3: give an even number, for colours are swapped"),
        (["--test-games", "5"], "--test-games 5: give an even number"),
        (["--parents", "3"], "3 parents of 3 offspring choose nothing"),
        (["--step", "0"], "--step: '0': give a number above 0"),
        (["--weights", "none.txt"], "none.txt"),
    ],
)
def test_what_cannot_be_is_refused(
    more: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["patterns", *WORDS, "--output", str(tmp_path / "w.txt"), *more]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_game_is_played_in_two_generations() -> None:
    settings = Evolve(generations=5, seed=3)
    assert len({settings.match(generation).seed for generation in range(6)}) == 6
    assert settings.match(5).games == settings.test_games
