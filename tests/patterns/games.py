"""Random games for the tests of learning, and symmetric forms of games."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import numpy.typing as npt

from board_ext.coords import PASS, point_to_vertex
from board_ext.position import Position
from gtpengine.game.records import RecordedGame

RANKED_SIZE = 7


def random_game(size: int, moves: int, seed: int) -> RecordedGame:
    """A game that prefers to stay near the last move, so that there is something to learn."""
    chance = random.Random(f"{size} {seed}")
    position = Position(size)
    points: list[int] = []
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            break
        last = points[-1] if points else size * size // 2

        def distance(point: int, last: int = last) -> int:
            return abs(point // size - last // size) + abs(point % size - last % size)

        point = min(chance.sample(legal, min(8, len(legal))), key=distance)
        position.play(point)
        points.append(point)
    return RecordedGame(size, np.array(points, dtype=np.int16), f"test:{seed}")


def image(points: npt.NDArray[np.int16], size: int, symmetry: int) -> npt.NDArray[np.int16]:
    """A game seen through one of the eight symmetries of the board."""
    row, column = np.divmod(points, size)
    if symmetry & 1:
        row = size - 1 - row
    if symmetry & 2:
        column = size - 1 - column
    if symmetry & 4:
        row, column = column, row
    return np.where(points == PASS, PASS, row * size + column).astype(np.int16)


def write_lines(path: Path, games: list[RecordedGame]) -> Path:
    """Write games in the format of lines."""
    lines = []
    for game in games:
        moves = " ".join(point_to_vertex(int(point), game.size) for point in game.points)
        lines.append(f"{game.size}\t7.5\tB+R\t5d\t5d\t{game.source}\t{moves}\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def ranked_line(number: int, weak: bool) -> str:
    """Weak players follow the first line round the board, strong ones fill it from the centre."""
    rng = np.random.default_rng(number)
    names = [f"{column}{row}" for column in "ABCDEFG" for row in range(1, RANKED_SIZE + 1)]
    edge = [name for name in names if name[0] in "AG" or name[1:] in ("1", "7")]
    inner = [name for name in names if name not in edge]
    moves = rng.permutation(edge if weak else inner)[:16]
    rank = "20k" if weak else "1d"
    return f"{RANKED_SIZE}\t7\tB+R\t{rank}\t{rank}\tmade {number}\t{' '.join(moves)}"
