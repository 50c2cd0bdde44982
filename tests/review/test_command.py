"""The command: what it takes, what it writes, what it refuses, and its status."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from sgfmill import sgf

from gtpengine.cli import main
from gtpengine.review.inputs import stem
from gtpengine.review.progress import ReviewProgress, clock
from gtpengine.review.searching.record import Refused, ReviewRecord, read_records
from tests.review.games import HOSTILE, SHORT
from tests.sgf.serverfiles import FILES

BAD = b"(;GM[1]SZ[9:13];B[ee])"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def review(*words: str) -> int:
    return main(["review", *words, "--simulations", "4", "--threads", "1"])


def written(folder: str = "reviews") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def test_a_page_and_a_record_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.sgf").write_bytes(SHORT)
    assert review("game.sgf") == 0
    assert written() == ["game.html", "game.sgf"]
    out, err = capsys.readouterr()
    assert out == "reviews/game.html\n"
    assert re.search(r"gtpengine review: game: Black \d+\.\d points lost a move", err)
    page = Path("reviews/game.html").read_text(encoding="utf-8")
    assert "Ann - Ben" in page and "points lost a move" in page
    assert (
        sgf.Sgf_game.from_bytes(Path("reviews/game.sgf").read_bytes()).get_player_name("b") == "Ann"
    )
    assert list(Path("cache/gtpengine/review").glob("*.jsonl"))


def test_a_record_of_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.ngf").write_bytes(FILES["ngf"])
    assert review("mine.ngf", "--output", ".") == 0
    assert Path("mine.ngf").read_bytes() == FILES["ngf"] and "mine.sgf" in written(".")
    assert "しろ いし" in Path("mine.html").read_text(encoding="utf-8")
    Path("bad.gib").write_bytes(b"\\HS\n\\GS\nSTO 0 2 1 15 33\n")
    assert review("bad.gib") == 2
    assert "bad.gib: line 3: the point is outside a 19x19 board" in capsys.readouterr().err


def test_folders_archives_collections_and_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("games/deep").mkdir(parents=True)
    Path("games/deep/game.sgf").write_bytes(SHORT)
    Path("games/game.SGF").write_bytes(SHORT)
    Path("games/notes.txt").write_text("no game")
    with zipfile.ZipFile("league.zip", "w") as archive:
        archive.writestr("round 1/a.sgf", SHORT)
        archive.writestr("readme.txt", "no game")
    for name, mode in (("old.tar.gz", "w:gz"), ("older.tar.xz", "w:xz")):
        with tarfile.open(name, mode) as tar:  # type: ignore[call-overload]
            info = tarfile.TarInfo(f"{name[:3]}/b.sgf")
            info.size = len(SHORT)
            tar.addfile(info, io.BytesIO(SHORT))
    Path("two.sgf").write_bytes(SHORT + SHORT)
    stdin = io.TextIOWrapper(io.BytesIO(SHORT))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert review("games", "league.zip", "old.tar.gz", "older.tar.xz", "two.sgf", "-") == 0
    pages = [name for name in written() if name.endswith(".html")]
    wanted = "a b b~2 game game~2 stdin two-1 two-2"
    assert pages == sorted(f"{name}.html" for name in wanted.split())


def test_a_second_run_of_a_folder_does_not_review_the_reviews() -> None:
    Path("game.sgf").write_bytes(SHORT)
    assert review(".") == 0 and review(".") == 0
    assert written() == ["game.html", "game.sgf"]


def test_what_cannot_be_reviewed_is_told_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.sgf").write_bytes(SHORT)
    Path("wide.sgf").write_bytes(BAD)
    Path("part.sgf").write_bytes(SHORT + b"(;GM[1]SZ[9])")
    Path("cut.zip").write_bytes(b"no archive")
    status = review("game.sgf", "wide.sgf", "part.sgf", "cut.zip", "nowhere.sgf")
    assert status == 1
    err = capsys.readouterr().err
    for line in (
        "wide.sgf: a board of 9x13; only square boards can be read",
        "part.sgf-2: no moves",
        "cut.zip: cut.zip is no sound zip archive",
        "nowhere.sgf: no such file or folder",
        "2 of 6 games reviewed, 4 could not be",
    ):
        assert line in err, err
    assert written() == ["game.html", "game.sgf", "part-1.html", "part-1.sgf"]


def test_what_is_not_as_usual_in_a_record_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cut.sgf").write_bytes(b"(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cc];B[ee];W[gg])")
    Path("stones.sgf").write_bytes(b"(;GM[1]SZ[9]HA[2]AB[cc][gg]KM[0.5]RU[Chinese];W[ee];B[ce])")
    assert review("cut.sgf", "stones.sgf") == 0
    err = capsys.readouterr().err
    for line in (
        "cut: Under Japanese rules the engine counts territory",
        "cut: Move 3 cannot be played (illegal move black E5: occupied), so the review ends",
        "stones: A game with 2 handicap stones: Black leads from the start",
    ):
        assert f"gtpengine review: {line}" in err, err


def test_nothing_to_review() -> None:
    Path("wide.sgf").write_bytes(BAD)
    Path("empty").mkdir()
    assert review("wide.sgf") == 2
    assert review("empty") == 2


def test_a_game_that_was_given_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.sgf").write_bytes(SHORT)
    assert review("game.sgf", "--output", ".") == 2
    assert "would be overwritten; give another --output" in capsys.readouterr().err
    assert Path("game.sgf").read_bytes() == SHORT


@pytest.mark.parametrize("name", ["game.html", "game.sgf"])
@pytest.mark.parametrize("content", ["mine", "(;AP[gtpengine:0.1]C[mine])"])
def test_what_no_review_wrote_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    Path("game.sgf").write_bytes(SHORT)
    Path("reviews").mkdir()
    place = Path("reviews", name)
    place.write_text(content)
    if name == "game.html" and "AP[" in content:
        return  # no page
    assert review("game.sgf") == 2
    assert f"{place} would be overwritten; give another --output" in capsys.readouterr().err
    assert place.read_text() == content and written() == [name]


@pytest.mark.parametrize("edit", [("Reviewed", "My words. Reviewed"), ("SHORT", "")])
def test_a_review_that_somebody_has_changed_stays(edit: tuple[str, str]) -> None:
    Path("game.sgf").write_bytes(SHORT)
    assert review("game.sgf") == 0
    place = Path("reviews/game.sgf")
    changed = place.read_text().replace(*edit) if edit[1] else place.read_text() + "(;SZ[9])"
    place.write_text(changed)
    assert review("game.sgf") == 2
    assert place.read_text() == changed


def test_a_review_is_written_over_its_earlier_self() -> None:
    Path("game.sgf").write_bytes(SHORT)
    for _ in range(2):
        assert review("game.sgf") == 0
    assert written() == ["game.html", "game.sgf"]


def test_a_folder_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.sgf").write_bytes(SHORT)
    Path("taken").write_bytes(b"")
    assert review("game.sgf", "--output", "taken") == 2
    assert "taken: " in capsys.readouterr().err
    assert review("game.sgf", "--cache", "taken") == 2


def test_no_cache_keeps_nothing() -> None:
    Path("game.sgf").write_bytes(SHORT)
    assert review("game.sgf", "--no-cache") == 0
    assert not Path("cache").exists()
    assert review("game.sgf", "--no-cache", "--cache", "here") == 2


def test_wrong_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--simulations", "0"], ["--time", "-1"], ["--threads", "x"]):
        assert main(["review", "game.sgf", *words]) == 2
        assert words[0] in capsys.readouterr().err


def test_names_are_texts_and_stay_so() -> None:
    name = HOSTILE.replace("]", "\\]").encode()
    game = SHORT.replace(b"Ann", name).replace(b"RE[", b"EV[" + name + b"]C[" + name + b"]RE[")
    Path("a;b<c.sgf").write_bytes(game)
    assert review("a;b<c.sgf") == 0
    assert written() == ["a_b_c.html", "a_b_c.sgf"]
    page = Path("reviews/a_b_c.html").read_text(encoding="utf-8")
    assert "<img src=x" not in page and "&lt;img src=x" in page and "{{7*7}}" in page
    assert page.count("<script") == 3 == page.count("</script>")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[1])["players"]["b"]["name"] == HOSTILE


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("game.sgf", "game"),
        ("a/b/Game 1.SGF", "Game 1"),
        ("x.zip:../../etc/passwd.sgf", "passwd"),
        ("x.zip:..\\..\\evil.sgf", "evil"),
        ("game.sgf.xz", "game"),
        ("a/game.GIB", "game"),
        ("...sgf", "game"),
        ("a\x00b\n/c\td.sgf", "c_d"),
        ("stdin", "stdin"),
    ],
)
def test_names_of_files_are_plain(source: str, name: str) -> None:
    assert stem(source) == name and os.sep not in stem(source)


def test_the_time_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    with ReviewProgress([100, 50]) as progress:
        told = progress.of(0, "one")
        told(20, 100)  # from the cache
        now[0] = 40.0
        told(40, 100)
        assert "one: 40 of 100 positions, 3:40 left" in capsys.readouterr().err
        now[0] = 41.0
        told(41, 100)
        assert capsys.readouterr().err == ""  # not so soon again
    assert clock(5) == "0:05" and clock(3661) == "1:01:01"


def test_a_folder_is_reviewed_but_for_its_bad_files(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("games")
    folder.mkdir()
    (folder / "good.sgf").write_bytes(SHORT)
    for name in ("base64", "hex", "undefined", "punycode", "cp037"):
        (folder / f"{name}.sgf").write_bytes(f"(;SZ[9]CA[{name}];B[ee])".encode())
    (folder / "size.sgf").write_bytes(b"(;SZ[" + b"9" * 5000 + b"];B[ee])")
    (folder / "loop.sgf").symlink_to("loop.sgf")
    (folder / "pipe.sgf").symlink_to("/dev/zero")
    os.mkfifo(folder / "fifo.sgf")
    assert review("games") == 1
    err = capsys.readouterr().err
    for line in (
        "games/hex.sgf: line 1, column 8: CA[hex] is no charset",
        "games/size.sgf: no board size: SZ[999",
        "games/loop.sgf: too many levels of symbolic links",
        "games/pipe.sgf: not a regular file",
        "games/fifo.sgf: not a regular file",
        "1 of 10 games reviewed, 9 could not be",
    ):
        assert line in err, err
    assert written() == ["good.html", "good.sgf"]
    assert review("games/loop.sgf", "games/fifo.sgf") == 2


def test_a_file_has_a_limit_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gtpengine.review.searching.record.MOST_GAMES", 2)
    found = read_records(SHORT * 4, "many")
    assert [type(one) for one in found] == [ReviewRecord, ReviewRecord, Refused]
    assert "more than 2 games; divide the file" in str(found[-1])
