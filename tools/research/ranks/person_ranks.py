"""The tables of ``gtpengine rank``, made from games of people of known rank and judged on others.

    python -m gtpengine.tools.research.ranks.person_ranks GAMES... --size 9 --output people9.json

Records are lines as ``gtpengine.game.records`` describes them, or SGF files. The table is made from
games that the shipped model by rank has not learned from. The weights of the figures are a ridge
regression on the rank, in which all ranks count alike. The mean score of each rank is a line with
bends at the knots, made to rise (isotonic regression).

Judged are people whom the table has not seen, twice. Where the records do not name people, games
of different people of one rank stand for those of one person, and what people of a rank differ by
is added, drawn at random; a quarter of the people at a time is kept apart. With ``--series`` the
games that the model by rank has learned from are judged, too: games of the same two ranks that the
server numbered close to each other, most of which are rematches, so games of one person.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns.rankfile import load_effects
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.plain import show
from gtpengine.tools.running.provenance import program

from board_ext.coords import BLACK, WHITE
from gtpengine.base.arguments import numbers
from gtpengine.base.files.wholefile import user_file
from gtpengine.game.documents import documents
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.game.records import game_ids, parse_line
from gtpengine.personrank.estimate import estimated
from gtpengine.personrank.figures import GameFigures, figures_of
from gtpengine.personrank.people import name_of, rank_of
from gtpengine.personrank.table import RankTable
from gtpengine.review.searching.record import ReviewRecord, read_records

from .review_ranks import Line, record_of

Floats = npt.NDArray[np.float64]

KNOTS: Final = {
    9: (-22.0, -18.0, -15.0, -12.0, -9.0, -6.0, -3.0, 0.0, 3.0),
    19: (-20.0, -15.0, -11.0, -7.0, -3.0, 2.0, 6.0, 8.0),
}
"""Ranks of the table, by board."""

CALM: Final = 0.003
"""Weight of the ridge, as a share of the figures' variance."""

PARTS: Final = 4
"""Parts of the people, each kept apart once."""

DRAWS: Final = 3000
"""Groups of games that are judged."""

GROUPS: Final = (1, 5, 10, 20)
"""Games of a group."""

SERIES: Final = ((2, 300), (3, 600), (5, 100_000))
"""Games of a series, and how far their numbers lie apart at most."""

MARK: Final = b'{\n "figures":'


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game is from: ``number`` is the server's number of the game, None without one;
    ``learned`` says that the model by rank has learned from this game."""

    ranks: tuple[str, str]
    number: int | None = None
    learned: bool = False


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """The figures of a player of known rank in one game; ``person`` tells people apart."""

    rank: float
    person: str
    figures: GameFigures
    source: Source


def rated(records: Iterable[tuple[ReviewRecord, Source]], bots: str) -> list[RatedPlayer]:
    """Return the players with a rank, without those whose name matches ``bots``."""
    found = []
    for number, (record, source) in enumerate(records):
        figures = figures_of(record)
        for color, text in zip((BLACK, WHITE), source.ranks, strict=True):
            name = name_of(record, color)
            try:
                rank = float(rank_number(text.strip(" *?")))
            except ValueError:
                continue
            if color in figures and not (bots and re.search(bots, name, re.IGNORECASE)):
                person = name or f"{number} {color}"
                found.append(RatedPlayer(rank, person, figures[color], source))
    return found


def records_in(
    paths: Sequence[Path], size: int, most: int, *, learned: bool
) -> Iterator[tuple[ReviewRecord, Source]]:
    """Yield games on a board, of a file of lines at most ``most``; with ``learned`` also those that
    the model by rank has learned from."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    for path in paths:
        for name, data in documents(path, leave_out):
            if not name.lower().endswith(".sgf"):
                yield from _of_lines(data.decode("utf-8").splitlines(), size, most, learned)
                continue
            for one in read_records(data, name):
                if not isinstance(one, ReviewRecord) or one.size != size:
                    continue
                begin = one.moves[:30]
                if begin not in seen:
                    seen.add(begin)
                    yield one, Source((rank_of(one, BLACK), rank_of(one, WHITE)))


