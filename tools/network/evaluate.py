"""The action ``gtpengine net evaluate``: a network on positions it has not learned from."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.network.examples.batches import Batch, FromJudged
from gtpengine.tools.network.examples.heldout import at_move, spread_positions
from gtpengine.tools.network.examples.judged import read_judged
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.learning import curves
from gtpengine.tools.network.learning.asking import Ask, read_network
from gtpengine.tools.network.learning.measure import (
    Told,
    accuracy,
    calibration,
    model_policy,
    ownership_error,
    score_error,
    value_error,
)

from gtpengine.game.records import RecordedGame
from gtpengine.prediction.movemodel import MoveModel

from . import beside_search
from .options import NetEvaluateOptions

SMALL_MOVES: Final = (15, 30, 45)
LARGE_MOVES: Final = (60, 120, 180)
"""The moves after which the value is compared with the result, by default: on boards up to 11x11,
and on larger ones."""
HALF: Final = 0.5
"""An error of the value that takes a won game for lost."""


def run(options: NetEvaluateOptions) -> int:
    size = options.records.size
    if options.plot:
        check_folder(options.plot, [*options.records.paths, options.network])
    loaded = modelfile.load_shipped(size)
    ask = read_network(options.network, size, options.ensemble)
    split = read_split(options.records, loaded.learned)
    lines = list(_moves(ask, split.test, loaded.model, size, options.positions))
    moves = options.moves or (SMALL_MOVES if size <= 11 else LARGE_MOVES)
    lines += ["", *_values(ask, split.test, loaded.model, size, moves, options.plot)]
    if options.searched:
        sample = beside_search.PositionSample(
            size, moves, options.searched, options.simulations, options.seed
        )
        lines += ["", *beside_search.table(ask, split.test, loaded.model, sample)]
    if options.judged:
        judged = read_judged(options.judged)
        batch = FromJudged(judged, loaded.model).at(np.arange(len(judged)))
        told = ask(batch)
        lines += ["", *_judged(told, batch)]
        lines += ["", *_by_stage(told, batch, np.diff(judged.starts), moves)]
    print("\n".join(lines))
    return 0


def _moves(
    ask: Ask, games: Sequence[RecordedGame], model: MoveModel, size: int, positions: int
) -> Iterator[str]:
    """Yield the table of how well moves are guessed."""
    batch = spread_positions(games, size, model, positions)
    yield f"moves of {len(games):,} games of the test"
    yield ""
    yield "| guessed by | moves | top 1 | mean ln p |"
    yield "| --- | --- | --- | --- |"
    told = ask(batch)
    for name, policy in (("network", told.policy), ("move model", model_policy(batch))):
        found = accuracy(policy, batch)
        yield (
            f"| {name} | {found.moves:,} | {100 * found.top:.1f} % ± {100 * found.margin:.1f} |"
            f" {found.mean_log:.3f} |"
        )


def _values(
    ask: Ask,
    games: Sequence[RecordedGame],
    model: MoveModel,
    size: int,
    moves: Sequence[int],
    plot: Path | None,
) -> Iterator[str]:
    """Yield the table of the value and the score, and draw the calibration curve."""
    yield "the value beside the result (0.25 is a coin), the score beside the count"
    yield ""
    yield "| after move | games | squared error of the result | games counted | points off |"
    yield "| --- | --- | --- | --- | --- |"
    points: dict[int, list[tuple[float, float, int]]] = {}
    for number in moves:
        batch = at_move(games, size, model, number)
        if batch is None:
            print(f"note: no game of the test has {number} moves", file=sys.stderr)
            continue
        told = ask(batch)
        error, count = value_error(told.value, batch)
        counted = int((batch.weights[:, 2] > 0).sum())
        off = f"{score_error(told.score, batch)[0]:.1f}" if counted else "-"
        yield f"| {number} | {count:,} | {error:.4f} | {counted:,} | {off} |"
        points[number] = list(calibration(told.value, batch))
    if plot and points:
        curves.draw_calibration(plot, points)
        print(f"calibration: {plot}", file=sys.stderr)


def _judged(told: Told, batch: Batch) -> Iterator[str]:
    """Yield the table of what a teacher said of the same positions."""
    found, plain = accuracy(told.policy, batch), accuracy(model_policy(batch), batch)
    value, count = value_error(told.value, batch)
    yield f"beside the teacher's judgements of {count:,} positions"
    yield ""
    yield "| of | network | move model |"
    yield "| --- | --- | --- |"
    yield f"| the best move guessed | {100 * found.top:.1f} % | {100 * plain.top:.1f} % |"
    yield f"| Kullback-Leibler distance of the policy | {_distance(told.policy, batch):.3f} |" + (
        f" {_distance(model_policy(batch), batch):.3f} |"
    )
    yield f"| root of the squared error of the value | {value**0.5:.3f} | |"
    yield f"| points off | {score_error(told.score, batch)[0]:.2f} | |"
    yield f"| share of a point off | {ownership_error(told.ownership, batch)[0]:.3f} | |"


def _by_stage(
    told: Told, batch: Batch, played: npt.NDArray[np.int64], moves: Sequence[int]
) -> Iterator[str]:
    """Yield the same by how many moves were ``played``, divided after each of ``moves``.

    An error that few positions have is lost in the mean of a game, and decides games.
    """
    yield "| moves played | positions | best move guessed | value off | by over half | points off |"
    yield "| --- | --- | --- | --- | --- | --- |"
    right = told.policy.argmax(1) == batch.policy.argmax(1)
    off, points = np.abs(told.value - batch.value), np.abs(told.score - batch.score)
    stages = np.digitize(played, sorted(moves))
    for stage, first in enumerate((0, *sorted(moves))):
        rows = stages == stage
        if rows.any():
            error = float(np.sqrt((off[rows] ** 2).mean()))
            yield (
                f"| from {first} | {rows.sum():,} | {100 * right[rows].mean():.1f} % |"
                f" {error:.3f} | {100 * (off[rows] > HALF).mean():.1f} % |"
                f" {points[rows].mean():.2f} |"
            )


def _distance(policy: Any, batch: Batch) -> float:
    """Return the mean of sum p ln(p / q), p the wanted policy."""
    wanted = np.maximum(batch.policy, 1e-9)
    return float((batch.policy * np.log(wanted / np.maximum(policy, 1e-9))).sum(1).mean())
