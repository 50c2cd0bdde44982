"""Training from end to end on small records."""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.modelwriting import encode_model
from gtpengine.patterns.training import evaluation
from gtpengine.patterns.training.training import (
    LEARNERS,
    CheckpointError,
    PatternTraining,
    Shapes,
    TrainingProgress,
    TrainingSettings,
    harvest,
)

from board_ext.coords import BLACK, WHITE, point_to_vertex
from gtpengine.base.arguments import laboratory
from gtpengine.cli import main
from gtpengine.game.records import RecordedGame
from gtpengine.learning.learner import Learner
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import random_game, write_lines


def games(first: int, last: int) -> list[RecordedGame]:
    return [random_game(9, 40, seed) for seed in range(first, last)]


SETTINGS = TrainingSettings(size=9, support=3, gate=2, max_ring=6, share=0.7, passes=2)
WITHOUT_LABORATORY = [learner for learner in LEARNERS if learner != "bayes"]


def quiet(_: TrainingProgress) -> None: ...


def harvested(made: list[RecordedGame], settings: TrainingSettings) -> Shapes:
    shapes = harvest(made, settings, quiet)
    assert shapes is not None
    return shapes


def test_learning_finds_what_there_is_to_learn() -> None:
    made = games(0, 40)
    test = games(100, 106)
    before = None
    for learner in LEARNERS if laboratory.is_there() else WITHOUT_LABORATORY:
        settings = TrainingSettings(
            size=9, learner=learner, support=5, gate=2, max_ring=4, share=1.0, passes=3, batch=20
        )
        shapes = harvested(made, settings)
        run = PatternTraining(made, settings, shapes)
        if before is None:
            before = evaluation.accuracy(evaluation.judge(run.model, test))
        run.run(quiet)
        model = MoveModel(run.final_rows(), shapes.keys, settings.max_ring)
        after = evaluation.accuracy(evaluation.judge(model, test))
        assert after.log_likelihood > before.log_likelihood + 0.5, learner
        assert after.top(5) > before.top(5) + 0.1, learner


@pytest.mark.lab
def test_patterns_of_the_common_fate_graph_are_learned_and_come_back_from_the_file() -> None:
    made, test = games(0, 30), games(100, 104)
    settings = dataclasses.replace(SETTINGS, shapes="common-fate")
    run = PatternTraining(made, settings, harvested(made, settings))
    keys = run.shapes.keys
    assert not set(keys.tolist()) <= set(harvested(made, SETTINGS).keys.tolist())
    before = evaluation.accuracy(evaluation.judge(run.model, test))
    run.run(quiet)
    learned = evaluation.judge(run.model, test)[:, 4]
    assert learned.mean() > before.log_likelihood + 0.5
    rows = run.final_rows()
    data = encode_model(rows, keys, settings.max_ring, {}, common_fate=True)
    loaded = modelfile.decode(data, "a file").model
    assert loaded.common_fate
    # The sums over the patterns inside are what was learned, as far as 16 bits go.
    assert np.abs(evaluation.judge(loaded, test)[:, 4] - learned).max() < 0.05
    circles = modelfile.decode(encode_model(rows, keys, settings.max_ring, {}), "a file").model
    assert not circles.common_fate


def test_fewer_games_than_a_batch_teach_as_well() -> None:
    made = games(0, 5)
    settings = dataclasses.replace(SETTINGS, learner="mm", passes=1)
    assert settings.batch > len(made)
    run = PatternTraining(made, settings, harvested(made, settings))
    run.run(quiet)
    assert np.abs(run.model.rows[:, 0]).max() > 0.1
    assert not run.learner.state["wins"].any()


def test_summed_rows_score_as_the_rows_learned() -> None:
    made = games(0, 30)
    shapes = harvested(made, SETTINGS)
    run = PatternTraining(made, SETTINGS, shapes)
    run.run(quiet)
    assert (shapes.parents >= 0).any()
    final = MoveModel(run.final_rows(), shapes.keys, SETTINGS.max_ring)
    game = games(50, 51)
    kept, summed = (evaluation.judge(model, game)[:, 4] for model in (run.model, final))
    assert np.abs(kept - summed).max() < 1e-3


