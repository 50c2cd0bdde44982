"""Models learn from ownership, and the commands that train take it."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.training import evaluation
from gtpengine.patterns.training.training import PatternTraining, TrainingSettings, harvest

from board_ext.coords import BLACK, PASS
from board_ext.diagram import parse_diagram
from board_ext.position import Position
from gtpengine.cli import main
from gtpengine.game.records import RecordedGame
from gtpengine.prediction.movemodel import MOST_OWNERSHIP, OWNERSHIP
from tests.patterns.games import image, random_game, write_lines
from tests.prediction.test_ownership import DIVIDED

CLASSES = OWNERSHIP[1]


@pytest.mark.parametrize("playouts", [-1, MOST_OWNERSHIP + 1])
def test_numbers_of_games_that_do_not_fit_are_refused(playouts: int) -> None:
    with pytest.raises(ValueError, match=f"ownership {playouts}: give 0 to"):
        TrainingSettings(size=9, ownership=playouts)


def fills_its_own_area(seed: int) -> RecordedGame:
    """A game on the divided board where each plays in its own area, mirrored for variety."""
    chance = np.random.default_rng(seed)
    diagram = parse_diagram(DIVIDED)
    pairs = itertools.zip_longest(diagram.black, diagram.white, fillvalue=PASS)
    stones = list(itertools.chain(*pairs))
    position, points = Position(9), list(stones)
    for point in stones:
        position.play(point)
    for _ in range(6):
        half = [p for p in position.legal_moves() if (p % 9 < 4) == (position.to_play == BLACK)]
        points.append(int(chance.choice(half)))
        position.play(points[-1])
    played = image(np.array(points, dtype=np.int16), 9, seed % 8)
    return RecordedGame(9, played, f"own:{seed}")


def test_what_ownership_tells_is_learned() -> None:
    """Each side plays where it is the owner already, which no other feature says as well."""
    made = [fills_its_own_area(seed) for seed in range(60)]
    found = {}
    for playouts in (0, 16):
        settings = TrainingSettings(
            size=9, learner="linear", support=1000, max_ring=3, share=1.0, ownership=playouts
        )
        shapes = harvest(made, settings, lambda _: None)
        assert shapes is not None
        run = PatternTraining(made, settings, shapes)
        assert run.run(lambda _: None)
        ranks = evaluation.judge(run.model, [fills_its_own_area(99)])
        found[playouts] = evaluation.accuracy(ranks[-6:]).log_likelihood
        if playouts:
            weights = run.model.rows[-CLASSES:, 0]
            assert weights[CLASSES - 1] > weights[: CLASSES // 2].max()
    assert found[16] > found[0]


def test_commands_train_and_judge_with_ownership(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = write_lines(tmp_path / "games.txt", [random_game(9, 40, i) for i in range(8)])
    output = tmp_path / "own.bin"
    train = ["patterns", "train", str(records), "--size", "9", "--ownership", "4"]
    assert main([*train, "--test", "0.25", "--output", str(output)]) == 0
    assert modelfile.load(output).header["settings"]["ownership"] == 4
    judged = ["patterns", "evaluate", str(records), "--test", "0.25", "--model", str(output)]
    assert main(judged) == 0
    assert "| all | 80 |" in capsys.readouterr().out
    assert main([*train[:-1], "9999", "--output", str(output)]) == 2
    assert "--ownership: '9999': give a whole number from 0 to 1000" in capsys.readouterr().err
