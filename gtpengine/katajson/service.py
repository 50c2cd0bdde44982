"""Answering queries: a line in, lines out, several positions at a time.

Each worker has its own searcher. Positions wait in a queue, higher priorities first, otherwise in
the order of arrival. ``terminate`` drops waiting positions and ends running searches, which answer
with their results so far. Each answer is a line; answers come in the order in which searches end.
Each search begins with an empty tree, so with one thread an answer depends on its query alone.
What a searcher says of its parameters goes to stderr, once.
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
from gtpengine.base.streams.stderrline import say
from gtpengine.base.text.jsontext import read_json
from gtpengine.katajson.answer import answer, nothing
from gtpengine.katajson.fields import ACTIONS
from gtpengine.katajson.pipes import MAX_LINE
from gtpengine.katajson.query import Query, QueryError, read_query
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.session.analysis import RunningSearch, SearcherLike

CHECK_SECONDS: Final = 0.1
"""How often :meth:`Service.close` checks that its answers are still wanted."""


@dataclass(slots=True)
class _Task:
    query: Query
    number: int
    ended: bool = False
    """Set when it was told to end; a search that has begun then answers with its results so far."""

    @property
    def turn(self) -> int:
        return self.query.turns[self.number]


class Service:
    """Workers that answer queries. ``write`` gets one line at a time, without its newline.

    ``check`` raises ``OSError`` when nobody wants answers any more, and so may ``write``. All
    remaining work is then dropped, and :meth:`serve` and :meth:`close` raise the error.
    """

    def __init__(
        self,
        make_searcher: Callable[[], SearcherLike],
        workers: int,
        write: Callable[[str], None],
        visits: int = 1000,
        perspective: str = "BLACK",
        seed: int = 1,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._write_line = write
        self._check = check
        self._seed = seed
        self._visits = visits
        self._perspective = perspective
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._output = threading.Lock()
        self._waiting: list[tuple[int, int, _Task]] = []
        self._order = itertools.count()
        self._running: dict[int, tuple[_Task, SearcherLike]] = {}
        self._closing = False
        self._lost: OSError | None = None
        """The error that ended the writing of answers."""
        self._told: set[str] = set()
        self._workers = [
            threading.Thread(
                target=self._work,
                args=(number, make_searcher()),
                name=f"analysis-{number}",
                daemon=True,
            )
            for number in range(workers)
        ]
        for worker in self._workers:
            worker.start()

    def serve(self, lines: Iterable[str | None]) -> None:
        """Answer queries until the input ends; None stands for a line too long."""
        try:
            for line in lines:
                self._raise_if_lost()
                if line is None or line.strip():
                    self.take(line)
        except BaseException:
            self._drop_all()
            raise
        finally:
            self.close()

    def close(self) -> None:
        """Wait until all is answered, and end the workers."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for worker in self._workers:
            while worker.is_alive():
                worker.join(CHECK_SECONDS)
                self._drop_if_unwanted()
        self._raise_if_lost()

    def take(self, line: str | None) -> None:
        """Answer a line at once if it needs no search, or else put its query into the queue."""
        if line is None:
            self._write({"error": f"a line has at most {MAX_LINE} bytes"})
            return
        try:
            fields = read_json(line)
        except ValueError as error:
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
            self._write(fields)  # nothing is kept from one search to the next
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
            raise QueryError(f"must be {', '.join(ACTIONS[:-1])} or {ACTIONS[-1]}", "action")

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
            self._stop(meant)
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
            try:
                self._analyze(task, searcher)
            except Exception as error:
                say(traceback.format_exc().rstrip())
                self._write({"error": f"internal error: {error!r}", "id": task.query.id})
            finally:
                with self._lock:
                    del self._running[number]

    def _analyze(self, task: _Task, searcher: SearcherLike) -> None:
        query = task.query
        searcher.set_seed(self._seed)  # forgets the tree, too
        searcher.keep_move_ownership("includeMovesOwnership" in query.flags)
        # This clears earlier stops; later ones are seen by the search.
        searcher.set_position(query.position(task.turn), query.avoid)
        self._tell(searcher.notices())
        limits = Limits(simulations=1 if task.ended else query.visits, seconds=query.seconds)
        wait = query.first or query.every
        with RunningSearch(searcher, limits) as running:
            while not running.finished.wait(wait):
                wait = query.every
                if not task.ended:
                    report = running.snapshot()
                    if report.visits:
                        self._write(answer(query, task.turn, searcher, report, True))
            report = running.result()
        self._write(answer(query, task.turn, searcher, report, False))

    def _tell(self, notices: Iterable[str]) -> None:
        """Say what was not said yet."""
        with self._lock:
            new = [text for text in notices if text not in self._told]
            self._told.update(new)
        for text in new:
            say(f"gtpengine analysis: {text}")

    # --- the answers --------------------------------------------------------------------------

    def _write(self, fields: dict[str, Any]) -> None:
        line = json.dumps(fields, separators=(",", ":"))
        with self._output:
            if self._lost is None:
                try:
                    self._write_line(line)
                except OSError as error:
                    self._lost = error
        if self._lost is not None:
            self._drop_all()

    def _raise_if_lost(self) -> None:
        if self._lost is not None:
            raise self._lost

    def _drop_if_unwanted(self) -> None:
        try:
            self._check()
        except OSError as error:
            self._lost = error
            self._drop_all()

    def _drop_all(self) -> None:
        """Drop waiting tasks and end running ones."""
        with self._lock:
            self._waiting.clear()
            self._stop(lambda _task: True)

    def _stop(self, meant: Callable[[_Task], bool]) -> None:
        """End running searches; the caller holds the lock."""
        for task, searcher in self._running.values():
            if meant(task):
                task.ended = True
                searcher.stop()
