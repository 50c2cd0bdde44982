"""Situations to answer, and what is answered in them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from board_ext.coords import (
    PASS,
    WHITE,
    opponent,
    point_to_vertex,
    vertex_to_point,
)
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.config.options import EngineOptions
from gtpengine.judge.case import SearchAfter
from gtpengine.judge.endgame import decide
from gtpengine.judge.situation import Situation
from gtpengine.mcts.report.report import MoveStats, SearchReport

# Black has 25 points, White 20, the middle is E; E5 is not filled yet.
HALVES = """
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
"""


def halves_ownership(size: int = 9) -> np.ndarray:
    """Columns A to D are Black's, E nobody's, F to J White's."""
    middle = size // 2
    row = [1.0] * middle + [0.0] + [-1.0] * (size - middle - 1)
    return np.tile(np.array(row, dtype=np.float32), (size, 1))


def report(
    color: int,
    moves: list[tuple[str, float]],
    ownership: np.ndarray,
    visits: int = 1000,
    score: float = -10.0,
) -> SearchReport:
    """A report with the given moves and values, the most visited first."""
    size = len(ownership)
    stats = []
    for place, (vertex, value) in enumerate(moves):
        point = vertex_to_point(vertex, size)
        stats.append(MoveStats(point, visits >> (place + 1), value, 0, 0.5, 0.5, 8.0, score))
    return SearchReport(
        to_play=color, size=size, moves=tuple(stats), visits=visits, value=moves[0][1], score=score,
        simulations=visits, seconds=0.1, ownership=ownership, pv=(), nodes=1, memory_bytes=0,
        mean_depth=1.0, mean_length=50.0, tree_full=False, stopped_by="simulations",
    )  # fmt: skip


def situation(
    position: Position,
    color: int,
    moves: list[tuple[str, float]],
    ownership: np.ndarray,
    passed: bool = False,
    **options: bool | int | float,
) -> Situation:
    if passed:
        position.play(PASS, opponent(color))
    position.to_play = color
    chosen = EngineOptions()
    for name, value in options.items():
        chosen.assign(name, value)
    return Situation(position, color, report(color, moves, ownership), chosen)


def answer(case: Situation, after: SearchReport | None = None, low_streak: int = 0) -> str:
    """What is answered when each look, after a pass or a move, brings ``after``."""
    return answer_with(case, lambda _: after, low_streak)


def answer_with(
    case: Situation, look: Callable[[str], SearchReport | None], low_streak: int = 0
) -> str:
    """What is answered when ``look`` says what is seen after a move or a pass."""
    size = case.position.size
    seen: dict[SearchAfter, SearchReport | None] = {}
    found = decide(case, low_streak, seen)
    while isinstance(found, SearchAfter):
        assert found not in seen, "the same look again"
        seen[found] = look(point_to_vertex(found.point, size))
        found = decide(case, low_streak, seen)
    return point_to_vertex(found, size)


def halves(komi: float = 0.5, rules: str = "chinese") -> Position:
    return Position.from_diagram(HALVES, rules=rules_named(rules), komi=komi)


GOOD = [("E5", 0.6), ("E4", 0.5), ("pass", 0.58)]


def with_dead_stone(rules: str = "chinese", komi: float = -20) -> Position:
    diagram = HALVES.split("\n")
    diagram[5] = "    . O . X . O . . ."
    return Position.from_diagram("\n".join(diagram), rules=rules_named(rules), komi=komi)


# White's right side is settled, but while J2 is empty it touches H1, which lives.
OPEN_BORDER = """
    . . . X . O . . .
    . . X X O . O . .
    . X . X X O . . .
    . . X O O O . . .
    . X O O X . . . .
    . . X O X O O . .
    . . X O O X O O .
    . . X O X X X O .
    . . . X . . . X .
"""


def border_ownership() -> np.ndarray:
    position = Position.from_diagram(OPEN_BORDER)
    ownership = np.ones((9, 9), dtype=np.float32)
    for point in range(81):
        row, column = divmod(point, 9)
        if (column > 4 and row > 2) or column > 6 or position.color_at(point) == WHITE:
            ownership[row, column] = -1.0
    for vertex in ("E5", "E6", "E7", "E4"):
        row, column = divmod(vertex_to_point(vertex, 9), 9)
        ownership[row, column] = 1.0 if vertex == "E7" else -1.0
    ownership[0, 7] = 1.0  # H1
    return ownership
