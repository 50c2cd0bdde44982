"""Solving: who wins a fight, with kos and sekis told apart, within a time.

Three questions tell a ko. If the mover wins although the opponent wins every ko, the move works
without conditions. If the mover fails even with every ko, it fails without conditions. Between them
stands a ko, and who has to find the first threat is what reading without any threats says. Each
answer is a proof by search of the region; a fight that takes longer than the time stays undecided.
Where that decides nothing, or the group of the side to move dies, a search of the whole board
suggests a first move (`suggestion.py`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import Final

from board_ext.coords import EMPTY, PASS, opponent, point_to_vertex
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from gtpengine.lifedeath.nearby import nearby_groups
from gtpengine.lifedeath.question import (
    FEW,
    USUAL,
    NoProblemError,
    Question,
    bordered,
    find_groups,
    opened,
)
from gtpengine.lifedeath.rounds import ask_in_rounds
from gtpengine.lifedeath.suggestion import Suggester

BITS: Final = 21
"""Of the table that the readers share: 50 MB."""

FIRST_CHUNK: Final = 2_000
CHUNK: Final = 20_000
"""Nodes between two looks at the clock."""

MOST_QUESTIONS: Final = 4
"""Groups among which the group is sought that a position asks about."""


class FightOutcome(Enum):
    """What a side to move gets, best first; ``value`` is its name in JSON."""

    WINS = "wins"
    SEKI = "seki"
    KO_AHEAD = "ko, the opponent needs the first threat"
    KO = "ko"
    KO_BEHIND = "ko, the mover needs the first threat"
    UNDECIDED = "not decided"
    FAILS = "fails"

    @property
    def is_ko(self) -> bool:
        """Whether threats elsewhere decide."""
        return self in (FightOutcome.KO_AHEAD, FightOutcome.KO, FightOutcome.KO_BEHIND)

    @property
    def reversed(self) -> FightOutcome:
        """The outcome for the side that has just moved."""
        return _REVERSED.get(self, self)


_REVERSED: Final = {
    FightOutcome.WINS: FightOutcome.FAILS,
    FightOutcome.FAILS: FightOutcome.WINS,
    FightOutcome.KO_AHEAD: FightOutcome.KO_BEHIND,
    FightOutcome.KO_BEHIND: FightOutcome.KO_AHEAD,
}


OPEN: Final = (FightOutcome.FAILS, FightOutcome.UNDECIDED)
"""Outcomes of which no move is worth naming."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An outcome for the side to move, and the moves that show it."""

    outcome: FightOutcome
    line: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """A first move, its outcome for the mover, and how play goes on from it."""

    move: int
    outcome: FightOutcome
    line: tuple[int, ...]


