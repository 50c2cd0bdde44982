"""The basis of an end-game decision: a position, and a search of it.

Not done: the value of a move under territory scoring beyond what ownership shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, opponent
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine.config.options import EngineOptions
from gtpengine.judge import life
from gtpengine.mcts.report.recommend import recommend
from gtpengine.mcts.report.report import MoveStats, SearchReport

SETTLED: Final = 0.7
"""Ownership (0 nobody's, 1 sure) from which a point counts as owned."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A position to decide about. ``report`` was searched with ``color`` to move."""

    position: Position
    color: int
    report: SearchReport
    options: EngineOptions

    @property
    def opponent_passed(self) -> bool:
        """Whether a pass now would end the game."""
        moves = self.position.moves
        return bool(moves) and moves[-1] == (opponent(self.color), PASS)

    @property
    def all_stones_count(self) -> bool:
        """Whether dead stones must be captured to count as dead."""
        return not self.position.rules.removes_dead or bool(self.options.cleanup)

    @property
    def territory(self) -> bool:
        """Whether empty points and prisoners count, and stones do not."""
        return self.position.rules.scoring is Scoring.TERRITORY

    def ownership(self) -> list[float]:
        """Return the ownership of each point from A1 on, +1 = Black's."""
        return flat_ownership(self.report)


def flat_ownership(report: SearchReport) -> list[float]:
    """Return the ownership of each point from A1 on, +1 = Black's."""
    return [float(value) for value in report.ownership.reshape(-1)]


def rank(situation: Situation) -> list[MoveStats]:
    """Return the moves of the report that are legal under the rules, the chosen one first."""
    position, color, report = situation.position, situation.color, situation.report
    options = situation.options
    chosen = recommend(report, options.recommendation, options.secure_width)
    moves = sorted(report.moves, key=lambda move: move.point != chosen)
    return [move for move in moves if move.point == PASS or position.is_legal(move.point, color)]


def sure_margin(situation: Situation, report: SearchReport) -> float:
    """Return a score that the player has at least if the game ended now, komi included.

    Points without a settled owner count for the opponent. Where all stones on the board count, the
    score is exact.
    """
    position, color = situation.position, situation.color
    if situation.all_stones_count:
        score = position.tromp_taylor_score()
        return float(score if color == BLACK else -score)
    mine = _settled_for(position, color, flat_ownership(report))
    territory = situation.territory
    margin = 0.0
    for point in range(position.size**2):
        stone = position.color_at(point)
        if not territory or stone == EMPTY:
            margin += 1.0 if point in mine else -1.0
        elif stone == color and point not in mine:
            margin -= 2.0
        elif stone == opponent(color) and point in mine:
            margin += 2.0
    if territory:
        by_black, by_white = position.prisoners
        margin += by_black - by_white if color == BLACK else by_white - by_black
    bonus = 0 if territory else position.rules.handicap_bonus.points(position.handicap)
    for_white = position.komi + bonus
    return margin + (for_white if color == WHITE else -for_white)


def _settled_for(position: Position, color: int, ownership: Sequence[float]) -> set[int]:
    """Return the points that surely belong to ``color``; stones are taken chain by chain."""
    sign = 1.0 if color == BLACK else -1.0
    mine = {
        point
        for point in range(position.size**2)
        if position.color_at(point) == EMPTY and sign * ownership[point] > SETTLED
    }
    for chain in life.all_chains(position):
        if sign * sum(ownership[point] for point in chain) > SETTLED * len(chain):
            mine.update(chain)
    return mine


def dead_opponents(situation: Situation) -> list[tuple[int, ...]]:
    """Return the opponent's chains that are dead but still on the board."""
    position, color = situation.position, situation.color
    mine = _settled_for(position, color, situation.ownership())
    return [
        chain
        for chain in life.all_chains(position)
        if position.color_at(chain[0]) == opponent(color) and chain[0] in mine
    ]


def is_ahead(situation: Situation) -> bool:
    """Return whether the player wins if the game is counted as the search sees it now."""
    position = situation.position
    score = life.score(position, life.judge(position, situation.ownership()))
    return score > 0 if situation.color == BLACK else score < 0
