"""The laboratory's actions of ``gtpengine patterns``: what they refuse and write."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.lab.training import pattern_weights
from gtpengine.lab.weights import playoutfile
from tests.tools.learning.test_pattern_commands import CAFE, STUDIES, refused
from tests.tools.learning.test_pattern_commands import _here as _here


def test_other_inputs_are_never_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    Path("w.txt").write_text("weights")
    words = ["r.txt", "--weights", "w.txt", "--output", "w.txt", "--size", "9"]
    assert "this command reads it and would overwrite it" in refused(capsys, "balance", *words)
    assert Path("w.txt").read_text() == "weights"


def test_the_3x3_weights_spare_their_records(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = Path("r.txt").read_bytes()
    monkeypatch.setattr("sys.argv", ["pattern_weights", "r.txt", "--output", "r.txt"])
    assert pattern_weights.main() == 1
    assert "this command reads it and would overwrite it" in capsys.readouterr().err
    assert Path("r.txt").read_bytes() == data


def test_names_and_notes_that_are_no_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy("r.txt", STUDIES)
    # Output as strict as a terminal's.
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "utf-8", "strict"))
    playouts = ["patterns", "playouts", STUDIES, "--size", "9", "--rounds", "1", "--note", CAFE]
    assert main([*playouts, "--output", "\udce9.txt"]) == 0
    lines = Path("\udce9.txt").read_text(encoding="utf-8").splitlines()
    assert lines[1:3] == ["# caf\ufffd", "# \ufffdtudes.txt"]
    words = ["pattern_weights", STUDIES, "--output", "3x3.txt", "--note", CAFE]
    monkeypatch.setattr("sys.argv", words)
    assert pattern_weights.main() == 0
    lines = Path("3x3.txt").read_text(encoding="utf-8").splitlines()
    assert lines[1:3] == ["# caf\ufffd", "# \ufffdtudes.txt"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "playouts --seed 99999999999999999999",
            "--seed: '99999999999999999999': give a whole",
        ),
        (
            "playouts --rounds 999999999",
            "--rounds: '999999999': give a whole number from",
        ),
        ("playouts --share 2", "--share: '2': give a number above 0 up to 1"),
        ("balance --simulations 9", "--simulations: '9': give a whole number from 10"),
        (
            "balance --playouts 5000000000",
            "--playouts: '5000000000': give a whole number",
        ),
        ("balance --seed -1", "--seed: '-1': give a whole number from 0"),
    ],
)
def test_numbers_out_of_range(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    action, *options = words.split()
    # No record is read.
    command = [action, "none.txt", "--size", "9", "--output", "out", *options]
    assert why in refused(capsys, *command)


def test_weights_beyond_all_bounds_are_not_begun_with(capsys: pytest.CaptureFixture[str]) -> None:
    shipped = playoutfile.load_shipped(9)
    wild = playoutfile.PlayoutWeights({**shipped.factors, "take-last": 1e308}, {}, 9)
    Path("wild.txt").write_text(wild.to_text(""))
    words = ["balance", "r.txt", "--size", "9", "--weights", "wild.txt", "--output", "w.txt"]
    told = refused(capsys, *words)
    assert "wild.txt, line 12, 'take-last 1e+308': a gamma is at most 1e+09; " in told
