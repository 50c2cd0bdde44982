"""How far the win rate of a search is from the result, beside the value of a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from gtpengine.tools.network.examples.games import UNKNOWN_KOMI
from gtpengine.tools.network.examples.heldout import at_move
from gtpengine.tools.network.learning.asking import Ask

from board_ext.position import Position
from gtpengine.game.records import RecordedGame
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.prediction.movemodel import MoveModel

MEMORY_MB = 256

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PositionSample:
    """Which positions are searched, and how: at most ``most`` after each of ``moves``."""

    size: int
    moves: Sequence[int]
    most: int
    simulations: int
    seed: int


def spread_games(
    games: Sequence[RecordedGame], size: int, number: int, most: int
) -> list[RecordedGame]:
    """Return at most ``most`` games with a result and more than ``number`` moves, evenly spread."""
    long = [g for g in games if g.winner and g.size == size and len(g.points) > number]
    count = min(most, len(long))
    return [long[i * len(long) // count] for i in range(count)]


def errors(values: Sequence[float], games: Sequence[RecordedGame], number: int) -> Floats:
    """Return the squared error of each value, the chance (0 to 1) that the side to move wins."""
    results = [game.winner == to_play(game, number) for game in games]
    found: Floats = (np.asarray(values, float) - np.asarray(results, float)) ** 2
    return found


def to_play(game: RecordedGame, number: int) -> int:
    """Return whose turn it is after ``number`` moves."""
    return _after(game, number).to_play


def searched(game: RecordedGame, number: int, simulations: int, seed: int) -> float:
    """Return the win rate of the side to move after ``number`` moves, by a search without network.

    :raises ValueError: when the record has an illegal move.
    """
    searcher = Searcher(SearchParams(network="none"), 1, MEMORY_MB, seed)
    searcher.set_position(_after(game, number))
    return searcher.search(Limits(simulations=simulations)).value


def _after(game: RecordedGame, number: int) -> Position:
    position = Position(game.size, komi=UNKNOWN_KOMI if game.komi is None else game.komi)
    for point in game.points[:number]:
        position.play(int(point))
    return position


def table(
    ask: Ask, games: Sequence[RecordedGame], model: MoveModel, sample: PositionSample
) -> Iterator[str]:
    """Yield the rows of a comparison in the same positions."""
    simulations, size = sample.simulations, sample.size
    yield f"beside searches of {simulations:,} simulations without a network, the same positions"
    yield ""
    yield "| after move | games | error of the network | of the search | network - search, 95 % |"
    yield "| --- | --- | --- | --- | --- |"
    for number in sample.moves:
        chosen = spread_games(games, size, number, sample.most)
        batch = at_move(chosen, size, model, number)
        if batch is None:
            continue
        searches = [searched(game, number, simulations, sample.seed) for game in chosen]
        ours = errors(list(map(float, ask(batch).value)), chosen, number)
        theirs = errors(searches, chosen, number)
        difference = ours - theirs
        margin = 1.96 * float(difference.std()) / len(chosen) ** 0.5
        yield (
            f"| {number} | {len(chosen):,} | {ours.mean():.4f} | {theirs.mean():.4f} |"
            f" {difference.mean():+.4f} ± {margin:.4f} |"
        )
