"""Where a game is saved: nothing of somebody else's is written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gtpengine.game.sgf import read_game
from gtpengine.play.gamefile import GameFile
from gtpengine.play.session import PlaySession
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from tests.sgf.serverfiles import FILES

FAST = {"simulations": "20", "memory": "16"}
RECORD = (
    "(;FF[4]GM[1]SZ[5]KM[0.5]PB[Ann]RU[Chinese]C[kept];B[bb];W[dd](;B[cb])(;B[bd]C[another way]))"
)


def goes_on(path: Path, *points: int) -> GameFile:
    """Open a record and play points for the person."""
    session = PlaySession.load(path, PlaySettings(options=FAST))
    file = GameFile(session, path)
    for point in points:
        session.play(point)
        session.engine_move()
    return file


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "mine.sgf"
    path.write_text(RECORD)
    return path


def test_a_record_that_was_opened_is_not_written_over(record: Path) -> None:
    file = goes_on(record, 0)
    assert file.unsaved and file.can_add and file.named
    with pytest.raises(PlayError, match=r"mine.sgf exists: give another name, such as .*mine-2"):
        file.save(record)
    assert file.proposed() == record.with_name("mine-2.sgf") == file.save_anew()
    assert file.saved_as == file.proposed() and record.read_text() == RECORD
    assert len(PlaySession.load(file.proposed()).position.moves) == 5


def test_what_this_game_wrote_is_written_again_until_another_program_changes_it(
    record: Path,
) -> None:
    file = goes_on(record, 0)
    beside = file.save_anew()
    file._session.undo()
    assert file.save_anew() == beside
    beside.write_text("edited")
    assert file.proposed() == record.with_name("mine-3.sgf")
    with pytest.raises(PlayError, match="was changed by another program: give another name"):
        file.save(beside)
    file.save_anew()
    assert beside.read_text() == "edited" and record.with_name("mine-3.sgf").exists()


def test_a_file_that_was_taken_away_is_written_anew(record: Path) -> None:
    file = goes_on(record, 0)
    beside = file.save_anew()
    beside.unlink()
    file.save(beside)
    assert beside.exists()


def test_a_name_that_is_taken_meanwhile(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = goes_on(record, 0)
    link = os.link

    def slow(source: Path, target: Path, **named: bool) -> None:
        if target.name == "mine-2.sgf":
            target.write_text("another's")
        link(source, target, **named)

    monkeypatch.setattr(os, "link", slow)
    assert file.save_anew() == record.with_name("mine-3.sgf")
    assert record.with_name("mine-2.sgf").read_text() == "another's"
    assert len(list(record.parent.iterdir())) == 3


def test_moves_are_added_to_the_record_when_asked(record: Path) -> None:
    file = goes_on(record, 0)
    assert file.add() == record and not file.unsaved
    once = record.read_text()
    for part in ("C[kept]", "PB[Ann]", "C[another way]", "B[cb]"):
        assert part in once
    file._session.play(24)
    assert file.proposed() == record and file.save_anew() == record
    assert len(PlaySession.load(record).position.moves) == 6
    record.write_text(once.replace("kept", "changed"))
    with pytest.raises(PlayError, match="was changed by another program: give another name"):
        file.add()
    assert "changed" in record.read_text()


def test_without_new_moves_there_is_nothing_to_add(record: Path) -> None:
    file = goes_on(record)
    assert not file.can_add and not file.unsaved
    with pytest.raises(PlayError, match="no new moves"):
        file.add()
    new = GameFile(PlaySession(PlaySettings(5, options=FAST)))
    with pytest.raises(PlayError, match="goes on from no record"):
        new.add()
    assert record.read_text() == RECORD


def test_a_link_leads_to_the_record(record: Path) -> None:
    link = record.with_name("link.sgf")
    link.symlink_to(record)
    file = goes_on(link, 0)
    file.add()
    assert link.is_symlink() and "C[kept]" in record.read_text() and record.read_text() != RECORD
    hanging = record.with_name("hanging.sgf")
    hanging.symlink_to(record.with_name("nothing.sgf"))
    with pytest.raises(PlayError, match="exists"):
        file.save(hanging)
    assert not record.with_name("nothing.sgf").exists()


@pytest.mark.parametrize(
    "name", ["folder", "no/such.sgf", "x" * 300 + ".sgf", "nul\0.sgf", "/dev/null", "pipe"]
)
def test_names_that_cannot_be_written(record: Path, name: str) -> None:
    (record.parent / "folder").mkdir()
    os.mkfifo(record.parent / "pipe")
    file = goes_on(record, 0)
    before = sorted(record.parent.iterdir())
    with pytest.raises(PlayError, match="Cannot write|exists"):
        file.save(record.parent / name)
    assert file.unsaved and sorted(record.parent.iterdir()) == before


@pytest.mark.parametrize("stem", ["ü" * 125, "碁" * 83, "a" * 251, "a game; rm -rf", "-2"])
def test_names_of_all_kinds_get_a_neighbour(tmp_path: Path, stem: str) -> None:
    record = tmp_path / f"{stem}.sgf"
    record.write_text(RECORD)
    file = goes_on(record, 0)
    path = file.save_anew()
    assert path.parent == tmp_path and path.name.endswith("-2.sgf") and path.exists()
    assert record.read_text() == RECORD


def test_beside_a_record_in_a_folder_of_others(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(os, "access", lambda *_: False)
    path = goes_on(record, 0).save_anew()
    assert path.parent == Path() and path.name.startswith("game-5x5-") and path.exists()
    assert goes_on(record, 0).save_anew().name.endswith("-2.sgf")


def test_a_dropped_game_is_not_kept(record: Path) -> None:
    file = goes_on(record, 0)
    file.drop()
    assert not file.unsaved


def test_what_is_saved_elsewhere_has_the_whole_record(record: Path) -> None:
    """As in a browser, where the record was uploaded."""
    file = goes_on(record, 0)
    saved = file._session.to_file()
    assert saved == file._session.to_record() and b"another way" in saved and b"kept" in saved
    assert PlaySession.load(record, PlaySettings(options=FAST)).to_file() == RECORD.encode()


def test_a_game_of_our_own_is_saved_with_its_clocks_and_strength(record: Path) -> None:
    own = goes_on(record, 0).save_anew()
    file = goes_on(own, 2)
    assert file._session.to_file() == file._session.to_sgf()
    own.write_bytes(own.read_bytes().rstrip().removesuffix(b")") + b"C[a thought])")
    assert b"a thought" in goes_on(own, 2)._session.to_file()


@pytest.mark.parametrize(
    ("options", "written"), [({"rank": "12k"}, "12k"), ({"rank": "auto"}, ""), ({}, "")]
)
def test_only_a_rank_is_written_as_a_rank(options: dict[str, str], written: str) -> None:
    root = read_game(PlaySession(PlaySettings(5, options={**FAST, **options})).to_sgf()).root
    assert root.line("WR") == written and "BR" not in root


def test_a_record_of_a_server_gets_a_neighbour_in_sgf(tmp_path: Path) -> None:
    path = tmp_path / "mine.gib"
    given = FILES["gib"].replace(b"GRLT:3", b"GRLT:9").replace(b"GAMERESULT", b"X")
    path.write_bytes(given)
    file = goes_on(path, 0)
    assert not file.can_add and file.proposed() == tmp_path / "mine.sgf" == file.save_anew()
    assert path.read_bytes() == given
    with pytest.raises(PlayError, match="goes on from no record"):
        file.add()
    assert len(PlaySession.load(tmp_path / "mine.sgf").position.moves) == 6


def test_a_file_that_cannot_be_played_on_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.gib").write_bytes(b"\\HS\n\\GS\nSTO 0 2 1 15 33\n")
    with pytest.raises(
        PlayError, match=r"^bad.gib: This file cannot be played on: line 3: the point"
    ):
        PlaySession.load(tmp_path / "bad.gib")
