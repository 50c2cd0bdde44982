"""Games, judged positions and small settings for the tests of learning."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from gtpengine.tools.learning.selfplay import Archive, SelfplaySettings, play
from gtpengine.tools.network.examples.judged import Judged, judged_of
from gtpengine.tools.network.examples.teacher import TeacherJudgement, TeacherQuestion

from board_ext.coords import BLACK, WHITE
from gtpengine.game.records import RecordedGame
from tests.patterns.games import random_game

SIZE = 5
TEACHER = f"{sys.executable} {Path(__file__).with_name('dummy_teacher.py')}"
BATCH_TEACHER = str(Path(__file__).with_name("dummy_batch_teacher.py"))
SELFPLAY = SelfplaySettings(5, 7.5, "chinese", 30, 4, 1.0, 10, 1, (("network", "none"),))


def random_games(count: int, moves: int = 20) -> list[RecordedGame]:
    """Games of random moves; those of even number are won by Black, by 3.5 points."""
    games = []
    for seed in range(count):
        game = random_game(SIZE, moves, seed)
        winner = WHITE if seed % 2 else BLACK
        margin = -2.5 if seed % 2 else 3.5
        games.append(
            RecordedGame(SIZE, game.points, f"game {seed}", winner=winner, komi=6.5, margin=margin)
        )
    return games


def lines_of(games: list[RecordedGame]) -> str:
    """The games as lines of a record file."""
    text = []
    for game in games:
        names = [
            "pass" if p < 0 else f"{'ABCDEFGHJ'[p % SIZE]}{p // SIZE + 1}" for p in game.points
        ]
        result = "B+3.5" if game.winner == BLACK else "W+2.5"
        text.append(f"{SIZE}\t6.5\t{result}\t1d\t2d\t{game.source}\t{' '.join(names)}\n")
    return "".join(text)


def judged_positions(count: int) -> Judged:
    """Positions of random games, judged at random."""
    random = np.random.default_rng(3)
    area = SIZE * SIZE
    rows = []
    for seed, game in enumerate(random_games(count)):
        points = game.points[: int(random.integers(len(game.points)))]
        policy = random.random(area + 1).astype(np.float32)
        told = TeacherJudgement(
            policy / policy.sum(),
            float(random.random()),
            float(random.normal()),
            (2 * random.random(area) - 1).astype(np.float32),
        )
        rows.append((TeacherQuestion(points, 6.5), seed, told))
    return judged_of(SIZE, rows)


def selfplayed(folder: Path, games: int = 3) -> list[dict[str, Any]]:
    """Write games, two to a file, and return their columns."""
    archive = Archive(folder, SELFPLAY, 2)
    columns = [play(number, SELFPLAY) for number in range(games)]
    for number, game in enumerate(columns):
        archive.add(number, game)
    archive.close()
    return columns
