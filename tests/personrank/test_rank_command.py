"""``gtpengine rank``: what it prints and refuses."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.personrank import command
from tests.personrank.games import drawn, sgf


@pytest.fixture(name="games")
def games_fixture(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(3):
        data = sgf(drawn("20k", seed), white=f"b{seed}", more="BR[19k]")
        (folder / f"{seed}.sgf").write_bytes(data)
    return folder


def test_a_folder_gives_a_rank_with_its_error(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", str(games)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    first, rank, said = told.out.splitlines()
    assert first == "Ann, by the moves of these games:" and said == "  The records say: 19k."
    assert rank.startswith("  9x9: ") and rank.endswith("(3 games)")


def test_archives_json_and_a_name(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = games.with_name("games.zip")
    with zipfile.ZipFile(whole, "w") as archive:
        archive.write(games / "1.sgf", "a/1.sgf")
        archive.writestr("a/notes.txt", "none")
    assert main(["rank", str(whole), "--player", "B1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["player"] == "b1" and found["ranks"][0]["games"] == 1


def test_what_is_left_out_is_told_and_counts_in_the_status(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (games / "broken.sgf").write_bytes(b"(;SZ[9]")
    assert main(["rank", str(games), "--last", "2"]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("gtpengine rank: 1 game left out (") and "broken.sgf" in told.err
    assert "On 9x9 the last 2 of 3 games count." in told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["missing"], "no such file or folder"),
        (["{games}", "--player", "Zoe"], r"Nobody is called Zoe in these records"),
        (["{games}/0.sgf"], r"Whose rank? Name one of these players: Ann, b0 (--player NAME)"),
        (["{games}", "--last", "0"], "--last"),
    ],
)
def test_what_does_not_work_is_told(
    games: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", *(word.format(games=games) for word in words)]) == 2
    assert told in capsys.readouterr().err.replace("\n", " ").replace("  ", " ")


def test_games_that_tell_nothing_give_no_rank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.sgf"
    path.write_bytes(sgf(drawn("9k")[:6]))
    assert main(["rank", str(path), "--player", "Ann"]) == 2
    told = capsys.readouterr()
    assert told.out == "No game tells the rank of Ann.\n" and "fewer than 8 moves" in told.err


def test_long_work_tells_how_far_it_is(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PATIENCE", 0.0)
    assert main(["rank", str(games)]) == 0
    told = capsys.readouterr().err
    assert "gtpengine rank: 2 games read\n" in told and "gtpengine rank: 2 of 3 games\n" in told
