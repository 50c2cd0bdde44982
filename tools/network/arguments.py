"""The arguments of ``gtpengine net``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from gtpengine.tools.network.learning.settings import OPTIMIZERS, PRECISIONS, Settings, Weights
from gtpengine.tools.network.learning.shapes import SHAPES, learned_shape_named, shape_named

from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.game.records import Place
from gtpengine.network.kernel.convolution import PATHS
from gtpengine.network.netshape import TRUNKS

from .bench import path_named

DEFAULT_SIZE: Final = 9
HEAD: Final = 16
"""Channels of the heads, where nothing else is said."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Learn a small network of policy, value, score and ownership from game records and from a"
        " stronger program's judgements. 'gtpengine help net ACTION' explains an action.",
        "# learn from the SGF files of a folder\n"
        "gtpengine net train games --size 9 --minutes 60 --output net9.checkpoint",
    )
    commands = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, help="what to do:"
    )
    _add_train(commands.add_parser("train", help="learn a network"))
    _add_evaluate(commands.add_parser("evaluate", help="accuracy on games not learned from"))
    _add_export(commands.add_parser("export", help="write the file that the engine reads"))
    _add_bench(commands.add_parser("bench", help="how long a network takes for a position"))
    _add_compare(
        commands.add_parser("compare", help="what shapes of networks reach, at what price")
    )
    _add_judge(commands.add_parser("judge", help="ask a stronger program about positions"))


def _add_train(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Learn a network from game records, and from judged positions where there are any. An"
        " interrupted run goes on from its checkpoint, --output, which is also what the other"
        " actions read.",
        "# an hour on one core\n"
        "gtpengine net train games --size 9 --judged judged9 --minutes 60 --output net9.checkpoint",
        "# on a GPU\n"
        "gtpengine net train games --size 19 --blocks 6 --channels 64 --rows 2048 --minutes 20"
        " --threads 16 --device cuda --output net19.checkpoint",
    )
    _add_records(parser)
    parser.add_argument(
        "--output", type=Path, required=True, help="the checkpoint to write, or to go on from"
    )
    parser.add_argument(
        "--begin",
        type=Path,
        metavar="FILE",
        help="begin as this checkpoint or exported file, grown into the shape: it says the same at"
        " first (default: learn from nothing)",
    )
    _add_sources(parser)
    _add_shape(parser)
    _add_learning(parser)


def _add_sources(parser: argparse.ArgumentParser) -> None:
    """Add where positions come from besides records."""
    parser.add_argument(
        "--judged",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="folder of 'gtpengine net judge' or 'gtpengine selfplay'; as often as needed (default:"
        " records alone)",
    )
    parser.add_argument(
        "--judged-share",
        type=numbers.share,
        default=0.8,
        help="share of the positions that are judged ones; the others are of the records",
    )


def _add_shape(parser: argparse.ArgumentParser) -> None:
    """Add what shape the network has."""
    parser.add_argument("--trunk", choices=TRUNKS, default=TRUNKS[0], help="kind of blocks")
    parser.add_argument("--blocks", type=numbers.whole(1, 100), default=4, help="blocks")
    parser.add_argument("--channels", type=numbers.whole(4, 1024), default=32, help="channels")
    parser.add_argument(
        "--head", type=numbers.whole(4, 256), default=HEAD, help="channels of the heads"
    )


def _add_learning(parser: argparse.ArgumentParser) -> None:
    """Add how it learns."""
    usual = Settings()
    parser.add_argument("--steps", type=numbers.count, default=usual.steps, help="steps to learn")
    parser.add_argument(
        "--minutes",
        type=numbers.real(0, 100_000),
        default=0.0,
        help="learn for this time instead of --steps; 0 for --steps",
    )
    parser.add_argument(
        "--rows", type=numbers.whole(8, 65536), default=usual.rows, help="positions of a step"
    )
    parser.add_argument(
        "--rate",
        type=numbers.real(0, 1, above=True),
        default=usual.rate,
        help="highest rate of learning; it rises, then falls to nothing",
    )
    parser.add_argument(
        "--optimizer",
        choices=OPTIMIZERS,
        default=usual.optimizer,
        help="what moves the weights; muon moves the convolutions of the trunk",
    )
    parser.add_argument(
        "--seed", type=numbers.seed, default=usual.seed, help="seed of all randomness"
    )
    for name in Weights.__slots__:
        parser.add_argument(
            f"--{name}-weight",
            type=numbers.real(0, 1000),
            default=getattr(usual.weights, name),
            help=f"weight of the loss of {'the ' if name != 'ownership' else ''}{name}",
        )
    parser.add_argument(
        "--threads",
        type=numbers.whole(1, 1024),
        default=1,
        help="threads that make positions; PyTorch on the CPU takes as many",
    )
    parser.add_argument(
        "--device", default="cpu", metavar="NAME", help="where to learn, as PyTorch names it"
    )
    parser.add_argument(
        "--precision",
        choices=("auto", *PRECISIONS),
        default="auto",
        help="of the arithmetic; auto is bfloat16 where the machine has instructions for it",
    )


