"""``gtpengine analysis``: KataGo's JSON analysis protocol on stdin and stdout, for KaTrain.

Each query is a line of JSON on stdin, each answer a line on stdout; see
``docs/reference/clients.md``. Search parameters are given as for GTP.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import flag, option
from gtpengine.base.arguments.paramspec import ParamSpec, argument
from gtpengine.base.streams.stderrline import say
from gtpengine.base.system.lastwords import threads_matter
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.threads import usual_count
from gtpengine.katajson.fields import MOST_VISITS, PERSPECTIVES
from gtpengine.katajson.pipes import QueryPipes
from gtpengine.katajson.schema import schema
from gtpengine.katajson.service import Service
from gtpengine.mcts.params.set_option import params_with, set_options
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.searching import default_searcher

POSITIONS: Final = ParamSpec("positions", int, 1, 1, 256)
VISITS: Final = ParamSpec("visits", int, 1000, 1, MOST_VISITS)
MEMORY: Final = 256
SEED: Final = ENGINE_PARAMS["seed"]
USUAL_SEED: Final = cast(int, SEED.default)


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalysisOptions:
    """What ``gtpengine analysis`` takes."""

    # The second name is KataGo's.
    positions: int = option(
        "positions searched at a time",
        argument(POSITIONS),
        default=1,
        names=("--positions", "-analysis-threads"),
    )
    threads: int | None = option(
        "threads for each position; auto = the cores that quota and load leave free (default:"
        " auto, shared out among the positions; one thread with --seed)",
        argument(ENGINE_PARAMS["threads"]),
        default=None,
    )
    visits: int = option("visits where a query names none", argument(VISITS), default=1000)
    memory: int = option(
        "megabytes of each position's tree", argument(ENGINE_PARAMS["memory"]), default=MEMORY
    )
    seed: int | None = option(
        f"seed of each search (default: {USUAL_SEED})", argument(SEED), default=None
    )
    perspective: str = option(
        "whose win rates to report where a query does not say",
        str,
        default="BLACK",
        choices=PERSPECTIVES,
    )
    parameters: tuple[tuple[str, str], ...] = set_options()
    schema: bool = flag("print a JSON Schema of queries and answers, and end")
    # Options that KaTrain and others give KataGo: accepted so that their command line works.
    model: str | None = option("", str, default=None, names=("-model",))
    config: str | None = option("", str, default=None, names=("-config",))
    override_config: str | None = option("", str, default=None, names=("-override-config",))


def run(options: AnalysisOptions) -> int:
    if options.schema:
        print(json.dumps(schema(), indent=2))
        return 0
    params = params_with(options.parameters)
    cores = usual_count(options.seed is not None)
    threads = options.threads or max(1, cores // options.positions)
    seed = USUAL_SEED if options.seed is None else options.seed

    def make() -> SearcherLike:
        return default_searcher(params, threads, options.memory, seed)

    with threads_matter():
        return _serve(options, make, seed)


COMMAND: Final = CommandLine(
    AnalysisOptions,
    run,
    "Answer queries about positions in KataGo's JSON analysis protocol, for KaTrain and others:"
    " a query is a line on stdin, an answer a line on stdout.",
    "# eight positions at a time, 500 visits each, Black's win rates\n"
    "gtpengine analysis --positions 8 --visits 500",
    "# one position at a time on all free cores, deeper\n"
    "gtpengine analysis --visits 20000 --memory 1024",
)


def _serve(options: AnalysisOptions, make: Callable[[], SearcherLike], seed: int) -> int:
    pipes = QueryPipes(0, 1)
    service = Service(
        make,
        options.positions,
        pipes.write,
        options.visits,
        options.perspective,
        seed,
        pipes.check,
    )
    say("gtpengine: ready to begin handling requests")
    try:
        service.serve(pipes.lines())
    except BrokenPipeError:
        return 1
    except OSError as error:
        say(f"gtpengine analysis: answers cannot be written: {error}")
        return 1
    return 0
