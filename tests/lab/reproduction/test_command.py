"""``gtpengine reproduce``: plays, continues, and says what it cannot play."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.cli import main
from tests.lab.reproduction.tables import TEXT, claims_at


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_claims_are_played_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["reproduce", "--claims", str(claims_at(tmp_path)), "--concurrency", "1"]
    assert main([*words, "--only", "5x5"]) == 0
    played = capsys.readouterr()
    assert [line.split(":")[0] for line in played.out.splitlines()] == [
        "double", "rave, with", "rave, without",
    ]  # fmt: skip
    assert "match 3 of 3: rave, without" in played.err
    # The same command continues: there is nothing left to play.
    assert main([*words, "--only", "5x5"]) == 0
    assert capsys.readouterr().out == played.out
    assert main([*words, "--list", "--page", "page.md", "--scores", "scores.tsv"]) == 0
    shown = capsys.readouterr()
    assert shown.out == Path("page.md").read_text(encoding="utf-8")
    assert "Of 3 claims of 3 papers and tests 2 have games enough" in shown.out
    assert "3 of 5 matches have games, 0 games failed" in shown.err
    assert Path("scores.tsv").read_text(encoding="utf-8").count("\n") == 4


def test_claims_share_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rave = next(part for part in TEXT.split("[[claim]]") if '"rave"' in part)
    priors = rave.replace('"rave"', '"priors"').replace("rave_equivalence=0", "prior_even=0")
    claims = claims_at(tmp_path, f"{TEXT}[[claim]]{priors}")
    words = ["reproduce", "--claims", str(claims), "--concurrency", "1"]
    assert main([*words, "--only", "rave", "--only", "priors"]) == 0
    score = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert score["rave, with"] == score["priors, with"]
    assert main([*words, "--only", "5x5", "--scores", "scores.tsv"]) == 0
    # With and without RAVE, without the prior, and the game of another claim that was not played.
    assert "3 of 4 matches have games, 0 games failed" in capsys.readouterr().err


def test_a_program_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["reproduce", "--claims", str(claims_at(tmp_path)), "--only", "far"]
    assert main(words) == 1
    told = capsys.readouterr()
    assert "The one that is gone is not here ('no-such-program --mode gtp')" in told.err
    assert told.out == ""


def test_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "--claims", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err
    assert main(["reproduce", "--only", "rave-gnugi"]) == 2
    assert "did you mean rave-gnugo" in capsys.readouterr().err
