"""The action ``gtpengine net export``: a checkpoint as the file that the engine reads."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any, Final

import torch
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.event_cli import check_folder
from gtpengine.tools.network.examples.batches import Batch
from gtpengine.tools.network.examples.heldout import spread_positions
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.learning.asking import Ask, bytes_of, exported, read_network
from gtpengine.tools.network.learning.checkpoint import NetworkError, read_state
from gtpengine.tools.network.learning.measure import accuracy, score_error, value_error
from gtpengine.tools.network.learning.shapes import CodebookShape, shape_of
from gtpengine.tools.running.provenance import step

from gtpengine.network.netfile import NetParts, write_net
from gtpengine.network.quantize import FloatNet, quantized

LICENCE: Final = (
    "Numbers learned from game records and from judgements of positions: none of these is"
    " contained. MIT licence, as the rest of gtpengine."
)


def run(args: argparse.Namespace) -> int:
    check_folder(args.output, [*(place.path for place in args.records), args.network])
    state = read_state(args.network, torch.device("cpu"))
    if state["size"] != args.size:
        raise NetworkError(
            f"{args.network} has learned on boards of {state['size']}: give --size {state['size']}"
        )
    shape = shape_of(state["shape"])
    if isinstance(shape, CodebookShape):
        raise NetworkError(
            f"{args.network} is a codebook, which the engine does not run: give a network of"
            " 'gtpengine net train'"
        )
    loaded = modelfile.load_shipped(args.size)
    split = read_split(args, loaded.learned)
    values = {name: tensor.numpy() for name, tensor in state["network"].items()}
    shown = spread_positions(split.learn, args.size, loaded.model, args.calibration)
    positions = list(zip(bytes_of(shown, args.size), shown.numbers, strict=True))
    print(f"{shape.name}: calibrates on {len(positions):,} positions", file=sys.stderr)
    arrays = quantized(FloatNet(shape, values), positions)
    parts = NetParts(shape, arrays, provenance(args, state))
    write_net(args.output, parts)
    batch = spread_positions(split.test, args.size, loaded.model, args.positions)
    print(f"{args.output}: {args.output.stat().st_size:,} bytes, {shape.name}")
    print()
    print(
        "\n".join(table(read_network(args.network, args.size), exported(parts, args.size), batch))
    )
    return 0


def provenance(args: argparse.Namespace, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the file says of where it comes from."""
    return {
        "size": state["size"],
        "learned": state["about"],
        "settings": state["settings"],
        "steps": state["step"],
        "minutes": round(state["seconds"] / 60, 1),
        "licence": LICENCE,
        "export": step(args),
    }


def table(floats: Ask, whole: Ask, batch: Batch) -> list[str]:
    """Return the lines of a table of both networks on positions of the test."""
    lines = [
        "| network | moves | top 1 | mean ln p | squared error of the result | points off |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, ask in (("floats", floats), ("whole numbers", whole)):
        told = ask(batch)
        found = accuracy(told.policy, batch)
        off = score_error(told.score, batch)[0] if batch.weights[:, 2].any() else float("nan")
        lines.append(
            f"| {name} | {found.moves:,} | {100 * found.top:.2f} % | {found.mean_log:.4f} |"
            f" {value_error(told.value, batch)[0]:.4f} | {off:.2f} |"
        )
    return lines
