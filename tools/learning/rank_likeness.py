"""How like people the model of a rank plays: what tells their moves apart in the same positions.

In each position of games between people, what a person did is set beside what the model of that
person's rank would do on average, over all moves by their probabilities. Intervals (95 %) come from
a bootstrap over games. Then the model plays whole games, to compare how long they last and how
they end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns.training.rank_matrix import RankBand
from gtpengine.patterns.training.ranks import RankedGame

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import CHINESE, Rules, rules_named
from gtpengine.prediction.rankmodel import RankModel

NAMES: Final = (
    "distance to the last move",
    "within two of the last move",
    "atari answered",
    "self-atari",
    "first line",
    "capture",
    "pass",
)
"""The statistics of a move: the distance in steps, all others shares of the moves that could be
so."""
RARE: Final = 1e-5
"""Moves less likely than this are left out of the model's average."""
LONGEST: Final = 3
"""A whole game ends after this many moves a point."""
SAMPLES: Final = 2000

Draw = Callable[[Position, float], list[tuple[int, float]]]
"""What a player of a rank plays: moves and their probabilities, or one move with probability 1."""
WholeGame = Callable[[int, float], tuple[int, bool]]
"""Plays a game on a board of a size between two players of a rank: its moves before the passes or
the resignation that end it, and whether it is counted."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LikenessFigure:
    """A statistic of people and of the model, with the interval of their difference."""

    name: str
    people: float
    model: float
    low: float
    high: float

    @property
    def differs(self) -> bool:
        """Return whether the interval of model less people leaves out 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Likeness:
    """The figures of one band; those that never apply are left out.

    ``games`` and ``moves`` are those whose moves were compared, ``whole`` are the games of people
    whose lengths were.
    """

    band: str
    games: int
    moves: int
    whole: int = 0
    figures: list[LikenessFigure] = field(default_factory=list)