@pytest.mark.parametrize(
    "learner", [*WITHOUT_LABORATORY, pytest.param("bayes", marks=pytest.mark.lab)]
)
def test_a_stopped_run_resumes_to_the_same_weights(tmp_path: Path, learner: str) -> None:
    made = games(0, 12)
    settings = dataclasses.replace(SETTINGS, learner=learner)
    shapes = harvested(made, settings)
    whole = PatternTraining(made, settings, shapes)
    assert whole.run(quiet)
    path = tmp_path / "checkpoint"
    begun = PatternTraining(made, settings, shapes)
    assert not begun.run(quiet, path, stop=lambda: begun.visit == 15)
    resumed = PatternTraining.resume(made, settings, path)
    assert resumed.visit == 15
    assert resumed.run(quiet)
    assert (resumed.final_rows() == whole.final_rows()).all()
    assert whole.final_rows().any()
    assert resumed.learned == whole.learned
    with pytest.raises(CheckpointError, match="other records, settings or another"):
        PatternTraining.resume(made[:-1], settings, path)
    whole_bytes = path.read_bytes()
    damaged = bytearray(whole_bytes)
    damaged[len(damaged) // 2] ^= 255
    for data in (b"nonsense", b"", whole_bytes[:-40], whole_bytes[:99], bytes(damaged)):
        path.write_bytes(data)
        with pytest.raises(CheckpointError, match="is no checkpoint"):
            PatternTraining.resume(made, SETTINGS, path)


def test_a_checkpoint_of_other_features_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = games(0, 3)
    path = tmp_path / "checkpoint"
    run = PatternTraining(made, SETTINGS, harvested(made, SETTINGS))
    run.save(path)
    with np.load(path) as file:
        saved = {name: file[name] for name in file.files}
    name = next(name for name in saved if name.startswith("state_") and saved[name].ndim == 2)
    with path.open("wb") as output:
        np.savez(output, **{**saved, name: saved[name][1:]})
    with pytest.raises(CheckpointError, match=r"does not fit .*; remove it"):
        PatternTraining.resume(made, SETTINGS, path)
    run.save(path)
    monkeypatch.setattr(
        "gtpengine.patterns.training.training.feature_table", lambda *_: [["other", 3]]
    )
    with pytest.raises(CheckpointError, match="another version of gtpengine; remove it"):
        PatternTraining.resume(made, SETTINGS, path)


def test_a_killed_run_resumes_to_the_same_weights(tmp_path: Path) -> None:
    made = games(0, 12)
    for learner in ("factors", "mm"):
        settings = dataclasses.replace(SETTINGS, learner=learner, batch=5)
        shapes = harvested(made, settings)
        whole = PatternTraining(made, settings, shapes)
        whole.run(quiet)
        path = tmp_path / learner
        killed = PatternTraining(made, settings, shapes)

        def kill(killed: PatternTraining = killed) -> bool:
            if killed.visit == 7:
                raise KeyboardInterrupt
            return False

        # A checkpoint after every game, and none when the exception comes.
        with pytest.raises(KeyboardInterrupt):
            killed.run(quiet, path, every=0.0, stop=kill)
        resumed = PatternTraining.resume(made, settings, path)
        assert resumed.visit == 6
        resumed.run(quiet)
        assert (resumed.model.rows == whole.model.rows).all(), learner


def test_stopping_the_harvest_gives_nothing() -> None:
    assert harvest(games(0, 3), SETTINGS, quiet, lambda: True) is None


def test_a_checkpoint_that_cannot_be_written_does_not_end_the_run(tmp_path: Path) -> None:
    made = games(0, 4)
    run = PatternTraining(made, SETTINGS, harvested(made, SETTINGS))
    told: list[str] = []
    missing = tmp_path / "missing" / "checkpoint"
    assert run.run(lambda progress: told.append(progress.note), missing)
    assert any("no checkpoint could be written" in note for note in told)
    again = PatternTraining(made, SETTINGS, harvested(made, SETTINGS))
    with pytest.raises(FileNotFoundError):
        again.run(quiet, missing, stop=lambda: again.visit == 2)


def test_numbers_that_learn_nothing_are_refused() -> None:
    for name, value in (
        ("learner", "no"),
        ("size", 25),
        ("support", 0),
        ("gate", -1),
        ("share", 0.0),
        ("share", 7.0),
        ("passes", 0),
        ("rate", float("nan")),
        ("rate", 1e30),
        ("seed", -1),
    ):
        with pytest.raises(ValueError, match=f"{name} .*: give "):
            TrainingSettings(**{name: value})  # type: ignore[arg-type]


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
    # The size of the board is that of the model.
    judge = ["patterns", "evaluate", str(records), "--test", "0.1", "--model", str(model)]
    assert main([*judge, "--plot", str(plot)]) == 0
    printed = capsys.readouterr().out
    assert "| all | 120 |" in printed and "top 20" in printed
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_no_record_is_passed_over_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [random_game(size, 5, size) for size in range(5, 18)]
    path = write_lines(tmp_path / "records.txt", [*records, *games(0, 5)])
    assert main(["patterns", "evaluate", str(path), "--size", "9"]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "passed over" in line]
    assert lines[0] == "passed over: 1 (board size 5)"
    assert lines[-1] == "passed over: 5 (of other reasons)" and len(lines) == 8


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
    assert "--test: '2': give a number above 0 up to 1" in capsys.readouterr().err


def write_sgf(path: Path, game: RecordedGame, date: str) -> None:
    moves = (point_to_vertex(int(point), 9) for point in game.points)
    cells = [f"{'abcdefghi'['ABCDEFGHJ'.index(v[0])]}{'ihgfedcba'[int(v[1]) - 1]}" for v in moves]
    nodes = "".join(f";{'BW'[i % 2]}[{cell}]" for i, cell in enumerate(cells))
    path.write_text(f"(;GM[1]SZ[9]DT[{date}]{nodes})")


def test_no_game_that_was_learned_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / "2020", tmp_path / "2021", tmp_path / "2022"]
    for year, folder in enumerate(folders):
        folder.mkdir()
        for day, game in enumerate(games(10 * year, 10 * year + 10)):
            write_sgf(folder / f"{day}.sgf", game, f"{folder.name}-01-{day + 10}")
    first, second, third = map(str, folders)
    model = tmp_path / "model.bin"
    train = ["patterns", "train", first, second, *TRAIN, "--test", "0.1", "--output", str(model)]
    assert main(train) == 0
    loaded = modelfile.load(model)
    assert loaded.header["learned"] == len(set(loaded.learned.tolist())) == 18

    def judged(*records: str, test: str = "0.1") -> tuple[int, str]:
        capsys.readouterr()
        words = [*records, "--size", "9", "--model", str(model), "--test", test]
        status = main(["patterns", "evaluate", *words])
        told = capsys.readouterr()
        return status, told.out + told.err

    # The games kept are the last of both years together: those of the first were all learned.
    status, text = judged(first)
    assert status == 2 and "learned from all 1 games of the test; give other" in text
    status, text = judged(first, second)
    assert status == 0 and "2 games; top 1" in text and "note" not in text
    status, text = judged(second, test="0.5")
    assert "3 of 5 games of the test are left out" in text and "2 games; top 1" in text
    status, text = judged(third)
    assert status == 0 and "1 games; top 1" in text and "note" not in text


