"""Values of positions learned from records, and the command that does it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.learning import patterns

from board_ext.coords import BLACK, EMPTY, WHITE
from gtpengine.base.arguments.parser import UsageError
from gtpengine.game.records import RecordedGame
from gtpengine.lab.training import position_values
from gtpengine.lab.weights.valuefile import load
from tests.patterns.games import random_game, write_lines

SETTINGS = position_values.ValueSettings(passes=3)


def games_won_by_the_center(count: int) -> list[RecordedGame]:
    """Games of random moves; whoever has more of the nine points in the middle wins."""
    found = []
    for seed in range(count):
        game = random_game(9, 30, seed)
        middle = {9 * row + column for row in (3, 4, 5) for column in (3, 4, 5)}
        black, white = (
            sum(point in middle for point in game.points[first::2].tolist()) for first in (0, 1)
        )
        winner = EMPTY if black == white else BLACK if black > white else WHITE
        found.append(dataclasses.replace(game, winner=winner))
    return found


def silent(line: str) -> None:
    assert line


def test_what_wins_gets_the_greatest_weights() -> None:
    games = games_won_by_the_center(400)
    settings = dataclasses.replace(SETTINGS, rate=0.05)
    values, summary = position_values.learn(games[:350], games[350:], settings, silent)
    stones, _ = values.tables()
    middle = [9 * row + column for row in (3, 4, 5) for column in (3, 4, 5)]
    assert stones[middle].min() > np.delete(stones, middle).max()
    assert float(summary.partition("mean log p ")[2].partition(" ")[0]) > -position_values.EVEN


def test_equal_settings_give_equal_values() -> None:
    games = games_won_by_the_center(40)
    first = position_values.learn(games, games, SETTINGS, silent)
    assert position_values.learn(games, games, SETTINGS, silent) == first
    other = position_values.learn(games, games, dataclasses.replace(SETTINGS, seed=2), silent)
    assert other != first


def test_games_without_a_winner_teach_nothing() -> None:
    games = [dataclasses.replace(game, winner=EMPTY) for game in games_won_by_the_center(3)]
    with pytest.raises(ValueError, match="none of these 3 games has a winner"):
        position_values.learn(games, games, SETTINGS, silent)


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = write_lines(tmp_path / "games.txt", games_won_by_the_center(30))
    output = tmp_path / "my.values"
    command = ["values", str(records), "--size", "9", "--output", str(output), "--passes", "2"]
    assert patterns.COMMAND.ready("gtpengine patterns", [*command, "--note", "made up"])() == 0
    assert "mean log p" in capsys.readouterr().out
    assert output.read_text(encoding="utf-8").splitlines()[1] == "# made up"
    assert load(output).size == 9
    with pytest.raises(UsageError, match="decay"):
        patterns.COMMAND.ready("gtpengine patterns", [*command, "--decay", "2"])
