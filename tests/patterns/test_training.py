"""Training from end to end on small records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import evaluation, modelfile
from gtpengine.patterns.records import Game
from gtpengine.patterns.training import CheckpointError, Progress, Settings, Training, harvest

from gtpengine.cli import main
from gtpengine.prediction.movemodel import MoveModel

from .games import random_game, write_lines


def games(first: int, last: int) -> list[Game]:
    return [random_game(9, 40, seed) for seed in range(first, last)]


SETTINGS = Settings(size=9, support=3, gate=2, max_ring=6, share=0.7, passes=2)


def quiet(_: Progress) -> None: ...


def test_learning_finds_what_there_is_to_learn() -> None:
    made = games(0, 40)
    test = games(100, 106)
    before = None
    for learner in ("mm", "linear", "factors"):
        settings = Settings(
            size=9, learner=learner, support=5, gate=2, max_ring=4, share=1.0, passes=3, batch=20
        )
        shapes = harvest(made, settings, quiet)
        run = Training(made, settings, shapes)
        if before is None:
            before = evaluation.accuracy(evaluation.judge(run.model, test))
        run.run(quiet)
        model = MoveModel(run.final_rows(), shapes.keys, settings.max_ring)
        after = evaluation.accuracy(evaluation.judge(model, test))
        assert after.log_likelihood > before.log_likelihood + 0.5, learner
        assert after.top(5) > before.top(5) + 0.1, learner


def test_summed_rows_score_as_the_rows_learned() -> None:
    made = games(0, 30)
    shapes = harvest(made, SETTINGS, quiet)
    run = Training(made, SETTINGS, shapes)
    run.run(quiet)
    assert (shapes.parents >= 0).any()
    final = MoveModel(run.final_rows(), shapes.keys, SETTINGS.max_ring)
    game = games(50, 51)
    kept, summed = (evaluation.judge(model, game)[:, 4] for model in (run.model, final))
    assert np.abs(kept - summed).max() < 1e-3


def test_an_interrupted_run_resumes_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = games(0, 12)
    shapes = harvest(made, SETTINGS, quiet)
    whole = Training(made, SETTINGS, shapes)
    whole.run(quiet)
    clock = iter(range(0, 10**9, 10))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))

    def interrupt(progress: Progress) -> None:
        if progress.done == 15:
            raise KeyboardInterrupt

    path = tmp_path / "checkpoint"
    begun = Training(made, SETTINGS, shapes)
    with pytest.raises(KeyboardInterrupt):
        begun.run(interrupt, path)
    resumed = Training.resume(made, SETTINGS, path)
    assert resumed.visit == 15
    resumed.run(quiet)
    assert (resumed.model.rows == whole.model.rows).all()
    assert resumed.learned == whole.learned
    with pytest.raises(CheckpointError, match="other records or settings"):
        Training.resume(made[:-1], SETTINGS, path)
    path.write_bytes(b"nonsense")
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        Training.resume(made, SETTINGS, path)


def test_ties_share_their_places() -> None:
    ranks = np.array([[1, 0, 4, 10, -1.0], [2, 3, 1, 10, -2.0]])
    found = evaluation.accuracy(ranks)
    assert found.curve[:4].tolist() == [0.125, 0.25, 0.375, 1.0]
    assert found.log_likelihood == -1.5
    phases = evaluation.by_phase(ranks, 1, 2)
    assert [(name, part.moves) for name, part in phases] == [("1 to 1", 1), ("2 and later", 1)]


def test_commands_train_and_evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = write_lines(tmp_path / "records.txt", games(0, 30))
    model, plot = tmp_path / "model.bin", tmp_path / "curve.png"
    common = [str(records), "--size", "9", "--test", "0.1"]
    options = ["--support", "5", "--share", "1", "--max-ring", "5", "--note", "made up"]
    assert main(["patterns", "train", *common, "--output", str(model), *options]) == 0
    header = modelfile.load(model).header
    assert (header["games"], header["note"], header["size"]) == (27, "made up", 9)
    assert not list(tmp_path.glob("*.checkpoint"))
    capsys.readouterr()
    found = main(["patterns", "evaluate", *common, "--model", str(model), "--plot", str(plot)])
    assert found == 0
    printed = capsys.readouterr().out
    assert "| all | 120 |" in printed and "top 20" in printed
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_commands_say_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["patterns", "evaluate", str(tmp_path / "none.txt")]) == 2
    assert "no such file or folder" in capsys.readouterr().err
    records = write_lines(tmp_path / "records.txt", games(0, 3))
    model = tmp_path / "model.bin"
    model.write_bytes(b"something else, long enough for a header and a checksum")
    arguments = ["patterns", "evaluate", str(records), "--size", "9", "--model", str(model)]
    assert main(arguments) == 2
    assert "is not a move model" in capsys.readouterr().err
    assert main([*arguments, "--test", "2"]) == 2
    assert "--test 2.0" in capsys.readouterr().err
