"""Game records: SGF in and out, players, results, positions along the game."""

from __future__ import annotations

import copy
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from gtpengine import Game, IllegalMoveError, Position, SgfError
from tests.sgf.serverfiles import FILES

SAMPLE = Path(__file__).resolve().parents[3] / "docs" / "samples" / "game.sgf"


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


WHOLE = (
    "(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]AP[CGoban:3]PB[Ann]BR[3d]PW[Ben]WR[2k?]GC[at \\] home]"
    "SO[me]XX[own][two];B[ee]C[good\nmove]LB[aa:A][bb:B\\]](;W[cc]N[main]TR[aa:ac];B[gg])"
    "(;W[gg]C[variation to keep];B[cc](;W[dd])(;W[])))"
)


def flat(text: str) -> str:
    """The text of a record without what writing adds: line breaks, and the charset."""
    return text.replace("CA[UTF-8]", "").replace("\n", "")


def test_what_was_read_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(WHOLE)
    game = Game.read(path)
    assert (game.black_rank, game.white_rank) == ("3d", "2k?")
    game.write(path)
    assert flat(path.read_text()) == flat(WHOLE)
    game.white_rank = ""
    game.root.comment = "new"
    game.write(path)
    again = Game.read(path)
    assert again.white_rank == "" and again.root.comment == "new"
    assert "variation to keep" in path.read_text()


def test_moves_can_be_gone_through() -> None:
    game = Game.from_sgf(WHOLE)
    assert list(game) == game.moves == [("black", "E5"), ("white", "C7"), ("black", "G3")]
    assert len(game) == 3


def test_another_file_is_replaced_only_when_asked(tmp_path: Path) -> None:
    path, other = tmp_path / "mine.sgf", tmp_path / "other.sgf"
    for place in (path, other):
        place.write_text(WHOLE)
    game = Game.read(path)
    with pytest.raises(FileExistsError, match="give another name, or overwrite=True"):
        game.write(other)
    path.write_text("changed meanwhile")
    with pytest.raises(FileExistsError):
        game.write(path)
    assert (path.read_text(), other.read_text()) == ("changed meanwhile", WHOLE)
    game.write(other, overwrite=True)
    game.play("A1")
    game.write(other)
    assert len(Game.read(other)) == 4


def test_a_link_is_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "mine.sgf", tmp_path / "link.sgf"
    path.write_text(WHOLE)
    link.symlink_to(path)
    game = Game.read(link)
    game.play("A1")
    game.write(link)
    assert link.is_symlink() and len(Game.read(path)) == 4


def test_several_games_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "all.sgf"
    path.write_text(WHOLE + "(;SZ[5]PB[Eve];B[cc])")
    with pytest.raises(SgfError, match="all.sgf: several games; all_from_sgf and read_all"):
        Game.read(path)
    games = Game.read_all(path)
    assert [game.size for game in games] == [9, 5]
    with pytest.raises(FileExistsError):
        Game.write_all(path, games)
    Game.write_all(path, games, overwrite=True)
    assert [game.to_sgf() for game in Game.read_all(path)] == [game.to_sgf() for game in games]
    path.write_text(WHOLE + "(;SZ[5];B[zz])")
    with pytest.raises(SgfError, match=r"all.sgf: game 2: .*cannot read B"):
        Game.read_all(path)


def test_stones_set_up_on_the_way() -> None:
    game = Game.from_sgf("(;SZ[9];B[ee];AW[aa];W[cc];B[dd])")
    assert len(game) == 3
    assert [int((p.stones() > 0).sum()) for p in game.positions()] == [0, 2, 3, 4]
    assert game.position(1).color_at("A9") == "white"
    game.undo(2)
    assert len(game) == 1 and game.position().color_at("A9") == "white"


def test_undo_spares_variations() -> None:
    game = Game.from_sgf(WHOLE)
    game.undo(0)
    assert len(game) == 3
    with pytest.raises(ValueError, match="cannot undo 4 moves: the game has 3"):
        game.undo(4)
    game.undo()
    assert len(game) == 2
    with pytest.raises(ValueError, match="variations branch off there"):
        game.undo()
    assert len(game) == 2 and game.position().move_number == 2


def test_what_was_assumed_is_noted() -> None:
    [note] = Game.from_sgf("(;SZ[9]KM[5];B[ee])").notes
    assert "names no rules" in note
    assert Game(Position(9)).notes == ()


def pickled(game: Game) -> Game:
    found = pickle.loads(pickle.dumps(game))
    assert isinstance(found, Game)
    return found


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_long_games_are_copied_and_pickled(copied: Callable[[Game], Game]) -> None:
    game = Game(Position(9, komi=3.5, rules="aga"), black="Ann")
    for _ in range(3000):
        game.play("pass")
    again = copied(game)
    assert (len(again), again.rules, again.komi, again.black) == (3000, game.rules, 3.5, "Ann")
    again.play("E5")
    assert len(game) == 3000


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
        ("(;SZ[9];B[ee])(;SZ[9])", "several games; all_from_sgf and read_all"),
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


