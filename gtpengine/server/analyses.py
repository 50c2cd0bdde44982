"""Games to step through, and the one search that looks at the position on the screen."""

from __future__ import annotations

import secrets
import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from gtpengine.library.game import Game
from gtpengine.library.position import Position
from gtpengine.library.report import Report
from gtpengine.library.search import Search
from gtpengine.server.live import Topic
from gtpengine.server.requests import refusal, wrong

MOST_GAMES: Final = 30
"""Games kept; a new one replaces the game that nobody has looked at for longest."""

MEMORY: Final = 256
"""Most megabytes of the search's tree."""

MOVES: Final = 12
"""Moves of a report that a page gets, best first."""

LONGEST_LINE: Final = 60
"""Moves tried beyond the game's."""

EVERY: Final = 0.25
"""Seconds between two reports."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """A game to step through."""

    game: Game

    @classmethod
    def from_sgf(cls, sgf: bytes) -> Analysed:
        """Read a game.

        :raises HTTPException: when it is none; the text says why
        """
        try:
            return cls(Game.from_sgf(sgf))
        except ValueError as error:
            raise refusal(f"This file cannot be read: {error}.") from None

    def to_json(self) -> dict[str, Any]:
        """Return what a page shows of the analysis."""
        game = self.game
        start = game.position(0).to_dict()
        return {
            "size": game.size,
            "komi": game.komi,
            "rules": game.rules.name,
            "names": {"b": game.black, "w": game.white},
            "result": game.result,
            "date": game.date,
            "event": game.event,
            "black": start["black"],
            "white": start["white"],
            "to_play": start["to_play"][0],
            "moves": [{"color": color[0], "vertex": move} for color, move in game.moves],
        }

    def position(self, at: int, line: list[str]) -> Position:
        """Return the position after ``at`` moves and the moves of a line tried from there.

        :raises HTTPException: when there is no such position
        """
        try:
            position = self.game.position(at)
            position.play_all(line)
        except ValueError as error:
            text = str(error)
            raise refusal(f"{text[:1].upper()}{text[1:]}.") from None
        return position


class Analyses:
    """The games that were opened, and the search."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._games: OrderedDict[str, Analysed] = OrderedDict()
        self._search: Search | None = None
        self._running: _Running | None = None
        self._closed = False

    def add(self, game: Analysed) -> str:
        """Keep a game and return its id."""
        name = secrets.token_hex(6)
        with self._lock:
            self._games[name] = game
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return name

    def game(self, name: str) -> Analysed:
        """Return a game by its id.

        :raises HTTPException: when it is not kept
        """
        with self._lock:
            if name not in self._games:
                raise wrong("This game is no longer open here: open its file again.", 404)
            self._games.move_to_end(name)
            return self._games[name]

    def search(self, position: Position, seconds: float) -> Topic:
        """Begin to search a position and return the topic of its reports.

        The search that runs ends, whichever page follows it: there is one search.

        :raises HTTPException: when the server ends
        """
        with self._lock:
            if self._closed:
                raise wrong("The server is ending.", 503)
            if self._running is not None:
                self._running.stop()
            if self._search is None:
                self._search = Search(threads=self._threads, memory=MEMORY)
            self._running = _Running(self._search, position, seconds)
            return self._running.topic

    def close(self) -> None:
        """End the search and its thread."""
        with self._lock:
            self._closed = True
            if self._running is not None:
                self._running.stop()
            if self._search is not None:
                self._search.close()


class _Running:
    """One search in a thread of its own. It ends, too, when no page follows it any more."""

    def __init__(self, search: Search, position: Position, seconds: float) -> None:
        self.topic = Topic({"searching": True})
        self._search = search
        self._position = position
        self._seconds = seconds
        self._followed = False
        self._stopped = False
        self._unfollowed = 0
        self._thread = threading.Thread(target=self._run, name="analysis")
        self._thread.start()

    def stop(self) -> None:
        """End it and wait for its thread."""
        self._stopped = True
        self._thread.join()

    def _run(self) -> None:
        try:
            report = self._search.run(
                self._position, seconds=self._seconds, callback=self._look, every=EVERY
            )
            self.topic.publish(report_to_json(report) | {"searching": False, "cut": self._stopped})
        except Exception as error:
            # A page shows that there was an error; the terminal, which.
            print(f"gtpengine web: analysis: {error!r}", file=sys.stderr)
            self.topic.publish({"searching": False, "error": "the search failed"})
        self.topic.close()

    def _look(self, report: Report) -> bool:
        followed = self.topic.followed
        self._unfollowed = 0 if followed else self._unfollowed + 1
        if followed:
            self.topic.publish(report_to_json(report) | {"searching": True})
        # A page that comes back quickly, as in a reload, finds the search going on.
        return self._stopped or self._unfollowed > 8


def report_to_json(report: Report) -> dict[str, Any]:
    """Return what a page shows of a report: win rates and leads are Black's.

    ``ownership`` has a value for each point from A1 on by rows: 100 is Black's, -100 White's.
    """
    black = report.to_play == "black"

    def blacks(value: float) -> float:
        return value if black else 1 - value

    return {
        "to_play": report.to_play[0],
        "win_rate": round(report.black_win_rate, 4),
        "lead": round(report.black_score_lead, 1),
        "simulations": report.simulations,
        "visits": report.visits,
        "seconds": round(report.seconds, 1),
        "moves": [
            {
                "move": found.move,
                "visits": found.visits,
                "win_rate": round(blacks(found.win_rate), 4),
                "lead": round(found.score_lead if black else -found.score_lead, 1),
                "pv": list(found.pv[:12]),
            }
            for found in report.moves[:MOVES]
        ],
        "ownership": [round(100 * value) for value in report.ownership.ravel().tolist()],
    }
