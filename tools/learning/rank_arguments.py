"""The arguments of the actions of `gtpengine patterns` that are about ranks."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gtpengine.patterns.training.rank_matrix import DEFAULT_BANDS, Band, bands
from gtpengine.patterns.training.ranks import RankSettings
from gtpengine.patterns.training.training import MOST

from board_ext.rules import RULES
from gtpengine.base import numbers
from gtpengine.base.parser import add_fields, describe
from gtpengine.game.records import Place


def add(commands: Any) -> None:
    """Add the actions to what ``add_subparsers`` returned."""
    _add_ranks(commands.add_parser("ranks", help="learn what players of each rank play"))
    _add_matrix(commands.add_parser("matrix", help="accuracy by rank of player and of model"))
    _add_likeness(commands.add_parser("likeness", help="how like people the ranks play"))


def _add_ranks(ranks: argparse.ArgumentParser) -> None:
    describe(
        ranks,
        "Learn from game records what players of each rank play more and less often than strong"
        " players. Both players' ranks are read; moves of players without one are left out.",
        "gtpengine patterns ranks games.txt --output ranks.bin",
    )
    _add_records(ranks)
    ranks.add_argument("--output", type=Path, required=True, help="the file to write")
    _add_base(ranks)
    ranks.add_argument(
        "--note", default="", help="where the records come from, for the file (default: none)"
    )
    add_fields(
        ranks,
        RankSettings(),
        ("support", numbers.whole(1, MOST), "how often a shape must have been played"),
        ("max_ring", numbers.whole(3, 14), "size of the largest shapes, 3 to 14"),
        (
            "share",
            numbers.real(0, 1, above=True),
            "share of the moves of a game that are learned at each visit",
        ),
        ("passes", numbers.whole(1, MOST), "visits of each game"),
        ("rate", numbers.real(0, 10, above=True), "first step of the gradient"),
        ("calm", numbers.real(0, 1e6, above=True), "shortens the first steps of each weight"),
        ("scale_rate", numbers.real(0, 1), "first step of the factors of the base"),
        ("seed", numbers.whole(0, 10**12), "seed of all randomness"),
    )


def _add_matrix(matrix: argparse.ArgumentParser) -> None:
    describe(
        matrix,
        "Measure how well the model of each rank predicts the moves of players of each rank, in"
        " games it has not learned from. Intervals of 95 percent are of a bootstrap over games.",
        "# the shipped models, on the games kept from learning\n"
        "gtpengine patterns matrix games.txt",
        "# on all games of another file, with a picture\n"
        "gtpengine patterns matrix more.txt --test 1 --plot matrix.png --json matrix.json",
    )
    _add_records(matrix)
    _add_model(matrix)
    matrix.add_argument("--json", type=Path, help="write all figures to a file (default: none)")
    matrix.add_argument("--plot", type=Path, help="write a picture, .png or .svg (default: none)")


def _add_likeness(likeness: argparse.ArgumentParser) -> None:
    describe(
        likeness,
        "Compare moves of people with moves drawn by the model of their rank in the same positions:"
        " distances, ataris, first lines, captures, passes, and the length of whole games.",
        "gtpengine patterns likeness games.txt",
    )
    _add_records(likeness)
    _add_model(likeness)
    likeness.add_argument(
        "--games", type=numbers.count, default=300, help="games of each band to look at"
    )
    likeness.add_argument(
        "--whole",
        type=numbers.whole(0, 10**6),
        default=100,
        help="games of each band to play out",
    )
    likeness.add_argument(
        "--engine",
        action="store_true",
        help="the engine at the rank instead of the model alone (about a second a move)",
    )
    likeness.add_argument(
        "--rules",
        choices=sorted(RULES),
        default="japanese",
        metavar="NAME",
        help="rules of records that tell none (default: japanese, as on OGS)",
    )
    likeness.add_argument("--seed", type=numbers.whole(0, 10**12), default=1, help="seed of draws")
    likeness.add_argument("--json", type=Path, help="write all figures to a file (default: none)")


def _add_records(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "records", nargs="+", type=Place.named, help=".txt, .xz, .sgf, .zip or folders"
    )
    parser.add_argument("--size", type=numbers.board_size, default=9, help="board size")
    parser.add_argument(
        "--test",
        type=numbers.real(0, 1, above=True),
        default=0.1,
        help="share of the games, chosen by chance, kept for testing",
    )


def _add_base(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--base", type=Path, help="model of strong players' moves (default: the shipped one)"
    )


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model", type=Path, help="a file of 'patterns ranks' (default: the shipped one)"
    )
    _add_base(parser)
    parser.add_argument(
        "--bands", type=_bands, default=DEFAULT_BANDS, help="bands of players, weakest first"
    )


def _bands(text: str) -> list[Band]:
    try:
        return bands(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
