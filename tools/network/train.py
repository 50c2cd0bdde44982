"""The action ``gtpengine net train``."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.network.examples.batches import Batch, FromGames, FromJudged, Mixture
from gtpengine.tools.network.examples.games import Split, games_of
from gtpengine.tools.network.examples.heldout import spread_positions
from gtpengine.tools.network.examples.judged import teacher_of, together
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.examples.selfplayed import read_examples
from gtpengine.tools.network.learning import curves
from gtpengine.tools.network.learning.growing import begun
from gtpengine.tools.network.learning.measure import accuracy, ask, value_error
from gtpengine.tools.network.learning.memory import keep_freed_memory
from gtpengine.tools.network.learning.models import parameters
from gtpengine.tools.network.learning.settings import PRECISIONS, LearningSettings
from gtpengine.tools.network.learning.shapes import shape_for
from gtpengine.tools.network.learning.training import NetTraining, State, has_bfloat16
from gtpengine.tools.running.progress import duration
from gtpengine.tools.running.provenance import readable, step, without_folders

from gtpengine.data.folders import is_selfplay
from gtpengine.game.records import place_names

from .options import LearningOptions, NetTrainOptions, SourceOptions

CHECKED: int = 2000
"""Positions of the test that are looked at beside the learning."""
MEASURED: int = 8
"""Batches on which an exported network that is begun with gets its batch norms."""


def settings_of(options: LearningOptions) -> LearningSettings:
    """Return the settings of a command line."""
    precision = options.precision
    if precision == "auto":
        precision = PRECISIONS[1 if has_bfloat16(torch.device(options.device)) else 0]
    return dataclasses.replace(options.settings, precision=precision)


def device_of(options: LearningOptions) -> torch.device:
    """Return the device to learn on, and make this process ready for it.

    :raises ValueError: when this machine has no such device.
    """
    try:
        device = torch.device(options.device)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0][:100]
        raise ValueError(
            f"--device {options.device}: {reason}; --device cpu always works"
        ) from None
    torch.set_num_threads(options.threads)
    keep_freed_memory()
    return device


def mixture_of(
    split: Split, size: int, sources: SourceOptions, settings: LearningSettings, model: Any
) -> Mixture:
    """Return what to learn from.

    :raises ValueError: when there is nothing, or it is of another board size.
    """
    games = games_of(split.learn, size)
    judged = [read_examples(folder) for folder in sources.judged]
    for folder, found in zip(sources.judged, judged, strict=True):
        if found.size != size:
            raise ValueError(f"{folder} has boards of {found.size}: give --size {found.size}")
    if not len(games):
        raise ValueError("no game is left to learn from; give more records, or a smaller --test")
    return Mixture(
        FromGames(games, model),
        FromJudged(together(judged), model) if judged else None,
        sources.judged_share,
        settings.rows,
        settings.seed,
    )


def teachers_of(folders: Sequence[Path]) -> list[dict[str, str]]:
    """Return each program that judged some of these folders, once; self-play has none."""
    found = [teacher_of(folder) for folder in folders if not is_selfplay(folder)]
    return [teacher for i, teacher in enumerate(found) if teacher and teacher not in found[:i]]


def run(options: NetTrainOptions) -> int:
    records, output, size = options.records, options.output, options.records.size
    begin = [options.begin] if options.begin is not None else []
    check_folder(output, [*records.paths, *begin], mark=None)
    device, settings = device_of(options.learning), settings_of(options.learning)
    loaded = modelfile.load_shipped(size)
    split = read_split(records, loaded.learned)
    mixture = mixture_of(split, size, options.sources, settings, loaded.model)
    judged = f", {len(mixture.judged.judged):,} judged positions" if mixture.judged else ""
    print(f"{len(split.learn):,} games{judged}", file=sys.stderr)
    wanted = options.shape
    shape = shape_for(
        wanted.trunk, wanted.blocks, wanted.channels, wanted.head, not wanted.board_alone
    )
    about = {
        "records": [readable(name) for name in place_names(records.records, ())],
        "test": records.test,
        "judged": [without_folders(readable(str(folder))) for folder in options.sources.judged],
        "teachers": teachers_of(options.sources.judged),
        "begin": without_folders(readable(str(options.begin or ""))),
        "step": step(options.words),
    }
    training = NetTraining(shape, settings, mixture, size, device, about)
    if output.exists():
        training.resume(output)
        print(f"goes on from {output}, step {training.step:,}", file=sys.stderr)
    elif options.begin is not None:
        batches = (mixture.batch(number) for number in range(MEASURED))
        training.begin(begun(options.begin, shape, batches, size))
        print(f"begins as {options.begin}", file=sys.stderr)
    print(f"{shape.name}: {parameters(training.network):,} numbers to learn", file=sys.stderr)
    checked = spread_positions(split.test, size, loaded.model, CHECKED)

    def look() -> Mapping[str, float]:
        return looked(training.averaged, checked, size, device)

    with Interrupt("") as interrupt:
        done = training.run(
            teller(training), output, options.learning.threads, lambda: interrupt.count > 0, look
        )
    if not done:
        return ended(False)
    curves.draw(output.with_name(output.name + ".png"), training.curve, shape.name)
    print(f"{output}: {training.curve[-1]}")
    return 0


def looked(network: Any, checked: Batch, size: int, device: torch.device) -> dict[str, float]:
    """Return what a network reaches on positions of the test."""
    told = ask(network, checked, size, device)
    found = accuracy(told.policy, checked)
    return {
        "top": found.top,
        "mean_log": found.mean_log,
        "value_error": value_error(told.value, checked)[0],
    }


def teller(training: NetTraining) -> Any:
    """Return a printer of progress."""

    def tell(state: State) -> None:
        losses = ", ".join(f"{name} {value:.3f}" for name, value in state.losses.items())
        left = (1 - state.share) / max(1e-9, state.share) * training.seconds
        if training.settings.minutes:
            left = 60 * training.settings.minutes - training.seconds
        print(
            f"step {state.step:,} ({100 * state.share:.1f} %): {losses}; first guess"
            f" {100 * state.right:.1f} %; {state.positions_a_second:,.0f} positions/s,"
            f" {duration(max(0, left))} left",
            file=sys.stderr,
            flush=True,
        )

    return tell
