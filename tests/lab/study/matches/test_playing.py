"""The matches of a study: where they end, that they continue, that failures are counted."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
from gtpengine.tools.storage.store import Result, Store

from gtpengine.cli import main
from gtpengine.lab.study.figures.results import figures
from gtpengine.lab.study.matches.playing import Narrowing, StudyDeadline
from gtpengine.lab.study.tables.reading import MatchEnding
from gtpengine.lab.study.tables.table import read_table
from tests.lab.study.examples import TEXT, table_at, table_in
from tests.tools.conftest import DUMMY

ONE = ("--only", "mercy,small,simulations", "--concurrency", "1")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def results(pairs: list[str]) -> list[Result]:
    """Results of pairs such as ``10``: the technique won the first game and lost the second."""
    return [
        Result(2 * pair + turn, pair, 0, turn, 1 - turn, "bw"[turn ^ (won == "0")], "score")
        for pair, both in enumerate(pairs)
        for turn, won in enumerate(both)
    ]


def test_a_match_ends_when_its_interval_is_narrow(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    assert (table.ending.least, table.ending.most, table.ending.width) == (4, 8, 0.2)
    course = Narrowing(table.ending)
    course.refresh(results(["11"]))
    assert not course.is_over()  # too few games, however clear
    split = Narrowing(table.ending)
    split.refresh(results(["10"] * 3))
    wide = Narrowing(table.ending)
    wide.refresh(results(["11", "00", "11"]))
    assert wide.half_width > table.ending.width
    assert not wide.is_over()
    wide.refresh(results(["11", "00", "11", "00"]))
    assert wide.is_over()  # at most eight games
    assert wide.next_game == 8
    assert split.half_width < wide.half_width


def test_the_end_does_not_depend_on_who_is_ahead(tmp_path: Path) -> None:
    for pairs in (["11", "10", "11"], ["10", "10"], ["11", "11", "11"]):
        swapped = ["".join("01"[c == "0"] for c in both) for both in pairs]
        ends = []
        for one in (pairs, swapped):
            course = Narrowing(table_in(tmp_path).ending)
            course.refresh(results(one))
            ends.append((course.is_over(), course.next_game, round(course.half_width, 9)))
        assert ends[0] == ends[1]


def test_a_match_ends_when_more_games_are_futile() -> None:
    ending = MatchEnding(0.001, 2, 40, futile=0.1, look=20, tests=40)
    for pairs, over in ((["10"] * 10, True), (["11", "10"] * 5, False)):
        course = Narrowing(ending)
        course.refresh(results(pairs[:9]))
        assert not course.is_over()
        course.refresh(results(pairs))
        assert (course.is_over(), course.next_game) == (over, 20)


def test_pairs_count_in_order_up_to_the_first_gap(tmp_path: Path) -> None:
    course = Narrowing(table_in(tmp_path).ending)
    finished = results(["11", "10", "11"])
    course.refresh([one for one in finished if one.pair != 1])
    assert course.next_game == 2
    course.refresh([one for one in finished if one.number >= 2])
    assert course.next_game == 6


def test_the_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    without, clock = StudyDeadline(None), StudyDeadline(0.5)
    assert not clock.is_over()
    now[0] += 1801
    assert clock.is_over()
    assert not without.is_over()


def test_a_part_is_played_and_not_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "--table", str(table_at(tmp_path)), *ONE]
    assert main(words) == 0
    first = capsys.readouterr()
    assert "match 1 of 1: mercy, 5x5, 5 simulations" in first.err
    [line] = first.out.splitlines()
    assert re.match(r"mercy, 5x5, 5 simulations: .*, [468] games$", line)
    assert main(words) == 0
    second = capsys.readouterr()
    assert second.out == first.out
    games = line.split()[-2]
    assert f"continued, {games} games done" in second.err


def test_a_match_that_was_cut_short_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = TEXT.replace("width = 0.2", "width = 0.001")
    words = ["study", *ONE, "--table"]
    assert main([*words, str(table_at(tmp_path, wide.replace("most = 8", "most = 4")))]) == 0
    assert capsys.readouterr().out.endswith("4 games\n")
    assert main([*words, str(table_at(tmp_path, wide))]) == 0
    told = capsys.readouterr()
    assert "continued, 4 games done" in told.err
    assert told.out.endswith("8 games\n")
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        assert len(store.event_names()) == 1


def test_all_matches_get_some_games_before_one_gets_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = TEXT.replace("width = 0.2", "width = 0.001")
    words = ["study", "--table", str(table_at(tmp_path, wide)), *ONE]
    assert main([*words, "--games", "4"]) == 0
    assert capsys.readouterr().out.endswith("4 games; not ended\n")
    assert main([*words, "--games", "4"]) == 0
    assert capsys.readouterr().out.endswith("4 games; not ended\n")
    assert main([*words, "--games", "6"]) == 0
    assert capsys.readouterr().out.endswith("6 games; not ended\n")
    assert main(words) == 0
    assert capsys.readouterr().out.endswith("8 games\n")


def test_the_rules_of_a_row_are_those_of_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TEXT.replace('on = ["mercy=0.3"]', 'on = ["mercy=0.3"]\nrules = "tromp-taylor"')
    for rules, content in (("chinese", TEXT), ("tromp-taylor", text)):
        store = tmp_path / f"{rules}.sqlite"
        table = str(table_at(tmp_path, content))
        assert main(["study", "--table", table, *ONE, "--games", "2", "--store", str(store)]) == 0
        with Store(store) as opened:
            (name,) = opened.event_names()
            game = opened.event(name).settings["game"]
            assert isinstance(game, dict)
            assert game["rules"] == rules
    capsys.readouterr()


def test_no_hours_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "--table", str(table_at(tmp_path)), *ONE, "--hours", "0.0000001"]
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "the hours are over; the same command continues" in told.err


def test_failures_are_counted_and_in_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(
        "import runpy, sys\n"
        f"sys.argv = [{str(DUMMY)!r}, '--fail', 'crash@3']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    engine = f"{sys.executable} {script}"
    nine = TEXT.replace("[5]", "[9]").replace("{ 5 =", "{ 9 =")  # the size that the dummy plays
    words = ["study", "--table", str(table_at(tmp_path, nine)), *ONE, "--engine", engine]
    assert main(words) == 1
    told = capsys.readouterr()
    assert "games failed or are void" in told.err
    table = read_table(tmp_path / "table.toml")
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        [figure] = figures(store, table.cells(), table.ending.least).values()
    assert figure.failures >= 4
    assert main([*words[:3], "--page", "page.html"]) == 1
    assert "games failed" in Path("page.html").read_text(encoding="utf-8")
