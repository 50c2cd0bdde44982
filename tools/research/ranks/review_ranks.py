"""Reviews of games of players of known rank: do the points lost a move fall as the rank rises?

A review that means something finds more lost by weaker players. Records are lines as
``gtpengine.game.records`` describes them, with a rank of each player. From each band of ranks the
same number of games between two players of the band is reviewed; what a player lost a move is
averaged over games, which are independent of each other, and the error is that between them.

Run it as ``python -m gtpengine.tools.research.ranks.review_ranks GAMES.txt.xz``. What was searched
stays in the cache of reviews, so a run that was ended goes on. Games are taken from the bands in
turn; a run that is interrupted (Ctrl-C) shows what is done.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import lzma
import random
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from gtpengine.tools.running import pictures
from gtpengine.tools.running.plain import show

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.base.arguments import numbers
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.game.records import parse_line
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.cache import default_folder
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.review.searching.searches import ReviewLimits

EDGES: Final = (-24, -16, -13, -10, -7, -4, -1, 1, 10)
"""First rank of each band, and the end: 25k-18k, 17k-15k, ... , 2k-1k, 1d and stronger."""

LEAST_MOVES: Final = 20
Z: Final = 1.96


@dataclasses.dataclass(frozen=True, slots=True)
class Band:
    """What the players of a band lost: a value for each game, in points a move and in win rate."""

    name: str
    points: list[float]
    win_rates: list[float]
    best: list[float]


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A line of records: where it stands, what it says, the band of both players."""

    number: int
    text: str
    band: int


def band_of(rank: str) -> int | None:
    """Return the number of the band of a rank, None where there is none."""
    try:
        number = rank_number(rank)
    except ValueError:
        return None
    return next((k for k, (a, b) in enumerate(pairwise(EDGES)) if a <= number < b), None)


def band_name(band: int) -> str:
    """Return ``17k-15k``, or ``1d+`` for the strongest."""
    if band == len(EDGES) - 2:
        return f"{rank_name(EDGES[band])}+"
    return f"{rank_name(EDGES[band])}-{rank_name(EDGES[band + 1] - 1)}"


def chosen(lines: Iterable[str], games: int) -> Iterator[Line]:
    """Yield the games to review, band after band in turn, spread evenly over the records.

    Their order is drawn, so that the first of them, too, come from all of the records.
    """
    bands: list[list[Line]] = [[] for _ in EDGES[:-1]]
    for number, text in enumerate(lines):
        fields = text.split("\t")
        if len(fields) < 7 or len(fields[6].split()) < LEAST_MOVES:
            continue
        black, white = band_of(fields[3]), band_of(fields[4])
        if black is not None and black == white:
            bands[black].append(Line(number, text, black))
    for k in random.Random(0).sample(range(games), games):
        for own in bands:
            if k < min(games, len(own)):
                yield own[k * len(own) // min(games, len(own))]


def record_of(line: Line) -> ReviewRecord:
    """Return the game of a line as a record to review, under Chinese rules.

    :raises ValueError: when a move is illegal, or the line is no game.
    """
    game = parse_line(line.text)
    rules = rules_named("chinese")
    start = Position(game.size, rules, game.komi if game.komi is not None else rules.komi)
    position, moves = start.copy(), []
    for k, point in enumerate(game.points.tolist()):
        color = WHITE if k % 2 else BLACK
        position.play(point, color)
        moves.append((color, point))
    name = f"line {line.number + 1}"
    return ReviewRecord(name, b"", rules, start.komi, start, tuple(moves), {}, ())


def table(bands: Sequence[Band]) -> list[str]:
    """Return a Markdown table of the bands."""
    rows = [
        "| ranks | games | points lost a move | win rate lost a move | engine's choice |",
        "| --- | --: | --: | --: | --: |",
    ]
    for band in bands:
        points, points_error = mean_and_error(band.points)
        wins, wins_error = mean_and_error(band.win_rates)
        best, _ = mean_and_error(band.best)
        rows.append(
            f"| {band.name} | {len(band.points)} | {points:.2f} ± {Z * points_error:.2f}"
            f" | {100 * wins:.2f} ± {100 * Z * wins_error:.2f} % | {100 * best:.0f} % |"
        )
    return rows


def inversions(bands: Sequence[Band]) -> list[str]:
    """Return each pair of bands in which the stronger lost more, beyond the interval."""
    found = []
    for i, weak in enumerate(bands):
        for strong in bands[i + 1 :]:
            one, error = mean_and_error(weak.points)
            other, other_error = mean_and_error(strong.points)
            if other - one > Z * (error**2 + other_error**2) ** 0.5:
                found.append(f"{strong.name} lost more than {weak.name}")
    return found


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and its standard error."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return statistics.fmean(values), error


def plot(bands: Sequence[Band], path: Path) -> None:
    """Draw points and win rate lost a move by band."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for axis, what, factor, label in (
        (axes[0], "points", 1, "points lost a move"),
        (axes[1], "win_rates", 100, "win rate lost a move, %"),
    ):
        found = [mean_and_error(getattr(band, what)) for band in bands]
        axis.errorbar(
            [band.name for band in bands],
            [factor * mean for mean, _ in found],
            yerr=[factor * Z * error for _, error in found],
            fmt="o-",
            capsize=3,
        )
        axis.set_ylabel(label)
        axis.set_ylim(bottom=0)
        axis.tick_params(axis="x", rotation=40)
        axis.grid(alpha=0.3)
    pictures.save(figure, path, dpi=110)
    plt.close(figure)


def _add(band: Band, line: Line, settings: ReviewSettings) -> None:
    """Review the game of a line and add what its players lost."""
    try:
        moves = review_game(record_of(line), settings).moves
    except ValueError as error:
        print(f"line {line.number + 1}: {error}", file=sys.stderr)
        return
    band.points.append(statistics.fmean(m.counted_points for m in moves))
    band.win_rates.append(statistics.fmean(max(0.0, m.lost_win_rate.value) for m in moves))
    band.best.append(statistics.fmean(m.grade == "best" for m in moves))


def main(argv: Sequence[str] | None = None) -> int:
    """Review the games and print the table; return 1 where a stronger band lost more."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=Path, help="records as lines, also packed (.xz)")
    parser.add_argument("--games", type=numbers.count, default=60, help="games of each band")
    parser.add_argument("--simulations", type=numbers.count, default=200, help="of each position")
    parser.add_argument("--threads", type=numbers.count_or_none, default=0, help="0: all cores")
    parser.add_argument("--plot", type=Path, help="PNG file to write")
    args = parser.parse_args(argv)
    data = args.records.read_bytes()
    data = lzma.decompress(data) if args.records.suffix == ".xz" else data
    lines = list(chosen(data.decode("utf-8").splitlines(), args.games))
    settings = ReviewSettings(
        ReviewLimits(args.simulations), args.threads, cache=default_folder() / "ranks"
    )
    bands = [Band(band_name(k), [], [], []) for k in range(len(EDGES) - 1)]
    with contextlib.suppress(KeyboardInterrupt):  # what is done is shown
        for done, line in enumerate(lines, 1):
            _add(bands[line.band], line, settings)
            if done % 10 == 0:
                print(f"{done} of {len(lines)} games", file=sys.stderr)
    bands = [band for band in bands if band.points]
    show(table(bands))
    if args.plot:
        plot(bands, args.plot)
    against = inversions(bands)
    show(against or ["No stronger band lost more, beyond the interval."])
    return int(bool(against))


if __name__ == "__main__":
    sys.exit(main())