def test_a_model_without_ids_is_judged_by_its_header(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [write_lines(tmp_path / f"{i}.txt", games(20 * i, 20 * i + 20)) for i in range(2)]
    model = tmp_path / "model.bin"
    rows, keys = np.zeros((modelfile.n_features(), modelfile.ROW), np.float32), np.zeros(0, "u8")

    def note(count: int, *records: str, test: str = "0.1") -> str:
        about = {"size": 9, "records": ["0.txt", "1.txt", "a"], "games": count, "test": 0.1}
        about["records"] = about["records"][: 2 + ("a" in records)]  # type: ignore[index]
        model.write_bytes(encode_model(rows, keys, 5, about))
        capsys.readouterr()
        paths = [str(tmp_path / name) for name in records]
        words = [*paths, "--size", "9", "--model", str(model), "--test", test]
        assert main(["patterns", "evaluate", *words]) == 0
        return capsys.readouterr().err

    assert lines[0].exists() and "note" not in note(36, "0.txt", "1.txt")
    assert "note" not in note(36, "0.txt")
    assert "1,000; these records have 36 beside" in note(1000, "0.txt", "1.txt")
    assert "may have learned from some" in note(36, "0.txt", test="0.5")
    (tmp_path / "a").mkdir()
    write_sgf(tmp_path / "a" / "x.sgf", games(50, 51)[0], "2020")
    assert "train it anew to be sure" in note(36, "a")


TRAIN = ["--size", "9", "--support", "2", "--gate", "2", "--share", "1", "--max-ring", "5"]


def test_ctrl_c_and_the_same_command_give_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records = write_lines(tmp_path / "records.txt", games(0, 20))
    whole, parts = tmp_path / "whole.bin", tmp_path / "parts.bin"
    assert main(["patterns", "train", str(records), *TRAIN, "--output", str(whole)]) == 0

    class Interrupted(Learner):
        """Ctrl-C while the fourth game is learned; the handler runs when it has been."""

        calls = 0

        def learn_game(self, *args: Any) -> tuple[int, float]:
            Interrupted.calls += 1
            if Interrupted.calls == 4:
                os.kill(os.getpid(), signal.SIGINT)
            return super().learn_game(*args)

    command = ["patterns", "train", str(records), *TRAIN, "--output", str(parts)]
    with monkeypatch.context() as patch:
        patch.setattr("gtpengine.learning.learner.Learner", Interrupted)
        assert main(command) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert not parts.exists()
    assert main(command) == 0
    assert "at game 4" in capsys.readouterr().err
    assert parts.read_bytes() == whole.read_bytes()


def test_commands_refuse_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = write_lines(tmp_path / "one.txt", games(0, 1))
    output = ["--output", str(tmp_path / "model.bin"), "--size", "9"]

    def refused(*words: str) -> str:
        assert main(["patterns", *words]) == 2
        assert not (tmp_path / "model.bin").exists()
        return capsys.readouterr().err

    assert "kept for the test" in refused("train", str(one), *output)
    assert "--limit: '-1'" in refused("train", str(one), *output, "--limit", "-1")
    assert "--support: '0'" in refused("train", str(one), *output, "--support", "0")
    assert "--size: '25'" in refused("train", str(one), *output, "--size", "25")
    missing = str(tmp_path / "no" / "model.bin")
    assert "there is no folder" in refused("train", str(one), "--output", missing, "--size", "9")
    assert "--games: '0'" in refused("evaluate", str(one), "--size", "9", "--games", "0")
    assert "is a folder" in refused("evaluate", str(one), "--size", "9", "--plot", str(tmp_path))
    for name in ("curve.xyz", "curve"):
        picture = ["--plot", str(tmp_path / name)]
        # No game is read, nor any judged.
        words = refused("evaluate", str(tmp_path / "none.txt"), *picture)
        assert f"{name}: not a picture format; give a name that ends in" in words
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "matplotlib" else found(name)
    )
    picture = ["--plot", str(tmp_path / "curve.png")]
    assert "make tools" in refused("evaluate", str(one), "--size", "9", *picture)


