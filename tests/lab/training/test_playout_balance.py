"""Weights of softmax playouts that learn from searches."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from gtpengine.tools.learning import patterns
from gtpengine.tools.running.progress import TimeLeft

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.cli import main
from gtpengine.lab.training.objectives import OBJECTIVES
from gtpengine.lab.training.playout_balance import Balance, balance
from gtpengine.lab.training.targets import Target
from gtpengine.lab.weights.playoutfile import load, load_shipped
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


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_results_repeat(objective: str) -> None:
    settings = Balance(objective, positions=4, simulations=100, playouts=4, passes=1, batch=2)
    moves = ((1, 0.2), (2, 0.7))
    even = [Target(Position.from_diagram(FIGHT, to_play=c), 0.5, moves) for c in (BLACK, WHITE)]
    one, two = (balance(SHIPPED, even, even, settings, silent) for _ in range(2))
    assert one == two
    assert one[0].factors != SHIPPED.factors
    assert one[0].factors["other"] == SHIPPED.factors["other"]
    fewer = dataclasses.replace(settings, batch=250)
    assert balance(SHIPPED, even, even, fewer, silent) == one


def test_moves_that_a_search_found_good_become_likelier() -> None:
    fight = Position.from_diagram(FIGHT, to_play=BLACK)
    good = Target(fight, 0.5, ((1, 0.2), (2, 0.7)))
    settings = Balance("values", passes=60, batch=1)
    told: list[str] = []
    _, summary = balance(SHIPPED, [good], [good, good], settings, told.append)
    found = re.fullmatch(
        r"learned from 1 positions; mean value of the move drawn of 2 others (0\.\d+) before,"
        r" (0\.\d+) after, difference \+0\.\d+ within 0.0000 \(95 %\)",
        summary,
    )
    assert found is not None
    assert float(found[1]) < float(found[2]) <= 0.7
    assert told[0].startswith(f"pass 1, step 1 of 60: mean value of the move drawn {found[1]}")


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = write_lines(tmp_path / "games.txt", [random_game(7, 40, seed) for seed in range(80)])
    output = tmp_path / "balanced.txt"
    command = ["balance", str(records), "--size", "7", "--test", "0.2", "--output", str(output)]
    small = ["--positions", "6", "--simulations", "50", "--playouts", "2", "--batch", "3"]
    small += ["--passes", "1", "--note", "games of nobody"]
    assert patterns.COMMAND.ready("gtpengine patterns", [*command, *small])() == 0
    for_values = [*command[:-1], str(tmp_path / "values.txt"), *small, "--objective", "values"]
    captured = capsys.readouterr()
    assert "mean square error" in captured.out
    assert "pass 1, step 1 of 2: " in captured.err
    assert "only" not in captured.err
    assert set(load(output).factors) == set(SHIPPED.factors)
    assert load(output).size == 7
    comments = [line for line in output.read_text().splitlines() if line.startswith("# ")]
    assert comments[:2] == ["# games of nobody", "# games.txt"]
    assert patterns.COMMAND.ready("gtpengine patterns", for_values)() == 0
    assert "mean value of the move drawn of 1 others" in capsys.readouterr().out
    assert load(tmp_path / "values.txt").factors != load(output).factors


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


def test_time_left() -> None:
    left = TimeLeft(200, already=100)
    assert left.words(100) == left.words(200) == ""
    assert re.fullmatch(r", \d+ s left", left.words(150))