def _add_evaluate(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Measure a network on games it has not learned from: how often it guesses the move, beside"
        " the move model; how far its value is from the result; and what it says of positions that"
        " a teacher judged.",
        "gtpengine net evaluate games --size 9 --network net9.checkpoint --plot calibration.png",
        "# beside a teacher's judgements of games of the test\n"
        "gtpengine net evaluate games --size 9 --network net9.checkpoint --judged held-out9",
    )
    _add_records(parser)
    parser.add_argument(
        "--network", type=Path, required=True, help="a checkpoint, or a file of 'export'"
    )
    parser.add_argument(
        "--ensemble",
        action="store_true",
        help="let an exported network say the mean under the eight symmetries of the board",
    )
    parser.add_argument(
        "--positions", type=numbers.count, default=20_000, help="positions to guess the move of"
    )
    parser.add_argument(
        "--moves",
        type=numbers.count,
        nargs="+",
        help="moves after which the value is compared with the result (default: 15 30 45, on large"
        " boards 60 120 180)",
    )
    parser.add_argument(
        "--judged",
        type=Path,
        metavar="FOLDER",
        help="positions judged with --held-out (default: none)",
    )
    parser.add_argument(
        "--searched",
        type=numbers.count,
        metavar="N",
        help="search so many of the positions after each of --moves without a network, too, and"
        " compare both with the results (default: none)",
    )
    parser.add_argument(
        "--simulations",
        type=numbers.count,
        default=10_000,
        help="simulations of these searches",
    )
    parser.add_argument("--seed", type=numbers.seed, default=1, help="seed of these searches")
    parser.add_argument(
        "--plot", type=Path, help="write the calibration curve, .png or .svg (default: none)"
    )


def _add_export(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Write a network as the engine reads it: in whole numbers, which one core computes fast."
        " Positions of the records tell how large its activations become. The table shows what the"
        " whole numbers cost on games of the test.",
        "gtpengine net export games --size 9 --network net9.checkpoint --output net9.net",
    )
    _add_records(parser)
    parser.add_argument(
        "--network", type=Path, required=True, help="a checkpoint of 'gtpengine net train'"
    )
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    parser.add_argument(
        "--calibration",
        type=numbers.whole(10, 100_000),
        default=400,
        help="positions of the records that tell how large activations become",
    )
    parser.add_argument(
        "--positions", type=numbers.count, default=5_000, help="positions of the test to compare on"
    )


def _add_bench(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Measure how many microseconds a network takes for a position, beside the move model, on"
        " each path of this machine, a set of its instructions (docs/explanation/network.md). All"
        " paths give the same answers. Without --network shapes are measured; weights do not"
        " change the speed.",
        "# a network that was exported\ngtpengine net bench --network net9.net --size 9",
        "# what a shape would cost\ngtpengine net bench --shape residual-6x48 --path avx2",
    )
    parser.add_argument(
        "--network",
        type=Path,
        action="append",
        help="a file of 'export'; as often as needed (default: none)",
    )
    parser.add_argument(
        "--shape",
        type=shape_named,
        action="append",
        metavar="NAME",
        help="a shape by trunk, blocks and channels; as often as needed (default: without --network"
        f" {' '.join(SHAPES)})",
    )
    parser.add_argument(
        "--head", type=numbers.whole(1, 128), default=HEAD, help="channels of the heads of a shape"
    )
    parser.add_argument(
        "--size",
        type=numbers.board_size,
        action="append",
        help="board size; as often as needed (default: 9 19)",
    )
    parser.add_argument(
        "--path",
        type=path_named,
        action="append",
        metavar="NAME",
        help=f"one of {', '.join(PATHS)}; as often as needed (default: all that the machine has)",
    )
    parser.add_argument(
        "--rounds", type=numbers.count, default=30, help="rounds of the positions; the best counts"
    )


