"""Game records: SGF in and out, players, results, positions along the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine import Game, IllegalMoveError, Position

SAMPLE = Path(__file__).resolve().parents[2] / "docs" / "samples" / "game.sgf"


def test_a_file_and_what_it_says() -> None:
    game = Game.read(SAMPLE)
    assert (game.black, game.white, game.result) == ("gtpengine 0.17.0", "GNU Go 3.8", "W+R")
    assert game.winner == "white" and game.size == 9 and len(game) == len(game.moves) == 62
    assert repr(game) == "<Game gtpengine 0.17.0 - GNU Go 3.8, 9x9, 62 moves, W+R>"
    assert game._repr_svg_() == game.position()._repr_svg_()


def test_positions_along_the_game() -> None:
    game = Game.read(SAMPLE)
    along = list(game.positions())
    assert [position.move_number for position in along] == list(range(63))
    replay = game.position(0)
    for (color, move), expected in zip(game.moves, along[1:], strict=True):
        replay.play(move, color)
        assert replay == expected
    assert game.position() == along[-1] and game.position(10) == along[10]
    for bad in (-1, 63):
        with pytest.raises(ValueError, match="the game has 62 moves"):
            game.position(bad)
    along[0].play("A1")
    assert game.position(0).move_number == 0


def test_a_record_made_move_by_move_is_written_and_read_back(tmp_path: Path) -> None:
    start = Position.from_handicap(9, 2, rules="japanese")
    game = Game(
        start, black="Łukasz]\\[", white="本因坊", result="B+3.5", date="2026-11-23", event="x"
    )
    for move in ("E5", "pass", "G6"):
        game.play(move)
    game.play("C6", "white")  # a second time
    game.play("pass")
    game.undo()
    assert start.move_number == 0
    game.write(tmp_path / "a.sgf")
    for other in (Game.read(tmp_path / "a.sgf"), Game.from_sgf(game.to_sgf())):
        assert other.moves == game.moves and other.position() == game.position()
        assert (other.rules, other.komi) == (game.rules, 0.5) and other.position().handicap == 2
        for name in ("black", "white", "result", "date", "event"):
            assert getattr(other, name) == getattr(game, name)
        assert list(other.positions()) == list(game.positions())
    assert Game.from_sgf(Game(Position(9)).to_sgf()).black == ""


def test_what_is_illegal_stays_out_of_the_record() -> None:
    game = Game(Position(9))
    game.play("E5")
    with pytest.raises(IllegalMoveError):
        game.play("E5")
    assert len(game) == 1 and game.winner is None


@pytest.mark.parametrize(
    ("sgf", "message"),
    [
        ("game.sgf", r"Game\.read\(path\)"),
        ("(;SZ[9", "column 5: the value that begins here has no end"),
        ("(;SZ[9];B[ee];W[ee])", "move 2: illegal move white E5: occupied"),
        ("(;SZ[25])", "board size 25"),
        ("(;SZ[9];B[ee];AW[aa];W[cc])", "Position.from_sgf can"),
        ("(;GM[2])", "no game of Go"),
    ],
)
def test_what_is_no_game_says_why(sgf: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_sgf(sgf)
    path = tmp_path / "bad.sgf"
    path.write_text(sgf)
    with pytest.raises(ValueError, match="bad.sgf: "):
        Game.read(path)


def test_rules_and_komi_may_be_given() -> None:
    sgf = "(;SZ[9]RU[GOE]KM[375];B[ee])"
    assert Game.from_sgf(sgf, rules="aga").komi == 7.5  # hundredths of Chinese stones
    assert Game.from_sgf(sgf, rules="aga", komi=3).komi == 3
    assert Game.from_sgf("(;SZ[9]RU[Japanese])").komi == 6.5


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Game.read(tmp_path / "none.sgf")
    with pytest.raises(FileNotFoundError):
        Game().write(tmp_path / "no folder" / "a.sgf")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_names_in_the_encoding_of_the_file(encoding: str) -> None:
    mark = "" if encoding == "utf-8" else f"CA[{encoding}]"
    text = f"(;SZ[9]{mark}PB[本因坊 秀策];B[ee])"
    assert Game.from_sgf(text.encode(encoding)).black == Game.from_sgf(text).black == "本因坊 秀策"
