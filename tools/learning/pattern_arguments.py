"""The arguments of `gtpengine patterns`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from gtpengine.patterns.training.training import LEARNERS, MOST, SHAPES, TrainingSettings
from gtpengine.tools.matches.event_cli import add_pool_arguments

from gtpengine.base import numbers
from gtpengine.base.parser import add_fields, describe
from gtpengine.game.records import Place
from gtpengine.prediction.movemodel import MOST_OWNERSHIP

from . import playout_balance, playout_evolve, position_values, rank_arguments
from .playouts.objectives import OBJECTIVES

DEFAULT_SIZE: Final = 19
SEED: Final = numbers.whole(0, 10**12)
"""The check of a seed for learning."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Learn to predict moves from game records, and the weights of playouts. 'gtpengine help"
        " patterns ACTION' explains an action.",
        "# how well does the shipped model predict the moves of a folder of SGF files?\n"
        "gtpengine patterns evaluate games --size 9",
    )
    commands = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, help="what to do:"
    )
    _add_train(commands.add_parser("train", help="learn a model from game records"))
    _add_evaluate(commands.add_parser("evaluate", help="accuracy on games not learned from"))
    _add_playouts(commands.add_parser("playouts", help="learn the weights of the softmax playouts"))
    _add_balance(commands.add_parser("balance", help="balance the weights of the softmax playouts"))
    _add_evolve(commands.add_parser("evolve", help="evolve the weights of the softmax playouts"))
    _add_values(commands.add_parser("values", help="learn what td_search knows of positions"))
    rank_arguments.add(commands)


def _add_train(train: argparse.ArgumentParser) -> None:
    describe(
        train,
        "Learn a model of moves from game records: which shapes players choose.",
        "# from the SGF files of a folder\n"
        "gtpengine patterns train games --size 9 --output my.model",
        "# from records of your own, strong players' moves alone, in less memory\n"
        "gtpengine patterns train records --size 19 --strong d,p --support 100 --output my.model",
    )
    _add_records(train)
    defaults = TrainingSettings()
    train.add_argument("--output", type=Path, required=True, help="the model file to write")
    train.add_argument(
        "--learner",
        choices=LEARNERS,
        default=defaults.learner,
        help="kind of model; the docs about patterns compare them",
    )
    train.add_argument(
        "--shapes",
        choices=SHAPES,
        default=defaults.shapes,
        help="what is around a move: stones by distance, or chains as single nodes of a graph",
    )
    train.add_argument(
        "--note", default="", help="where the records come from, for the file (default: none)"
    )
    add_fields(
        train,
        defaults,
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
    )
    train.add_argument(
        "--limit",
        type=numbers.count_or_none,
        default=0,
        help="the most games to learn from; 0 for all",
    )


def _add_evaluate(evaluate: argparse.ArgumentParser) -> None:
    describe(
        evaluate,
        "Measure how often a model ranks the move that was played first, second, and so on, in"
        " games it has not learned from.",
        "# the shipped model\ngtpengine patterns evaluate games --size 9",
        "# one of your own, with a picture\n"
        "gtpengine patterns evaluate games --model my.model --plot curve.svg",
    )
    _add_records(evaluate)
    evaluate.set_defaults(size=None)
    evaluate.add_argument("--model", type=Path, help="a model file (default: the shipped one)")
    evaluate.add_argument("--games", type=numbers.count, default=300, help="games to look at")
    evaluate.add_argument(
        "--plot", type=Path, help="write the curve as a picture, .png or .svg (default: none)"
    )


def _add_playouts(playouts: argparse.ArgumentParser) -> None:
    describe(
        playouts,
        "Learn the weights of the softmax playouts from game records.",
        "gtpengine patterns playouts games --size 9 --output my.weights",
    )
    _add_records(playouts)
    _add_output(playouts)
    playouts.add_argument(
        "--games",
        type=numbers.count_or_none,
        default=0,
        help="the most games to learn from; 0 for all",
    )
    playouts.add_argument(
        "--rounds", type=numbers.whole(1, 1_000_000), default=24, help="rounds of learning"
    )
    playouts.add_argument(
        "--share",
        type=numbers.real(0, 1, above=True),
        default=0.3,
        help="share of each game's moves to learn from",
    )
    playouts.add_argument("--seed", type=SEED, default=1, help="seed of all randomness")


