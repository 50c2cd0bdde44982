"""How the games of an event are played: claimed from the store, run, and their results stored."""

from __future__ import annotations

import dataclasses
import signal
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Final

from gtpengine.tools.games.game import FAILURES, GameRecord
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.runner import Completed, Pool, RunEngine, TaskError
from gtpengine.tools.storage.presence import LEASE_SECONDS
from gtpengine.tools.storage.replays import note_replay
from gtpengine.tools.storage.store import Event, GameClaim, Store

from gtpengine.base.text.plain import plain

from .workerwatch import WorkerWatch

#: Attempts at a failing game under the policy ``rerun`` before it becomes void.
MAX_ATTEMPTS = 3


class Interrupt:
    """Ctrl-C and SIGTERM as flags: once to finish what is running, twice to drop it.

    A context manager for the main thread; it restores the handlers at its end. ``what`` is
    running; if it is empty, nothing is printed.
    """

    def __init__(self, what: str = "games") -> None:
        self.count = 0
        self._what = what
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupt:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *exc: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.count += 2 if number == signal.SIGTERM else 1
        if self.count == 1 and self._what:
            print(
                f"\nfinishing the running {self._what}; Ctrl-C again drops them (the next run"
                " repeats them)",
                file=sys.stderr,
            )


INTERRUPT_STATUS: Final = 130


def ended(complete: bool, trouble: bool = False, failure: str = "") -> int:
    """Say why work ended early, if it did, and return the exit status of the command.

    That is 1 for ``trouble`` in the work or a ``failure`` that stopped it, else 0; where it is not
    ``complete`` the user has interrupted it, and the status is 130.
    """
    if failure:
        print(plain(f"stopped: {failure}"), file=sys.stderr)
        return 1
    if not complete:
        print("interrupted; the same command continues it", file=sys.stderr)
        return INTERRUPT_STATUS
    return int(trouble)


def game_line(number: int, record: GameRecord) -> str:
    """Return a finished game in a line."""
    disputed = ", disputed" if record.disputed else ""
    return (
        f"game {number}: Black {record.black}, White {record.white}: {record.result},"
        f" {record.termination} after {len(record.moves)} moves{disputed}, from"
        f" {record.opening.name}"
    )


def engines_of(event: Event) -> list[RunEngine]:
    """Return the engines of an event as its workers must have them."""
    built = {str(hash_)[:12]: str(hash_) for hash_, _ in event.settings.get("commits", ())}
    return [
        RunEngine(one.spec, one.identity, built.get(one.identity.revision, ""))
        for one in event.entrants
    ]


@dataclasses.dataclass(frozen=True, slots=True)
class Callbacks:
    """What a kind of event decides on the way.

    ``more`` is called when no game is waiting: it may schedule games and returns whether it did.
    ``note`` returns the text of the progress line. ``decided`` ends the event early. ``again`` is
    called when finished games are to be played again, because their worker disturbs.
    """

    more: Callable[[], bool] = lambda: False
    note: Callable[[], str] = lambda: ""
    decided: Callable[[], bool] = lambda: False
    again: Callable[[], None] = lambda: None


