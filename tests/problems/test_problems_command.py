"""``gtpengine problems``: from records to a deck, a quiz, a table and a file."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.problems.deck import Deck
from tests.problems.games import GAME
from tests.programs.judges import judge

ADD = ["add", "games", "--simulations", "200", "--threads", "1"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.sgf").write_bytes(GAME)


def problems(*words: str) -> int:
    return main(["problems", *words])


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_from_games_to_solved_problems(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert problems(*ADD, "--player", "Ann") == 0
    assert "1 new problem from 1 game\n" in capsys.readouterr().out
    assert problems(*ADD) == 0
    assert "0 new problems from 1 game\n" in capsys.readouterr().out
    assert Path("data/gtpengine/problems.sqlite").exists()

    type_in(monkeypatch, "z9\nD4\nE6\n")
    assert problems("ask", "--simulations", "200") == 0
    out = capsys.readouterr().out
    assert "Problem 1 of 1. Black (X) to move after D3: find a good move." in out
    assert "'z9' is no point of this board" in out and "D4 is not legal here" in out
    assert "Not yet: E6 loses" in out and "Best: D6" in out and "Missed a capture" in out
    assert "It comes back on 2" in out and "0 of 1 solved. Nothing is due until 2" in out

    assert problems("ask") == 0
    assert capsys.readouterr().out.startswith("Nothing is due until 2")
    assert problems("progress") == 0
    out = capsys.readouterr().out
    assert "kind: capture missed" in out and "0%" in out and "1 problem, 0 due today." in out
    assert problems("export", "mine.sgf") == 0
    assert Path("mine.sgf").read_bytes().startswith(b"(;FF[4]")
    assert problems("export", "mine.sgf") == 2
    assert "mine.sgf" in capsys.readouterr().err


def test_a_solved_problem_and_one_that_is_skipped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    problems(*ADD, "--deck", "mine.sqlite")
    type_in(monkeypatch, "skip\n")
    problems("ask", "--deck", "mine.sqlite")
    assert "0 of 0 solved. 1 problem due today." in capsys.readouterr().out
    type_in(monkeypatch, "d6\n")
    problems("ask", "--deck", "mine.sqlite")
    out = capsys.readouterr().out
    assert "Solved: D6 is a good move.\n" in out and "In the game: E6, punished by" in out
    with Deck(Path("mine.sqlite")) as deck:
        assert deck.due(date(2000, 1, 1)) == []
        assert deck.cards()[0].solved == 1


def test_what_cannot_be_used_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("games/two.sgf").write_text("no game")
    assert problems(*ADD, "--player", "Carl") == 2
    out, err = capsys.readouterr()
    assert "two" in err and "nobody is called 'Carl'" in err and "Ann, Bob" in err
    assert not out and not Path("data").exists()  # it is told before minutes of review
    assert problems("add", "nothing-here") == 2
    capsys.readouterr()
    for words in (["export", "a.sgf"], ["progress", "--picture", "a.svg"]):
        assert problems(*words) == 1
        out, err = capsys.readouterr()
        assert "no problems yet" in err and not out and not Path(words[-1]).exists()
    assert problems("ask") == 0
    assert "'gtpengine problems add'" in capsys.readouterr().out
    Path("notes").write_text("my notes " * 400)
    assert problems("ask", "--deck", "notes") == 2
    assert "choose another --deck" in capsys.readouterr().err
    assert problems() == 2


def test_another_engine_judges_games_and_answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one says that A1 is best everywhere; where it fails, this engine judges."""
    assert problems(*ADD, "--player", "Ann") == 0
    for engine, verdict in ((judge(), "Solved: A1"), ("no-such-program", "Not yet: A1 loses")):
        type_in(monkeypatch, "A1\n")
        Path("deck").write_bytes(Path("data/gtpengine/problems.sqlite").read_bytes())
        assert problems("ask", "--simulations", "200", "--deck", "deck", "--engine", engine) == 0
        out, err = capsys.readouterr()
        assert verdict in out
        assert ("judges" in err) or "gtpengine judges all positions" in err
    assert problems(*ADD, "--deck", "other", "--engine", judge()) == 0
    assert "1.99 with b6-test judges" in capsys.readouterr().err
    assert problems(*ADD, "--deck", "another", "--engine", "no-such-program") == 1
    assert "gtpengine judges all positions" in capsys.readouterr().err


