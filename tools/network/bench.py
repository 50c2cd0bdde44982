"""The action ``gtpengine net bench``: how long a network takes, beside the move model."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from gtpengine.patterns.modelfile import load_shipped
from gtpengine.tools.network.learning.shapes import SHAPES, shape_for, shape_named

from board_ext.position import Position
from gtpengine.network.kernel.convolution import paths
from gtpengine.network.net import Network
from gtpengine.network.netfile import NetParts, read_net
from gtpengine.network.netshape import NetShape, arrays
from gtpengine.network.timing import seconds

from .options import NetBenchOptions

SIZES: Final = (9, 19)
POSITIONS: Final = 30

HEADER: Final = (
    "| network | parameters | board | path | planes | network | together | move model |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
)


def run(options: NetBenchOptions) -> int:
    given = [read_net(path) for path in options.network]
    if options.shape or not given:
        names = options.shape or map(shape_named, SHAPES)
        shapes = (shape_for(trunk, blocks, width, options.head) for trunk, blocks, width in names)
        given += map(without_weights, shapes)
    print(
        "microseconds a position, of one thread's CPU time; a search pays 'together' and 'move"
        " model' for each node that it judges",
        file=sys.stderr,
    )
    print("\n".join(HEADER))
    for line in measured(given, options.size or SIZES, options.path or paths(), options.rounds):
        print(line, flush=True)
    return 0


def without_weights(shape: NetShape) -> NetParts:
    """Return a network of zeros, which takes as long as any other of its shape."""
    zeros = {name: np.zeros(dims, kind) for name, (kind, dims) in arrays(shape).items()}
    return NetParts(shape, zeros, {})


def measured(
    networks: Sequence[NetParts], sizes: Sequence[int], names: Sequence[str], rounds: int
) -> Iterator[str]:
    """Yield a line of the table for each network, board size and path."""
    for parts in networks:
        count = sum(
            array.size
            for name, array in parts.arrays.items()
            if name.endswith(("weights", "bias", "skip"))
        )
        for size in sizes:
            model, shown = load_shipped(size).model, positions(size)
            for name in names:
                network = Network(parts.shape, parts.arrays, None, name)
                took = seconds(network, model, shown, rounds)
                cells = (
                    f"{1e6 * took[part]:,.1f}" for part in ("planes", "network", "whole", "model")
                )
                yield (
                    f"| {parts.shape.name} | {count:,} | {size}x{size} | {name} |"
                    f" {' | '.join(cells)} |"
                )


def positions(size: int) -> list[Position]:
    """Return positions from a game of the move model against itself, from its begin to its end."""
    model, chance = load_shipped(size).model, random.Random(1)
    position, found = Position(size), [Position(size)]
    length = size * size * 3 // 4
    for number in range(1, length + 1):
        likely = model.probabilities(position)[:-1]
        moves = [point for point in likely.argsort()[::-1][:10] if position.is_legal(int(point))]
        if not moves:
            break
        weights = [float(likely[point]) + 1e-9 for point in moves]
        position.play(int(chance.choices(moves, weights)[0]))
        if number * POSITIONS // length > (number - 1) * POSITIONS // length:
            found.append(position.copy())
    return found
