"""What the server keeps: the games, the analyses, the reviews, and the runs of a store."""

from __future__ import annotations

import threading
from pathlib import Path

from gtpengine.programs.session_judge import SessionJudge
from gtpengine.server.analyses import Analyses
from gtpengine.server.games import GameSessions
from gtpengine.server.lifedeath import SolveDesk
from gtpengine.server.live import Streams
from gtpengine.server.problems import ProblemDesk
from gtpengine.server.reviews import Reviews
from gtpengine.server.runs import Runs


class GameServer:
    """All that outlives a request.

    ``threads`` are for each search; ``store`` is the file whose runs are shown, ``reviews``
    the folder that keeps the reviews. ``judge`` is another engine that gives hints, analyses and
    reviews in the place of ours; ``deck`` is the file of the person's problems.
    """

    def __init__(
        self,
        threads: int,
        store: Path,
        reviews: Path,
        deck: Path,
        judge: SessionJudge | None = None,
    ) -> None:
        self.threads, self.store = threads, store
        self.streams = Streams()
        self.games = GameSessions(threads, judge)
        self.analyses = Analyses(threads, judge)
        self.problems = ProblemDesk.of(deck, judge)
        self.solving = SolveDesk()
        self.reviews = Reviews(reviews, self.problems, judge)
        self.runs = Runs(store)
        self._closing = threading.Lock()
        self._closed = False

    def close(self) -> None:
        """End every search and every thread; closing twice is allowed."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self.games.close()
        self.analyses.close()
        self.reviews.close()
        self.problems.close()
        self.solving.close()
        self.runs.close()
