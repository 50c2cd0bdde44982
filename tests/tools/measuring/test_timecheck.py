"""Fast games under clocks that are kept to the letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.measuring.timecheck import CLOCKS, ClockTally
from gtpengine.tools.running.engines import EngineSpec

from gtpengine.cli import main
from gtpengine.programs.game_clock import TimeControl


def record(termination: str, seconds: float, detail: str = "") -> GameRecord:
    found = GameRecord("a", "b", GameSettings(size=9, time="1/move", lag=0.0), Opening(), 1)
    found.termination, found.detail = termination, detail
    found.moves = [MoveRecord("bw"[i % 2], "D4", seconds) for i in range(20)]
    return found


def test_what_a_tally_counts() -> None:
    tally = ClockTally(TimeControl.parse("1/move"))
    tally.add(record("score", 0.5), 0.2)
    tally.add(record("time", 0.9, "D4 after 1.1 s"), 0.2)
    tally.add(record("crash", 0.5, "gone"), 0.2)
    assert (tally.games, tally.time_losses, tally.failures, tally.moves) == (3, 1, 1, 60)
    assert tally.used == pytest.approx(38)
    assert tally.share == pytest.approx(38 / 48)
    assert tally.worst == pytest.approx(0.9)
    assert len(tally.notes) == 2


def test_a_few_games(dummy: Callable[..., EngineSpec], capsys: pytest.CaptureFixture[str]) -> None:
    """The engine moves at once or too late, whatever else this machine does."""
    fast, late = dummy().command, dummy(options="--delay 0.3").command
    words = ["timecheck", "--games", "2", "--openings", "empty"]
    assert main([*words, fast, "--used", "0", "--clock", "30/move", "--clock", "60+1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:4] for line in lines[1:]] == [
        ["30/move", "2", "0", "0"],
        ["60+1", "2", "0", "0"],
    ]
    assert main([*words, fast, "--clock", "30/move"]) == 1  # it uses nothing of its time
    capsys.readouterr()
    assert main([*words, late, "--used", "0", "--clock", "0.2/move"]) == 1
    assert capsys.readouterr().out.splitlines()[1].split()[:4] == ["0.2/move", "2", "2", "0"]


@pytest.mark.parametrize("words", [["--games", "0"], ["--clock", "none"], ["--clock", "x"]])
def test_wrong_arguments(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timecheck", *words]) == 2
    assert "gtpengine timecheck:" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("clock", CLOCKS)
def test_no_flag_falls_and_the_clock_is_used(clock: str) -> None:
    assert main(["timecheck", "--games", "6", "--clock", clock]) == 0
