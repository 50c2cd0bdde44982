"""What people of each rank overlook: the numbers of ``gtpengine.session.rankscale``.

    python -m gtpengine.tools.research.ranks.styles GAMES... --positions 5000

For positions of people's games, the likely moves are searched as in play at the rank of the player.
The logarithm of a move's weight is then

    sharpness * log p + visit_care * log(1 + visits) - win_care * loss of win rate

of which the weights are fitted by maximum likelihood (a conditional logit, McFadden 1974), each as
a straight line in the rank, ``win_care`` in its logarithm. Ranks are drawn evenly.

Not done: moves that the model of moves holds for very improbable are left out unless they were
played, which changes little.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns.rankfile import load_shipped
from gtpengine.tools.running.leftout import leave_out

from board_ext.coords import PASS
from board_ext.legality import IllegalMoveError
from board_ext.position import Position
from gtpengine.base.arguments import numbers
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.game.records import ReadingCounts, RecordedGame, read_games
from gtpengine.judge.plainmove import useful_points
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.rankscale import MIDDLE, SPAN, style_at

LIKELY: Final = 0.006
"""Probability from which a move counts as likely."""

BANDS: Final = 9
"""Bands of ranks from which equally many positions are drawn."""

Row = npt.NDArray[np.float64]
"""The moves of a position, the one played first: log p, log (1 + visits), loss of win rate."""


@dataclass(frozen=True, slots=True)
class PlayedChoice:
    """A move of a player, and what else could have been played; ``terms`` has shape (moves, 3)."""

    rank: float
    terms: Row


@dataclass(frozen=True, slots=True)
class Fit:
    """Straight lines: intercept and slope of ``sharpness``, ``visit_care``, log ``win_care``.

    They are in (rank - MIDDLE) / SPAN. ``loss`` is the mean of -log p of what was played.
    """

    lines: npt.NDArray[np.float64]
    loss: float


def spread(
    games: Sequence[RecordedGame], positions: int, seed: int
) -> Iterator[tuple[Position, int, float]]:
    """Yield positions, what was played there and by which rank; as evenly over ranks as can be."""
    chance = random.Random(seed)
    movers: list[tuple[float, RecordedGame, int]] = []
    for game in games:
        for turn, name in enumerate(game.ranks):
            try:
                movers.append((float(rank_number(name)), game, turn))
            except ValueError:
                continue
    movers.sort(key=lambda mover: mover[0])
    if not movers:
        raise ValueError("the records name no ranks: give games of players of known rank")
    ranks = np.array([mover[0] for mover in movers])
    edges = np.linspace(ranks[0], ranks[-1] + 1.0, BANDS + 1)
    for number in range(positions):
        band = number % BANDS
        first, last = np.searchsorted(ranks, edges[band : band + 2])
        if first == last:
            continue
        rank, game, turn = movers[chance.randrange(first, last)]
        place = turn + 2 * chance.randrange(max(1, len(game.points) // 2))
        found = _position_before(game, place)
        if found is not None:
            yield found, int(game.points[place]), rank


def _position_before(game: RecordedGame, place: int) -> Position | None:
    if place >= len(game.points):
        return None
    position = Position(game.size)
    if game.komi is not None:
        position.komi = game.komi
    try:
        for point in game.points[:place].tolist():
            position.play(point, position.to_play)
    except IllegalMoveError:
        return None
    return position


def choice_of(
    searcher: Searcher, position: Position, played: int, rank: float
) -> PlayedChoice | None:
    """Search what a player of a rank chose from; None when ``played`` was not drawn."""
    color, style = position.to_play, style_at(rank, position.size)
    searcher.clear()
    searcher.set_position(position)
    report = searcher.search(Limits(style.root))
    useful = useful_points(position, color)
    best = next((move for move in report.moves if move.point in useful), None)
    if best is None or played not in useful:
        return None
    model = dict(load_shipped(position.size).probabilities(position, rank))
    moves = [point for point in useful if model.get(point, 0.0) >= LIKELY or point == played]
    moves.sort(key=lambda point: point != played)
    rows = []
    for point in moves:
        stats = report.stats_of(point)
        visits = 0 if stats is None else stats.visits
        if stats is None or visits < style.look:
            stats = _alone(searcher, position, point, style.look)
        lost = 0.0 if stats is None else max(0.0, best.value - stats.value)
        rows.append((np.log(max(model.get(point, 0.0), 1e-9)), np.log(1.0 + visits), lost))
    return PlayedChoice(rank, np.array(rows))


def _alone(searcher: Searcher, position: Position, point: int, look: int) -> MoveStats | None:
    others = {PASS, *range(position.size**2)} - {point}
    searcher.set_position(position, {(position.to_play, other): 1 for other in others})
    return searcher.search(Limits(look)).stats_of(point)


def mean_loss(lines: npt.NDArray[np.float64], choices: Iterable[PlayedChoice]) -> float:
    """Return the mean of -log p of what was played, for lines as in ``Fit``."""
    losses = []
    for choice in choices:
        x = (choice.rank - MIDDLE) / SPAN
        sharpness, visit_care, win_care = lines[:, 0] + lines[:, 1] * x
        scores = choice.terms @ (sharpness, visit_care, -np.exp(win_care))
        losses.append(np.logaddexp.reduce(scores) - scores[0])
    return float(np.mean(losses))


def fit(choices: Sequence[PlayedChoice]) -> Fit:
    """Return the lines of the greatest likelihood."""
    from scipy.optimize import minimize  # an extra that only the fit needs

    start = np.array([[0.7, 0.0], [0.1, 0.0], [1.4, 0.0]])
    found = minimize(
        lambda flat: mean_loss(flat.reshape(3, 2), choices), start.ravel(), method="L-BFGS-B"
    )
    return Fit(found.x.reshape(3, 2), float(found.fun))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", type=Path, help="records of players of known rank")
    parser.add_argument("--size", type=numbers.board_size, default=9, help="lines of the board")
    parser.add_argument("--positions", type=numbers.count, default=5000, help="positions to search")
    parser.add_argument("--seed", type=numbers.seed, default=1, help="of the draw of positions")
    args = parser.parse_args()
    reading = ReadingCounts()
    games = [game for part in read_games(args.games, args.size, reading) for game in part]
    for what in reading.unread:
        leave_out(what)
    searcher, begin, choices = Searcher(SearchParams(), 1, 64, args.seed), time.monotonic(), []
    for position, played, rank in spread(games, args.positions, args.seed):
        choice = choice_of(searcher, position, played, rank)
        if choice is not None:
            choices.append(choice)
    found = fit(choices)
    print(f"{len(choices)} positions, {time.monotonic() - begin:.0f} s, -log p {found.loss:.4f}")
    print(f"lines in (rank - {rank_name(MIDDLE)}) / {SPAN:g}: intercept, slope")
    for name, line in zip(("sharpness", "visit_care", "log win_care"), found.lines, strict=True):
        print(f"{name:<14}{line[0]:8.3f}{line[1]:8.3f}")
    return int(bool(reading.unread))


if __name__ == "__main__":
    sys.exit(main())
