"""Those actions of `gtpengine patterns` that learn for the laboratory.

gtpengine patterns playouts RECORDS... --output playout9.txt --size 9
gtpengine patterns balance RECORDS... --output balanced9.txt --size 9
gtpengine patterns evolve --output evolved9.txt --size 9
gtpengine patterns values RECORDS... --output my.values --size 9
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.game.records import spread
from gtpengine.lab.training import (
    playout_balance,
    playout_evolve,
    playout_weights,
    position_values,
)
from gtpengine.lab.training.options import (
    BalanceOptions,
    EvolveOptions,
    PlayoutsOptions,
    ValuesOptions,
)
from gtpengine.lab.training.targets import targets
from gtpengine.lab.weights import playoutfile
from gtpengine.tools.learning.inputs import check, checkpoint_of, note, split, write
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.matches.pools import make_pool
from gtpengine.tools.running.provenance import readable


def _tell(line: str) -> None:
    print(line, file=sys.stderr)


@user_errors("patterns")
def playouts(options: PlayoutsOptions) -> int:
    check(options.records, options.file)
    games, test = split(options.records)
    if options.games:
        games = spread(games, options.games)
    weights, summary = playout_weights.learn(games, spread(test, 300), options.settings, _tell)
    origin = note(options.file, options.records, [summary, str(options.settings)])
    _write_weights(options.file.output, weights, options.records.size, origin)
    print(f"{readable(str(options.file.output))}: {summary}")
    return 0


def _write_weights(
    output: Path, weights: playoutfile.PlayoutWeights, size: int, origin: str
) -> None:
    """Write the weights with a note of where they come from."""
    write(output, dataclasses.replace(weights, size=size).to_text(origin).encode())


@user_errors("patterns")
def balance(options: BalanceOptions) -> int:
    check(options.records, options.file, options.weights)
    games, test = split(options.records)
    settings = options.settings
    begin = _weights(options.weights, options.records.size)
    deep, seed = settings.simulations, settings.seed
    tested = targets(test, max(1, settings.positions // 7), deep, seed, _tell)
    learned = targets(games, settings.positions, deep, seed, _tell)
    weights, summary = playout_balance.balance(begin, learned, tested, settings, _tell)
    begun = _name_of(options.weights)
    origin = note(options.file, options.records, [f"from {begun}, {summary}", str(settings)])
    _write_weights(options.file.output, weights, options.records.size, origin)
    print(f"{readable(str(options.file.output))}: {summary}")
    return 0


def _name_of(weights: Path | None) -> str:
    return readable(weights.name) if weights else "the shipped weights"


@user_errors("patterns")
def evolve(options: EvolveOptions) -> int:
    output, settings = options.file.output, options.settings
    check_folder(output, filter(None, [options.weights]))
    begin = _weights(options.weights, settings.size)
    settings.strategy()  # refuses settings that make no sense
    checkpoint = checkpoint_of(output)
    check_folder(checkpoint, mark=None)
    run = playout_evolve.Run(checkpoint, settings, begin)
    pool = make_pool(options.pool)
    try:
        with Interrupt() as interrupt:
            found = playout_evolve.evolve(begin, settings, run, pool, interrupt)
    finally:
        pool.close()
    if found is None:
        return ended(False)
    weights, summary = found
    about = [f"evolved from {_name_of(options.weights)}: {summary}", str(settings)]
    origin = "\n".join(filter(None, [readable(options.file.note), *about]))
    _write_weights(output, weights, settings.size, origin)
    checkpoint.unlink(missing_ok=True)
    print(f"{readable(str(output))}: {summary}")
    return 0


@user_errors("patterns")
def values(options: ValuesOptions) -> int:
    check(options.records, options.file)
    games, test = split(options.records)
    found, summary = position_values.learn(games, test, options.settings, _tell)
    origin = note(options.file, options.records, [summary, str(options.settings)])
    write(options.file.output, found.to_text(origin).encode())
    print(f"{readable(str(options.file.output))}: {summary}")
    return 0


def _weights(path: Path | None, size: int) -> playoutfile.PlayoutWeights:
    """Return the weights of a file for boards of *size*; the shipped ones without a file.

    :raises ValueError: when they are for the other class of boards, whose playouts differ.
    """
    if path is None:
        return playoutfile.load_shipped(size)
    weights, named = playoutfile.load(path), playoutfile.shipped_name
    if weights.size is not None and named(weights.size) != named(size):
        raise ValueError(
            f"{path} was learned on {weights.size}x{weights.size}: give --size {weights.size} and"
            f" records of that size, or --weights for {size}x{size}"
        )
    return weights


PLAYOUTS: Final = CommandLine(
    PlayoutsOptions,
    playouts,
    "Learn the weights of the softmax playouts from game records.",
    "gtpengine patterns playouts games --size 9 --output my.weights",
)

BALANCE: Final = CommandLine(
    BalanceOptions,
    balance,
    "Let the weights of the softmax playouts learn from deep searches: so that playouts win as"
    " often as the searches say (simulation balancing), or so that they draw the moves that the"
    " searches found good.",
    "gtpengine patterns balance games --size 9 --positions 200 --output my.weights",
)

EVOLVE: Final = CommandLine(
    EvolveOptions,
    evolve,
    "Evolve the weights of the softmax playouts: offspring that win games of short searches"
    " against the weights of the beginning are the parents of the next. The same command"
    " continues an interrupted run.",
    "gtpengine patterns evolve --size 9 --output evolved.weights",
)

VALUES: Final = CommandLine(
    ValuesOptions,
    values,
    "Learn values of positions from games with a winner, by temporal differences, for"
    " td_search to begin with.",
    "gtpengine patterns values games --size 9 --output my.values",
)

ACTIONS: Final[Mapping[str, tuple[CommandLine[Any], str]]] = {
    "playouts": (PLAYOUTS, "learn the weights of the softmax playouts"),
    "balance": (BALANCE, "balance the weights of the softmax playouts"),
    "evolve": (EVOLVE, "evolve the weights of the softmax playouts"),
    "values": (VALUES, "learn what td_search knows of positions"),
}
"""The actions by name, each with its line in the help."""
