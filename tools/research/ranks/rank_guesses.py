"""How well people's moves are guessed at their rank: by the model of moves, the network, and both.

    python -m gtpengine.tools.research.ranks.rank_guesses GAMES... --size 19 --bots gnu

Records are lines as ``gtpengine.game.records`` describes them, or SGF files; games that the model
by rank has learned from are left out. For each band of ranks the table has the mean log p of the
move that was played, and how often that move was the first guess: by the model by rank alone, by
the network alone, and by both: p_model^a * p_network^b, made to sum to 1. The shares a and b are
straight lines in the rank, fitted to the other games, three quarters at a time. Intervals of 95 %
are those of a bootstrap over games, of both less the model. The shares that are likeliest for all
games follow: those at the rank ``rankscale.MIDDLE``, and what ``rankscale.SPAN`` ranks add.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns import modelfile, rankfile
from gtpengine.tools.running.plain import show

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.base.arguments import numbers
from gtpengine.game.ranks import rank_number
from gtpengine.network.serving import shipped_for
from gtpengine.personrank.people import name_of
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.session.rankscale import MIDDLE, SPAN

from .person_ranks import Source, records_in
from .review_ranks import EDGES, band_name

Floats = npt.NDArray[np.floating]
Ints = npt.NDArray[np.int64]

PARTS: Final = 4
"""Parts of the games, each kept apart once."""
SAMPLES: Final = 1000
"""Samples of the bootstrap."""
STEPS: Final = 30
"""Steps of Newton's method, far more than are needed."""
CHUNK: Final = 1000
"""Moves that are looked at together; that bounds the memory."""
NEVER: Final = -1000.0
"""Log p of illegal moves."""
LEAST: Final = 1e-5
"""Probabilities of the network below this count as this: people play some of these moves."""


@dataclass(frozen=True, slots=True)
class MindShares:
    """The powers of the model's probabilities and of the network's."""

    model: float
    network: float


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """Moves of people: ``model`` and ``network`` have log p of all moves by both, of shape
    (moves, points + 1), ``NEVER`` for illegal ones; ``played`` is the column of the move, ``game``
    tells games apart."""

    rank: Floats
    game: Ints
    played: Ints
    model: Floats
    network: Floats

    def __getitem__(self, which: npt.NDArray[np.bool_]) -> PlayedMoves:
        """Return some of the moves."""
        return PlayedMoves(*(getattr(self, name)[which] for name in self.__slots__))

    def scored(self, logs: Floats) -> Floats:
        """Return log p of the moves, and 1 where one was the first guess, of shape (moves, 2)."""
        by_move = logs[np.arange(len(self.played)), self.played]
        return np.stack([by_move, logs.argmax(axis=1) == self.played], axis=1)

    def guessed(self, line: SharesLine) -> Floats:
        """Return ``scored`` by both, with shares on a line in the rank."""
        shares = np.array([(at.model, at.network) for at in map(line.at, self.rank)])
        found = shares[:, :1] * self.model + shares[:, 1:] * self.network
        return self.scored(found - _log_sum(found))


@dataclass(frozen=True, slots=True)
class SharesLine:
    """Shares at the rank ``MIDDLE``, and what ``SPAN`` ranks add to them."""

    middle: MindShares
    slope: MindShares

    def at(self, rank: float) -> MindShares:
        """Return the shares at a rank."""
        above = (rank - MIDDLE) / SPAN
        return MindShares(
            self.middle.model + self.slope.model * above,
            self.middle.network + self.slope.network * above,
        )


def moves_of(games: Iterable[tuple[ReviewRecord, Source]], bots: str, size: int) -> PlayedMoves:
    """Return the moves on a board of players of known rank whose name does not match ``bots``;
    passes are left out.

    :raises ValueError: when no network serves the board, or the package's data are damaged.
    """
    network, notices = shipped_for(size)
    if network is None:
        raise ValueError("; ".join(notices) or f"no network serves {size}x{size}; try another")
    model, base = rankfile.load_shipped(size), modelfile.load_shipped(size).model
    about: list[tuple[float, int, int]] = []
    rows: list[npt.NDArray[np.float32]] = []
    for number, (record, source) in enumerate(games):
        ranks = _ranks(record, source, bots)
        for position, (color, point) in zip(record.positions(), record.moves, strict=False):
            if color not in ranks or point == PASS or not position.is_legal(point, color):
                continue
            points, logs = model.log_probabilities(position, [ranks[color]])
            policy = network.evaluate(position, base).policy
            row = np.full((2, size * size + 1), NEVER, np.float32)
            row[:, points] = logs[0], np.log(np.maximum(policy[points], LEAST))
            rows.append(row)
            about.append((ranks[color], number, point))
    rank, game, played = np.array(about, np.float64).reshape(-1, 3).T
    both = np.array(rows, np.float32).reshape(-1, 2, size * size + 1)
    return PlayedMoves(rank, game.astype(int), played.astype(int), both[:, 0], both[:, 1])


