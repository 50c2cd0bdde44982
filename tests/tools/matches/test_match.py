"""The match command, its clocks and its start positions."""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.openings import OpeningError, load_openings, shuffled
from gtpengine.tools.games.variety import position_after
from gtpengine.tools.matches import match
from gtpengine.tools.matches.summary import summarize
from gtpengine.tools.running.engines import (
    EngineSpec,
    SpecError,
    distinct_names,
    load_specs,
    parse_engine,
)
from gtpengine.tools.running.runner import core_sets
from gtpengine.tools.storage.store import Store
from sgfmill import sgf

from gtpengine.cli import main
from gtpengine.programs.game_clock import GameClock, TimeControl

Dummy = Callable[..., EngineSpec]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in its own folder, because the default store lies in the current one."""
    monkeypatch.chdir(tmp_path)


def run_match(*words: str) -> int:
    """Play a match with one lane: more would start more engines than there are games."""
    return match.COMMAND.ready("gtpengine match", (*words, "--concurrency", "1"))()


def write_opening(path: Path, size: int = 9, setup: str = "AB[ff][fc]AW[cc][df]PL[W]") -> None:
    path.write_text(f"(;FF[4]GM[1]SZ[{size}]{setup})")


def test_gnugo_against_gnugo(
    gnugo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_match(gnugo, gnugo, "--games", "4", "--sgf", str(tmp_path / "sgf")) == 0
    out = capsys.readouterr().out
    assert re.search(r"gnugo against gnugo-2: [0-9.]+/4", out)
    assert "failures: none" in out
    assert re.search(r"duplicate games [0-3]\b", out)
    records = sorted((tmp_path / "sgf").glob("*.sgf"))
    assert len(records) == 4
    game = sgf.Sgf_game.from_bytes(records[0].read_bytes())
    assert game.get_size() == 9 and game.get_winner() in ("b", "w")


def test_colours_alternate_and_failures_are_counted(
    dummy: Dummy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = f"good={dummy(options='--elo 3000').command}"
    bad = f"bad={dummy(options='--elo -3000 --fail crash@2').command}"
    assert run_match(good, bad, "--games", "4", "--gtp-log", str(tmp_path / "log")) == 1
    out = capsys.readouterr().out
    assert "good against bad: 4/4" in out
    assert "good: wins as Black 2/2, as White 2/2" in out
    assert "failures: crash 4" in out
    assert "bad: the last failure: ended at 'genmove" in out and "dummy: on purpose" in out
    assert "pairs 0, 0.5, 1, 1.5, 2: 0 0 0 0 2" in out
    logs = "".join(path.read_text() for path in (tmp_path / "log").glob("*.log"))
    assert "good > genmove" in logs and "bad ! dummy: on purpose" in logs


def opened(vertices: str, opening: Opening | None = None) -> GameRecord:
    """Return a game of these moves, won by Black."""
    record = GameRecord("a", "b", GameSettings(), opening or Opening(), 1, "b", "resign")
    record.moves = [
        MoveRecord("bw"[turn % 2], vertex, 0.1) for turn, vertex in enumerate(vertices.split())
    ]
    return record


#: The first moves of a game.
LINE = "E5 C3 C5 F3 F7 F6 G6 D7"


def test_a_few_openings_are_noticed() -> None:
    mirrored = " ".join(f"{'ABCDEFGHJ'[8 - 'ABCDEFGHJ'.index(v[0])]}{v[1]}" for v in LINE.split())
    swapped = LINE.split()
    swapped[0], swapped[2] = swapped[2], swapped[0]  # another order
    same = [f"{line} A{n}" for line in (LINE, mirrored, " ".join(swapped)) for n in range(1, 9)]
    assert len({position_after(opened(game)) for game in same}) == 1

    def lines(games: list[GameRecord]) -> str:
        return "\n".join(summarize("a", "b", ((0, game) for game in games)).lines())

    other = [opened(f"{LINE[:-2]}{'ABCDEFGHJ'[n % 9]}{1 + n // 9} J9") for n in range(18)]
    text = lines([*map(opened, same), *other])
    assert "warning: after 8 moves, up to symmetry, 24 of 42 games are in 1 position:" in text
    # So many games may share a position in a short match, or where there are others enough.
    assert "after 8 moves" not in lines([*map(opened, same[:10]), *other[:5]])
    assert "after 8 moves" not in lines([*map(opened, same[:17]), *other])
    corner = Opening(black=("A1",), moves=(("w", "J9"),), to_play="b")
    assert position_after(opened("E5", corner)) != position_after(opened("E5"))


def test_no_file_is_half_written(
    dummy: Dummy,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = dummy().command
    words = [engine, engine, "--games", "2", "--name", "m"]
    page, records = tmp_path / "report.html", tmp_path / "sgf"
    records.mkdir()
    before = "AP[gtpengine:0], as of an earlier run"
    page.write_text(before)
    games = [records / "000000.sgf", records / "000001.sgf"]
    for game in games:
        game.write_text(before)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert run_match(*words, "--sgf", str(records)) == 2
    # Whichever of the two games ends first.
    assert re.search(r"00000[01]\.sgf: the disk is full; free some space", capsys.readouterr().err)
    assert run_match(*words) == 0
    assert main(["report", "m", "--output", str(page)]) == 2
    assert "report.html: the disk is full; free some space" in capsys.readouterr().err
    assert {file.read_text() for file in (page, *games)} == {before}


def test_wrong_arguments_are_refused(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    engine = dummy().command
    assert run_match(engine, "/no/such/engine") == 2
    assert "no such program" in capsys.readouterr().err
    assert run_match(engine) == 2
    assert "one engine given: give two" in capsys.readouterr().err
    assert run_match(engine, engine, engine) == 2
    assert "3 engines given" in capsys.readouterr().err
    assert run_match(engine, engine, "--time", "soon") == 2
    assert "write none, 5/move" in capsys.readouterr().err
    assert run_match(engine, engine, "--openings", "/nowhere") == 2
    assert "built in are empty, stars" in capsys.readouterr().err
    assert run_match(engine, engine, "--rules", "capture-1") == 2
    assert "rules capture-1 have no referee: choose other rules" in capsys.readouterr().err
    assert run_match(engine, engine, "--rules", "chinees") == 2
    assert "chinese" in capsys.readouterr().err


def test_another_policy_is_noted(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    engine = dummy().command
    for policy, games, noted in (("loss", 2, False), ("rerun", 4, True), ("loss", 4, False)):
        # The name is made from the engines and settings: it is one event all the same.
        assert run_match(engine, engine, "--games", str(games), "--on-failure", policy) == 0
        told = capsys.readouterr()
        assert ("note: begun with --on-failure loss; games that failed" in told.err) == noted
        assert f"/{games} (" in told.out
    tune = [
        "tune",
        engine,
        "--param",
        "a=0:1",
        "--trials",
        "1",
        "--games",
        "2",
        "--check",
        "0",
        "--concurrency",
        "1",
    ]
    tune += ["--set-command", "komi {value}"]
    assert main(tune) == 0 and "note: begun" not in capsys.readouterr().err
    assert main([*tune, "--on-failure", "stop"]) == 0
    assert "note: begun with --on-failure loss" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("tune E --param a=0:1 --trials 0", "--trials: '0': give a whole number from 1 to"),
        ("tune E --param a=0:1 --check -1", "--check: '-1': give a whole number from 0 to"),
        ("match E E --size 21", "--size: '21': give a whole number from 2 to 19"),
        ("match E E --komi nan", "--komi: 'nan': give a number from -1000 to 1000"),
        ("match E E --hang -1", "--hang: '-1': give a number above 0 up to"),
        ("match E E --max-moves -5", "--max-moves: '-5': give a whole number from 0 to"),
        ("match E E --lag -1", "--lag: '-1': give a number from 0 to 60"),
        ("match E E --seed -1", "--seed: '-1': give a whole number from 0 to"),
        ("match E E --games 0", "--games: '0': give a whole number from 1 to"),
        ("match E E --concurrency 100000", "'100000': give a whole number from 0 to 1024"),
        ("match E E --cores-per-game -1", "'-1': give a whole number from 0 to 1024"),
        ("tournament E E --rounds -2", "--rounds: '-2': give a whole number from 1 to"),
        ("sprt E E --max-games 0", "--max-games: '0': give a whole number from 2 to"),
    ],
)
def test_numbers_of_nothing_are_refused(
    words: str, why: str, dummy: Dummy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = dummy().command
    assert main([engine if word == "E" else word for word in words.split()]) == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_openings_from_a_folder(tmp_path: Path) -> None:
    write_opening(tmp_path / "b.sgf")
    write_opening(tmp_path / "a.sgf", setup=";B[aa];W[bb];B[]")
    first, second = load_openings(str(tmp_path), 9)
    assert (first.name, first.moves, first.to_play) == (
        "a",
        (("b", "A9"), ("w", "B8"), ("b", "pass")),
        "w",
    )
    assert set(second.black) == {"F4", "F7"} and set(second.white) == {"C7", "D4"}
    assert second.to_play == "w" and second.moves == ()
    with pytest.raises(OpeningError, match="9x9, not 13x13"):
        load_openings(str(tmp_path), 13)
    (tmp_path / "c.sgf").write_text("not a game")
    assert len(load_openings(str(tmp_path), 9)) == 2


def test_a_match_with_handicap_stones(
    dummy: Dummy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = dummy(options="--pass-after 0").command
    engines = (f"weak={command}", f"strong={command} --elo 1")
    stones = (*engines, "--handicap", "2", "--games", "4", "--sgf", "games")
    assert run_match(*stones) == 0
    records = [file.read_bytes() for file in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 4
    for record in records:
        root = sgf.Sgf_game.from_bytes(record).get_root()
        assert (root.get("PB"), root.get("KM"), root.get("HA")) == ("weak", 0.5, 2)
    assert run_match(*stones) == 0
    assert "all 4 games are played already" in capsys.readouterr().err
    assert run_match(*stones, "--openings", "stars") == 2
    assert "leave out --openings" in capsys.readouterr().err
    assert run_match(*engines, "--handicap", "9", "--size", "5") == 2
    assert "a 5x5 board has no places for handicap stones" in capsys.readouterr().err
    assert run_match(*engines, "--handicap", "5", "--size", "8") == 2
    assert "8x8 board has places for 2 to 4" in capsys.readouterr().err


@pytest.mark.parametrize("size", [9, 13, 19])
def test_built_in_openings_are_distinct_and_legal(size: int) -> None:
    found = load_openings("stars", size)
    assert len({opening.moves for opening in found}) == len(found)
    assert all(move[0][1] != move[1][1] for move in (opening.moves for opening in found))
    assert load_openings("empty", size)[0].moves == ()
    assert sorted(o.name for o in shuffled(found, 3)) == sorted(o.name for o in found)


@pytest.mark.parametrize(
    ("text", "spends", "survives"),
    [
        ("1/move", [0.9, 0.9, 1.1], [True, True, False]),
        ("10", [4, 5, 2], [True, True, False]),
        ("10+5/2", [9, 3, 2.5, 4, 2], [True, True, True, True, False]),
        ("10+2x5", [9, 5, 6, 4, 6], [True, True, True, True, False]),
    ],
)
def test_clocks(text: str, spends: list[float], survives: list[bool]) -> None:
    control = TimeControl.parse(text)
    assert str(control) == text
    clock = GameClock(control)
    assert [clock.spend(seconds) for seconds in spends] == survives


def test_time_left_as_gtp_wants_it() -> None:
    canadian = GameClock(TimeControl.parse("10+30/25"))
    assert canadian.time_left(False) == (10, 0)
    canadian.spend(15)
    assert canadian.time_left(False) == (25, 24)
    periods = GameClock(TimeControl.parse("10+3x30"))
    assert periods.time_left(True) == (10, 0)
    assert periods.time_left(False) == (70, 0)
    periods.spend(45)
    assert periods.time_left(True) == (30, 2)
    assert GameClock(TimeControl.parse("5/move")).time_left(False) is None
    fischer = GameClock(TimeControl.parse("10+3"))
    assert fischer.time_left(True) == (10, 0)
    assert fischer.time_left(False) == (7, 0)
    assert fischer.spend(9)
    assert fischer.time_left(True) == (4, 0)
    assert fischer.spend(3)
    assert fischer.time_left(False) == (1, 0)
    assert fischer.allowance() == 4
    assert not fischer.spend(4.1)
    capped = GameClock(TimeControl.parse("10+3<11"))
    assert capped.spend(1)
    assert capped.time_left(True) == (11, 0)


def test_commands_that_announce_a_clock() -> None:
    def announced(text: str) -> list[str]:
        return TimeControl.parse(text).settings()

    assert announced("none") == []
    assert announced("300+5x30") == [
        "kata-time_settings byoyomi 300 30 5",
        "kgs-time_settings byoyomi 300 30 5",
        "time_settings 420 30 1",
    ]
    assert announced("300+10") == ["kata-time_settings fischer 300 10", "time_settings 290 10 1"]
    assert announced("300+10<600") == [
        "kata-time_settings fischer-capped 300 10 600 -1",
        "time_settings 290 10 1",
    ]
    assert announced("5/move") == ["kata-time_settings canadian 0 5 1", "time_settings 0 5 1"]
    assert announced("300") == ["kata-time_settings absolute 300", "time_settings 300 0 0"]


def test_the_time_that_is_sensible_to_use() -> None:
    assert TimeControl.parse("100").sensible(10, 10, 0.0) == pytest.approx(100 * 10 / 35)
    assert TimeControl.parse("100").sensible(70, 10, 1.0) == pytest.approx(99)
    assert TimeControl.parse("5/move").sensible(10, 9, 0.5) == pytest.approx(45)
    assert TimeControl.parse("0+10/5").sensible(10, 9, 1.0) == pytest.approx(18)
    assert TimeControl.parse("35+5x2").sensible(10, 10, 0.5) == pytest.approx(15)
    assert TimeControl.parse("35+2").sensible(10, 10, 0.0) == pytest.approx(30)
    for wrong in ("x", "0", "0/move", "300+0x30"):
        with pytest.raises(ValueError, match="time control"):
            TimeControl.parse(wrong)


def test_engine_files(tmp_path: Path, dummy: Dummy) -> None:
    file = tmp_path / "engines.toml"
    file.write_text(f"[a]\ncommand = '{dummy().command}'\ninit = ['komi 3']\nanchor = 100\n")
    known = load_specs(file)
    spec = parse_engine("a", known)
    assert spec.init == ("komi 3",) and spec.anchor == 100.0
    assert EngineSpec.from_json(spec.to_json()) == spec
    named = parse_engine(f"b={dummy().command}", known)
    assert named.name == "b" and named.digest() != spec.digest()
    assert [s.name for s in distinct_names([spec, spec, named])] == ["a", "a-2", "b"]
    second = dataclasses.replace(spec, name="a-2")
    assert [s.name for s in distinct_names([spec, spec, second])] == ["a", "a-3", "a-2"]
    options = ("--threads 2 --set a=1", "--threads 2 --set a=2", "--threads 2 --set a=2")
    plain = [parse_engine(f"{sys.executable} {text}", {}) for text in (*options, options[0][:11])]
    python = Path(sys.executable).name
    assert [s.name for s in distinct_names(plain)] == [
        f"{python}-a-1",
        f"{python}-a-2",
        f"{python}-a-2-2",
        python,
    ]
    file.write_text("[a]\ncommand = 'x'\nwinrat = 'y'\n")
    with pytest.raises(SpecError, match="did you mean 'winrate'"):
        load_specs(file)
    file.write_text("[a]\n")
    with pytest.raises(SpecError, match="needs command"):
        load_specs(file)


def test_core_sets_are_disjoint_or_absent() -> None:
    assert core_sets(2, 2, [0, 1, 2, 3, 8]) == [{0, 1}, {2, 3}]
    assert core_sets(3, 2, [0, 1, 2, 3]) == [None, None, None]


def test_no_cores_of_its_own(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    engine = dummy().command
    assert run_match(engine, engine, "--games", "2", "--cores-per-game", "0") == 0
    assert "pinned" not in capsys.readouterr().err


def test_the_rules_have_a_komi_of_their_own(dummy: Dummy) -> None:
    engine = dummy().command
    for words, komi in (((), 6.5), (("--komi", "0.5"), 0.5)):
        name = f"komi {komi}"
        assert run_match(
            engine, engine, "--games", "2", "--rules", "japanese", *words, "--name", name
        ) == 0  # fmt: skip
        with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
            assert store.event(name).game_settings().komi == komi


def test_void_games_tell_why(dummy: Dummy, capsys: pytest.CaptureFixture[str]) -> None:
    engine = dummy().command
    assert run_match(engine, engine, "--games", "4", "--size", "13") == 1
    told = capsys.readouterr()
    assert "void, 2 games: " in told.out and "unacceptable size" in told.out
    assert told.err.count("warning: void game, ") == 1
    assert "are in 0 position" not in told.out


def test_a_finished_match_says_what_would_go_on(
    dummy: Dummy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [f"a={dummy(options='--elo 900').command}", f"b={dummy().command}", "--name", "m"]
    assert run_match(*words, "--games", "2") == 0
    told = capsys.readouterr().err
    assert "played already" not in told
    assert re.search(r"score [0-2]/2 \(\+\d =0 -\d\)", told)
    # The records of all games are written, of those played before as well.
    assert run_match(*words, "--games", "4", "--sgf", str(tmp_path / "sgf")) == 0
    assert "played already" not in capsys.readouterr().err
    files = sorted((tmp_path / "sgf").glob("*.sgf"))
    assert [file.name for file in files] == [f"{n:06d}.sgf" for n in range(4)]
    files[1].unlink()
    assert run_match(*words, "--games", "4", "--sgf", str(tmp_path / "sgf")) == 0
    assert "all 4 games are played already: give more --games or another --name" in (
        capsys.readouterr().err
    )
    assert files[1].exists()


def test_an_even_result_is_no_minus_zero() -> None:
    games = [
        GameRecord("a", "b", GameSettings(), Opening(), 1, winner, "resign")
        for winner in ("b", "w", "b", "w")
    ]
    text = "\n".join(summarize("a", "b", ((n // 2, g) for n, g in enumerate(games))).lines())
    assert "Elo +0 (" in text and "-0" not in text


def test_the_help_tells_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("match", "tournament", "sprt"):
        with pytest.raises(SystemExit):
            main([name, "--help"])
        assert "exit status: 0 all games were played" in capsys.readouterr().out