def test_searches_that_cannot_be_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path("file").absolute()))
    assert problems(*ADD) == 2
    told = capsys.readouterr().err
    assert "file" in told and "Traceback" not in told


def test_progress_as_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert problems(*ADD) == 0
    assert problems("progress", "--picture", "mine.svg") == 0
    was = Path("mine.svg").read_bytes()
    assert was.startswith(b"<svg") and b"capture missed" in was
    assert problems("progress", "--picture", "mine.svg") == 2
    assert "mine.svg" in capsys.readouterr().err and Path("mine.svg").read_bytes() == was


MOVES = GAME[GAME.index(b";B[") :].rstrip(b")").decode()
FOX = (
    "(;GM[1]FF[4]\r\nSZ[7]\r\nGN[]\r\nDT[2025-02-23]\r\nPB[小林光一]\r\nPW[openfox]\r\nBR[10级]\r\n"
    "KM[0]HA[0]RU[Chinese]AP[GNU Go:3.8]RN[12]RE[W+3.25]TM[60]TC[3]TT[20]AP[foxwq]RL[0]\r\n"
)
OGS = (
    "(;FF[4]\nCA[UTF-8]\nGM[1]\nDT[2025-06-29]\nPC[OGS: https://online-go.com/game/1]\nGN[Friendly]\n"
    "PB[小林光一]\nPW[Ann]\nTM[259200]OT[86400 fischer]\nRE[?]\nSZ[7]\nKM[0.5]\nRU[AGA]\n"
    "C[Ann: hi \\]:)\n]\n"
)


def test_a_folder_of_fox_and_ogs(capsys: pytest.CaptureFixture[str]) -> None:
    """As these servers write them: GBK without a charset, nested variations, chat."""
    nested = MOVES.replace(";", "\n(;") + ")" * MOVES.count(";")
    folder = Path("games")
    (folder / "one.sgf").unlink()
    (folder / "fox").mkdir()
    fox = f"{FOX}{MOVES})\r\n"
    (folder / "fox" / "[小林光一]vs[openfox]1598514385010001105.sgf").write_bytes(fox.encode("gbk"))
    (folder / "fox" / "notes.txt").write_text("no record")
    (folder / "ogs-1.sgf").write_text(f"{OGS}{nested})")
    assert problems(*ADD, "--player", "小林光一") == 0
    out, err = capsys.readouterr()
    assert "from 2 games" in out and "nobody is called" not in err
    # The same mistake in the same position is one problem, so each has a deck.
    for place, komi, other in (("games/fox", 7.5, "openfox"), ("games/ogs-1.sgf", 0.5, "Ann")):
        words = ["--player", "小林光一", "--simulations", "200", "--deck", other]
        assert problems("add", place, *words) == 0
        with Deck(Path(other)) as deck:
            (card, *_) = deck.cards()
        assert card.problem.game.startswith(f"小林光一 - {other}, 2025-")
        assert (card.problem.color, card.problem.position().komi) == ("b", komi)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["export", "mine.txt"], "mine.txt: give a name that ends in .sgf or .apkg"),
        (["export", "-"], "-: give a name that ends in .sgf or .apkg"),
        (["progress", "--picture", "mine.png"], "mine.png: give a name that ends in .svg"),
    ],
)
def test_a_name_says_what_is_in_the_file(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert problems(*words) == 2
    assert told in capsys.readouterr().err
    assert sorted(one.name for one in Path().iterdir()) == ["games"]
