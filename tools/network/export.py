"""The action ``gtpengine net export``: a checkpoint as the file that the engine reads."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import torch
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.network.examples.batches import Batch
from gtpengine.tools.network.examples.heldout import spread_positions
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.learning.asking import Ask, bytes_of, exported, read_network
from gtpengine.tools.network.learning.checkpoint import NetworkError, read_state
from gtpengine.tools.network.learning.measure import accuracy, score_error, value_error
from gtpengine.tools.network.learning.quantize import FloatNet, quantized
from gtpengine.tools.network.learning.shapes import CodebookShape, shape_of
from gtpengine.tools.running.provenance import step

from gtpengine.network.netfile import NetParts
from gtpengine.network.netwriting import write_net

from .options import NetExportOptions

LICENCE: Final = (
    "Numbers learned from game records and from judgements of positions, which the"
    " file does not contain. MIT licence, as the rest of gtpengine."
)


def run(options: NetExportOptions) -> int:
    records, size = options.records, options.records.size
    check_folder(options.output, [*records.paths, options.network])
    state = read_state(options.network, torch.device("cpu"))
    if state["size"] != size:
        raise NetworkError(
            f"{options.network} has learned on boards of {state['size']}: give --size"
            f" {state['size']}"
        )
    shape = shape_of(state["shape"])
    if isinstance(shape, CodebookShape):
        raise NetworkError(
            f"{options.network} is a codebook, which the engine does not run: give a network of"
            " 'gtpengine net train'"
        )
    loaded = modelfile.load_shipped(size)
    split = read_split(records, loaded.learned)
    values = {name: tensor.numpy() for name, tensor in state["network"].items()}
    shown = spread_positions(split.learn, size, loaded.model, options.calibration)
    positions = list(zip(bytes_of(shown, size), shown.numbers, strict=True))
    print(f"{shape.name}: calibrates on {len(positions):,} positions", file=sys.stderr)
    arrays = quantized(FloatNet(shape, values), positions)
    parts = NetParts(shape, arrays, provenance(options.words, state))
    write_net(options.output, parts)
    batch = spread_positions(split.test, size, loaded.model, options.positions)
    print(f"{options.output}: {options.output.stat().st_size:,} bytes, {shape.name}")
    print()
    print("\n".join(table(read_network(options.network, size), exported(parts, size), batch)))
    return 0


def provenance(words: Sequence[str], state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the file says of where it comes from."""
    return {
        "size": state["size"],
        "learned": state["about"],
        "settings": state["settings"],
        "steps": state["step"],
        "minutes": round(state["seconds"] / 60, 1),
        "licence": LICENCE,
        "export": step(words),
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
