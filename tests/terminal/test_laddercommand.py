"""``gtpengine ladder``."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.play import ladder


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return ladder.default_path()


def test_it_shows_where_one_stands(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "   Rung 13: against 3d, even game"
    assert lines[12] == "-> Rung  1: against 25k, 4 handicap stones"
    assert lines[-1] == "Rung 1 of 13 (against 25k, 4 handicap stones); no game yet."
    ladder.after_game(path, 0, True, False)
    ladder.after_game(path, 1, False, False)
    main(["ladder"])
    out = capsys.readouterr().out
    assert "   Rung  2: against 25k, 3 handicap stones  (your best)" in out
    assert out.endswith("1 of 2 games won.\n")


def test_it_begins_at_a_rank_and_refuses_what_is_none(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", "--begin-at", "10k"]) == 0
    assert "Rung 8 of 13 (against 15k, even game)" in capsys.readouterr().out
    assert ladder.load(path).rung == 7
    assert main(["ladder", "--begin-at", "strong"]) == 2
    assert "no rank" in capsys.readouterr().err
    path.write_text("no ladder")
    assert main(["ladder"]) == 2
    assert "remove or rename the file" in capsys.readouterr().err
