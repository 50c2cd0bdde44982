"""Answering queries: a line in, lines out, several positions at a time.

Each of the workers has a searcher of its own. Positions wait in a queue, higher priorities first
and otherwise in the order in which they came. `terminate` ends running searches, whose results so
far are the answer, and drops waiting ones. An answer is one line; the order of answers is that in
which searches end.
"""

from __future__ import annotations

import heapq
import itertools
import json
import threading
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from gtpengine import __version__
from gtpengine.analysis import RunningSearch, SearcherLike
from gtpengine.katajson.answer import answer, nothing
from gtpengine.katajson.query import Query, QueryError, read_query
from gtpengine.mcts.stoppers import Limits

MAX_LINE: Final = 4 << 20
"""Characters of a query; a longer line is refused."""


@dataclass(slots=True)
class _Task:
    query: Query
    number: int
    ended: bool = False
    """Set when it was told to end; a search that has begun then answers with what it has."""

    @property
    def turn(self) -> int:
        return self.query.turns[self.number]


class Service:
    """Workers that answer queries. ``write`` gets one line at a time, without its end."""

    def __init__(
        self,
        make_searcher: Callable[[], SearcherLike],
        workers: int,
        write: Callable[[str], None],
        visits: int = 1000,
        perspective: str = "BLACK",
    ) -> None:
        self._write_line = write
        self._visits = visits
        self._perspective = perspective
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._output = threading.Lock()
        self._waiting: list[tuple[int, int, _Task]] = []
        self._order = itertools.count()
        self._running: dict[int, tuple[_Task, SearcherLike]] = {}
        self._clear: set[int] = set()
        self._closing = False
        self._workers = [
            threading.Thread(target=self._work, args=(number, make_searcher()), daemon=True)
            for number in range(workers)
        ]
        for worker in self._workers:
            worker.start()

    def serve(self, lines: Iterable[str]) -> None:
        """Take queries until the input ends, and answer them all."""
        for line in lines:
            if line.strip():
                self.take(line)
        self.close()

    def close(self) -> None:
        """Wait until all is answered, and end the workers."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.join()

    def take(self, line: str) -> None:
        """Answer a line at once, if it is no query for a search, or put it into the queue."""
        if len(line) > MAX_LINE:
            self._write({"error": f"a line has at most {MAX_LINE} characters"})
            return
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            self._write({"error": f"could not parse the line as JSON: {error}"})
            return
        if not isinstance(fields, dict) or not isinstance(fields.get("id"), str):
            self._write({"error": "a query is an object with a string as its id", "field": "id"})
            return
        try:
            if "action" in fields:
                self._act(fields)
            else:
                self._enqueue(read_query(fields, self._visits, self._perspective))
        except QueryError as error:
            where = {"field": error.field} if error.field else {}
            self._write({"error": str(error), **where, "id": fields["id"]})

    def _act(self, fields: dict[str, Any]) -> None:
        action = fields["action"]
        if action == "query_version":
            self._write({**fields, "version": __version__, "git_hash": ""})
        elif action == "query_models":
            self._write({**fields, "models": []})
        elif action == "clear_cache":
            with self._lock:
                self._clear = set(range(len(self._workers)))
            self._write(fields)
        elif action == "terminate":
            if not isinstance(fields.get("terminateId"), str):
                raise QueryError("must be the id of a query", "terminateId")
            turns = fields.get("turnNumbers")
            if turns is not None and not isinstance(turns, list):
                raise QueryError("must be a list of turns", "turnNumbers")
            self._terminate(
                lambda task: (
                    task.query.id == fields["terminateId"] and (turns is None or task.turn in turns)
                )
            )
            self._write(fields)
        elif action == "terminate_all":
            self._terminate(lambda _task: True)
            self._write(fields)
        else:
            raise QueryError(
                "must be query_version, query_models, clear_cache, terminate or terminate_all",
                "action",
            )

    def _enqueue(self, query: Query) -> None:
        for field, text in query.warnings:
            self._write({"warning": text, "field": field, "id": query.id})
        with self._changed:
            for number, priority in enumerate(query.priorities):
                task = _Task(query, number)
                heapq.heappush(self._waiting, (-priority, next(self._order), task))
            self._changed.notify_all()

    def _terminate(self, meant: Callable[[_Task], bool]) -> None:
        with self._lock:
            dropped = [task for _, _, task in self._waiting if meant(task)]
            self._waiting = [entry for entry in self._waiting if not meant(entry[2])]
            heapq.heapify(self._waiting)
            for task, searcher in self._running.values():
                if meant(task):
                    task.ended = True
                    searcher.stop()
        for task in dropped:
            self._write(nothing(task.query, task.turn))

    # --- the workers --------------------------------------------------------------------------

    def _work(self, number: int, searcher: SearcherLike) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._closing:
                    self._changed.wait()
                if not self._waiting:
                    return
                task = heapq.heappop(self._waiting)[2]
                self._running[number] = task, searcher
                clear = number in self._clear
                self._clear.discard(number)
            try:
                if clear:
                    searcher.clear()
                self._analyse(task, searcher)
            except Exception as error:
                traceback.print_exc()
                self._write({"error": f"internal error: {error!r}", "id": task.query.id})
            finally:
                with self._lock:
                    del self._running[number]

    def _analyse(self, task: _Task, searcher: SearcherLike) -> None:
        query = task.query
        searcher.keep_move_ownership("includeMovesOwnership" in query.flags)
        # Clears a stop that came before; one that comes from now on is seen.
        searcher.set_position(query.positions[task.number], query.avoid)
        # Visits count what an earlier search of this worker left in the tree.
        wanted = max(1, query.visits - searcher.snapshot().visits)
        limits = Limits(simulations=1 if task.ended else wanted, seconds=query.seconds)
        with RunningSearch(searcher, limits) as running:
            while not running.finished.wait(query.every):
                if not task.ended:
                    report = running.snapshot()
                    if report.visits:
                        self._write(answer(query, task.turn, searcher, report, True))
            report = running.result()
        self._write(answer(query, task.turn, searcher, report, False))

    def _write(self, fields: dict[str, Any]) -> None:
        line = json.dumps(fields, separators=(",", ":"))
        with self._output:
            self._write_line(line)
