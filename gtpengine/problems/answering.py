"""An answer judged: any move counts that loses nothing that a review would mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import point_to_vertex
from board_ext.position import Position
from gtpengine.problems.problem import OwnMistake
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.review.searching.judge import PositionSearcher
from gtpengine.review.searching.judging import verdict
from gtpengine.review.searching.model import GRADES
from gtpengine.review.searching.searched import Searched, search_position

GOOD: Final = GRADES[:2]
"""Grades of a move that solves a problem."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What an answer is worth: what it lost, if it was searched, and the line expected after it."""

    move: str
    solved: bool
    lost_points: float = 0.0
    lost_win_rate: float = 0.0
    line: tuple[str, ...] = ()


def judged(problem: OwnMistake, point: int, searchers: Sequence[PositionSearcher]) -> JudgedAnswer:
    """Judge a legal move as a review would: searched against the best one of the same position.

    The review's best move and the mistake itself need no search.

    :param searchers: the first that judges the position does; the last is this engine's.
    """
    position = problem.position()
    move = point_to_vertex(point, position.size)
    if move == problem.best[0]:
        return JudgedAnswer(move, True, line=problem.best)
    if move == problem.played[0]:
        lost = problem.lost_points, problem.lost_win_rate
        return JudgedAnswer(move, False, *lost, problem.played)
    found = _searched(searchers, position, point)
    if not found.rounds:
        return JudgedAnswer(move, True, line=found.found.candidates[0].line)
    loss = verdict(found.rounds, position.size, found.simulations)
    points, win_rate = loss.points.value, loss.win_rate.value
    return JudgedAnswer(move, loss.grade in GOOD, points, win_rate, found.rounds[-1][0].line)


def _searched(searchers: Sequence[PositionSearcher], position: Position, point: int) -> Searched:
    for searcher in searchers[:-1]:
        try:
            return search_position(searcher, 0, position, point)
        except ProgramError:  # the next one judges
            continue
    return search_position(searchers[-1], 0, position, point)