def _add_balance(balance: argparse.ArgumentParser) -> None:
    describe(
        balance,
        "Let the weights of the softmax playouts learn from deep searches: so that playouts win as"
        " often as the searches say (simulation balancing), or so that they draw the moves that the"
        " searches found good.",
        "gtpengine patterns balance games --size 9 --positions 200 --output my.weights",
    )
    _add_records(balance)
    _add_output(balance)
    balance.add_argument(
        "--weights", type=Path, help="weights to begin with (default: the shipped ones)"
    )
    even = playout_balance.Balance()
    balance.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default=even.objective,
        help="what is to be as in the searches: 'results' of playouts, or 'values' of their moves",
    )
    add_fields(
        balance,
        even,
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
            "playouts for the win rate of a position, and again for the gradient of 'results'",
        ),
        ("passes", numbers.count, "passes over the positions"),
        ("batch", numbers.count, "positions for one step"),
        ("rate", numbers.real(0, 10, above=True), "change of a usual log-gamma in one step"),
        ("seed", SEED, "seed of all randomness"),
    )


def _add_evolve(evolve: argparse.ArgumentParser) -> None:
    describe(
        evolve,
        "Evolve the weights of the softmax playouts: offspring that win games of short searches"
        " against the weights of the beginning are the parents of the next. The same command"
        " continues an interrupted run.",
        "gtpengine patterns evolve --size 9 --output evolved.weights",
    )
    evolve.add_argument("--output", type=Path, required=True, help="the file to write")
    evolve.add_argument("--note", default="", help="a note for the file (default: none)")
    evolve.add_argument(
        "--weights", type=Path, help="weights to begin with (default: the shipped ones)"
    )
    add_fields(
        evolve,
        playout_evolve.Evolve(),
        ("size", numbers.board_size, "board size"),
        ("generations", numbers.count, "generations in all"),
        ("parents", numbers.count, "the best offspring, from whose mean the next ones begin"),
        ("offspring", numbers.whole(2, 10_000), "offspring of a generation"),
        ("games", numbers.count, "games of each of them, colours swapped: an even number"),
        ("test_games", numbers.count, "other games of what has evolved: an even number"),
        ("simulations", numbers.count, "simulations of each search"),
        ("step", numbers.real(0, 10, above=True), "first change of a usual log-gamma"),
        ("seed", SEED, "seed of all randomness"),
    )
    add_pool_arguments(evolve, "offspring that play")


def _add_values(values: argparse.ArgumentParser) -> None:
    describe(
        values,
        "Learn values of positions from games with a winner, by temporal differences, for"
        " td_search to begin with.",
        "gtpengine patterns values games --size 9 --output my.values",
    )
    _add_records(values)
    _add_output(values)
    add_fields(
        values,
        position_values.Settings(),
        ("passes", numbers.whole(1, MOST), "visits of each game"),
        (
            "rate",
            numbers.real(0, 1, above=True),
            "share of a difference that a game moves a value by, at the first pass",
        ),
        (
            "decay",
            numbers.real(0, 1),
            "lambda: 1 learns the outcome of the game, 0 the value of the next position",
        ),
        ("seed", SEED, "seed of all randomness"),
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    parser.add_argument(
        "--note", default="", help="where the records come from, for the file (default: none)"
    )


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
        help="board size (default: 19, or that of --model)",
    )
    parser.add_argument(
        "--test",
        type=numbers.real(0, 1, above=True),
        default=0.03,
        help="share kept for testing",
    )
    parser.add_argument(
        "--strong",
        default="",
        metavar="ENDINGS",
        help="endings of ranks, such as 'd,p': learn only from moves of players that have one, in"
        " records without ranks of their own (default: learn from all)",
    )
