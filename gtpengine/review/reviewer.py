"""Reviewing a game: its positions are searched side by side, one on each core."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gtpengine.base.system.crew import Crew
from gtpengine.base.system.machine import usable_cores
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.other_engine import OtherEngine
from gtpengine.review.assembling import contradicted, review_of
from gtpengine.review.searching.cache import Cache
from gtpengine.review.searching.judge import JudgeSearcher, judges_note
from gtpengine.review.searching.model import Review
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.review.searching.searched import Searched, search_deeper, search_position
from gtpengine.review.searching.searches import ReviewLimits, ReviewSearcher


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How to review: how long to search, on how many cores, and where to keep what was found.

    With a budget in simulations the review does not depend on ``threads``; 0 is one for each core.
    Without a folder for the cache nothing is kept. ``judge`` is another engine that searches in the
    place of ours; our engine judges what that engine leaves. ``judge_lost`` says why an
    engine that was wanted does not judge.
    """

    budget: ReviewLimits = field(default_factory=ReviewLimits)
    threads: int = 0
    memory: int = 256
    cache: Path | None = None
    judge: OtherEngine | None = None
    judge_lost: str = ""


Progress = Callable[[int, int], object]
"""Gets how many positions are done and how many there are; it may raise to end the review."""

Task = Callable[["_Searchers"], Searched]


def review_game(
    record: ReviewRecord,
    settings: ReviewSettings | None = None,
    progress: Progress | None = None,
    look: Callable[[], object] = lambda: None,
) -> Review:
    """Review a game.

    :param progress: called in this thread with the positions done and all there are to do, after
        each one; the second number grows when some positions are searched again. What it raises
        ends the review and is passed on; what was searched stays in the cache.
    :param look: called in this thread several times a second while a position is searched; what it
        raises ends the review likewise, and the search with it.
    :raises OSError: when the cache cannot be written.
    """
    settings = settings or ReviewSettings()
    judge = settings.judge
    ours = Cache(settings.cache, record, settings.budget)
    cache, known, own = ours, ours.read(), dict[tuple[int, bool], Searched]()
    if judge is not None:
        own = known
        cache = Cache(settings.cache, record, settings.budget, f"{judge.name}: {judge.command}")
        known = cache.read()
    asking = _Asking(record, own)
    found: dict[int, Searched] = {k: one for (k, deep), one in known.items() if not deep}
    total = len(record.moves) + 1
    most = max(1, min(settings.threads or usable_cores(), total))
    searchers = [_Searchers(settings) for _ in range(most)]
    with ours, cache, Crew(searchers, "review") as crew:

        def work(tasks: Sequence[Task], deep: bool, done: int, of: int) -> None:
            if progress is not None:
                progress(done, of)
            for number, one in enumerate(crew.run(tasks, look), 1):
                found[one.index] = one
                known[one.index, deep] = one
                if one.deep == deep and one is not own.get((one.index, deep)):
                    (cache if one.judge else ours).add(one)
                if progress is not None:
                    progress(done + number, of)

        missing = [k for k in range(total) if k not in found]
        work([asking.first(k) for k in missing], False, total - len(missing), total)
        doubtful = contradicted(record, [found[k] for k in range(total)])
        missing = [k for k in doubtful if (k, True) not in known]
        tasks = [asking.again(found[k]) for k in missing]
        found |= {k: known[k, True] for k in doubtful if (k, True) in known}
        of = total + len(doubtful)
        work(tasks, True, of - len(missing), of)
    searched = [found[k] for k in range(total)]
    review = review_of(record, searched, settings.budget)
    if judge is None and not settings.judge_lost:
        return review
    reasons = [settings.judge_lost] if settings.judge_lost else list(asking.reasons)
    judges = tuple(one.judge for one in searched)
    note = judges_note(judges, "" if judge is None else judge.name, reasons)
    return replace(review, judges=judges, notes=(*review.notes, note))


class _Asking:
    """The tasks of a game: the other engine is asked first, and then ours.

    ``own`` has what our engine found earlier, by position and whether it was searched deeper.
    ``reasons`` has why the other engine left positions.
    """

    def __init__(self, record: ReviewRecord, own: Mapping[tuple[int, bool], Searched]) -> None:
        self._positions = list(record.positions())
        self._played: list[int | None] = [*(point for _, point in record.moves), None]
        self._own = own
        self.reasons: dict[str, None] = {}

    def first(self, k: int) -> Task:
        """Return the task of searching a position."""
        position, played = self._positions[k], self._played[k]

        def task(searchers: _Searchers) -> Searched:
            if searchers.judge is not None:
                try:
                    return search_position(searchers.judge, k, position, played)
                except ProgramError as error:
                    self.reasons[str(error)] = None
            return self._own.get((k, False)) or search_position(searchers.own, k, position, played)

        return task

    def again(self, before: Searched) -> Task:
        """Return the task of searching a position again, by the same engine."""
        position, played = self._positions[before.index], self._played[before.index]

        def task(searchers: _Searchers) -> Searched:
            if not before.judge or searchers.judge is None:
                kept = self._own.get((before.index, True))
                return kept or search_deeper(searchers.own, before, position, played)
            try:
                return search_deeper(searchers.judge, before, position, played)
            except ProgramError:
                return before  # two engines do not mix in one position

        return task


class _Searchers:
    """Who searches for one thread: this engine, and the other engine where a review has another."""

    def __init__(self, settings: ReviewSettings) -> None:
        self._settings = settings
        self._own: ReviewSearcher | None = None
        judge = settings.judge
        self.judge = None if judge is None else JudgeSearcher(judge, settings.budget)

    @property
    def own(self) -> ReviewSearcher:
        """This engine, whose memory is taken when it is needed."""
        if self._own is None:
            self._own = ReviewSearcher(self._settings.budget, self._settings.memory)
        return self._own

    def stop(self) -> None:
        """End the search that runs; callable from any thread."""
        for searcher in (self.judge, self._own):
            if searcher is not None:
                searcher.stop()

    def close(self) -> None:
        """Give the memory back."""
        if self._own is not None:
            self._own.close()
