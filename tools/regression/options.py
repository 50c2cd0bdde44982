"""The options of ``gtpengine regress``, and those that it shares with ``gtpengine tactics``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gtpengine.tools.matches.options import PoolOptions, StoreOptions
from gtpengine.tools.running.engines import EngineSpec, load_specs, parse_engine

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import argument, arguments, flag, group, option


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerOptions:
    """How engines answer tests, and where the answers are stored."""

    engines: Path | None = option(
        "TOML file that describes engines by name (default: none)", Path, default=None
    )
    pool: PoolOptions = group(
        PoolOptions,
        texts={
            "concurrency": "engines at a time; 0 for as many as the cores allow",
            "cores_per_game": "cores that each engine is pinned to; 0 pins nothing",
        },
    )
    place: StoreOptions = group(StoreOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class RegressOptions:
    """What ``gtpengine regress`` takes."""

    engine: str = argument("a command line, NAME=COMMAND LINE, or from --engines", str)
    suite: tuple[Path, ...] = arguments(".tst and .tsv files", Path)
    against: str | None = option(
        "an earlier run to compare with (default: none)", str, default=None, metavar="NAME"
    )
    select: str = option(
        "only tests whose names match, such as '9x9:*'", str, default="*", metavar="PATTERN"
    )
    limit: int = option(
        "how many tests of each suite, from its start; 0 for all",
        numbers.count_or_none,
        default=0,
    )
    sample: int = option(
        "how many random tests of each suite, by --seed; 0 for all",
        numbers.count_or_none,
        default=0,
    )
    timeout: float = option(
        "time after which a command without an answer is an error",
        numbers.seconds(above=True),
        default=120.0,
    )
    seed: int = option(
        "seed for engines that know set_random_seed, and for --sample", numbers.seed, default=1
    )
    verbose: bool = flag("list every failed test")
    running: AnswerOptions = group(AnswerOptions)


def tested_engine(engine: str, options: AnswerOptions) -> EngineSpec:
    """Return the engine that a command line names.

    :raises SpecError: if there is no such engine
    """
    return parse_engine(engine, load_specs(options.engines) if options.engines else {})
