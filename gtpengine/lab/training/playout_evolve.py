"""Weights of the softmax playouts that evolve: ``gtpengine patterns evolve``.

Hingston and Masek, Experiments with Monte Carlo Othello, CEC 2007: an evolution strategy finds the
weights by which playouts draw their moves; what is fit wins games. Here the logarithms of the
factors' gammas evolve, the patterns stay, and short searches play the games against the weights of
the beginning. The gammas of the last parents' mean play other games for a test.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import option
from gtpengine.base.files.wholefile import whole_file
from gtpengine.base.text.jsontext import json_object
from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.pools import run_tasks
from gtpengine.tools.running.runner import Pool, PoolWorker
from gtpengine.tools.statistics.stats import wilson

from .evolution import Evolution
from .games import PairedGames, games_won

TEST_SEED: Final = 1 << 40
"""Seeds of the games of the test begin here; seeds of the generations are below."""


@dataclass(frozen=True, slots=True)
class Evolve:
    """Settings that decide the result, besides the weights of the beginning.

    games: of each offspring in each generation, and of the test; even. step: the first usual change
    of a log-gamma.
    """

    size: int = option("board size", numbers.board_size, default=19)
    generations: int = option("generations in all", numbers.count, default=20)
    parents: int = option(
        "the best offspring, from whose mean the next ones begin", numbers.count, default=3
    )
    offspring: int = option("offspring of a generation", numbers.whole(2, 10_000), default=12)
    games: int = option(
        "games of each of them, colours swapped: an even number", numbers.count, default=20
    )
    test_games: int = option(
        "other games of what has evolved: an even number", numbers.count, default=100
    )
    simulations: int = option("simulations of each search", numbers.count, default=100)
    step: float = option(
        "first change of a usual log-gamma", numbers.real(0, 10, above=True), default=0.3
    )
    seed: int = option("seed of all randomness", numbers.whole(0, 10**12), default=1)

    def strategy(self) -> Evolution:
        """Return the strategy for the log-gammas of all factors.

        :raises ValueError: when the settings choose nothing, or games make no pairs.
        """
        for name, games in (("games", self.games), ("test-games", self.test_games)):
            if games % 2:
                raise ValueError(f"--{name} {games}: give an even number, for colours are swapped")
        return Evolution(len(FACTORS), self.parents, self.offspring, self.step, self.seed)

    def match(self, generation: int) -> PairedGames:
        """Return the games of a generation; the test's come after the last generation."""
        games, seed = self.games, self.seed * 1_000_003 + generation
        if generation == self.generations:
            games, seed = self.test_games, TEST_SEED + self.seed
        return PairedGames(self.size, games, self.simulations, seed)


@dataclass(frozen=True, slots=True)
class GamesTask:
    """A task of a pool: play the games of one offspring."""

    number: int
    own: PlayoutWeights
    other: PlayoutWeights
    match: PairedGames

    def run(self, worker: PoolWorker) -> int:
        """Return how many games the offspring wins."""
        return games_won(self.own, self.other, self.match, worker)


def changed(weights: PlayoutWeights, by: npt.NDArray[np.float64]) -> PlayoutWeights:
    """Return the weights with what is added to the log-gammas of ``FACTORS``, in their order."""
    factors = {
        name: weights.factors[name] * float(np.exp(change))
        for name, change in zip(FACTORS, by, strict=True)
    }
    return dataclasses.replace(weights, factors=factors)


class Run:
    """What is known of a run so far, kept in a checkpoint: the games won by each offspring."""

    def __init__(self, path: Path, settings: Evolve, begin: PlayoutWeights) -> None:
        """Begin, or go on from the checkpoint.

        :raises ValueError: when the file is no checkpoint, or the checkpoint of another run.
        """
        self.path = path
        self.won: list[list[int | None]] = []
        self._about = {"settings": dataclasses.asdict(settings), "begin": begin.to_text("")}
        if not path.exists():
            return
        try:
            saved = json_object(path.read_bytes())
            about, won = saved["about"], saved["won"]
        except (OSError, ValueError, KeyError) as error:
            raise ValueError(f"{path} is no checkpoint ({error}); remove it") from None
        if about != self._about:
            raise ValueError(
                f"{path} belongs to other settings or weights; remove it or give another --output"
            )
        self.won = won

    def play(
        self,
        pool: Pool,
        interrupt: Interrupt,
        own: Sequence[PlayoutWeights],
        other: PlayoutWeights,
        generation: int,
        match: PairedGames,
    ) -> bool:
        """Play the games of a generation that are missing; return whether all are played."""
        if len(self.won) == generation:
            self.won.append([None] * len(own))
        row = self.won[generation]
        missing = [number for number, won in enumerate(row) if won is None]
        tasks = (GamesTask(number, own[number], other, match) for number in missing)
        what = f"games of generation {generation + 1}"
        for item in run_tasks(pool, tasks, interrupt, lambda _task: what):
            row[item.task.number] = item.result
            self._save()
        return None not in row

    def history(self, generations: int) -> list[list[float]]:
        """Return the games won in the first generations."""
        return [[float(won or 0) for won in row] for row in self.won[:generations]]

    def _save(self) -> None:
        with whole_file(self.path) as file:
            file.write(json.dumps({"about": self._about, "won": self.won}).encode())


def evolve(
    begin: PlayoutWeights, settings: Evolve, run: Run, pool: Pool, interrupt: Interrupt
) -> tuple[PlayoutWeights, str] | None:
    """Return the evolved weights and a line about their games of the test; None when stopped."""
    strategy = settings.strategy()
    for generation in range(settings.generations):
        history = run.history(generation)
        offspring = [changed(begin, by) for by in strategy.ask(history)]
        match = settings.match(generation)
        if not run.play(pool, interrupt, offspring, begin, generation, match):
            return None
        won = run.history(generation + 1)[-1]
        best, mean = max(won) / match.games, sum(won) / len(won) / match.games
        print(
            f"generation {generation + 1} of {settings.generations}: won {100 * best:.0f} % at"
            f" best, {100 * mean:.0f} % on average, step {strategy.step_size([*history, won]):.3f}",
            file=sys.stderr,
        )
    found = changed(begin, strategy.middle(run.history(settings.generations)))
    last, match = settings.generations, settings.match(settings.generations)
    if not run.play(pool, interrupt, [found], begin, last, match):
        return None
    points = run.history(last + 1)[-1][0]
    low, high = wilson(points, match.games)
    return found, (
        f"{settings.generations} generations; won {points:.0f} of {match.games} other games against"
        f" the weights of the beginning, {100 * low:.0f} to {100 * high:.0f} % (95 %)"
    )
