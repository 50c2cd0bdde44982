"""The options of the actions of ``gtpengine net``."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.network.examples.reading import NetRecordsOptions
from gtpengine.tools.network.learning.settings import PRECISIONS, LearningSettings
from gtpengine.tools.network.learning.shapes import SHAPES, learned_shape_named, shape_named

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import (
    command_words,
    flag,
    group,
    option,
    repeated,
    required,
    required_several,
    several,
)
from gtpengine.network.kernel.convolution import PATHS, paths
from gtpengine.network.netshape import TRUNKS

HEAD: Final = 16
"""Channels of the heads, where nothing else is said."""


def path_named(text: str) -> str:
    """Return the name of a path that this machine has.

    :raises argparse.ArgumentTypeError: when it has no such path.
    """
    if text not in paths():
        raise argparse.ArgumentTypeError(f"{text!r}: this machine has {', '.join(paths())}")
    return text


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceOptions:
    """Where positions come from besides records."""

    judged: tuple[Path, ...] = repeated(
        "folder of 'gtpengine net judge' or 'gtpengine selfplay'; as often as needed (default:"
        " records alone)",
        Path,
        metavar="FOLDER",
    )
    judged_share: float = option(
        "share of the positions that are judged ones; the others are of the records",
        numbers.share,
        default=0.8,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ShapeOptions:
    """The shape of the network."""

    trunk: str = option("kind of blocks", str, default=TRUNKS[0], choices=TRUNKS)
    blocks: int = option("blocks", numbers.whole(1, 100), default=4)
    channels: int = option("channels", numbers.whole(4, 1024), default=32)
    head: int = option("channels of the heads", numbers.whole(4, 256), default=HEAD)
    board_alone: bool = flag(
        "let the network do without what the move model expects, so that a search need not ask the"
        " model"
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class LearningOptions:
    """How the network learns, and where."""

    settings: LearningSettings = group(LearningSettings)
    threads: int = option(
        "threads that make positions; PyTorch on the CPU takes as many",
        numbers.whole(1, 1024),
        default=1,
    )
    device: str = option("where to learn, as PyTorch names it", str, default="cpu", metavar="NAME")
    precision: str = option(
        "of the arithmetic; auto is bfloat16 where the machine has instructions for it",
        str,
        default="auto",
        choices=("auto", *PRECISIONS),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class NetTrainOptions:
    """What ``gtpengine net train`` takes."""

    records: NetRecordsOptions = group(NetRecordsOptions)
    output: Path = required("the checkpoint to write, or to go on from", Path)
    begin: Path | None = option(
        "begin as this checkpoint or exported file, grown into the shape: it says the same at"
        " first (default: learn from nothing)",
        Path,
        default=None,
        metavar="FILE",
    )
    sources: SourceOptions = group(SourceOptions)
    shape: ShapeOptions = group(ShapeOptions)
    learning: LearningOptions = group(LearningOptions)
    words: tuple[str, ...] = command_words()


@dataclass(frozen=True, kw_only=True, slots=True)
class NetEvaluateOptions:
    """What ``gtpengine net evaluate`` takes."""

    records: NetRecordsOptions = group(NetRecordsOptions)
    network: Path = required("a checkpoint, or a file of 'export'", Path)
    ensemble: bool = flag(
        "let an exported network say the mean under the eight symmetries of the board"
    )
    positions: int = option("positions to guess the move of", numbers.count, default=20_000)
    moves: tuple[int, ...] = several(
        "moves after which the value is compared with the result (default: 15 30 45, on large"
        " boards 60 120 180)",
        numbers.count,
    )
    judged: Path | None = option(
        "positions judged with --held-out (default: none)", Path, default=None, metavar="FOLDER"
    )
    searched: int | None = option(
        "number of positions after each of --moves that are also searched without a network;"
        " both are compared with the results (default: none)",
        numbers.count,
        default=None,
        metavar="N",
    )
    simulations: int = option("simulations of these searches", numbers.count, default=10_000)
    seed: int = option("seed of these searches", numbers.seed, default=1)
    plot: Path | None = option(
        "write the calibration curve, .png or .svg (default: none)", Path, default=None
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class NetExportOptions:
    """What ``gtpengine net export`` takes."""

    records: NetRecordsOptions = group(NetRecordsOptions)
    network: Path = required("a checkpoint of 'gtpengine net train'", Path)
    output: Path = required("the file to write", Path)
    calibration: int = option(
        "positions of the records that tell how large activations become",
        numbers.whole(10, 100_000),
        default=400,
    )
    positions: int = option("positions of the test to compare on", numbers.count, default=5_000)
    words: tuple[str, ...] = command_words()


@dataclass(frozen=True, kw_only=True, slots=True)
class NetBenchOptions:
    """What ``gtpengine net bench`` takes."""

    network: tuple[Path, ...] = repeated(
        "a file of 'export'; as often as needed (default: none)", Path
    )
    shape: tuple[tuple[str, int, int], ...] = repeated(
        "a shape by trunk, blocks and channels; as often as needed (default: without --network"
        f" {' '.join(SHAPES)})",
        shape_named,
        metavar="NAME",
    )
    head: int = option("channels of the heads of a shape", numbers.whole(1, 128), default=HEAD)
    size: tuple[int, ...] = repeated(
        "board size; as often as needed (default: 9 19)", numbers.board_size
    )
    path: tuple[str, ...] = repeated(
        f"one of {', '.join(PATHS)}; as often as needed (default: all that the machine has)",
        path_named,
        metavar="NAME",
    )
    rounds: int = option("rounds of the positions; the best counts", numbers.count, default=30)


@dataclass(frozen=True, kw_only=True, slots=True)
class NetCompareOptions:
    """What ``gtpengine net compare`` takes."""

    records: NetRecordsOptions = group(NetRecordsOptions)
    output: Path = required("folder of checkpoints; made if it is not there", Path)
    shapes: tuple[tuple[str, int, int], ...] = required_several(
        "shapes by trunk, blocks and channels: residual, bottleneck, mobile, or codebook,"
        " which looks up what surrounds a point (its time is that with a convolution instead)",
        learned_shape_named,
        metavar="NAME",
    )
    sources: SourceOptions = group(SourceOptions)
    positions: int = option("positions of the test", numbers.count, default=10_000)
    head: int = option("channels of the heads", numbers.whole(1, 128), default=HEAD)
    plot: Path | None = option(
        "write accuracy against time, .png or .svg (default: none)", Path, default=None
    )
    learning: LearningOptions = group(LearningOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class TeacherOptions:
    """The program that judges: one of the two is given."""

    teacher: str | None = option(
        "how to start the program, as one word (default: none)",
        str,
        default=None,
        metavar="COMMAND",
    )
    batch_teacher: str | None = option(
        "a Python file that judges --in-flight positions in one call, and its arguments, as"
        " one word; the training guide says what the file defines (default: none)",
        str,
        default=None,
        metavar="FILE",
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class NetJudgeOptions:
    """What ``gtpengine net judge`` takes."""

    records: NetRecordsOptions = group(NetRecordsOptions)
    teacher: TeacherOptions = group(TeacherOptions, exclusive=True, required=True)
    visits: int = option(
        "visits of its search of each position; above 1 its moves count by their visits",
        numbers.count,
        default=1,
    )
    output: Path = required("folder to write; made if it is not there", Path)
    positions: int = option(
        "positions to judge in all, in whole parts of 2,000", numbers.count, default=100_000
    )
    aside: float = option(
        "share of positions that go on beside the game, by up to four other moves",
        numbers.share,
        default=0.6,
    )
    held_out: bool = flag(
        "take the games of the test, which nothing learns from, instead of the others"
    )
    in_flight: int = option("questions asked at a time", numbers.whole(1, 4096), default=32)
    seed: int = option("seed of all randomness", numbers.seed, default=1)
    words: tuple[str, ...] = command_words()
