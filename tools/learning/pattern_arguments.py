"""The arguments of `gtpengine patterns`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from gtpengine.patterns.training.training import LEARNERS, MOST, TrainingSettings

from gtpengine.base import numbers
from gtpengine.game.records import Place
from gtpengine.prediction.movemodel import MOST_OWNERSHIP

from . import playout_balance

DEFAULT_SIZE: Final = 19
SEED: Final = numbers.whole(0, 10**12)
"""The check of a seed for learning."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(
        dest="action", metavar="train | evaluate | playouts | balance", required=True
    )
    _add_train(commands.add_parser("train", help="learn a model from game records"))
    _add_evaluate(commands.add_parser("evaluate", help="accuracy on games not learned from"))
    _add_playouts(commands.add_parser("playouts", help="learn the weights of the softmax playouts"))
    _add_balance(commands.add_parser("balance", help="balance the weights of the softmax playouts"))


def _add_train(train: argparse.ArgumentParser) -> None:
    _add_records(train)
    defaults = TrainingSettings()
    train.add_argument("--output", type=Path, required=True, help="the model file to write")
    train.add_argument("--learner", choices=LEARNERS, default=defaults.learner)
    train.add_argument("--note", default="", help="where the records come from, for the file")
    for name, kind, text in (
        ("support", numbers.whole(1, MOST), "how often a shape must have been played"),
        (
            "gate",
            numbers.whole(1, MOST),
            "how often a shape must have been seen before larger ones are counted",
        ),
        ("max_ring", numbers.whole(3, 14), "size of the largest shapes, 3 to 14"),
        (
            "share",
            numbers.real(0, 1, above=True),
            "share of the moves of a game that are learned at each visit",
        ),
        ("passes", numbers.whole(1, MOST), "visits of each game"),
        ("rate", numbers.real(0, 10, above=True), "first step of the gradient"),
        ("seed", SEED, "seed of all randomness"),
        (
            "ownership",
            numbers.whole(0, MOST_OWNERSHIP),
            "random games in each position to tell who will own a point",
        ),
    ):
        value = getattr(defaults, name)
        option = "--" + name.replace("_", "-")
        train.add_argument(option, dest=name, type=kind, default=value, help=f"{text} ({value})")
    train.add_argument(
        "--limit", type=numbers.count_or_none, default=0, help="the most games to learn from"
    )


def _add_evaluate(evaluate: argparse.ArgumentParser) -> None:
    _add_records(evaluate)
    evaluate.set_defaults(size=None)
    evaluate.add_argument("--model", type=Path, help="a model file (default: the shipped one)")
    evaluate.add_argument("--games", type=numbers.count, default=300, help="games to look at (300)")
    evaluate.add_argument("--plot", type=Path, help="write the curve as a picture (.png, .svg)")


def _add_playouts(playouts: argparse.ArgumentParser) -> None:
    _add_records(playouts)
    playouts.add_argument("--output", type=Path, required=True, help="the file to write")
    playouts.add_argument("--note", default="", help="where the records come from, for the file")
    playouts.add_argument(
        "--games", type=numbers.count_or_none, default=0, help="the most games to learn from"
    )
    playouts.add_argument(
        "--rounds", type=numbers.whole(1, 1_000_000), default=24, help="rounds of learning (24)"
    )
    playouts.add_argument(
        "--share",
        type=numbers.real(0, 1, above=True),
        default=0.3,
        help="share of each game's moves to learn from (0.3)",
    )
    playouts.add_argument("--seed", type=SEED, default=1, help="seed of all randomness (1)")


def _add_balance(balance: argparse.ArgumentParser) -> None:
    _add_records(balance)
    balance.add_argument("--output", type=Path, required=True, help="the file to write")
    balance.add_argument("--note", default="", help="where the records come from, for the file")
    balance.add_argument(
        "--weights", type=Path, help="weights to begin with (default: the shipped ones)"
    )
    even = playout_balance.Balance()
    for name, kind, text in (
        (
            "positions",
            numbers.count,
            "positions to search and learn from; a seventh as many for the test",
        ),
        # A search with a tenth of these simulations comes first.
        ("simulations", numbers.whole(10), "simulations of each search"),
        (
            "playouts",
            numbers.whole(1, 1_000_000),
            "playouts for the value of a position, and again for the gradient",
        ),
        ("passes", numbers.count, "passes over the positions"),
        ("batch", numbers.count, "positions for one step"),
        ("rate", numbers.real(0, 10, above=True), "change of a usual log-gamma in one step"),
        ("seed", SEED, "seed of all randomness"),
    ):
        value = getattr(even, name)
        balance.add_argument(f"--{name}", type=kind, default=value, help=f"{text} ({value})")


def _add_records(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "records",
        nargs="+",
        type=Place.named,
        help=".txt, .xz, .sgf, .zip or folders; FILE:d,p is --strong for these alone",
    )
    parser.add_argument(
        "--size",
        type=numbers.board_size,
        default=DEFAULT_SIZE,
        help="board size (19, or that of --model)",
    )
    parser.add_argument(
        "--test",
        type=numbers.real(0, 1, above=True),
        default=0.03,
        help="share kept for testing (0.03)",
    )
    parser.add_argument(
        "--strong",
        default="",
        help="endings of ranks, such as 'd,p': learn only from moves of players that have one, in"
        " records without ranks of their own",
    )