class GroupStatus(Enum):
    """What becomes of the group."""

    ALIVE = "alive"
    SEKI = "seki"
    DEAD = "dead"
    KO = "ko"
    UNSETTLED = "unsettled"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a question.

    ``best`` is for the side to move, ``other`` for the opponent when the side to move passes.
    ``tried`` has every first move, the best ones first, the undecided and those that fail last.
    ``suggested`` is no proof: the first move that a search of the whole board likes best, where it
    is not decided what the side to move gets, or where its group dies in the region.
    """

    question: Question
    best: Reading
    other: Reading
    tried: tuple[Tried, ...]
    suggested: int | None
    seconds: float

    @property
    def status(self) -> GroupStatus:
        """The status of the group, whoever moves."""
        first, second = self.best.outcome, self.other.outcome
        attacks = self.question.mover == self.question.attacker
        attacker, defender = (first, second) if attacks else (second, first)
        if FightOutcome.SEKI in (attacker, defender):
            return GroupStatus.SEKI if attacker is not FightOutcome.WINS else GroupStatus.UNSETTLED
        if attacker is FightOutcome.FAILS:
            return GroupStatus.ALIVE
        if defender is FightOutcome.FAILS:
            return GroupStatus.DEAD
        if FightOutcome.UNDECIDED in (attacker, defender):
            return GroupStatus.UNDECIDED
        return GroupStatus.KO if attacker.is_ko or defender.is_ko else GroupStatus.UNSETTLED

    @property
    def working(self) -> list[Tried]:
        """The first moves with the best outcome, if that is any good."""
        good = [one for one in self.tried if one.outcome is self.best.outcome]
        return good if self.best.outcome not in OPEN else []


def _regions(group: dict[int, Question]) -> list[Question]:
    """Return the questions about a group in the order in which they are read: the usual region, and
    a narrow one. For a defender, who may live by capturing the wall, these have a border after the
    usual one, and the usual one with chains of the wall, and a wide one follow."""
    found = [group[few] for few in (USUAL, *FEW) if few in group]
    if found[0].mover == found[0].attacker:
        found = [group[few] for few in (USUAL, FEW[0]) if few in group] or found
    elif USUAL in group:
        usual, wide = found[0], found[-1]
        found = [usual, *(bordered(one) for one in found[:2]), opened(usual), wide]
    return [one for number, one in enumerate(found) if one not in found[:number]]


class LifeDeathSolver:
    """Solves questions, one at a time, and remembers what it has read. Threads must not share one.

    ``cancelled`` is asked now and then; once it says yes, what is open stays open.
    """

    def __init__(self, cancelled: Callable[[], bool] = lambda: False, bits: int = BITS) -> None:
        self._cancelled = cancelled
        first = Reader(bits, shared=True)
        self._readers = first, Reader(beside=first)
        self._pool = ThreadPoolExecutor(1)
        self._suggester: Suggester | None = None

    def close(self) -> None:
        """End its threads."""
        self._pool.shutdown()
        if self._suggester is not None:
            self._suggester.close()

    def __enter__(self) -> LifeDeathSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def find(self, position: Position, seconds: float) -> Question:
        """Return the question that a position asks: the largest group whose fate its side to move
        decides, in the first region that shows it.

        :raises NoProblemError: when there is no group to be read.
        """
        return self._candidates(position, seconds)[0]

    def _candidates(self, position: Position, seconds: float) -> list[Question]:
        """Return the question that a position asks and, where more may be shown, those that are
        still open, the likeliest first.

        :raises NoProblemError: when there is no group to be read.
        """
        end = time.monotonic() + seconds
        groups = find_groups(position)[:MOST_QUESTIONS]
        if not groups:
            return self._lives_nearby(position, end)
        first = _regions(groups[0])
        undecided = first
        for group in groups:
            regions = _regions(group)
            if 2 * len(regions[0].target) < len(first[0].target):
                break
            likely = group is groups[0]
            left = max(0.0, end - time.monotonic())
            found, still = self._first_that_shows(regions, end - left / 4, likely)
            if found:
                return found
            if likely:
                undecided = still
        return undecided or first[-1:]

    def _lives_nearby(self, position: Position, end: float) -> list[Question]:
        """Return the question about a group that is not shut in: the largest of the side to move
        that lives in the points near by, and does not after a pass.

        :raises NoProblemError: when no such group is found.
        """
        for group in nearby_groups(position)[:MOST_QUESTIONS]:
            left = max(0.0, end - time.monotonic())
            found, _ = self._first_that_shows(_regions(group), end - left / 4, likely=False)
            if found:
                return found
        raise NoProblemError(
            "no group is found whose life is in doubt and can be read; --region names points"
        )

    def _first_that_shows(
        self, regions: Sequence[Question], end: float, likely: bool
    ) -> tuple[list[Question], list[Question]]:
        """Return the first question about a group whose side to move decides its fate, and the
        questions that stay undecided, the likeliest first.

        Where a defender lives by a ko, one that shows a life without a ko goes before, and those
        that are undecided follow.
        """
        shown: list[tuple[bool, Question]] = []
        settled: list[Question] = []

        def ask(question: Question, until: float) -> float | None:
            if shown and not shown[-1][0]:
                return None
            outcome = self.read(question, until).outcome
            if outcome is FightOutcome.UNDECIDED:
                return regions.index(question)
            settled.append(question)
            if outcome is not FightOutcome.FAILS and self._is_in_doubt(question, end, likely):
                shown.append((_may_do_more(question, outcome), question))
            return None

        ask_in_rounds(regions, end, ask)
        # More is decided of a small region, and without a border.
        undecided = sorted(
            (one for one in regions if one not in settled),
            key=lambda one: (bool(one.border), len(one.region)),
        )
        if not shown:
            return [], undecided
        may_do_more, best = min(shown, key=lambda one: one[0])
        return [best, *(undecided if may_do_more else [])], undecided

    def _is_in_doubt(self, question: Question, end: float, likely: bool) -> bool:
        """Return whether a side to move that wins would not win after a pass; where that is not
        decided, whether the group is ``likely`` the one that is asked about."""
        left = max(0.0, end - time.monotonic())
        outcome = self.read(question.after(PASS), time.monotonic() + left / 4).outcome
        if outcome is FightOutcome.UNDECIDED:
            return likely
        return outcome is not FightOutcome.FAILS

    def answer(self, position: Position, seconds: float) -> Solution:
        """Find what a position asks in ``seconds``, and solve it as `solve` does.

        Where the side to move gets nothing in a region, or a life by a ko, those that are still
        open are read.

        :raises NoProblemError: when there is no group to be read; a move is suggested.
        """
        try:
            questions = self._candidates(position, seconds)
        except NoProblemError as error:
            liked = self._liked(position, position.legal_moves(), seconds / 2)
            suggested = point_to_vertex(liked[0], position.size) if liked else None
            raise NoProblemError(str(error), suggested) from None
        begun = time.monotonic()
        read: list[tuple[Question, Reading]] = []
        for question in questions:
            read.append((question, self.read(question, begun + seconds)))
            if not _may_do_more(question, read[-1][1].outcome):
                break
        question, best = min(reversed(read), key=lambda one: _rank(one[0], one[1].outcome))
        return self._solution(question, best, begun, seconds)

    def solve(self, question: Question, seconds: float) -> Solution:
        """Return the solution. ``seconds`` are for the first move that works; as many again, and
        what the first move leaves, are for what the others do."""
        begun = time.monotonic()
        return self._solution(question, self.read(question, begun + seconds), begun, seconds)

    def _solution(
        self, question: Question, best: Reading, begun: float, seconds: float
    ) -> Solution:
        """Return the solution of a question of which is known what the side to move gets."""
        now = time.monotonic()
        other = self.read(question.after(PASS), now + seconds / 4)
        liked: list[int] = []
        if _wants_suggestion(question, best):
            liked = self._liked(question.position, question.moves(), seconds / 2)
        tried = self._try_all(question, best, liked, begun + 2 * seconds)
        if tried and _rank(question, tried[0].outcome) < _rank(question, best.outcome):
            # A ko is not the best outcome while a move is open that may do more.
            outcomes = [one.outcome for one in tried]
            bounded = FightOutcome.UNDECIDED not in outcomes
            if bounded or best.outcome.is_ko or outcomes[0] is FightOutcome.WINS:
                best = Reading(tried[0].outcome, tried[0].line)
        if best.outcome is FightOutcome.UNDECIDED and _nothing_works(other, tried):
            best = Reading(FightOutcome.FAILS)
        suggested = _suggested(best, tried, liked)
        return Solution(question, best, other, tuple(tried), suggested, time.monotonic() - begun)

    def _liked(self, position: Position, moves: Sequence[int], seconds: float) -> list[int]:
        """Return the moves that a search of the whole board likes, the best one first; none without
        stones."""
        if not moves or all(position.color_at(point) == EMPTY for point in range(position.size**2)):
            return []
        if self._suggester is None:
            self._suggester = Suggester(self._cancelled)
        return self._suggester.liked(position, moves, seconds)

    def read(self, question: Question, end: float) -> Reading:
        """Return what the side to move gets, as far as is known at the time ``end``."""
        mover, other = question.mover, opponent(question.mover)
        known = self._ask_both_masters(question, end)
        earned, line = known.get(other, (None, []))
        granted, shown = known.get(mover, (None, []))
        if earned:
            return self._with_seki(question, FightOutcome.WINS, line, end)
        if granted is False:
            return self._with_seki(question, FightOutcome.FAILS, shown, end)
        if earned is None or granted is None:
            return Reading(FightOutcome.UNDECIDED)
        ahead, _ = self._ask(self._readers[0], question, EMPTY, end, threading.Event())
        kinds = {True: FightOutcome.KO_AHEAD, False: FightOutcome.KO_BEHIND, None: FightOutcome.KO}
        return Reading(kinds[ahead], tuple(shown))

    def _ask_both_masters(
        self, question: Question, end: float
    ) -> dict[int, tuple[bool | None, list[int]]]:
        """Return who wins and how by the master of kos, for masters with whom that is known.

        Each reader begins with another master, and helps with the other one's question after it.
        """
        known: dict[int, tuple[bool | None, list[int]]] = {}
        settled = threading.Event()

        def ask(reader: Reader, *masters: int) -> None:
            for master in masters:
                won, line = self._ask(reader, question, master, end, settled)
                if won is None:
                    return
                known[master] = won, line
                if won == (master != question.mover):
                    settled.set()

        mover, other = question.mover, opponent(question.mover)
        helper = self._pool.submit(ask, self._readers[1], other, mover)
        ask(self._readers[0], mover, other)
        helper.result()
        return known

    def _with_seki(
        self, question: Question, outcome: FightOutcome, line: Sequence[int], end: float
    ) -> Reading:
        """Return a reading that calls a life without two eyes a seki."""
        defends = question.mover == question.defender
        if defends == (outcome is FightOutcome.WINS):
            won, shown = self._ask(
                self._readers[0], question, question.attacker, end, threading.Event(), eyes=True
            )
            if won is not None and won != defends:
                return Reading(FightOutcome.SEKI, tuple(line))
            line = shown or line
        return Reading(outcome, tuple(line))

    def _ask(
        self,
        reader: Reader,
        question: Question,
        master: int,
        end: float,
        settled: threading.Event,
        eyes: bool = False,
    ) -> tuple[bool | None, list[int]]:
        """Return who wins and how with a master of kos; None where the time was not enough."""
        nodes = FIRST_CHUNK
        while True:
            won, line = reader.solve(
                question.board,
                question.defender,
                question.fight,
                question.mover,
                master,
                eyes,
                nodes,
            )
            over = settled.is_set() or self._cancelled() or time.monotonic() >= end
            if won is not None or over:
                return won, line
            nodes = CHUNK

    def _try_all(
        self, question: Question, best: Reading, liked: Sequence[int], end: float
    ) -> list[Tried]:
        """Return all first moves with their outcomes, the best ones first."""
        first = [*best.line[:1], *liked]
        moves = sorted(
            question.moves(), key=lambda move: first.index(move) if move in first else len(first)
        )
        tried: dict[int, Tried] = {}

        def ask(move: int, until: float) -> float | None:
            after = question.after(move)
            found = self.read(after, until)
            tried[move] = Tried(move, found.outcome.reversed, (move, *found.line))
            if found.outcome not in (FightOutcome.UNDECIDED, FightOutcome.KO):
                return None
            # How far the answer is from failing although it wins every ko.
            return self._readers[0].numbers[1]

        ask_in_rounds(moves, end, ask)
        return sorted(tried.values(), key=lambda one: _rank(question, one.outcome))


def _nothing_works(other: Reading, tried: Sequence[Tried]) -> bool:
    """Return whether all first moves fail, and so does a pass."""
    fail = all(one.outcome is FightOutcome.FAILS for one in tried)
    return fail and other.outcome is FightOutcome.WINS


def _wants_suggestion(question: Question, best: Reading) -> bool:
    """Return whether a move is to be suggested: where nothing is decided, and where the group of
    the side to move dies in a region that may be too small."""
    dies = best.outcome is FightOutcome.FAILS and question.mover == question.defender
    return dies or best.outcome is FightOutcome.UNDECIDED


def _suggested(best: Reading, tried: Sequence[Tried], liked: Sequence[int]) -> int | None:
    """Return the move that is liked best, and not proved to fail, unless all are."""
    if best.outcome not in OPEN:
        return None
    failed = {one.move for one in tried if one.outcome is FightOutcome.FAILS}
    return next((move for move in liked if move not in failed), liked[0] if liked else None)


def _may_do_more(question: Question, outcome: FightOutcome) -> bool:
    """Return whether another region may show more: after nothing, and after a life by a ko."""
    lives = question.mover == question.defender
    return outcome in OPEN or (lives and outcome.is_ko)


def _rank(question: Question, outcome: FightOutcome) -> int:
    """Return the place of an outcome for the side to move, 0 for the best."""
    if outcome is FightOutcome.SEKI and question.mover == question.attacker:
        outcome = FightOutcome.KO_BEHIND
    return list(FightOutcome).index(outcome)