def _add_compare(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Let several shapes learn from the same positions for as many steps, or as many minutes,"
        " and compare what they reach on games of the test with what a judgement costs on one core"
        " of this machine. Shapes that have learned already in --output are not learned again.",
        "gtpengine net compare games --size 9 --judged judged9 --steps 4000 --output shapes9"
        " --shapes residual-2x16 residual-4x32 mobile-6x32 bottleneck-6x48 --plot shapes9.png",
    )
    _add_records(parser)
    parser.add_argument(
        "--output", type=Path, required=True, help="folder of checkpoints; made if it is not there"
    )
    parser.add_argument(
        "--shapes",
        type=learned_shape_named,
        nargs="+",
        required=True,
        metavar="NAME",
        help="shapes by trunk, blocks and channels: residual, bottleneck, mobile, or codebook,"
        " which looks up what surrounds a point (its time is that with a convolution instead)",
    )
    _add_sources(parser)
    parser.add_argument(
        "--positions", type=numbers.count, default=10_000, help="positions of the test"
    )
    parser.add_argument(
        "--head", type=numbers.whole(1, 128), default=HEAD, help="channels of the heads"
    )
    parser.add_argument(
        "--plot", type=Path, help="write accuracy against time, .png or .svg (default: none)"
    )
    _add_learning(parser)


def _add_judge(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Ask a stronger program about positions of games, and beside them: what it would play, who"
        " wins, by how much, and who owns each point. It must speak KataGo's JSON analysis"
        " protocol. The output is a folder that 'gtpengine net train' learns from; an interrupted"
        " run goes on.",
        "gtpengine net judge games --size 9 --positions 100000 --output judged9 --teacher 'katago"
        " analysis -config analysis.cfg -model network.bin.gz'",
    )
    _add_records(parser)
    teacher = parser.add_mutually_exclusive_group(required=True)
    teacher.add_argument(
        "--teacher", metavar="COMMAND", help="how to start the program, as one word (default: none)"
    )
    teacher.add_argument(
        "--batch-teacher",
        metavar="FILE",
        help="a Python file that judges --in-flight positions in one call, and its arguments, as"
        " one word; the training guide says what the file defines (default: none)",
    )
    parser.add_argument(
        "--visits",
        type=numbers.count,
        default=1,
        help="visits of its search of each position; above 1 its moves count by their visits",
    )
    parser.add_argument(
        "--output", type=Path, required=True, help="folder to write; made if it is not there"
    )
    parser.add_argument(
        "--positions", type=numbers.count, default=100_000, help="positions to judge in all"
    )
    parser.add_argument(
        "--aside",
        type=numbers.share,
        default=0.6,
        help="share of positions that go on beside the game, by up to four other moves",
    )
    parser.add_argument(
        "--held-out",
        action="store_true",
        help="take the games of the test, which nothing learns from, instead of the others",
    )
    parser.add_argument(
        "--in-flight", type=numbers.whole(1, 4096), default=32, help="questions asked at a time"
    )
    parser.add_argument("--seed", type=numbers.seed, default=1, help="seed of all randomness")


def _add_records(parser: argparse.ArgumentParser) -> None:
    """Add the records, the board size and the share of the test."""
    parser.add_argument(
        "records",
        nargs="+",
        type=Place.named,
        help=".txt, .xz, .sgf, .zip or folders, also of 'gtpengine selfplay'; FILE:d,p takes only"
        " moves of players whose rank ends so",
    )
    parser.add_argument(
        "--size", type=numbers.board_size, default=DEFAULT_SIZE, help="lines of the board"
    )
    parser.add_argument(
        "--test",
        type=numbers.real(0, 0.9, above=True),
        default=0.03,
        help="share of each file, its last games, that is kept for the test",
    )
