"""Records with ranks of their own: one side of some files beside both of others, in one command."""

from __future__ import annotations

from pathlib import Path

from board_ext.coords import BLACK, WHITE
from gtpengine.game.records import ReadingCounts, RecordSource, endings, read_games

LINE = "9\t7\tB+R\t{}\t{}\tsource\tE5 C3 G7 C7\n"


def records(path: Path, *ranks: tuple[str, str]) -> Path:
    path.write_text("".join(LINE.format(*pair) for pair in ranks), encoding="utf-8")
    return path


def test_ranks_follow_the_last_colon(tmp_path: Path) -> None:
    file = records(tmp_path / "games.txt", ("1d", "5k"))
    odd = records(tmp_path / "odd:p", ("1d", "5k"))
    assert RecordSource.named(str(file)) == RecordSource(file)
    assert RecordSource.named(f"{file}:d, p") == RecordSource(file, ("d", "p"))
    assert RecordSource.named(str(odd)) == RecordSource(odd)
    assert RecordSource.named(f"{odd}:d") == RecordSource(odd, ("d",))
    # Refused later by the name that was given.
    assert RecordSource.named(f"{tmp_path}/none.txt:d") == RecordSource(tmp_path / "none.txt:d")
    assert RecordSource.named(f"{file}:d,p").name == "games.txt:d,p"
    assert RecordSource.named(str(file)).name == "games.txt"
    assert endings(" d ,,p") == ("d", "p")


def test_each_place_has_its_own_ranks(tmp_path: Path) -> None:
    weak = records(tmp_path / "3k.txt", ("3k", "2k"), ("1d", "3k"))
    one = records(tmp_path / "onedan.txt", ("1d", "8k"), ("9k", "2d"), ("9k", "8k"))
    reading = ReadingCounts()
    lists = read_games([RecordSource(weak), RecordSource(one, ("d", "p"))], 9, reading)
    both = BLACK | WHITE
    assert [[game.colors for game in games] for games in lists] == [[both, both], [BLACK, WHITE]]
    assert reading.passed_over == {"nothing to learn": 1}
    # What holds for all records, but those with ranks of their own.
    (found,) = read_games([weak], 9, ReadingCounts(), ["k"])
    assert [game.colors for game in found] == [both, WHITE]
    _, found = read_games([weak, RecordSource(one, ("d",))], 9, ReadingCounts(), ["k"])
    assert [game.colors for game in found] == [BLACK, WHITE]
