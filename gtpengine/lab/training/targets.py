"""Positions of games, searched deeply, from which the weights of playouts learn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import BLACK, PASS
from board_ext.position import IllegalMoveError, Position
from gtpengine.game.records import RecordedGame
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.tools.running.progress import TimeLeft

KOMI: Final = 7.5
EARLIEST: Final = 8
"""The fewest moves played before a position is used."""
LATEST: Final = 0.7
"""The most moves played before a position is used, as a share of the points of the board."""

CONTESTED: Final = (0.1, 0.9)
"""Bounds of Black's win rate: a position beyond them, after a tenth of the search, is left out."""


@dataclass(frozen=True, slots=True)
class Target:
    """A searched position: Black's win rate after the best move, and the moves that were visited.

    ``moves`` are pairs of a point and its mean result, from 0 to 1, for the side to move.
    """

    position: Position
    value: float
    moves: tuple[tuple[int, float], ...] = ()


def targets(
    games: Sequence[RecordedGame],
    positions: int,
    simulations: int,
    seed: int,
    tell: Callable[[str], None],
) -> list[Target]:
    """Return that many positions, one of each game, searched with that many simulations.

    Returns fewer if the games have no more.

    :raises ValueError: when the games have none.
    """
    left = TimeLeft(positions)
    chance = random.Random(seed)
    searcher = Searcher(SearchParams(score_weight=0.0), seed=seed)
    found: list[Target] = []
    games = chance.sample(list(games), len(games))
    for game in games:
        latest = min(len(game.points), int(LATEST * game.size**2))
        if latest <= EARLIEST:
            continue
        position = Position(game.size, komi=KOMI)
        try:
            for point in game.points[: chance.randrange(EARLIEST, latest)].tolist():
                position.play(point)
        except IllegalMoveError:
            continue
        glance = _black_wins(_search(searcher, position, simulations // 10))
        if not CONTESTED[0] <= glance <= CONTESTED[1]:
            continue
        report = _search(searcher, position, simulations)
        moves = ((move.point, move.value) for move in report.moves if move.visits)
        shown = tuple(move for move in moves if move[0] != PASS)
        found.append(Target(position, _black_wins(report), shown))
        if len(found) % 100 == 0:
            tell(f"searched {len(found)} of {positions} positions{left.words(len(found))}")
        if len(found) == positions:
            return found
    if not found:
        raise ValueError(
            f"none of these {len(games)} games has a position to learn from: one after move"
            f" {EARLIEST} that is not decided; give more records"
        )
    tell(
        f"only {len(found)} of {positions} positions: these {len(games)} games have no"
        " more that are not decided; give more records for more"
    )
    return found


def _search(searcher: Searcher, position: Position, simulations: int) -> SearchReport:
    """Return what a new search finds."""
    searcher.clear()
    searcher.set_position(position)
    return searcher.search(Limits(simulations=simulations))


def _black_wins(report: SearchReport) -> float:
    """Return Black's win rate after the best move."""
    value = report.moves[0].value
    return value if report.to_play == BLACK else 1.0 - value
