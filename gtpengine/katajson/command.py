"""``gtpengine analysis``: KataGo's JSON analysis protocol on stdin and stdout, for KaTrain.

Each query is a line of JSON on stdin, each answer a line on stdout; see
``docs/reference/clients.md``. Search parameters are given as for GTP.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Final

from gtpengine.base.lastwords import threads_matter
from gtpengine.base.paramspec import ParamSpec, argument
from gtpengine.base.parser import describe
from gtpengine.base.stderrline import say
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.threads import usual_count
from gtpengine.katajson.fields import MOST_VISITS, PERSPECTIVES
from gtpengine.katajson.pipes import Pipes
from gtpengine.katajson.schema import schema
from gtpengine.katajson.service import Service
from gtpengine.mcts.params.set_option import add_set_option, params_with
from gtpengine.session.analysis import SearcherLike
from gtpengine.session.searching import default_searcher

POSITIONS: Final = ParamSpec("positions", int, 1, 1, 256)
VISITS: Final = ParamSpec("visits", int, 1000, 1, MOST_VISITS)
MEMORY: Final = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Answer queries about positions in KataGo's JSON analysis protocol, for KaTrain and others:"
        " a query is a line on stdin, an answer a line on stdout.",
        "# eight positions at a time, 500 visits each, Black's win rates\n"
        "gtpengine analysis --positions 8 --visits 500",
        "# one position at a time on all free cores, deeper\n"
        "gtpengine analysis --visits 20000 --memory 1024",
    )
    threads, memory, seed = (ENGINE_PARAMS[name] for name in ("threads", "memory", "seed"))
    for names, spec, text in (
        # The second name is KataGo's.
        (("--positions", "-analysis-threads"), POSITIONS, "positions searched at a time"),
        (
            ("--threads",),
            threads,
            "threads for each position; auto = the cores that quota and load leave free (default:"
            " auto, shared out among the positions; one thread with --seed)",
        ),
        (("--visits",), VISITS, "visits where a query names none"),
        (("--memory",), memory, "megabytes of each position's tree"),
        (("--seed",), seed, f"seed of each search (default: {seed.default})"),
    ):
        default = {memory: MEMORY, threads: None, seed: None}.get(spec, spec.default)
        parser.add_argument(*names, type=argument(spec), default=default, help=text)
    parser.add_argument(
        "--perspective",
        choices=PERSPECTIVES,
        default="BLACK",
        help="whose win rates to report where a query does not say",
    )
    add_set_option(parser)
    parser.add_argument(
        "--schema",
        action="store_true",
        help="print a JSON Schema of queries and answers, and end",
    )
    # Options that KaTrain and others give KataGo: accepted so that their command line works.
    for name in ("-model", "-config", "-override-config"):
        parser.add_argument(name, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    if args.schema:
        print(json.dumps(schema(), indent=2))
        return 0
    params = params_with(args.set)
    threads = args.threads or max(1, usual_count(args.seed is not None) // args.positions)
    if args.seed is None:
        args.seed = ENGINE_PARAMS["seed"].default

    def make() -> SearcherLike:
        return default_searcher(params, threads, args.memory, args.seed)

    with threads_matter():
        return _serve(args, make)


def _serve(args: argparse.Namespace, make: Callable[[], SearcherLike]) -> int:
    pipes = Pipes(0, 1)
    service = Service(
        make, args.positions, pipes.write, args.visits, args.perspective, args.seed, pipes.check
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