def _ranks(record: ReviewRecord, source: Source, bots: str) -> dict[int, float]:
    found = {}
    for color, text in zip((BLACK, WHITE), source.ranks, strict=True):
        if bots and re.search(bots, name_of(record, color), re.IGNORECASE):
            continue
        try:
            found[color] = float(rank_number(text.strip(" *?")))
        except ValueError:
            continue
    return found


def likeliest(moves: PlayedMoves) -> SharesLine:
    """Return the shares that make ``moves`` likeliest, by Newton's method."""
    above = ((moves.rank - MIDDLE) / SPAN)[:, None]
    found, every = np.array([1.0, 0.0, 0.0, 0.0]), np.arange(len(above))
    for _ in range(STEPS):
        gradient, curvature = np.zeros(4), 1e-6 * np.eye(4)
        for some in np.array_split(every, 1 + len(every) // CHUNK):
            model, network, by = moves.model[some], moves.network[some], above[some]
            terms = np.stack([model, network, by * model, by * network])
            logs = np.tensordot(found, terms, 1)
            shares = np.exp(logs - _log_sum(logs))
            mean = np.einsum("nm,knm->kn", shares, terms)
            played = terms[:, np.arange(len(some)), moves.played[some]]
            gradient += (played - mean).sum(axis=1)
            curvature += np.einsum("nm,knm,jnm->kj", shares, terms, terms, optimize=True)
            curvature -= mean @ mean.T
        step = np.linalg.solve(curvature, gradient)
        found += step
        if np.abs(step).max() < 1e-4:
            break
    return SharesLine(MindShares(*map(float, found[:2])), MindShares(*map(float, found[2:])))


def _log_sum(logs: Floats) -> Floats:
    """Return the logarithm of the sum of each row's exponentials, as a column."""
    most = logs.max(axis=1, keepdims=True)
    return np.asarray(most + np.log(np.exp(logs - most).sum(axis=1, keepdims=True)))


def fitted(moves: PlayedMoves) -> Floats:
    """Return ``scored`` by both, with shares that were fitted to the other parts of the games."""
    found = np.zeros((len(moves.rank), 2))
    for part in range(PARTS):
        apart = moves.game % PARTS == part
        found[apart] = moves[apart].guessed(likeliest(moves[~apart]))
    return found


def table(moves: PlayedMoves) -> list[str]:
    """Return how well each band is guessed, as Markdown."""
    rows = [
        "| ranks | games | moves | model | network | both | gain (95 %) | first guesses: model"
        " | network | both | gain (95 %) |",
        "|---" + "|--:" * 10 + "|",
    ]
    alone = [moves.scored(moves.model), moves.scored(moves.network)]
    columns = np.stack([*alone, fitted(moves)], axis=1)
    ranks, games = moves.rank, moves.game
    bands = np.digitize(ranks, EDGES[1:-1])
    for band in [*np.unique(bands), None]:
        own = np.ones(len(ranks), bool) if band is None else bands == band
        name = "all" if band is None else band_name(int(band))
        mean, gain = columns[own].mean(axis=0), columns[own][:, 2] - columns[own][:, 0]
        low, high = _interval(gain, games[own])
        rows.append(
            f"| {name} | {len(np.unique(games[own]))} | {own.sum():,}"
            f" | {mean[0, 0]:.3f} | {mean[1, 0]:.3f} | {mean[2, 0]:.3f}"
            f" | {low[0]:+.3f} to {high[0]:+.3f}"
            f" | {mean[0, 1]:.1%} | {mean[1, 1]:.1%} | {mean[2, 1]:.1%}"
            f" | {low[1]:+.1%} to {high[1]:+.1%} |"
        )
    return rows


def _interval(gain: Floats, games: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the ends of the 95 % intervals of the means of ``gain``, (moves, columns)."""
    _, place = np.unique(games, return_inverse=True)
    sums = np.zeros((place.max() + 1, gain.shape[1]))
    np.add.at(sums, place, gain)
    counts = np.bincount(place)
    chance = np.random.default_rng(0)
    drawn = chance.multinomial(len(counts), np.full(len(counts), 1 / len(counts)), SAMPLES)
    low, high = np.quantile((drawn @ sums) / (drawn @ counts)[:, None], [0.025, 0.975], axis=0)
    return low, high


def main(argv: Sequence[str] | None = None) -> int:
    """Guess the moves of people, and show how well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", nargs="+", type=Path, help="lines of games, or folders of SGF")
    parser.add_argument("--size", type=numbers.board_size, default=19, help="the board")
    parser.add_argument("--most", type=numbers.count, default=100_000, help="games of a file")
    parser.add_argument("--bots", default="", help="names of programs, as a regular expression")
    args = parser.parse_args(argv)
    try:
        games = records_in(args.records, args.size, args.most, learned=False)
        moves = moves_of(games, args.bots, args.size)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if len(np.unique(moves.game)) < PARTS:
        print(f"error: {len(moves.rank)} moves of known rank; give more games", file=sys.stderr)
        return 2
    show(table(moves))
    best = likeliest(moves)
    show(
        [
            f"likeliest shares: model {best.middle.model:.2f} {best.slope.model:+.2f},"
            f" network {best.middle.network:.2f} {best.slope.network:+.2f}"
        ]
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
