"""The options of those actions of `gtpengine patterns` that learn for the laboratory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import group, option
from gtpengine.lab.training import (
    playout_balance,
    playout_evolve,
    playout_weights,
    position_values,
)
from gtpengine.tools.learning.pattern_options import OutputOptions, PatternsRecordsOptions
from gtpengine.tools.matches.options import PoolOptions, tasks_pool


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayoutsOptions:
    """What ``gtpengine patterns playouts`` takes."""

    records: PatternsRecordsOptions = group(PatternsRecordsOptions)
    file: OutputOptions = group(OutputOptions)
    games: int = option("the most games to learn from; 0 for all", numbers.count_or_none, default=0)
    settings: playout_weights.PlayoutSettings = group(playout_weights.PlayoutSettings)


@dataclass(frozen=True, kw_only=True, slots=True)
class BalanceOptions:
    """What ``gtpengine patterns balance`` takes."""

    records: PatternsRecordsOptions = group(PatternsRecordsOptions)
    file: OutputOptions = group(OutputOptions)
    weights: Path | None = option(
        "weights to begin with (default: the shipped ones)", Path, default=None
    )
    settings: playout_balance.Balance = group(playout_balance.Balance)


@dataclass(frozen=True, kw_only=True, slots=True)
class EvolveOptions:
    """What ``gtpengine patterns evolve`` takes."""

    file: OutputOptions = group(
        OutputOptions, texts={"note": "a note for the file (default: none)"}
    )
    weights: Path | None = option(
        "weights to begin with (default: the shipped ones)", Path, default=None
    )
    settings: playout_evolve.Evolve = group(playout_evolve.Evolve)
    pool: PoolOptions = tasks_pool("offspring that play")


@dataclass(frozen=True, kw_only=True, slots=True)
class ValuesOptions:
    """What ``gtpengine patterns values`` takes."""

    records: PatternsRecordsOptions = group(PatternsRecordsOptions)
    file: OutputOptions = group(OutputOptions)
    settings: position_values.ValueSettings = group(position_values.ValueSettings)
