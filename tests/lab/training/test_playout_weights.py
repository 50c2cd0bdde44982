"""Learning the weights of the softmax playouts."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.learning import patterns

from board_ext.position import Position
from gtpengine.base.arguments.parser import UsageError
from gtpengine.game.records import RecordedGame
from gtpengine.lab.probes.softmax_probe import SoftmaxProbe
from gtpengine.lab.training import playout_weights
from gtpengine.lab.weights.playoutfile import (
    FACTORS,
    PlayoutWeights,
    load,
    load_shipped,
)
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from
from tests.patterns.games import image, random_game, write_lines

EVEN = PlayoutWeights(dict.fromkeys(FACTORS, 1.0), {})
SETTINGS = playout_weights.PlayoutSettings(rounds=30, share=1.0, prior=0.5)


def silent(line: str) -> None:
    assert line


def softmax_game(seed: int) -> RecordedGame:
    moves, _ = playout_from(Position(9), SearchParams(playout_policy="softmax"), seed)
    points = [point for _, point, _ in moves]
    return RecordedGame(9, np.array(points, dtype=np.int16), f"test:{seed}")


def mean_log(games: list[RecordedGame], weights: PlayoutWeights) -> float:
    """Return the mean log-probability of the moves that playouts with *weights* may draw."""
    total, count = 0.0, 0
    for game in games:
        position = Position(game.size)
        for point in game.points.tolist():
            share = SoftmaxProbe(position, weights).probabilities().get(point, 0.0)
            if share:
                total += float(np.log(share))
                count += 1
            position.play(point)
    return total / count


def test_a_policy_is_found_again_in_its_games() -> None:
    """Learner and playouts mean the same by every feature.

    Weights learned from playouts predict other playouts nearly as well as the weights that played
    them.
    """
    games, others = [
        [softmax_game(seed) for seed in seeds] for seeds in (range(250), range(250, 260))
    ]
    found, _ = playout_weights.learn(games, others, SETTINGS, silent)
    best, learned, even = (mean_log(others, weights) for weights in (load_shipped(9), found, EVEN))
    assert even < best - 0.8
    assert best - 0.1 < learned < best + 0.02


def test_equal_settings_give_equal_weights_in_every_symmetry() -> None:
    games = [random_game(9, 60, seed) for seed in range(20)]
    first, summary = playout_weights.learn(games, games, SETTINGS, silent)
    assert playout_weights.learn(games, games, SETTINGS, silent) == (first, summary)
    turned = [
        RecordedGame(9, image(game.points, 9, i % 8), game.source) for i, game in enumerate(games)
    ]
    other, _ = playout_weights.learn(turned, games, SETTINGS, silent)
    assert other.factors == pytest.approx(first.factors, rel=1e-3)
    assert other.patterns == pytest.approx(first.patterns, rel=1e-3)


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = write_lines(tmp_path / "games.txt", [random_game(9, 50, seed) for seed in range(30)])
    output = tmp_path / "playout.txt"
    command = ["playouts", str(records), "--size", "9", "--output", str(output), "--rounds", "3"]
    assert patterns.COMMAND.ready("gtpengine patterns", [*command, "--note", "made up"])() == 0
    assert "mean log p" in capsys.readouterr().out
    assert output.read_text(encoding="utf-8").splitlines()[1] == "# made up"
    assert load(output).patterns
    with pytest.raises(UsageError, match="share"):
        patterns.COMMAND.ready("gtpengine patterns", [*command, "--share", "2"])


@pytest.mark.parametrize("action", ["train", "playouts", "balance"])
def test_a_folder_that_is_missing_is_named_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str
) -> None:
    output = tmp_path / "none" / "out"
    words = [action, "no-records", "--size", "9", "--output", str(output)]
    assert patterns.COMMAND.ready("gtpengine patterns", words)() == 2
    error = capsys.readouterr().err
    assert f"there is no folder {output.parent}; make it" in error and "games on" not in error


def test_a_folder_that_may_not_be_written_is_named_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # root may write anywhere, so the test makes up the system's answer.
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    output = tmp_path / "out"
    words = ["train", "no-records", "--size", "9", "--output", str(output)]
    assert patterns.COMMAND.ready("gtpengine patterns", words)() == 2
    assert f"{output}: cannot be written" in capsys.readouterr().err