def test_games_of_folders_and_archives_are_read_one_after_the_other(tmp_path: Path) -> None:
    one, two = "(;SZ[9]PB[one];B[ee])", "(;SZ[9]PB[two](;B[ee])(;B[cc]))"
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "both.sgf").write_text(one + two)
    (tmp_path / "notes.txt").write_text("no game")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("bad.sgf", "(;SZ[9];B[zz])")
        archive.writestr("good.sgf", two)
    told: list[str] = []
    games = list(Game.read_each(tmp_path, skip=told.append))
    assert [game.black for game in games] == ["one", "two", "two"]
    places = [game.source.removeprefix(str(tmp_path)).replace("\\", "/") for game in games]
    assert places == ["/a/both.sgf, game 1", "/a/both.sgf, game 2", "/b.zip:good.sgf, game 1"]
    assert copy.copy(games[0]).source == games[0].source and Game().source == ""
    [why] = told
    assert "b.zip:bad.sgf, game 1: " in why and "B[zz]" in why
    with pytest.raises(SgfError, match="bad.sgf, game 1"):
        list(Game.read_each(tmp_path))
    with pytest.raises(SgfError, match="no such file"):
        next(Game.read_each(tmp_path / "none"))
    assert [g.black for g in Game.read_each(tmp_path / "a" / "both.sgf", "aga")] == ["one", "two"]


def test_files_are_read_when_their_games_are_wanted(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.sgf").write_text(f"(;SZ[9]PB[{number}])")
    games = Game.read_each(tmp_path)
    assert next(games).black == "0"
    (tmp_path / "1.sgf").write_text("(;SZ[9]PB[changed])")
    assert next(games).black == "changed"


def test_a_merged_game_has_the_moves_of_both() -> None:
    game = Game.from_sgf("(;SZ[9]PB[mine];B[ee]C[One.]TR[ee];W[cc])")
    other = Game.from_sgf("(;SZ[9]PB[yours];B[ee]C[Two.]TR[cc]SQ[gg](;W[gg];B[gc])(;W[cc];B[aa]))")
    before = other.to_sgf()
    game.merge(other)
    first = game.root.next
    assert first is not None and other.to_sgf() == before
    assert game.black == "mine" and first.comment == "One.\n\nTwo."
    assert first.points("TR") == ["E5"] and first.points("SQ") == ["G3"]
    assert [child.move for child in first.children] == [("white", "C7"), ("white", "G3")]
    assert game.moves[-1] == ("black", "A9") and game.position().move_number == 3
    size = sum(1 for _ in game.root.walk())
    game.merge(other)
    assert sum(1 for _ in game.root.walk()) == size and first.comment == "One.\n\nTwo."
    first.children[1].comment = "Mine alone."
    assert "Mine alone" not in other.to_sgf()
    for start in ("(;SZ[13])", "(;SZ[9]AB[cc])"):
        with pytest.raises(ValueError, match="different positions"):
            game.merge(Game.from_sgf(start))


def test_merged_roots_have_both_comments_and_the_players_of_the_first() -> None:
    game = Game.from_sgf("(;SZ[9]C[mine]PB[Ann];B[ee])")
    other = Game.from_sgf("(;SZ[9]C[theirs]PB[Eve]PW[Bob]RE[B+R]KM[0]GC[x]LB[aa:1];B[cc])")
    game.merge(other)
    game.merge(other)
    root = game.root
    assert root.comment == "mine\n\ntheirs" and root.labels == {"A9": "1"}
    assert [child.move for child in root.children] == [("black", "E5"), ("black", "C7")]
    assert (game.black, game.white, game.result, root.get("KM")) == ("Ann", "", "", [])
    assert root.get("GC") == []


def test_no_game_is_written_to_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no games: a record has one or more"):
        Game.write_all(tmp_path / "none.sgf", [])
    assert not list(tmp_path.iterdir())


def test_long_games_are_merged() -> None:
    game = Game.from_sgf("(;SZ[9]" + ";B[];W[]" * 3000 + ")")
    game.merge(game)
    assert len(game) == 6000


def test_records_of_servers_are_read_and_never_replaced_by_sgf(tmp_path: Path) -> None:
    for name, data in FILES.items():
        path = tmp_path / f"{name}.{name.split()[-1]}"
        path.write_bytes(data)
        game = Game.read(path)
        assert len(game) == 4 and game.komi == 6.5 and game.date
        with pytest.raises(FileExistsError):
            game.write(path)
        assert path.read_bytes() == data
        game.write(tmp_path / "new.sgf", overwrite=True)
        assert Game.read(tmp_path / "new.sgf").moves == game.moves
    assert len(list(Game.read_each(tmp_path))) == len(FILES) + 1
    assert Game.from_sgf(FILES["ngf"].decode("shift_jis")).black == "くろ"
    (tmp_path / "bad.gib").write_bytes(FILES["gib"].replace(b"15 3", b"15 33"))
    with pytest.raises(SgfError, match=r"bad.gib: line 16: the point is outside"):
        Game.read(tmp_path / "bad.gib")


def test_values_of_wrong_types_say_what_to_give(tmp_path: Path) -> None:
    game, path = Game(Position(9)), tmp_path / "games.sgf"
    with pytest.raises(TypeError, match="3: a record has text here"):
        game.black = 3  # type: ignore[assignment]
    with pytest.raises(TypeError, match=r"another gtpengine\.Game is merged"):
        game.merge(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="number '1': give a whole number"):
        game.position("1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"reports\[0\] is a int: give gtpengine\.Report"):
        game.to_html([3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"games\[1\] is a int: give gtpengine\.Game"):
        Game.write_all(path, [game, 3])  # type: ignore[list-item]
    assert not path.exists()