def _of_lines(
    lines: Sequence[str], size: int, most: int, learned: bool
) -> Iterator[tuple[ReviewRecord, Source]]:
    games = [parse_line(line) for line in lines]
    known = np.isin(game_ids(games), load_effects(None).learned)
    kept = [i for i, game in enumerate(games) if game.size == size and (learned or not known[i])]
    for place in range(min(most, len(kept))):
        i = kept[place * len(kept) // min(most, len(kept))]
        number = re.match(r"\w+:(\d+)", lines[i].split("\t")[5])
        source = Source(games[i].ranks, int(number[1]) if number else None, bool(known[i]))
        yield record_of(Line(i, lines[i], 0)), source


def made(players: Sequence[RatedPlayer], knots: Sequence[float], person: float) -> RankTable:
    """Return the table of players. ``person``: standard deviation in ranks between people of a
    rank."""
    from scipy.optimize import isotonic_regression  # an extra that only this needs

    figures = np.array([player.figures.means for player in players])
    ranks = np.clip([player.rank for player in players], knots[0], knots[-1])
    moves = np.array([player.figures.moves for player in players], np.float64)
    counts, edges = np.histogram(ranks, np.arange(knots[0] - 1.5, knots[-1] + 3.0, 3.0))
    alike = counts[np.searchsorted(edges, ranks, "right") - 1] + len(ranks) / 60
    share = moves / (moves + 15.0) / alike
    share /= share.sum()
    middle = share @ figures
    width = np.sqrt(share @ (figures - middle) ** 2)
    normal = (figures - middle) / width
    square = normal.T @ (normal * share[:, None]) + CALM * np.eye(len(middle))
    weights = np.linalg.solve(square, normal.T @ (share * (ranks - share @ ranks))) / width
    scores = figures @ weights
    hats = np.array([np.interp(ranks, knots, unit) for unit in np.eye(len(knots))]).T
    root = np.sqrt(share)[:, None]
    at_knots = np.linalg.lstsq(hats * root, scores * root[:, 0], rcond=None)[0]
    rising = isotonic_regression(at_knots, weights=share @ hats).x
    rest = (scores - np.interp(ranks, knots, rising)) ** 2 * moves
    spreads = (share * rest) @ hats / (share @ hats)
    slope = (rising[-1] - rising[0]) / (knots[-1] - knots[0])
    between = (person * slope) ** 2
    # What people of a rank differ by is part of what their games differ by.
    spreads = np.maximum(spreads - between * float(share @ moves), spreads / 4)
    return RankTable(weights, np.array(knots), rising, spreads, between, {})


@dataclass(slots=True)
class JudgedEstimates:
    """Estimates beside true ranks: ``errors`` in ranks, and whether each interval ``held``."""

    games: str
    errors: list[float] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)

    def add(self, games: Sequence[GameFigures], true: float, table: RankTable) -> None:
        """Judge the estimate from games of a person of a known rank."""
        one = estimated(games, table)
        self.errors.append(one.rank - true)
        self.held.append((one.low <= true or one.low_open) and (true <= one.high or one.high_open))

    @property
    def row(self) -> str:
        """A line of a table: share within three ranks, root of the mean square, share held."""
        errors = np.array(self.errors)
        within, root = (np.abs(errors) <= 3.0).mean(), np.sqrt((errors**2).mean())
        held = np.mean(self.held)
        return f"| {self.games} | {len(errors)} | {within:.0%} | {root:.1f} | {held:.0%} |"


