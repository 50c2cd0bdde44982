"""Games of an archive in a store: a study goes on with what another machine played."""

from __future__ import annotations

import dataclasses
import lzma
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.storage.store import Store

from gtpengine.cli import main
from gtpengine.lab.study.figures.archive import ArchivedGame, read_archive
from gtpengine.lab.study.figures.results import figures
from gtpengine.lab.study.tables import rowfile
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import table_at

ARCHIVE = Path("games.tsv.xz")


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table, a store of two matches that were played, and their archive."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        words = ["study", "--table", str(table_at(folder)), "--only", "small,simulations"]
        assert main([*words, "--concurrency", "1"]) == 0
        assert main([*words, "--archive", str(ARCHIVE)]) == 0
    return folder


def study(archived: Path, *words: str) -> int:
    return main(["study", "--table", str(archived / "table.toml"), *words])


def test_a_store_with_an_archive_has_the_same_figures_and_goes_on(
    archived: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    games = read_archive(archived / ARCHIVE)
    assert study(archived, "--add", str(archived / ARCHIVE)) == 0
    assert f"{len(games)} of {len(games)} games added" in capsys.readouterr().err
    table = read_table(archived / "table.toml")
    found = []
    for folder in (archived, tmp_path):
        with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
            found.append(figures(store, table.cells(), 2))
            assert {store.event(name).status for name in store.event_names()} == {"done"}
    assert len(found[0]) == 2
    assert found[0].keys() == found[1].keys()
    for key, one in found[0].items():
        assert found[1][key].slower == pytest.approx(one.slower, rel=0.01)
        assert dataclasses.replace(found[1][key], slower=one.slower) == one
    assert study(archived, "--add", str(archived / ARCHIVE)) == 0
    assert f"0 of {len(games)} games added" in capsys.readouterr().err
    assert study(archived, "--only", "mercy,small,simulations", "--concurrency", "1") == 0
    mine = sum(game.row == "mercy" for game in games)
    assert f"continued, {mine} games done" in capsys.readouterr().err


def test_what_was_added_is_archived_as_before(
    archived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert study(archived, "--add", str(archived / ARCHIVE)) == 0
    assert study(archived, "--archive", str(ARCHIVE)) == 0
    before, after = read_archive(archived / ARCHIVE), read_archive(ARCHIVE)
    for one, other in zip(before, after, strict=True):
        assert other.seconds == pytest.approx(one.seconds)
        assert dataclasses.replace(one, date=other.date) == dataclasses.replace(
            other, seconds=one.seconds, other_seconds=one.other_seconds
        )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"commit": "0123456789ab"}, "was played by commit 0123456789ab, this program is"),
        ({"seed": 5}, "was planned from another --seed or other start positions"),
        ({"sides": "a | b"}, "was played with a | b, the table says gtpengine --simulations 5"),
        ({"row": "nobody"}, "the table has no match nobody, 5x5, small, simulations"),
        ({"pair": -1, "number": -2}, "was planned from another --seed"),
    ],
)
def test_a_game_that_this_program_would_not_play_is_refused(
    archived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], change: dict[str, Any], told: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    game = read_archive(archived / ARCHIVE)[0]
    changed = rowfile.written(ArchivedGame, [dataclasses.replace(game, **change)])
    ARCHIVE.write_bytes(lzma.compress(changed.encode()))
    assert study(archived, "--add", str(ARCHIVE)) == 2
    assert told in capsys.readouterr().err
    with Store(Path("gtpengine-runs.sqlite")) as store:
        assert not store.event_names()


@pytest.mark.parametrize("content", [b"", b"no archive", b"\xfd7zXZ\x00cut off"])
def test_a_file_that_is_no_archive_is_refused(
    archived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    ARCHIVE.write_bytes(content)
    assert study(archived, "--add", str(ARCHIVE)) == 2
    assert "games.tsv.xz is no archive of a study" in capsys.readouterr().err
