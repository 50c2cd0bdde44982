"""GTP in a process of its own, with the searcher of the tests; see test_gtp_front_end.

``python -m tests.gtp.gtp_process [endless|stray|fail|break:NAME] [options of gtpengine]``

A byte on the descriptor that SEARCHING_FD names, if any, tells that an endless search has begun.

With ``break`` the search is the real one, and threads break whose names have NAME in them; that of
the reader at a line with the word "break", others at once, and with ``early`` before they run.
"""

from __future__ import annotations

import os
import sys
import threading

from board_ext.position import Position
from gtpengine.cli import parse_settings
from gtpengine.config.options import EngineOptions
from gtpengine.gtp import front_end, run
from gtpengine.gtp.protocol import Line
from gtpengine.gtp.reader import LineSplitter
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.engine import Engine
from tests.session.fake_searcher import Change, FakeSearcher


def stray(_position: Position, report: SearchReport) -> SearchReport:
    """Print where nobody may print, from Python and below it."""
    print("= a stray line")
    os.write(1, b"= another one\n\n")
    return report


def fail(_position: Position, _report: SearchReport) -> SearchReport:
    """A search that breaks."""
    raise RuntimeError("broken search")


class Announced(threading.Event):
    """An event that tells another process of each time it is set."""

    def set(self) -> None:
        super().set()
        if fd := os.environ.get("SEARCHING_FD"):
            os.write(int(fd), b"!")


def break_threads(name: str, when: str = "") -> None:
    """Let threads whose names have *name* in them run out of memory."""
    method = "_set_ident" if when == "early" else "run"
    work, feed = getattr(threading.Thread, method), LineSplitter.feed

    def broken_work(thread: threading.Thread) -> None:
        if name in thread.name and name != "gtp-reader":
            raise MemoryError("injected")
        work(thread)

    def broken_feed(splitter: LineSplitter, data: bytes) -> list[Line]:
        if name == "gtp-reader" and b"break" in data:
            raise MemoryError("injected")
        return feed(splitter, data)

    setattr(threading.Thread, method, broken_work)
    setattr(LineSplitter, "feed", broken_feed)  # noqa: B010  mypy knows no change of methods


def main(words: list[str]) -> int:
    """Run the front end as the command line does, but for the searcher."""
    changes: dict[str, Change] = {"stray": stray, "fail": fail}
    mode = words.pop(0) if words and not words[0].startswith("-") else ""

    def make(params: SearchParams, threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        searcher = FakeSearcher(
            params, threads, memory_mb, seed, change=changes.get(mode), endless=mode == "endless"
        )
        searcher.searching = Announced()
        return searcher

    def make_engine(options: EngineOptions) -> Engine:
        options.assign("book", "off")
        return Engine(options, make)

    if mode.startswith("break:"):
        break_threads(*mode.split(":")[1:])
    else:
        setattr(front_end, "Engine", make_engine)  # noqa: B010  the type is another
    return run(parse_settings(words))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
