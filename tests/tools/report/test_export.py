"""Export of stored games to SGF and CSV."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.matches import match
from gtpengine.tools.report import export, report
from gtpengine.tools.running.engines import EngineSpec
from sgfmill import sgf


def run(module: Any, *words: str) -> int:
    return int(module.COMMAND.ready("gtpengine x", words)())


def test_export(
    dummy: Callable[..., EngineSpec],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    engines = (f"a={dummy(options='--elo 3000').command}", f"b={dummy().command}")
    assert run(match, *engines, "--games", "4", "--name", "x/../y") == 0
    assert (
        run(match, *engines, "--games", "2", "--name", "z", "--openings", "stars") == 1
    )  # illegal
    assert run(export, "--sgf", "out", "--csv", "all.csv") == 0
    files = sorted(path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.sgf"))
    assert len(files) == 6 and files[0] == Path("x_.._y/000000.sgf")
    game = sgf.Sgf_game.from_bytes((tmp_path / "out" / files[1]).read_bytes())
    assert (game.get_player_name("w"), game.get_winner()) == ("a", "w")
    with (tmp_path / "all.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["event"] for row in rows] == ["x/../y"] * 4 + ["z"] * 2
    assert {row["termination"] for row in rows[:4]} == {"resign"}
    assert all(int(row["moves"]) > 0 and len(row["digest"]) == 16 for row in rows[:4])
    capsys.readouterr()
    assert run(export, "z", "--csv", "z.csv") == 0
    assert "2 games of 1 events" in capsys.readouterr().err
    assert run(export, "z") == 2
    assert "--sgf FOLDER or --csv FILE" in capsys.readouterr().err


def test_other_files_are_not_written_over(
    dummy: Callable[..., EngineSpec],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    engines = (f"a={dummy(options='--elo 3000').command}", f"b={dummy().command}")
    assert run(match, *engines, "--games", "2", "--name", "x") == 0
    mine = [Path(name) for name in ("out/x/000001.sgf", "all.csv", "page.html", "sgf/000001.sgf")]
    for path in mine:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    for command in (["--sgf", "out"], ["--csv", "all.csv"]):
        assert run(export, *command) == 2
        assert "gtpengine did not write it; give another name\n" in capsys.readouterr().err
    assert run(report, "--output", "page.html") == 2
    assert run(match, *engines, "--games", "2", "--name", "x", "--sgf", "sgf") == 2
    assert capsys.readouterr().err.count("gtpengine did not write it") == 2
    assert {path.read_text() for path in mine} == {"mine"}
    for _ in range(2):  # what it wrote, it writes again
        assert run(export, "--sgf", "games", "--csv", "games.csv") == 0
        assert run(report, "--output", "report.html") == 0


def test_events_of_like_names_have_folders_of_their_own(
    dummy: Callable[..., EngineSpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    engines = (f"a={dummy().command}", f"b={dummy().command}")
    for name in ("a/b", "a_b", "A_B", "..", "=1+1"):
        assert run(match, *engines, "--games", "2", "--name", name) == 0
    assert run(export, "--sgf", "out", "--csv", "all.csv") == 0
    assert len(list(tmp_path.rglob("*.sgf"))) == len(list((tmp_path / "out").glob("*/*.sgf"))) == 10
    events = {
        sgf.Sgf_game.from_bytes(file.read_bytes()).get_root().get("EV")
        for file in (tmp_path / "out/a_b").iterdir()
    }
    assert events == {"a_b"}  # its own name is fit for a folder
    # The choice of events changes no folder.
    assert run(export, "a/b", "--sgf", "again") == 0
    (folder,) = (tmp_path / "again").iterdir()
    assert folder.name.startswith("a_b-") and (tmp_path / "out" / folder.name).is_dir()
    with (tmp_path / "all.csv").open(newline="") as file:
        assert {row["event"] for row in csv.DictReader(file)} >= {"'=1+1", "a/b"}


def test_no_name_escapes_or_meets_another() -> None:
    digest = hashlib.sha256(b"a/b").hexdigest()
    names = ["a/b", "a_b", f"a_b-{digest[:12]}", "A_B", "../..", "", "x" * 300, "x" * 301, "\udcff"]
    folders = export.folder_names(names)
    assert len({folder.casefold() for folder in folders.values()}) == len(names)
    assert all(Path(folder).name == folder and len(folder) < 200 for folder in folders.values())


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert export._cell(text) == "'" + text


@pytest.mark.parametrize("value", [-5.5, "", "B+R", "a-b", "2026-01-01", 0])
def test_other_cells_stay_as_they_are(value: object) -> None:
    assert export._cell(value) == value
