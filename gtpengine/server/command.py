"""``gtpengine web``: what its command line takes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from gtpengine.base import numbers
from gtpengine.base.paramspec import argument
from gtpengine.base.parser import describe
from gtpengine.config.options import ENGINE_PARAMS

PORT: Final = 8361
STORE: Final = "gtpengine-runs.sqlite"
REVIEWS: Final = "gtpengine-reviews"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Play, analyse and review games in a browser on this machine, and watch the runs of a"
        " store. Nothing can be reached from other machines. Ctrl-C ends it.",
        "# opens the browser\ngtpengine web",
        "# on another port, with two threads; the address is printed\n"
        "gtpengine web --port 9000 --threads 2 --no-browser",
        "# watch matches and tests while they run\ngtpengine web --store runs.sqlite",
    )
    parser.add_argument(
        "--port",
        type=numbers.whole(0, 65535),
        default=PORT,
        help=f"port to listen on; 0 = any free one (default: {PORT})",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address, and open no browser"
    )
    parser.add_argument(
        "--threads",
        type=argument(ENGINE_PARAMS["threads"]),
        help="threads of each search; auto = the cores that quota and load leave free (default:"
        " auto)",
    )
    parser.add_argument(
        "--store",
        type=Path,
        default=Path(STORE),
        help=f"SQLite file whose runs to show (default: {STORE})",
    )
    parser.add_argument(
        "--reviews",
        type=Path,
        default=Path(REVIEWS),
        metavar="FOLDER",
        help=f"folder that keeps the reviews (default: {REVIEWS})",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    # Here, because --help needs no extra.
    from gtpengine.server.serving import serve

    return serve(args)
