"""`gtpengine analysis`: KataGo's JSON analysis protocol on stdin and stdout, as KaTrain speaks it.

A query is a line of JSON on stdin, an answer a line on stdout; see `docs/clients.md`. Search
parameters come as for GTP.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from gtpengine.analysis import SearcherLike
from gtpengine.katajson.pipes import Pipes
from gtpengine.katajson.query import PERSPECTIVES
from gtpengine.katajson.service import Service
from gtpengine.lastwords import threads_matter
from gtpengine.mcts.params import SearchParams
from gtpengine.searching import default_searcher
from gtpengine.stderrline import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--positions",
        "-analysis-threads",  # KataGo's name for it
        type=int,
        default=1,
        help="positions searched at a time (default 1)",
    )
    parser.add_argument("--threads", type=int, default=1, help="threads for each position (1)")
    parser.add_argument(
        "--visits", type=int, default=1000, help="visits where a query names none (1000)"
    )
    parser.add_argument(
        "--memory", type=int, default=256, help="megabytes of each position's tree (256)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--perspective",
        choices=PERSPECTIVES,
        default="BLACK",
        help="whose win rates are reported where a query does not say (BLACK)",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a search parameter"
    )
    # What KaTrain and others give KataGo: accepted so that a command line can stay.
    for name in ("-model", "-config", "-override-config"):
        parser.add_argument(name, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    for name in ("positions", "threads", "visits", "memory"):
        if getattr(args, name) < 1:
            print(f"gtpengine analysis: --{name} must be at least 1", file=sys.stderr)
            return 2
    params = SearchParams()
    for pair in args.set:
        name, _, value = pair.partition("=")
        params.set(name.strip(), value.strip())

    def make() -> SearcherLike:
        return default_searcher(params, args.threads, args.memory, args.seed)

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