def traits(position: Position, point: int, last: int) -> Floats:
    """Return the statistics of a legal move: (value, 1) where it applies, shape (NAMES, 2).

    ``last`` is the move before, PASS if there is none.
    """
    size = position.size
    found = np.zeros((len(NAMES), 2))
    found[6] = point == PASS, 1
    threatened = _in_atari(position, last)
    color = position.to_play
    after = position.copy()
    if point != PASS:
        after.play(point)
        row, column = divmod(point, size)
        if last != PASS:
            steps = abs(row - last // size) + abs(column - last % size)
            found[0] = steps, 1
            found[1] = steps <= 2, 1
        found[3] = len(after.liberties_of(point)) == 1, 1
        found[4] = min(row, column, size - 1 - row, size - 1 - column) == 0, 1
        found[5] = sum(after.prisoners) > sum(position.prisoners), 1
    if threatened:
        saved = all(
            after.color_at(stone) == color and len(after.liberties_of(stone)) > 1
            for stone in threatened
        )
        found[2] = saved, 1
    return found


def _in_atari(position: Position, last: int) -> list[int]:
    """Return a stone of each chain of the side to move that the last move put in atari."""
    if last == PASS:
        return []
    size = position.size
    row, column = divmod(last, size)
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [
        r * size + c
        for r, c in beside
        if 0 <= r < size
        and 0 <= c < size
        and position.color_at(r * size + c) == position.to_play
        and len(position.liberties_of(r * size + c)) == 1
    ]


def _of_game(
    ranked_game: RankedGame, colors: int, draw: Draw, rules: Rules
) -> tuple[Floats, Floats, int]:
    """Return the sums of a game, of people and of the model, shape (NAMES, 2), and the moves."""
    game = ranked_game.game
    position = Position(game.size, rules_named(game.rules) if game.rules else rules, komi=game.komi)
    person, model = np.zeros((len(NAMES), 2)), np.zeros((len(NAMES), 2))
    last, moves = PASS, 0
    for point in (int(p) for p in game.points):
        if point != PASS and not position.is_legal(point):
            break
        color = position.to_play
        if color & colors:
            rank = ranked_game.ranks[0 if color == BLACK else 1]
            likely = [(move, p) for move, p in draw(position, rank) if p > RARE]
            total = sum(p for _, p in likely)
            person += traits(position, point, last)
            for move, p in likely:
                model += p / total * traits(position, move, last)
            moves += 1
        position.play(point)
        last = point
    return person, model, moves


def compare(
    model: RankModel,
    games: Sequence[RankedGame],
    band: RankBand,
    most: int,
    whole: int,
    seed: int,
    draw: Draw | None = None,
    play_game: WholeGame | None = None,
    rules: Rules = CHINESE,
) -> Likeness | None:
    """Return the figures of a band, of at most ``most`` games; None when it has none.

    ``whole`` games are played at the mean rank of the band, by ``play_game`` or else by the model,
    which never resigns. They are compared with all games of the band, not with ``most`` alone.
    ``rules`` are for records that tell none.
    """
    play = draw or model.probabilities
    own = []
    for ranked_game in games:
        black, white = (band.holds(rank) for rank in ranked_game.ranks)
        colors = ((BLACK if black else 0) | (WHITE if white else 0)) & ranked_game.colors
        if colors:
            own.append((ranked_game, colors))
    chosen = [own[i] for i in range(0, len(own), max(1, -(-len(own) // most)))]
    if not chosen:
        return None
    sums = [_of_game(game, colors, play, rules) for game, colors in chosen]
    people, drawn = (np.array([row[k] for row in sums]) for k in (0, 1))
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), SAMPLES)
    figures = []
    for i, name in enumerate(NAMES):
        if not (people[:, i, 1].any() and drawn[:, i, 1].any()):
            continue
        with np.errstate(invalid="ignore", divide="ignore"):
            difference = _ratios(counts @ drawn[:, i]) - _ratios(counts @ people[:, i])
        low, high = np.nanquantile(difference, [0.025, 0.975])
        ours, theirs = (_ratio(side[:, i].sum(axis=0)) for side in (drawn, people))
        figures.append(LikenessFigure(name, theirs, ours, float(low), float(high)))
    ended = [game for game, _ in own]
    if whole:
        figures += _endings(ended, band, play_game, play, whole, rng)
    return Likeness(band.name, len(sums), sum(row[2] for row in sums), len(ended), figures)


def _ratio(pair: Floats) -> float:
    return float(pair[0] / pair[1])


def _ratios(pairs: Floats) -> Floats:
    found: Floats = pairs[:, 0] / pairs[:, 1]
    return found


def _endings(
    games: Sequence[RankedGame],
    band: RankBand,
    play_game: WholeGame | None,
    play: Draw,
    whole: int,
    rng: np.random.Generator,
) -> list[LikenessFigure]:
    """Return how long games last, and how many of them are counted.

    Records do not tell a loss on time from a resignation: both are games that are not counted.
    """
    rank = float(np.mean([rank for game in games for rank in game.ranks if band.holds(rank)]))
    size = games[0].game.size
    game_of = play_game or (lambda size, rank: (_whole_game(size, rank, play, rng), True))
    ours = np.array([game_of(size, rank) for _ in range(whole)], float)
    theirs = np.array(
        [(len(one.game.points) - 2 * one.game.scored, one.game.scored) for one in games], float
    )
    kinds = [("moves of a counted game", 1.0), ("moves of another game", 0.0)]
    figures = [
        _difference(name, theirs[theirs[:, 1] == kind, 0], ours[ours[:, 1] == kind, 0], rng)
        for name, kind in kinds
    ]
    if play_game is not None:
        figures.append(_difference("games that are counted", theirs[:, 1], ours[:, 1], rng))
    return [figure for figure in figures if figure is not None]


def _difference(
    name: str, theirs: Floats, ours: Floats, rng: np.random.Generator
) -> LikenessFigure | None:
    """Return the means of both with the interval of their difference; None where one has none."""
    if not (len(theirs) and len(ours)):
        return None
    drawn = [
        rng.choice(ours, len(ours)).mean() - rng.choice(theirs, len(theirs)).mean()
        for _ in range(SAMPLES)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return LikenessFigure(name, float(theirs.mean()), float(ours.mean()), float(low), float(high))


def _whole_game(size: int, rank: float, play: Draw, rng: np.random.Generator) -> int:
    """Play a game between two players of ``rank``; return its moves before the last passes."""
    position = Position(size)
    passes = 0
    while passes < 2 and position.move_number < LONGEST * size * size:
        moves = [(move, p) for move, p in play(position, rank) if position.is_legal(move)]
        weights = np.array([p for _, p in moves])
        move = moves[int(rng.choice(len(moves), p=weights / weights.sum()))][0]
        position.play(move)
        passes = passes + 1 if move == PASS else 0
    return position.move_number - passes


def table(row: Likeness) -> str:
    """Return a Markdown table of one band."""
    lines = [
        f"{row.band}: {row.games:,} games, {row.moves:,} moves; {row.whole:,} whole games\n",
        "| | people | model | model - people, 95 % | |",
        "|---|---|---|---|---|",
    ]
    for figure in row.figures:
        mark = "differs" if figure.differs else ""
        lines.append(
            f"| {figure.name} | {figure.people:.4g} | {figure.model:.4g}"
            f" | {figure.model - figure.people:+.3g} ({figure.low:+.3g} to {figure.high:+.3g})"
            f" | {mark} |"
        )
    return "\n".join(lines) + "\n"


def summary(rows: Sequence[Likeness]) -> str:
    """Return in words how many figures differ."""
    all_figures = [figure for row in rows for figure in row.figures]
    differ = sum(figure.differs for figure in all_figures)
    return f"{differ} of {len(all_figures)} figures differ beyond their 95 % intervals"