def judged_groups(
    players: Sequence[RatedPlayer], knots: Sequence[float], person: float, games: int
) -> JudgedEstimates:
    """Judge estimates of players who were kept apart, in groups of ``games``."""
    chance = np.random.default_rng(games)
    people = sorted({player.person for player in players})
    part = {name: int(chance.integers(PARTS)) for name in people}
    found = JudgedEstimates(f"{games}")
    for number in range(PARTS):
        table = made([p for p in players if part[p.person] != number], knots, person)
        apart = [p for p in players if part[p.person] == number and knots[0] <= p.rank <= knots[-1]]
        for _ in range(DRAWS // PARTS):
            rank = chance.choice([p.rank for p in apart])
            alike = [p for p in apart if abs(p.rank - rank) <= (0.0 if len(apart) > 500 else 1.0)]
            if len(alike) < games:
                continue
            drawn = [alike[i] for i in chance.choice(len(alike), games, replace=False)]
            own = chance.normal(0.0, np.sqrt(table.person * (1.0 - 1.0 / games)))
            shift = own * table.weights / (table.weights @ table.weights)
            moved = [replace(p.figures, means=p.figures.means + shift) for p in drawn]
            found.add(moved, float(np.mean([p.rank for p in drawn])), table)
    return found


def judged_series(
    players: Sequence[RatedPlayer], table: RankTable, games: int, span: int
) -> JudgedEstimates:
    """Judge estimates from ``games`` games of the same two ranks whose numbers lie within ``span``,
    by a table that was made without them."""
    series: dict[tuple[str, ...], list[RatedPlayer]] = {}
    for one in players:
        if one.source.learned and one.source.number is not None:
            series.setdefault((str(one.rank), *sorted(one.source.ranks)), []).append(one)
    low, high = table.bounds
    found = JudgedEstimates(f"{games}, numbers within {span:,}")
    for own in series.values():
        own.sort(key=_number)
        at = 0
        while at + games <= len(own):
            some = own[at : at + games]
            numbers_ = {_number(one) for one in some}
            near = len(numbers_) == games and max(numbers_) - min(numbers_) < span
            if near and low <= some[0].rank <= high:
                found.add([one.figures for one in some], some[0].rank, table)
            at += games if near else 1
    return found


def _number(player: RatedPlayer) -> int:
    return player.source.number or 0


def main(argv: Sequence[str] | None = None) -> int:
    """Make a table, judge it, and write it where that is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", nargs="+", type=Path, help="lines of games, or folders of SGF")
    parser.add_argument("--size", type=int, choices=sorted(KNOTS), default=9, help="the board")
    parser.add_argument("--most", type=numbers.count, default=100_000, help="games of a file")
    parser.add_argument("--bots", default="", help="names of programs, as a regular expression")
    parser.add_argument(
        "--person", type=float, default=2.2, help="standard deviation of people of a rank, in ranks"
    )
    parser.add_argument("--note", default="", help="where the games are from")
    parser.add_argument("--series", action="store_true", help="judge series of games, too")
    parser.add_argument("--output", type=Path, help="file to write")
    args = parser.parse_args(argv)
    knots = KNOTS[args.size]
    records = records_in(args.records, args.size, args.most, learned=args.series)
    known = rated(records, args.bots)
    players = [one for one in known if not one.source.learned]
    if len(players) < 100:
        print(f"error: {len(players)} players of known rank; give more games", file=sys.stderr)
        return 2
    table = made(players, knots, args.person)
    found = [judged_groups(players, knots, args.person, games) for games in GROUPS]
    if args.series:
        found += [judged_series(known, table, games, span) for games, span in SERIES]
    head = ["| games | people | within three ranks | error | intervals |", "| --: " * 5 + "|"]
    show([*head, *(one.row for one in found if one.errors)])
    counts = np.histogram([p.rank for p in players], [-30, *knots, 10])[0]
    show([f"{len(players)} players; by knots {counts.tolist()}"])
    show([f"{rank_name(k)}: {s:.2f}" for k, s in zip(knots, table.scores, strict=True)])
    if args.output:
        about = {
            "board": args.size,
            "records": [path.name for path in args.records],
            "note": args.note,
            "players": len(players),
            "person_in_ranks": args.person,
            "made": program(),
            "licence": "Numbers learned from records of games, none of which is here. MIT licence.",
        }
        with user_file(args.output, MARK) as file:
            file.write(replace(table, about=about).encoded())
    return 0


if __name__ == "__main__":
    sys.exit(main())
