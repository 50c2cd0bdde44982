"""Games between two searches whose softmax playouts have different weights."""

from __future__ import annotations

import dataclasses
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.lab.weights.playoutfile import PlayoutWeights
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.tools.running.runner import PoolWorker

from .targets import KOMI

MOST_RANDOM: Final = 6
"""The most random moves at the start of a game; their number is random, too."""


@dataclass(frozen=True, slots=True)
class PairedGames:
    """Games by pairs: both games of a pair begin with the same random moves, colours swapped.

    ``games`` is even. The games of a seed are the same for all weights, as far as the weights
    choose the same moves.
    """

    size: int
    games: int
    simulations: int
    seed: int


def games_won(
    own: PlayoutWeights,
    other: PlayoutWeights,
    match: PairedGames,
    worker: PoolWorker | None = None,
) -> int:
    """Return how many games *own* wins, counted by area after two passes.

    :raises AbortedError: when the worker is aborted
    """
    with tempfile.TemporaryDirectory() as folder:
        searchers = [
            _searcher(one, match, Path(folder, f"{i}.txt")) for i, one in enumerate((own, other))
        ]
        won = 0
        for game in range(match.games):
            color = (BLACK, WHITE)[game % 2]
            won += _winner(match, game // 2, searchers, color, worker) == color
    return won


def _searcher(weights: PlayoutWeights, match: PairedGames, path: Path) -> Searcher:
    path.write_text(dataclasses.replace(weights, size=match.size).to_text(""), encoding="utf-8")
    # Without the models the search depends on its playouts most.
    params = SearchParams(
        playout_policy="softmax",
        playout_weights_file=str(path),
        network="none",
        prior_model=0.0,
    )
    return Searcher(params, threads=1, memory_mb=64)


def _winner(
    match: PairedGames,
    pair: int,
    searchers: list[Searcher],
    first: int,
    worker: PoolWorker | None,
) -> int:
    """Return the colour that wins a game in which the first searcher has the colour *first*."""
    chance = random.Random(f"{match.seed} {pair}")
    position = Position(match.size, rules_named("tromp-taylor"), KOMI)
    for _ in range(chance.randint(0, MOST_RANDOM)):
        if legal := position.legal_moves():
            position.play(chance.choice(legal))
    for searcher in searchers:
        searcher.clear()
        searcher.set_seed(chance.getrandbits(31))
    passes, limits = 0, Limits(simulations=match.simulations)
    while passes < 2 and position.move_number < 3 * match.size**2:
        searcher = searchers[position.to_play != first]
        searcher.set_position(position)
        report = searcher.search(limits) if worker is None else worker.search(searcher, limits)
        move = report.moves[0].point
        passes = passes + 1 if move == PASS else 0
        position.play(move)
    return BLACK if position.area_score() > KOMI else WHITE
