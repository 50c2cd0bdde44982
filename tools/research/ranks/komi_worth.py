"""What a game without komi is worth to people, in ranks: from games that were played with komi.

    python -m gtpengine.tools.research.ranks.komi_worth games9/ogs9_ranked.txt.xz --size 9

The same moves are counted with another komi. A counted game has its margin. A game that ended by
resignation or on time has the lead that the network sees at its end, if the loser was behind. Had
such a game stayed as it was whatever the komi, then fewer games would change their winner; were
only counted games there, more would. The table has both bounds beside the estimate.

A logistic line in the ranks between the players says what Black wins against a player of the same
rank, and at which difference both win half of the games. Intervals are 95 %. They say nothing of
how people would play if they knew of the other komi.

Records are lines as ``gtpengine.game.records`` describes them. Games of programs should be left out
of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns import modelfile
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.plain import show
from gtpengine.tools.statistics.stats import ELO

from board_ext.coords import BLACK, EMPTY
from board_ext.position import Position
from board_ext.rules import JAPANESE
from gtpengine.base.arguments import numbers
from gtpengine.game.documents import documents
from gtpengine.game.ranks import rank_number
from gtpengine.game.records import RecordedGame, parse_line
from gtpengine.network.serving import shipped_for

from .review_ranks import EDGES, band_name

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

NO_KOMI: Final = 0.5
APART: Final = 3
"""Most ranks between the players. Further apart a rank makes fewer Elo."""
DRAWS: Final = 4000
"""Samples that make an interval."""
STEPS: Final = 30
"""Steps of Newton's method, far more than are needed."""


@dataclass(frozen=True, slots=True)
class RankedGames:
    """Games of players of known rank: the mean rank, how many ranks White is higher, komi, and
    Black's lead at the end, komi counted; ``counted`` is False where the lead is an estimate."""

    rank: Floats
    gap: Floats
    komi: Floats
    lead: Floats
    counted: Flags

    def __getitem__(self, which: Flags) -> RankedGames:
        """Return some of the games."""
        return RankedGames(*(getattr(self, name)[which] for name in self.__slots__))

    def won(self, komi: float) -> Flags:
        """Return whether Black would have won with a komi."""
        return np.asarray(self.lead + self.komi - komi > 0)


@dataclass(frozen=True, slots=True)
class KomiWorth:
    """What Black wins with a komi against a player of the same rank, and what a rank is worth, both
    in Elo; and how many ranks higher White is where both win half of the games, with the ends of
    its 95 % interval."""

    elo: float
    rank: float
    even: float
    low: float
    high: float


def worth(games: RankedGames, won: Flags) -> KomiWorth:
    """Return what games say in which Black won those that ``won`` tells."""
    terms = np.stack([np.ones(len(won)), -games.gap], axis=1)
    found = np.zeros(2)
    for _ in range(STEPS):
        share = 1.0 / (1.0 + np.exp(-terms @ found))
        curvature = terms.T @ (terms * (share * (1.0 - share))[:, None])
        step = np.linalg.solve(curvature, terms.T @ (won - share))
        found += step
        if np.abs(step).max() < 1e-9:
            break
    chance = np.random.default_rng(0)
    drawn = chance.multivariate_normal(found, np.linalg.inv(curvature), DRAWS)
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    return KomiWorth(ELO * found[0], ELO * found[1], found[0] / found[1], float(low), float(high))


def ranked(games: Iterable[RecordedGame], size: int, apart: int = APART) -> RankedGames:
    """Return the games on a board whose winner, komi and both ranks are known, of players who are
    at most ``apart`` ranks from each other.

    :raises ValueError: when no network serves the board, or the package's data are damaged.
    """
    return RankedGames(*np.array(list(_rows(games, size, apart)), np.float64).reshape(-1, 5).T)


def _rows(games: Iterable[RecordedGame], size: int, apart: int) -> Iterator[tuple[float, ...]]:
    network, notices = shipped_for(size)
    if network is None:
        raise ValueError("; ".join(notices) or f"no network serves {size}x{size}; try another")
    model = modelfile.load_shipped(size).model
    for game in games:
        if game.size != size or game.komi is None or game.winner == EMPTY:
            continue
        try:
            black, white = (rank_number(text) for text in game.ranks)
        except ValueError:
            continue
        if abs(white - black) > apart:
            continue
        lead = game.margin
        if lead is None:
            position = Position(size, JAPANESE, game.komi)
            for point in game.points:
                position.play(int(point), position.to_play)
            ahead = network.evaluate(position, model).score
            lead = ahead if position.to_play == BLACK else -ahead
            if (lead > 0) != (game.winner == BLACK):
                lead = np.inf if game.winner == BLACK else -np.inf
        yield (black + white) / 2, white - black, game.komi, lead, game.margin is not None


def table(games: RankedGames) -> list[str]:
    """Return what a game without komi is worth by ranks, as Markdown."""
    rows = [
        "| ranks | games | counted | Elo a rank | Black with komi | without | bounds | even |"
        " 95 % | bounds |",
        "|---" + "|--:" * 9 + "|",
    ]
    bands = np.digitize(games.rank, EDGES[1:-1])
    for band in [*np.unique(bands), None]:
        some = games if band is None else games[bands == band]
        counted = some.counted.astype(bool)
        played, without = some.lead > 0, some.won(NO_KOMI)
        as_played, found = worth(some, played), worth(some, without)
        least = worth(some, np.where(counted, without, played))
        most = worth(some[counted], without[counted])
        rows.append(
            f"| {'all' if band is None else band_name(int(band))} | {len(counted):,}"
            f" | {counted.mean():.0%} | {as_played.rank:.0f} | {as_played.elo:+.0f}"
            f" | {found.elo:+.0f} | {least.elo:+.0f} to {most.elo:+.0f} | {found.even:.1f}"
            f" | {found.low:.1f} to {found.high:.1f} | {least.even:.1f} to {most.even:.1f} |"
        )
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Count the games without komi, and show the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", nargs="+", type=Path, help="lines of games, also packed (.xz)")
    parser.add_argument("--size", type=numbers.board_size, default=9, help="the board")
    parser.add_argument("--apart", type=numbers.whole(), default=APART, help="most ranks between")
    args = parser.parse_args(argv)
    try:
        lines = [
            line
            for path in args.records
            for _, data in documents(path, leave_out)
            for line in data.decode("utf-8").splitlines()
        ]
        games = ranked(map(parse_line, lines), args.size, args.apart)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if not len(games.rank):
        print("error: no game with a winner, a komi and two ranks", file=sys.stderr)
        return 2
    show(table(games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
