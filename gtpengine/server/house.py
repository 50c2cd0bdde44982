"""What the server keeps: the games, the analyses, the reviews, and the runs of a store."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from gtpengine.server.analyses import Analyses
from gtpengine.server.games import Games
from gtpengine.server.live import Streams
from gtpengine.server.reviews import Reviews
from gtpengine.server.runs import Runs


@dataclass(frozen=True, slots=True)
class Plan:
    """What the command line asks for.

    ``store`` is the file whose runs are shown, ``reviews`` the folder that keeps the reviews.
    """

    threads: int
    store: Path
    reviews: Path


class House:
    """All that outlives a request."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.streams = Streams()
        self.games = Games(plan.threads)
        self.analyses = Analyses(plan.threads)
        self.reviews = Reviews(plan.reviews)
        self.runs = Runs(plan.store)
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
        self.runs.close()
