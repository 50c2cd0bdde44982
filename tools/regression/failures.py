"""Failed tests, reviewed: a deeper search after the accepted moves and after the answer.

A test of a suite has one right answer, but the engine may see a move elsewhere that wins as well or
more often. So both are played, and this engine searches what follows. An answer is a fault if it
wins less often than an accepted move, by more than ``MARGIN``. Any other answer is a difference of
opinion with the suite, or the game is decided. The judge is the engine itself: what it does not see
with the simulations of the review either is no fault here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from gtpengine.tools.storage.positions import PositionResult

from board_ext.coords import PASS, vertex_to_point
from board_ext.position import Position
from gtpengine.gtp.session import Session
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.engine import Engine

from .suites import KOMI, SuiteBlock
from .topics import COLORS, accepted_moves

#: The smallest difference of win rates that counts as a fault.
MARGIN: Final = 0.03
MEMORY_MB: Final = 256
#: Commands that set up a position.
SET_UP: Final = ("loadsgf", "boardsize", "clear_board", "play", "undo")
FAULT, AS_GOOD, BETTER, OPEN = "fault", "as good", "better", "not reviewed"
VERDICTS: Final = (FAULT, AS_GOOD, BETTER, OPEN)


@dataclasses.dataclass(frozen=True, slots=True)
class Outlook:
    """Win rate and lead in points, for the side that played the move."""

    move: str
    winrate: float
    score: float

    def __str__(self) -> str:
        return f"{self.move} {self.winrate:.3f} {self.score:+z.1f}"


@dataclasses.dataclass(frozen=True, slots=True)
class FailureReview:
    """A failure, with what follows its answer and the best of the accepted moves."""

    test: str
    answer: Outlook | None = None
    accepted: Outlook | None = None

    @property
    def verdict(self) -> str:
        if self.answer is None or self.accepted is None:
            return OPEN
        lost = self.accepted.winrate - self.answer.winrate
        return FAULT if lost > MARGIN else BETTER if lost < -MARGIN else AS_GOOD

    def __str__(self) -> str:
        if self.answer is None or self.accepted is None:
            return f"  {self.verdict}: {self.test}"
        return f"  {self.verdict}: {self.test}: {self.answer}; accepted {self.accepted}"


def never() -> bool:
    return False


def review_all(
    failures: Iterable[tuple[SuiteBlock, PositionResult]],
    simulations: int,
    concurrency: int,
    seed: int = 1,
    cancelled: Callable[[], bool] = never,
) -> dict[tuple[str, str], FailureReview]:
    """Return reviews by test and answer, with ``simulations`` after each move.

    Runs as many searches at a time as ``concurrency`` says. Once ``cancelled`` returns True, the
    searches that run end and no other begins.
    """
    once = {(result.test, result.answer): (block, result) for block, result in failures}
    with ThreadPoolExecutor(concurrency) as pool:
        found = pool.map(
            lambda one: review(one[0], one[1], simulations, seed, cancelled), once.values()
        )
        return dict(zip(once, found, strict=True))


def review(
    block: SuiteBlock,
    result: PositionResult,
    simulations: int,
    seed: int = 1,
    cancelled: Callable[[], bool] = never,
) -> FailureReview:
    """Review one failure; say so where it cannot be done.

    It cannot be where moves are not named, not legal or not on the board.
    """
    step = block.steps[-1]
    accepted = accepted_moves(step)
    try:
        position = _position(block, COLORS[step.command.split()[1][0].lower()])
        judge = _Judge(position, simulations, seed, cancelled)
        answer = judge.outlook(result.answer)
    except ValueError:
        return FailureReview(result.test)
    outlooks = []
    for move in accepted:
        try:
            outlooks.append(judge.outlook(move))
        except ValueError:
            continue
    best = max(outlooks, key=lambda outlook: outlook.winrate, default=None)
    return FailureReview(result.test, answer, best)


def table_lines(
    members: Mapping[str, Sequence[str]],
    runs: Mapping[int, Mapping[str, PositionResult]],
    reviews: Mapping[tuple[str, str], FailureReview],
) -> list[str]:
    """Return failures by title and verdict: a Markdown table with a column for each run.

    ``members`` has the tests of each title. Runs are named by their number of simulations.
    """
    lines = [
        f"| {' / '.join(VERDICTS)} | {' | '.join(f'{simulations:,}' for simulations in runs)} |",
        f"| --- |{' --: |' * len(runs)}",
    ]
    for title, tests in members.items():
        cells = []
        for results in runs.values():
            failed = [results[test] for test in tests if test in results and not results[test].good]
            verdicts = [reviews[one.test, one.answer].verdict for one in failed]
            cells.append(" / ".join(str(verdicts.count(verdict)) for verdict in VERDICTS))
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return lines


def listing(reviews: Iterable[FailureReview]) -> list[str]:
    """Return the reviews as lines of text, faults first."""
    return [str(one) for one in sorted(reviews, key=lambda one: VERDICTS.index(one.verdict))]


def _position(block: SuiteBlock, color: int) -> Position:
    """Return the position of the test, with its komi.

    :raises ValueError: when it cannot be set up.
    """
    session = Session(Engine())
    session.answer(f"komi {KOMI:g}")
    for step in block.steps[:-1]:
        answer = session.answer(step.command)
        if answer is not None and answer.startswith("?") and step.command.split()[0] in SET_UP:
            raise ValueError(f"{step.command}: {answer[1:].strip()}")
    position = session.engine.position.copy()
    if position.to_play != color:
        position.play(PASS)
    return position


class _Cancelled:
    """A stopper that ends a search when the caller wants it."""

    name = "cancelled"

    def __init__(self, asked: Callable[[], bool]) -> None:
        self._asked = asked

    def __call__(self, _report: SearchReport, _limits: Limits) -> bool:
        return self._asked()


@dataclasses.dataclass(frozen=True, slots=True)
class _Judge:
    """A search of what follows the moves of a position."""

    position: Position
    simulations: int
    seed: int
    cancelled: Callable[[], bool]

    def outlook(self, move: str) -> Outlook:
        """Search after a move and return what it says.

        :raises ValueError: when the move cannot be played, or the review was cancelled.
        """
        after = self.position.copy()
        after.play(vertex_to_point(move, after.size))
        if self.cancelled():
            raise ValueError("cancelled")
        searcher = Searcher(SearchParams(), memory_mb=MEMORY_MB, seed=self.seed)
        searcher.set_position(after)
        limits = Limits(simulations=self.simulations)
        report = searcher.search(limits, [_Cancelled(self.cancelled)])
        return Outlook(move.upper(), 1.0 - report.value, -report.score)
