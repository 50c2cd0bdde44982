"""The action ``gtpengine net compare``: several shapes learn alike; what each reaches, at what
price."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.network.examples.batches import Batch
from gtpengine.tools.network.examples.heldout import spread_positions
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.learning import curves
from gtpengine.tools.network.learning.measure import accuracy, ask, model_policy, value_error
from gtpengine.tools.network.learning.models import parameters
from gtpengine.tools.network.learning.shapes import CodebookShape, shape_for
from gtpengine.tools.network.learning.training import NetTraining

from gtpengine.network.net import Network
from gtpengine.network.netshape import NetShape
from gtpengine.network.timing import seconds

from .bench import positions, without_weights
from .options import NetCompareOptions
from .train import device_of, mixture_of, settings_of, teller

ROUNDS = 30
"""Evaluations that are timed of each position."""


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """What a shape reached: ``microseconds`` of CPU for a judgement beside the move model."""

    name: str
    parameters: int
    top: float
    mean_log: float
    value_error: float
    microseconds: float


def run(options: NetCompareOptions) -> int:
    size, learning = options.records.size, options.learning
    device, settings = device_of(learning), settings_of(learning)
    loaded = modelfile.load_shipped(size)
    split = read_split(options.records, loaded.learned)
    mixture = mixture_of(split, size, options.sources, settings, loaded.model)
    test = spread_positions(split.test, size, loaded.model, options.positions)
    options.output.mkdir(parents=True, exist_ok=True)
    rows: list[ShapeRow] = []
    with Interrupt("") as interrupt:
        for trunk, blocks, channels in options.shapes:
            shape = shape_for(trunk, blocks, channels, options.head)
            training = NetTraining(shape, settings, mixture, size, device, {})
            checkpoint = options.output / f"{shape.name}.checkpoint"
            if checkpoint.exists():
                training.resume(checkpoint)
            print(shape.name, file=sys.stderr)
            tell = teller(training)
            if not training.run(tell, checkpoint, learning.threads, lambda: interrupt.count > 0):
                return ended(False)
            row = measured(training, test, size, device)
            cost = price(shape, size, loaded.model)
            rows.append(dataclasses.replace(row, microseconds=cost))
    print("\n".join(table(rows, test)))
    if options.plot:
        points = [(row.name, row.microseconds, row.top, row.value_error) for row in rows]
        curves.draw_prices(options.plot, points)
    return 0


def measured(training: NetTraining, test: Batch, size: int, device: torch.device) -> ShapeRow:
    """Return what a network reaches on positions of the test; its price is still missing."""
    network = training.averaged
    told = ask(network, test, size, device)
    found = accuracy(told.policy, test)
    return ShapeRow(
        network.shape.name,
        parameters(network),
        found.top,
        found.mean_log,
        value_error(told.value, test)[0],
        float("nan"),
    )


def price(shape: NetShape, size: int, model: Any) -> float:
    """Return the microseconds of a judgement by the search's kernel, beside the move model.

    They depend on the shape alone. A codebook is timed with a convolution in its place, since the
    kernel has none.
    """
    if isinstance(shape, CodebookShape):
        shape = shape_for(shape.trunk, shape.blocks, shape.channels, shape.head)
    network = Network(shape, without_weights(shape).arrays)
    return 1e6 * seconds(network, model, positions(size), ROUNDS)["whole"]


def table(rows: Sequence[ShapeRow], test: Batch) -> Iterator[str]:
    """Yield the lines of the table, the move model first."""
    plain = accuracy(model_policy(test), test)
    yield "| network | numbers | top 1 | mean ln p | squared error of the result | microseconds |"
    yield "| --- | --- | --- | --- | --- | --- |"
    yield f"| move model | | {100 * plain.top:.1f} % | {plain.mean_log:.3f} | | |"
    for row in sorted(rows, key=lambda row: row.microseconds):
        yield (
            f"| {row.name} | {row.parameters:,} | {100 * row.top:.1f} % | {row.mean_log:.3f} |"
            f" {row.value_error:.4f} | {row.microseconds:.0f} |"
        )
    yield ""
    yield f"{plain.moves:,} moves of the test; top 1 within {100 * plain.margin:.1f} % (95 %)"
