"""The options of the actions of `gtpengine patterns` that are not about ranks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.patterns.training.training import TrainingSettings

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import arguments, group, option, required
from gtpengine.game.records import RecordSource, endings, place_names

DEFAULT_SIZE: Final = 19


@dataclass(frozen=True, kw_only=True, slots=True)
class PatternsRecordsOptions:
    """The game records to learn from, and the share of them that is kept for the test."""

    records: tuple[RecordSource, ...] = arguments(
        ".txt, .xz, .sgf, .zip or folders; FILE:d,p is --strong for these alone",
        RecordSource.named,
        least=1,
    )
    size: int = option("board size", numbers.board_size, default=DEFAULT_SIZE)
    test: float = option("share kept for testing", numbers.real(0, 1, above=True), default=0.03)
    strong: str = option(
        "endings of ranks, such as 'd,p': learn only from moves of players that have one, in"
        " records without ranks of their own (default: learn from all)",
        str,
        default="",
        metavar="ENDINGS",
    )

    @property
    def paths(self) -> list[Path]:
        """The files and folders."""
        return [place.path for place in self.records]

    @property
    def names(self) -> list[str]:
        """The names of the records, for the provenance of what is learned."""
        return place_names(self.records, endings(self.strong))


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputOptions:
    """The file to write, and what it tells of its origin."""

    output: Path = required("the file to write", Path)
    note: str = option("where the records come from, for the file (default: none)", str, default="")


@dataclass(frozen=True, kw_only=True, slots=True)
class PatternsTrainOptions:
    """What ``gtpengine patterns train`` takes."""

    records: PatternsRecordsOptions = group(PatternsRecordsOptions)
    file: OutputOptions = group(OutputOptions)
    settings: TrainingSettings = group(TrainingSettings)
    limit: int = option("the most games to learn from; 0 for all", numbers.count_or_none, default=0)


@dataclass(frozen=True, kw_only=True, slots=True)
class PatternsEvaluateOptions:
    """What ``gtpengine patterns evaluate`` takes."""

    records: PatternsRecordsOptions = group(PatternsRecordsOptions, without=("size",))
    size: int | None = option(
        f"board size (default: {DEFAULT_SIZE}, or the size of --model)",
        numbers.board_size,
        default=None,
    )
    model: Path | None = option("a model file (default: the shipped model)", Path, default=None)
    games: int = option("games to look at", numbers.count, default=300)
    plot: Path | None = option(
        "write the curve as a picture, .png or .svg (default: none)", Path, default=None
    )
