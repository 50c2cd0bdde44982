"""The command ``gtpengine patterns``: what it refuses, notes and compares."""

from __future__ import annotations

import errno
import io
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import modelfile
from gtpengine.tools.learning import patterns, prediction_plot

from gtpengine.base.arguments import laboratory
from gtpengine.cli import main
from tests.patterns.games import random_game, write_lines

# As the command line gives the bytes of Latin-1.
STUDIES, CAFE = "\udce9tudes.txt", "caf\udce9"
SMALL = ("--size", "9", "--support", "2", "--gate", "2", "--share", "1", "--max-ring", "4")

OF_THE_LABORATORY = [
    pytest.param(action, marks=pytest.mark.lab) for action in ("playouts", "balance", "values")
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_lines(Path("r.txt"), [random_game(9, 40, seed) for seed in range(8)])


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["patterns", *words]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("action", ["train", *OF_THE_LABORATORY[:2]])
def test_records_are_never_the_output(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = Path("r.txt").read_bytes()
    Path("in").mkdir()
    Path("in/a.txt").write_bytes(data)
    for records, output in (("r.txt", "r.txt"), ("r.txt:d,p", "./r.txt"), ("in", "in/a.txt")):
        words = refused(capsys, action, records, "--size", "9", "--output", output)
        assert "this command reads it and would overwrite it" in words
    assert Path("r.txt").read_bytes() == Path("in/a.txt").read_bytes() == data


@pytest.mark.parametrize("action", ["train", "ranks", *OF_THE_LABORATORY])
def test_other_files_are_never_the_output(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.txt").write_text("mine")
    words = refused(capsys, action, "r.txt", "--output", "mine.txt")
    assert "mine.txt: it exists, and gtpengine did not write it; give another name" in words
    assert Path("mine.txt").read_text() == "mine"


def test_names_and_notes_that_are_no_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy("r.txt", STUDIES)
    # Output as strict as a terminal's.
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "utf-8", "strict"))
    train = ["patterns", "train", STUDIES, *SMALL, "--note", CAFE]
    assert main([*train, "--output", "\udce9.bin"]) == 0
    header = modelfile.load(Path("\udce9.bin")).header
    assert (header["records"], header["note"]) == (["\ufffdtudes.txt"], "caf\ufffd")
    judge = ["patterns", "evaluate", STUDIES, "--model", "\udce9.bin", "--plot", "\udce9.png"]
    assert main(judge) == 0


def test_other_inputs_are_never_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    Path("m.png").write_text("a model")
    for records, model in (("m.png", []), ("r.txt", ["--model", "m.png"])):
        words = [records, *model, "--plot", "m.png"]
        assert "this command reads it and would overwrite it" in refused(capsys, "evaluate", *words)
    assert Path("m.png").read_text() == "a model"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "train --gate 5000000000",
            "--gate: '5000000000': give a whole number from 1 to",
        ),
        ("train --support 5000000000", "--support: '5000000000': give a whole number from 1 to"),
        ("train --passes 5000000000", "--passes: '5000000000': give a whole number from 1 to"),
        ("train --max-ring 15", "--max-ring: '15': give a whole number from 3 to 14"),
    ],
)
def test_numbers_out_of_range(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    action, *options = words.split()
    # No record is read.
    command = [action, "none.txt", "--size", "9", "--output", "out", *options]
    assert why in refused(capsys, *command)


def test_a_picture_for_latex_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = refused(capsys, "evaluate", "none.txt", "--plot", "x.pgf")
    assert "x.pgf: not a picture format; give" in words


def test_a_full_disk_is_named_with_the_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    words = refused(capsys, "evaluate", "r.txt", "--size", "9", "--plot", "x.svg")
    assert "x.svg: the disk is full" in words
    assert not list(Path().glob("x.svg*"))


def test_pictures_have_the_kind_of_their_ending() -> None:
    for name, begin in (("a.svg", b"<?xml"), ("b.PDF", b"%PDF"), ("c.png", b"\x89PNG")):
        command = ["patterns", "evaluate", "r.txt", "--size", "9", "--plot", name]
        assert main(command) == 0
        assert Path(name).read_bytes().startswith(begin)


@pytest.mark.parametrize("kind", ["folder", "array", "others"])
def test_a_checkpoint_that_is_none(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("m.bin.checkpoint")
    if kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            if kind == "array":
                np.save(file, np.zeros(3))
            else:
                np.savez(file, run=np.zeros(3), keys=np.array("x"), parents=np.zeros(2))
    words = refused(capsys, "train", "r.txt", *SMALL, "--output", "m.bin")
    wanted = {
        "folder": "no checkpoint can be kept beside m.bin (m.bin.checkpoint: is a folder)",
        "array": "m.bin.checkpoint is no checkpoint (a single array); remove it",
        "others": "m.bin.checkpoint belongs to other records",
    }[kind]
    assert wanted in words
    assert ("8 games" in words) == (kind != "folder")


def test_what_to_do_without_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = refused(capsys, "train", "r.txt", "--output", "m.bin")
    assert "no games on 19x19 here (board size 9: 8); give --size 9, or other records" in words
    write_lines(Path("one.txt"), [random_game(9, 40, 1)])
    shutil.copy("one.txt", "two.txt")
    words = refused(capsys, "train", "one.txt", "two.txt", *SMALL, "--output", "m.bin")
    assert "all 2 games are kept for the test" in words and "give two games at least" in words
    words = refused(capsys, "train", "r.txt", *SMALL, "--test", "0.99", "--output", "m.bin")
    assert "all 8 games are kept for the test" in words and "give a smaller --test" in words


def test_few_shapes_are_noted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["patterns", "train", "r.txt", *SMALL, "--output", "m.bin"]
    assert main(command) == 0
    shapes = len(modelfile.load(Path("m.bin")).model.keys)
    assert 0 < shapes < patterns.FEW_SHAPES
    note = f"note: only {shapes} shapes were played 2 times or more in 7 games; give more games"
    assert note in capsys.readouterr().err
    monkeypatch.setattr(patterns, "FEW_SHAPES", shapes)
    assert main(command) == 0
    assert "note" not in capsys.readouterr().err


def test_a_model_is_compared_with_the_shipped_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["patterns", "evaluate", "r.txt", "--size", "9"]

    def told(*words: str) -> str:
        capsys.readouterr()
        assert main([*judge, *words]) == 0
        return capsys.readouterr().out

    own = told()
    assert "| all | 40 |" in own and "the shipped model" not in own
    shutil.copy(Path(modelfile.__file__).parent / "data" / "moves9.bin", "copy.bin")
    assert "the shipped model" not in told("--model", "copy.bin")
    top, *_, mean = own.split("| all | 40 |")[1].partition(" |\n")[0].split(" | ")
    assert main(["patterns", "train", "r.txt", *SMALL, "--output", "m.bin"]) == 0
    line = f"the shipped model in the same games: top 1 {top.strip()}, mean log p {mean}\n"
    assert line in told("--model", "m.bin")

    def missing(size: int) -> modelfile.Loaded:
        raise modelfile.ModelError(f"moves{size}.bin is missing")

    monkeypatch.setattr(modelfile, "load_shipped", missing)
    capsys.readouterr()
    assert main([*judge, "--model", "m.bin"]) == 0
    assert "note: no comparison with the shipped model: moves9.bin" in capsys.readouterr().err


@pytest.mark.lab
@pytest.mark.parametrize("more", [["--shapes", "common-fate"], ["--learner", "bayes"]])
def test_other_models_are_made_and_judged_by_the_same_commands(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["patterns", "train", "r.txt", *SMALL, *more, "--output", "m.bin"]) == 0
    loaded = modelfile.load(Path("m.bin"))
    assert loaded.model.common_fate == ("common-fate" in more)
    assert more[1] in loaded.header["settings"].values()
    assert main(["patterns", "evaluate", "r.txt", "--model", "m.bin"]) == 0
    assert "the shipped model in the same games: top 1" in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--shapes", "common-fate"], ["--learner", "bayes"]])
def test_without_the_laboratory_its_models_are_refused_before_the_work(
    more: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(laboratory, "is_there", lambda: False)
    assert main(["patterns", "train", "r.txt", *SMALL, *more, "--output", "m.bin"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert f"{' '.join(more)} belongs to the laboratory: " in line
    assert not Path("m.bin").exists()


def test_published_curves_rise() -> None:
    """More guesses find more of the moves."""
    for _, shares, _ in prediction_plot.PUBLISHED:
        assert list(shares) == sorted(set(shares))
        assert shares[0] > 0.0 and shares[-1] < 100.0