@pytest.mark.lab
@pytest.mark.parametrize(
    ("action", "option", "value"),
    [
        ("playouts", "--rounds", "0"),
        ("playouts", "--seed", "-1"),
        ("balance", "--batch", "0"),
        ("balance", "--rate", "nan"),
    ],
)
def test_commands_of_the_laboratory_refuse_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str, option: str, value: str
) -> None:
    one = write_lines(tmp_path / "one.txt", games(0, 1))
    output = tmp_path / "model.bin"
    words = ["patterns", action, str(one), "--output", str(output), "--size", "9", option, value]
    assert main(words) == 2
    assert f"{option}: '{value}'" in capsys.readouterr().err
    assert not output.exists()


def test_evaluate_notes_what_makes_figures_doubtful(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = write_lines(tmp_path / "records.txt", games(0, 20))
    model = tmp_path / "model.bin"
    command = ["patterns", "train", str(records), *TRAIN, "--test", "0.1", "--output", str(model)]
    assert main(command) == 0
    assert modelfile.load(model).header["test"] == 0.1
    judge = ["patterns", "evaluate", str(records), "--size", "9", "--model", str(model)]
    capsys.readouterr()
    assert main([*judge, "--test", "0.1"]) == 0
    assert "note" not in capsys.readouterr().err
    assert main([*judge, "--test", "0.5"]) == 0
    assert "8 of 10 games of the test are left out" in capsys.readouterr().err
    larger = write_lines(tmp_path / "larger.txt", [random_game(13, 20, 1)])
    other = ["patterns", "evaluate", str(larger), "--size", "13", "--model", str(model)]
    assert main([*other, "--test", "0.1"]) == 0
    assert "learned on 9x9" in capsys.readouterr().err


def test_training_counts_the_shapes_of_the_side_it_learns_from() -> None:
    settings = TrainingSettings(size=9, support=1, gate=1, max_ring=8)
    whole, strong = (
        harvested([dataclasses.replace(game, colors=colors) for game in games(0, 3)], settings)
        for colors in (BLACK | WHITE, BLACK)
    )
    assert set(strong.keys.tolist()) < set(whole.keys.tolist())
