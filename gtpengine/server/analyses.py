"""Games to step through, and the one search that looks at the position on the screen."""

from __future__ import annotations

import secrets
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from board_ext.coords import BLACK, point_to_vertex, vertex_to_point
from board_ext.position import Position as CorePosition
from gtpengine.base.text.language import _, later
from gtpengine.library.games.game import Game
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import Report
from gtpengine.library.searches.search import Search
from gtpengine.play.judged import OURS, trouble_of
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.judgement import JudgedMove, JudgedPosition
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.server.live import Topic
from gtpengine.server.requests import refusal, wrong

MOST_GAMES: Final = 30
"""Games kept; a new game replaces the game that nobody has looked at for longest."""

MEMORY: Final = 256
"""Most megabytes of the search's tree."""

MOVES: Final = 12
"""Moves of a report that a page gets, best first."""

LONGEST_LINE: Final = 60
"""Moves tried beyond the game's."""

EVERY: Final = 0.25
"""Seconds between two reports."""

UNFOLLOWED: Final = 2.0
"""Seconds that a search goes on although no page follows its reports."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """A game to step through."""

    game: Game

    @classmethod
    def from_sgf(cls, sgf: bytes) -> Analysed:
        """Read a game.

        :raises HTTPException: when the bytes are no game in SGF; the text says why
        """
        try:
            return cls(Game.from_sgf(sgf))
        except ValueError as error:
            raise refusal(_("This file cannot be read: {why}.", why=str(error))) from None

    def to_json(self) -> dict[str, Any]:
        """Return what a page shows of the analysis."""
        game = self.game
        start = game.position(0).to_dict()
        return {
            "size": game.size,
            "komi": game.komi,
            "rules": game.rules.name,
            "capture": game.rules.capture,
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
    """The games that were opened, and the search; ``judge`` searches in the place of ours."""

    def __init__(self, threads: int, judge: SessionJudge | None = None) -> None:
        self._threads, self._judge = threads, judge
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

        :raises HTTPException: when no game with this id is kept
        """
        with self._lock:
            if name not in self._games:
                raise wrong(_("This game is no longer open here: open its file again."), 404)
            self._games.move_to_end(name)
            return self._games[name]

    def search(self, position: Position, seconds: float) -> Topic:
        """Begin to search a position and return the topic of its reports.

        The search that runs ends, whichever page follows it: there is one search.

        :raises HTTPException: when the server ends
        """
        with self._lock:
            if self._closed:
                raise wrong(_("The server is ending."), 503)
            if self._running is not None:
                self._running.stop()
            if self._search is None:
                self._search = Search(threads=self._threads, memory=MEMORY)
            self._running = _Running(self._search, self._judge, position, seconds)
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
    """One search in a thread of its own; the search ends, too, when no page follows its reports."""

    def __init__(
        self, search: Search, judge: SessionJudge | None, position: Position, seconds: float
    ) -> None:
        self.topic = Topic({"searching": True})
        self._search, self._judge = search, judge
        self._position = position
        self._seconds = seconds
        self._stopped = False
        self._began = self._followed = time.monotonic()
        self._who = {"judge": "", "note": ""}
        self._thread = threading.Thread(target=self._run, name="analysis")
        self._thread.start()

    def stop(self) -> None:
        """End the search and wait for its thread."""
        self._stopped = True
        self._thread.join()

    def _run(self) -> None:
        try:
            found = self._theirs()
            if found is None and not self._is_over():
                found = self._ours()
            self._publish(found, {"searching": False, "cut": self._stopped})
        except Exception as error:
            # A page shows that there was an error; the terminal, which.
            print(f"gtpengine web: analysis: {error!r}", file=sys.stderr)
            self.topic.publish({"searching": False, "error": later("the search failed")})
        self.topic.close()

    def _theirs(self) -> JudgedPosition | None:
        """Search by the other engine; return None where no other engine judges."""
        judge = self._judge
        if judge is None:
            return None

        def see(found: JudgedPosition) -> None:
            self._who["judge"] = judge.name
            self._see(found)

        try:
            found = judge.look(self._position.core, self._seconds, self._is_over, see)
        except ProgramError as error:
            self._who = {"judge": OURS, "note": trouble_of(error)}
            return None
        self._who["judge"] = judge.name
        return found

    def _ours(self) -> JudgedPosition:
        def look(report: Report) -> bool:
            self._see(judged(report))
            return self._is_over()

        report = self._search.run(self._position, seconds=self._seconds, callback=look, every=EVERY)
        return judged(report)

    def _see(self, found: JudgedPosition) -> None:
        self._publish(found, {"searching": True})

    def _publish(self, found: JudgedPosition | None, state: dict[str, Any]) -> None:
        seconds = {"seconds": round(time.monotonic() - self._began, 1)}
        told = {} if found is None else judged_to_json(found, self._position.core)
        self.topic.publish(told | seconds | self._who | state)

    def _is_over(self) -> bool:
        """Return whether the search is to end."""
        now = time.monotonic()
        if self.topic.followed:
            self._followed = now
        # A page that comes back quickly, as in a reload, finds the search going on.
        return self._stopped or now - self._followed > UNFOLLOWED


def judged(report: Report) -> JudgedPosition:
    """Return a report of our search as the judgement that any engine gives."""
    size = report.position.size
    moves = tuple(
        JudgedMove(
            vertex_to_point(one.move, size),
            one.visits,
            one.win_rate,
            one.score_lead,
            tuple(vertex_to_point(name, size) for name in one.pv),
        )
        for one in report.moves[:MOVES]
    )
    owners = tuple(report.ownership.ravel().tolist())
    return JudgedPosition(report.win_rate, report.score_lead, report.visits, moves, owners)


def judged_to_json(found: JudgedPosition, position: CorePosition) -> dict[str, Any]:
    """Return what a page shows of a judgement: win rates and leads are Black's.

    ``ownership`` has a value for each point from A1 on by rows: 100 is Black's, -100 White's.
    """
    black, size = position.to_play == BLACK, position.size

    def blacks(rate: float, lead: float) -> dict[str, float]:
        rate, lead = (rate, lead) if black else (1 - rate, -lead)
        return {"win_rate": round(rate, 4), "lead": round(lead, 1)}

    return {
        "to_play": "b" if black else "w",
        "visits": found.visits,
        "moves": [
            {
                "move": point_to_vertex(one.point, size),
                "visits": one.visits,
                "pv": [point_to_vertex(point, size) for point in one.line[:12]],
            }
            | blacks(one.win_rate, one.lead)
            for one in found.moves[:MOVES]
        ],
        "ownership": [round(100 * value) for value in found.ownership],
    } | blacks(found.win_rate, found.lead)