@dataclasses.dataclass(slots=True)
class Campaign:
    """One event being played by one process.

    ``finished`` is called with every game that this process stored. With ``verbose`` each finished
    game has a line. ``failure`` stopped the event, if one did.
    """

    store: Store
    event: Event
    pool: Pool
    reporter: Reporter
    interrupt: Interrupt
    policy: str = "loss"
    callbacks: Callbacks = Callbacks()
    finished: Callable[[GameClaim, GameRecord], None] = lambda _claim, _record: None
    task: type[GameTask] = GameTask
    verbose: bool = False
    failure: str = ""
    stored: int = 0
    _shown: float = 0.0
    _warned: set[tuple[str, str]] = dataclasses.field(default_factory=set)
    _watch: WorkerWatch = dataclasses.field(init=False)
    _expected: bool = False

    def __post_init__(self) -> None:
        self._watch = WorkerWatch(self.store, self.event, self.pool, self.reporter.say)

    def play(self) -> bool:
        """Play until all games are done or the event is decided; return False if interrupted.

        :raises StoreError: if the store fails; the next run plays the unfinished games again
        """
        running: dict[int, GameClaim] = {}
        over = self.callbacks.decided()
        try:
            while self.interrupt.count < 2:
                stop = over or self.interrupt.count > 0 or bool(self.failure)
                if not stop and self.pool.free:
                    self._start(running)
                if not running:
                    counts = self.store.counts(self.event)
                    if stop or not (counts["waiting"] or counts["running"]):
                        if not stop and self._disturbed(at_end=True):
                            continue
                        break
                    self._wait_for_others()
                self._store_results(
                    [(running.pop(item.task.key), item) for item in self.pool.wait(0.5)]
                )
                self._disturbed()
                if not over and self.callbacks.decided() and not self._disturbed(at_end=True):
                    over = True
                    # Undecided games can no longer change the result.
                    break
                self.store.heartbeat()
        finally:
            self.pool.close()
            if running:
                self.store.release(running.values())
            if self.stored:
                self._show()
        return not self.interrupt.count and not self.failure

    def _wait_for_others(self) -> None:
        if ("", "waiting") not in self._warned:
            self._warned.add(("", "waiting"))
            self.reporter.say(
                "another runner has the last games: waiting until it ends them, or until"
                f" {LEASE_SECONDS:g} seconds after its last sign of life"
            )

    def _disturbed(self, at_end: bool = False) -> bool:
        """Look whether a worker disturbs; return whether finished games are to be played again."""
        if not self._watch.look(at_end):
            return False
        self.callbacks.again()
        return True

    def _show(self) -> None:
        self._shown = time.monotonic()
        self.reporter.update(self.store.counts(self.event)["done"], self.callbacks.note())

    def _start(self, running: dict[int, GameClaim]) -> None:
        claims = self.store.claim(self.event, self.pool.free)
        if not claims and self.callbacks.more():
            claims = self.store.claim(self.event, self.pool.free)
        if claims and not self._expected:
            self._expected = True
            self.pool.expect(engines_of(self.event))
        for claim in claims:
            plan = claim.plan
            running[claim.game_id] = claim
            self.pool.submit(
                self.task(
                    claim.game_id,
                    self.event.entrants[plan.black].spec,
                    self.event.entrants[plan.white].spec,
                    self.event.game_settings(),
                    plan.opening,
                    plan.seed,
                    plan.pair,
                )
            )

    def _store_results(self, items: Sequence[tuple[GameClaim, Completed]]) -> None:
        ready = []
        self._watch.note_new()
        for claim, item in items:
            if item.error:
                raise TaskError(f"game {claim.plan.number}", item)
            if item.worker and not self._watch.accepts(item):
                self.store.release([claim])
                continue
            self._warn(item.result)
            if self._acceptable(claim, item.result):
                ready.append((claim, item.result))
            else:
                self.store.release([claim])
        for claim, record in ready:
            if not self._watch.trusts(record.worker):  # since a later one of these records
                self.store.release([claim])
        ready = [(claim, record) for claim, record in ready if self._watch.trusts(record.worker)]
        if not ready:
            return
        for (claim, record), kept in zip(ready, self.store.finish_all(ready), strict=True):
            if kept:
                self.stored += 1
                self.finished(claim, record)
                if self.verbose:
                    self.reporter.say(game_line(claim.plan.number, record))
        # Counts and note read all games, so they are not shown after each of thousands.
        if time.monotonic() - self._shown > 0.2:
            self._show()

    def _warn(self, record: GameRecord) -> None:
        """Warn, once for each engine and kind, that games are not worth their result."""
        told = [("", "broken scorer?")] if record.scorer_failed else []
        told += [
            (name, "broken engine?")
            for name, count in zip((record.black, record.white), record.faults, strict=True)
            if count
        ]
        if record.termination in FAILURES:
            told.append((record.loser, f"{record.termination},"))
        elif record.termination == "void":
            told.append(("", "void game,"))
        for name, what in told:
            if (name, what) not in self._warned:
                self._warned.add((name, what))
                self.reporter.say(f"warning: {what} {record.detail}")

    def _acceptable(self, claim: GameClaim, record: GameRecord) -> bool:
        """Apply the policy to failures; return False to play the game again."""
        if record.failed and self.policy != "loss":
            if self.policy == "stop":
                self.failure = f"game {claim.plan.number}: {record.failure}: {record.detail}"
                return True
            note_replay(self.store, self.event, claim, record)
            if claim.attempt < MAX_ATTEMPTS:
                return False
            record.detail = f"void after {claim.attempt} attempts: {record.detail}"
            record.termination, record.winner, record.score = "void", "", None
        return True
