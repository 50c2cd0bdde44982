"""The action ``gtpengine net train``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.campaign import Interrupt, interrupted
from gtpengine.tools.matches.event_cli import check_folder
from gtpengine.tools.network.examples.batches import Batch, FromGames, FromJudged, Mixture
from gtpengine.tools.network.examples.games import Split, games_of
from gtpengine.tools.network.examples.heldout import spread_positions
from gtpengine.tools.network.examples.judged import teacher_of, together
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.examples.selfplay_files import is_selfplay
from gtpengine.tools.network.examples.selfplayed import read_examples
from gtpengine.tools.network.learning import curves
from gtpengine.tools.network.learning.growing import begun
from gtpengine.tools.network.learning.measure import accuracy, ask, value_error
from gtpengine.tools.network.learning.memory import keep_freed_memory
from gtpengine.tools.network.learning.models import parameters
from gtpengine.tools.network.learning.settings import PRECISIONS, Settings, Weights
from gtpengine.tools.network.learning.shapes import shape_for
from gtpengine.tools.network.learning.training import State, Training, has_bfloat16
from gtpengine.tools.running.progress import duration
from gtpengine.tools.running.provenance import readable, step, without_folders

from gtpengine.game.records import place_names

CHECKED: int = 2000
"""Positions of the test that are looked at beside the learning."""
MEASURED: int = 8
"""Batches on which an exported network that is begun with gets its batch norms."""


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings of a command line."""
    weights = Weights(*(getattr(args, f"{name}_weight") for name in Weights.__slots__))
    precision = args.precision
    if precision == "auto":
        precision = PRECISIONS[1 if has_bfloat16(torch.device(args.device)) else 0]
    return Settings(
        args.steps,
        args.minutes,
        args.rows,
        args.rate,
        Settings().decay,
        args.seed,
        precision,
        args.optimizer,
        weights,
    )


def device_of(args: argparse.Namespace) -> torch.device:
    """Return the device to learn on, and make this process ready for it.

    :raises ValueError: when there is none of this name.
    """
    try:
        device = torch.device(args.device)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0][:100]
        raise ValueError(f"--device {args.device}: {reason}; --device cpu always works") from None
    torch.set_num_threads(args.threads)
    keep_freed_memory()
    return device


def mixture_of(args: argparse.Namespace, split: Split, model: Any) -> Mixture:
    """Return what to learn from.

    :raises ValueError: when there is nothing, or it is of another board size.
    """
    games = games_of(split.learn, args.size)
    judged = [read_examples(folder) for folder in args.judged]
    for folder, found in zip(args.judged, judged, strict=True):
        if found.size != args.size:
            raise ValueError(f"{folder} has boards of {found.size}: give --size {found.size}")
    if not len(games):
        raise ValueError("no game is left to learn from; give more records, or a smaller --test")
    return Mixture(
        FromGames(games, model),
        FromJudged(together(judged), model) if judged else None,
        args.judged_share,
        args.rows,
        args.seed,
    )


def teachers_of(folders: Sequence[Path]) -> list[dict[str, str]]:
    """Return each program that judged some of these folders, once; self-play has none."""
    found = [teacher_of(folder) for folder in folders if not is_selfplay(folder)]
    return [teacher for i, teacher in enumerate(found) if teacher and teacher not in found[:i]]


def run(args: argparse.Namespace) -> int:
    begin = [args.begin] if args.begin is not None else []
    check_folder(args.output, [*(place.path for place in args.records), *begin], mark=None)
    device = device_of(args)
    loaded = modelfile.load_shipped(args.size)
    split = read_split(args, loaded.learned)
    mixture = mixture_of(args, split, loaded.model)
    judged = f", {len(mixture.judged.judged):,} judged positions" if mixture.judged else ""
    print(f"{len(split.learn):,} games{judged}", file=sys.stderr)
    shape = shape_for(args.trunk, args.blocks, args.channels, args.head)
    about = {
        "records": [readable(name) for name in place_names(args.records, ())],
        "test": args.test,
        "judged": [without_folders(readable(str(folder))) for folder in args.judged],
        "teachers": teachers_of(args.judged),
        "begin": without_folders(readable(str(args.begin or ""))),
        "step": step(args),
    }
    training = Training(shape, settings_of(args), mixture, args.size, device, about)
    if args.output.exists():
        training.resume(args.output)
        print(f"goes on from {args.output}, step {training.step:,}", file=sys.stderr)
    elif args.begin is not None:
        batches = (mixture.batch(number) for number in range(MEASURED))
        training.begin(begun(args.begin, shape, batches, args.size))
        print(f"begins as {args.begin}", file=sys.stderr)
    print(f"{shape.name}: {parameters(training.network):,} numbers to learn", file=sys.stderr)
    checked = spread_positions(split.test, args.size, loaded.model, CHECKED)

    def look() -> Mapping[str, float]:
        return looked(training.averaged, checked, args.size, device)

    with Interrupt("") as interrupt:
        done = training.run(
            teller(training), args.output, args.threads, lambda: interrupt.count > 0, look
        )
    if not done:
        return interrupted()
    curves.draw(args.output.with_name(args.output.name + ".png"), training.curve, shape.name)
    print(f"{args.output}: {training.curve[-1]}")
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


def teller(training: Training) -> Any:
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
