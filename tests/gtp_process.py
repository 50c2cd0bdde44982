"""GTP in a process of its own, with the searcher of the tests; see test_gtp_front_end.

``python -m tests.gtp_process [endless|stray|fail] [options of gtpengine]``
"""

from __future__ import annotations

import os
import sys

from board_ext.position import Position
from gtpengine.cli import parse_settings
from gtpengine.engine import Engine
from gtpengine.gtp import front_end, run
from gtpengine.mcts.params import SearchParams
from gtpengine.mcts.report import SearchReport
from gtpengine.options import EngineOptions
from tests.fake_searcher import Change, FakeSearcher


def stray(_position: Position, report: SearchReport) -> SearchReport:
    """Print where nobody may print, from Python and below it."""
    print("= a stray line")
    os.write(1, b"= another one\n\n")
    return report


def fail(_position: Position, _report: SearchReport) -> SearchReport:
    """A search that breaks."""
    raise RuntimeError("broken search")


def main(words: list[str]) -> int:
    """Run the front end as the command line does, but for the searcher."""
    changes: dict[str, Change] = {"stray": stray, "fail": fail}
    mode = words.pop(0) if words and not words[0].startswith("-") else ""

    def make(params: SearchParams, threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        return FakeSearcher(
            params, threads, memory_mb, seed, change=changes.get(mode), endless=mode == "endless"
        )

    def make_engine(options: EngineOptions) -> Engine:
        options.assign("book", "off")
        return Engine(options, make)

    setattr(front_end, "Engine", make_engine)  # noqa: B010  the type is another
    return run(parse_settings(words))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
