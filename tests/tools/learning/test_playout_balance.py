"""Simulation balancing of the softmax playouts."""

from __future__ import annotations

import argparse
import dataclasses
import re
from pathlib import Path

import pytest
from gtpengine.patterns.playoutfile import load, load_shipped
from gtpengine.tools.learning import patterns, playout_balance
from gtpengine.tools.learning.playout_balance import Balance, Target
from gtpengine.tools.running.progress import TimeLeft

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.cli import main
from tests.patterns.games import random_game, write_lines

SHIPPED = load_shipped(9)
# A fight on a small board: whoever plays it better wins.
FIGHT = """
    . . . . .
    . X O . .
    . X O X .
    . O X O .
    . . . . .
"""


def silent(line: str) -> None:
    assert line


def test_positions_and_results_repeat() -> None:
    settings = Balance(positions=4, simulations=100, playouts=4, passes=1, batch=2)
    games = [random_game(7, 30, seed) for seed in range(12)]
    first, again = (playout_balance.targets(games, settings, silent) for _ in range(2))
    assert first == again
    assert 1 <= len(first) <= 4
    assert all(len(target.position.moves) >= playout_balance.EARLIEST for target in first)
    even = [Target(Position.from_diagram(FIGHT, to_play=c), 0.5) for c in (BLACK, WHITE)]
    one, two = (playout_balance.balance(SHIPPED, even, even, settings, silent) for _ in range(2))
    assert one == two
    assert one[0].factors != SHIPPED.factors
    assert one[0].factors["other"] == SHIPPED.factors["other"]
    fewer = dataclasses.replace(settings, batch=250)
    assert playout_balance.balance(SHIPPED, even, even, fewer, silent) == one


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = write_lines(tmp_path / "games.txt", [random_game(7, 40, seed) for seed in range(80)])
    output = tmp_path / "balanced.txt"
    parser = argparse.ArgumentParser()
    patterns.add_arguments(parser)
    command = ["balance", str(records), "--size", "7", "--test", "0.2", "--output", str(output)]
    small = ["--positions", "6", "--simulations", "50", "--playouts", "2", "--batch", "3"]
    small += ["--passes", "1", "--note", "games of nobody"]
    assert patterns.run(parser.parse_args([*command, *small])) == 0
    captured = capsys.readouterr()
    assert "mean square error" in captured.out
    assert "pass 1, step 1 of 2: " in captured.err
    assert "only" not in captured.err
    assert set(load(output).factors) == set(SHIPPED.factors)
    assert load(output).size == 7
    comments = [line for line in output.read_text().splitlines() if line.startswith("# ")]
    assert comments[:2] == ["# games of nobody", "# games.txt"]


def test_weights_of_other_boards_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = write_lines(tmp_path / "games.txt", [random_game(13, 40, seed) for seed in range(9)])
    weights, output = tmp_path / "nine.txt", tmp_path / "balanced.txt"
    weights.write_text(dataclasses.replace(SHIPPED, size=9).to_text("a test"))
    words = ["patterns", "balance", str(records), "--weights", str(weights), "--size", "13"]
    assert main([*words, "--output", str(output)]) == 2
    assert (
        "nine.txt was learned on 9x9: give --size 9 and records of that size"
        in capsys.readouterr().err
    )
    assert not output.exists()


def test_too_few_positions_are_told() -> None:
    settings = Balance(positions=50, simulations=100, playouts=4)
    games = [random_game(7, 30, seed) for seed in range(12)]
    told: list[str] = []
    found = playout_balance.targets(games, settings, told.append)
    assert 1 <= len(found) <= 12
    assert told == [
        f"only {len(found)} of 50 positions: these 12 games have no more that are not decided; "
        "give more records for more"
    ]
    short = [random_game(7, playout_balance.EARLIEST, seed) for seed in range(3)]
    with pytest.raises(ValueError, match="none of these 3 games has a position .*more records"):
        playout_balance.targets(short, settings, told.append)


def test_time_left() -> None:
    left = TimeLeft(200, already=100)
    assert left.words(100) == left.words(200) == ""
    assert re.fullmatch(r", \d+ s left", left.words(150))
