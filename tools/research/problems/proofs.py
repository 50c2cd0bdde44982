"""How many simulations a proof takes, by settings of the search: late positions of small boards.

    python -m gtpengine.tools.research.problems.proofs --size 5 --empty 8 \\
        "expand_visits=1 mc_pns=true" "expand_visits=1 mc_pns=true mc_pns_playouts=false"

Each position comes from a game of its own, in which each move is one of the best three of a short
search, and has at most ``--empty`` empty points. A search is begun anew with ``STEP``
times the simulations until its best move is proved to win or to lose. So a number of simulations is
right to this factor, and ratios of them are means over logarithms, with a 95 % interval, of the
positions that both settings prove.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Sequence
from typing import Final

from gtpengine.tools.statistics.stats import Z95

from board_ext.position import Position
from gtpengine.mcts.params.search_params import PARAMS, SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

STEP: Final = 2**0.25
FIRST: Final = 4
"""Simulations of the shortest search."""
KOMI: Final = 0.5
SHORT: Final = 30
"""Simulations of a move of the games."""
BEST: Final = 3
"""A move of the games is drawn from this number of best ones."""


def position_of(size: int, empty: int, seed: int) -> Position | None:
    """Return a position with at most ``empty`` empty points; None where the game ended before."""
    choice = random.Random(seed)
    position = Position(size)
    position.komi = KOMI
    while position.to_diagram().count(".") > empty:
        moves = [move.point for move in searched(position, SearchParams(), SHORT).moves]
        points = [point for point in moves[:BEST] if point >= 0]
        if not points or position.move_number > 4 * size * size:
            return None
        position.play(choice.choice(points))
    return position


def searched(position: Position, params: SearchParams, simulations: int) -> SearchReport:
    """Search anew, by playouts alone."""
    searcher = Searcher(params, memory_mb=256)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=simulations))


def simulations_to_a_proof(position: Position, params: SearchParams, most: int) -> float:
    """Return how many simulations prove the best move; infinite if more than ``most``."""
    number = float(FIRST)
    while number <= most:
        bounds = searched(position, params, round(number)).moves[0].bounds
        if bounds is not None and (bounds[0] > 0 or bounds[1] < 0):
            return number
        number *= STEP
    return math.inf


def ratio(first: Sequence[float], second: Sequence[float]) -> str:
    """Return how many times the simulations of ``first`` the proofs of ``second`` take."""
    pairs = zip(first, second, strict=True)
    logs = [math.log(b / a) for a, b in pairs if a < math.inf and b < math.inf]
    if len(logs) < 2:
        return f"{len(logs)} proved by both"
    mean, error = statistics.mean(logs), statistics.stdev(logs) / math.sqrt(len(logs))
    low, high = (math.exp(mean + sign * Z95 * error) for sign in (-1, 1))
    return f"{math.exp(mean):.2f} ({low:.2f} to {high:.2f}) in {len(logs)} proved by both"


def params_of(text: str) -> SearchParams:
    """Return the parameters of a text such as ``mc_pns=true expand_visits=1``."""
    settings = (setting.partition("=") for setting in text.split())
    return SearchParams(**{name: PARAMS[name].parse(value) for name, _, value in settings})


def main() -> None:
    """Search all positions with each of the settings, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "settings", nargs="+", help="NAME=VALUE ... of a search; the first compares"
    )
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--empty", type=int, default=8)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=20_000, help="of the longest search")
    options = parser.parse_args()
    made = (position_of(options.size, options.empty, seed) for seed in range(options.positions))
    positions = [position for position in made if position is not None]
    print(f"{len(positions)} positions of {options.size}x{options.size}")
    first: list[float] = []
    for text in options.settings:
        params = params_of(text)
        found = [
            simulations_to_a_proof(position, params, options.simulations) for position in positions
        ]
        first = first or found
        proved = sum(number < math.inf for number in found)
        print(f"{text}: {proved} proved, simulations {ratio(first, found)}", flush=True)


if __name__ == "__main__":
    main()
