"""Export of stored games to SGF and CSV."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools import export, match
from gtpengine.tools.engines import EngineSpec
from sgfmill import sgf


def run(module: Any, *words: str) -> int:
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    return int(module.run(parser.parse_args(words)))


def test_export(
    dummy: Callable[..., EngineSpec],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    engines = (f"a={dummy(options='--elo 3000').command}", f"b={dummy().command}")
    assert run(match, *engines, "--games", "4", "--name", "x/../y") == 0
    assert run(match, *engines, "--games", "2", "--name", "z", "--openings", "stars") == 0
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
