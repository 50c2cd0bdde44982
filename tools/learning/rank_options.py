"""The options of the actions of `gtpengine patterns` that are about ranks."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from gtpengine.patterns.training.rank_matrix import DEFAULT_BANDS, RankBand, bands
from gtpengine.patterns.training.ranks import RankSettings

from board_ext.rules import RULES
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import arguments, flag, group, option
from gtpengine.game.records import RecordSource

from .pattern_options import OutputOptions


@dataclass(frozen=True, kw_only=True, slots=True)
class RankRecords:
    """Game records with ranks, the share kept for the test, and the model of strong players."""

    records: tuple[RecordSource, ...] = arguments(
        ".txt, .xz, .sgf, .zip or folders", RecordSource.named, least=1
    )
    size: int = option("board size", numbers.board_size, default=9)
    test: float = option(
        "share of the games, chosen by chance, kept for testing",
        numbers.real(0, 1, above=True),
        default=0.1,
    )
    base: Path | None = option(
        "model of strong players' moves (default: the shipped model)", Path, default=None
    )

    @property
    def paths(self) -> list[Path]:
        """The files and folders that are read."""
        return [*(place.path for place in self.records), *filter(None, [self.base])]


@dataclass(frozen=True, kw_only=True, slots=True)
class RanksOptions:
    """What ``gtpengine patterns ranks`` takes."""

    records: RankRecords = group(RankRecords)
    file: OutputOptions = group(OutputOptions)
    settings: RankSettings = group(RankSettings, without=("size",))


def _bands(text: str) -> tuple[RankBand, ...]:
    try:
        return tuple(bands(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedModel:
    """The model to judge, by bands of players."""

    model: Path | None = option(
        "a file of 'patterns ranks' (default: the shipped model)", Path, default=None
    )
    bands: tuple[RankBand, ...] = option(
        f"bands of players, weakest first (default: {DEFAULT_BANDS})",
        _bands,
        default=_bands(DEFAULT_BANDS),
    )
    json: Path | None = option("write all figures to a file (default: none)", Path, default=None)


@dataclass(frozen=True, kw_only=True, slots=True)
class MatrixOptions:
    """What ``gtpengine patterns matrix`` takes."""

    records: RankRecords = group(RankRecords)
    judged: JudgedModel = group(JudgedModel)
    plot: Path | None = option("write a picture, .png or .svg (default: none)", Path, default=None)


@dataclass(frozen=True, kw_only=True, slots=True)
class LikenessOptions:
    """What ``gtpengine patterns likeness`` takes."""

    records: RankRecords = group(RankRecords)
    judged: JudgedModel = group(JudgedModel)
    games: int = option("games of each band to look at", numbers.count, default=300)
    whole: int = option("games of each band to play out", numbers.whole(0, 10**6), default=100)
    engine: bool = flag("the engine at the rank instead of the model alone (about a second a move)")
    rules: str = option(
        "rules of records that tell none (default: japanese, as on OGS)",
        str,
        default="japanese",
        choices=sorted(RULES),
        metavar="NAME",
    )
    seed: int = option("seed of draws", numbers.whole(0, 10**12), default=1)
