"""How long to search for a move: a plan, and the loop that follows it.

A search first runs to the *aim* of its plan, or less when it may stop early because the best move
cannot be overtaken. While the root is undecided, it then goes on in slices up to the hard limit.
The root is undecided when the two best moves are close in visits, or when the most visited move
has not the highest value (Coulom's and Chaslot's max-robust child: search until both are the same
move; UNST and CLOSE of Baier and Winands 2016, "Time Management for Monte Carlo Tree Search"). With
``time_behind`` it goes on in a game that looks lost, too (their BEHIND); with ``time_won`` it ends
soon in a game that is won. Both are for clocks whose unused time is kept.

Not done: fixed limits are not stretched unless the recommendation is ``max-robust``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gtpengine.clock.allotment import TimeBudget
from gtpengine.config.options import EarlyStop, EngineOptions, Recommendation
from gtpengine.mcts.report.recommend import CREDIBLE
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import CannotBeOvertaken, IsWon, Limits, Stopper

SLICES: Final = 4
"""Number of slices that an aim is cut into when a search goes on."""

SHORTEST_SLICE: Final = 0.01
"""Shortest slice in seconds that is worth starting the threads for."""

PASS_CHECK: Final = 0.25
"""Extra time for looks at the positions after an answer, as a fraction of a move's aim."""

LATE: Final = 0.25
"""Moves or stones, as a fraction of the board's points, before which no pass comes up: no game
of ours, even on small boards, was settled earlier."""

LEAST_LOOK: Final = 200
"""Simulations below which a look at the position after an answer says nothing."""

LEAST_TO_PASS: Final = 250
"""Simulations that settle whether to pass after a pass of the opponent, where a move costs a
point."""

TIME_TO_PASS: Final = 0.1, 0.4
"""Seconds that such an answer has for its search and for looks, though less is fixed; of a clock's
hard limit these may be a half each."""

LOOKS: Final = 3
"""Looks that compare moves with a pass where no gain is found: at the pass and at two moves."""

Search = Callable[[Limits, Sequence[Stopper]], SearchReport | None]


@dataclass(frozen=True, slots=True)
class ThinkingLimits:
    """The limits of a search: simulations, seconds or both, each with its hard limit.

    ``whole_simulations`` and ``whole_seconds`` are used up even when the root is decided, unless a
    look at a pass needs them; None means that the aim is all. ``stop_early``: whether unneeded time
    or simulations may be left unused. ``close``: the best move is undecided with fewer than this
    many times the visits of the second. ``behind``: the hard limit is used, too, while the best
    move wins less often than this. ``won``: the search may end when it wins more often; 0 for
    never. ``for_pass``: whether something is set aside after the aim for a look at the position
    after a pass; ``kept`` is how many of fixed simulations, ``aside`` how many seconds.
    """

    simulations: int | None = None
    most_simulations: int | None = None
    seconds: float | None = None
    most_seconds: float | None = None
    whole_simulations: int | None = None
    whole_seconds: float | None = None
    stop_early: bool = False
    close: float = 1.5
    behind: float = 0.0
    won: float = 0.0
    for_pass: bool = False
    kept: int = 0
    aside: float = 0.0

    @property
    def limits(self) -> Limits:
        """Return the limits aimed at."""
        return Limits(self.simulations, self.seconds)


def make_plan(
    options: EngineOptions, budget: TimeBudget | None, for_pass: bool, least: int = 0
) -> ThinkingLimits:
    """Return the plan made from the options and the clock's budget.

    Fixed limits are kept exactly, but a clock cuts them short. With ``least`` simulations a pass
    is to be settled: these are made, and there is time for looks.
    ``for_pass``: whether this move may be a pass that wants a look first, for which a part is set
    aside, of fixed limits, too.
    """
    simulations = options.simulations
    fixed = options.time_per_move
    # Only the most visited move cannot be overtaken; one of the highest value may be.
    by_visits = options.recommendation in (Recommendation.ROBUST, Recommendation.MAX_ROBUST)
    stop_early = options.early_stop is EarlyStop.ALWAYS and by_visits
    # Unused time must be of use to later moves; a spare byo-yomi period is not.
    saves = budget is not None and budget.saves
    seconds = most_seconds = fixed
    if budget is not None and simulations is None and fixed is None:
        seconds, most_seconds = budget.aim, budget.most
        stop_early |= options.early_stop is EarlyStop.SAVING and saves and by_visits
    elif budget is not None:
        limit = budget.most if saves else budget.aim
        seconds = most_seconds = min(limit, fixed or limit)
    if simulations is None and seconds is None:
        simulations = options.default_simulations
    if simulations is not None:
        simulations = max(simulations, least)
    whole_seconds = seconds
    if for_pass and seconds is not None and most_seconds is not None:
        seconds = min(seconds, (most_seconds if saves else seconds) / (1 + PASS_CHECK))
        if saves and fixed is None:
            whole_seconds = seconds
    aside = PASS_CHECK * (seconds or 0.0)
    if least and seconds is not None and most_seconds is not None:
        for_search, for_looks = TIME_TO_PASS
        if budget is None:
            most_seconds = max(most_seconds, for_search + for_looks)
        else:
            for_looks = min(for_looks, most_seconds / 2)
        aside = max(aside, for_looks)
        seconds = whole_seconds = min(max(seconds, for_search), most_seconds - aside)
    doubles = options.recommendation is Recommendation.MAX_ROBUST
    kept = 0
    if for_pass and simulations is not None and not doubles:
        kept = simulations - math.ceil(simulations / (1 + PASS_CHECK))
    return ThinkingLimits(
        simulations=None if simulations is None else simulations - kept,
        most_simulations=None if simulations is None else simulations * (2 if doubles else 1),
        seconds=seconds,
        most_seconds=most_seconds,
        whole_simulations=simulations,
        whole_seconds=whole_seconds,
        stop_early=stop_early,
        close=options.time_close,
        behind=options.time_behind if saves else 0.0,
        won=options.time_won if saves else 0.0,
        for_pass=for_pass,
        kept=kept,
        aside=aside,
    )


def undecided(report: SearchReport, close: float) -> bool:
    """Return whether more searching may well change the recommended move."""
    if len(report.moves) < 2:
        return False
    best, second = report.moves[:2]
    if best.proven:
        return False
    if best.visits < close * second.visits:
        return True
    credible = CREDIBLE * best.visits
    return any(m.visits >= credible and m.value > best.value for m in report.moves[1:])


def is_behind(report: SearchReport, rate: float) -> bool:
    """Return whether the best move wins less often than ``rate``, without being proven."""
    return bool(report.moves) and report.moves[0].proven is None and report.moves[0].value < rate


def think(
    search: Search,
    plan: ThinkingLimits,
    used: float = 0.0,
    now: Callable[[], float] = time.monotonic,
    look_is_needed: Callable[[SearchReport], bool] = lambda _: False,
) -> SearchReport | None:
    """Search as planned; ``used`` seconds of the plan are gone already.

    Each call of ``search`` goes on with the same tree and reports its own simulations; the returned
    report counts the simulations of all calls. ``look_is_needed`` tells whether the time set aside
    for a pass is needed after what was seen. Return None when the first search fails.
    """
    begin = now() - used
    limits = plan.limits
    if limits.seconds is not None:
        limits = Limits(limits.simulations, max(0.0, limits.seconds - used))
    stoppers: tuple[Stopper, ...] = (CannotBeOvertaken(),) if plan.stop_early else ()
    if plan.won:
        stoppers += (IsWon(plan.won),)
    report = last = search(limits, stoppers)
    while report is not None and last is not None and _reached(limits, last):
        further = _slice(plan, report, now() - begin)
        if further is None:
            break
        if plan.for_pass and look_is_needed(report):
            break
        limits, last = further, search(further, ())
        if last is not None:
            report = last.after(report)
    return report


def look_limits(
    plan: ThinkingLimits,
    report: SearchReport,
    looks: Iterable[SearchReport | None],
    elapsed: float,
    whole: bool,
    least: int = 0,
) -> Limits | None:
    """Return the limits of the next look; None when nothing is left for it.

    ``looks`` are those made so far after the search of ``report``; ``elapsed`` counts seconds from
    the beginning of the move. Unless ``whole``, half is left for another look. A look gets its
    ``least`` simulations even when none are left, but never more time: one of ``LOOKS`` parts.
    """
    if plan.most_simulations is not None and not plan.for_pass:
        return None  # fixed simulations, and none set aside
    made = [look for look in looks if look is not None]
    left = int(PASS_CHECK * report.simulations)
    if plan.kept and plan.most_simulations is not None:
        left = plan.most_simulations - report.simulations
    left -= sum(look.simulations for look in made)
    if not least and (left <= 0 or (made and left < LEAST_LOOK)):
        return None
    seconds = None
    if plan.seconds is not None and plan.most_seconds is not None:
        seconds = plan.aside - sum(look.seconds for look in made)
        seconds = min(seconds, plan.most_seconds - elapsed)
        if seconds <= 0:
            return None
    parts = 1 if whole else 2
    if least:
        parts = max(1, LOOKS - len(made))
    return Limits(
        max(LEAST_LOOK, least, left // parts), None if seconds is None else seconds / parts
    )


def _reached(limits: Limits, report: SearchReport) -> bool:
    """Return whether the search ended at a limit; one told to hurry ends earlier."""
    if report.stopped_by == "simulations":
        return limits.simulations is not None and report.simulations >= limits.simulations
    return report.stopped_by == "time"


def _slice(plan: ThinkingLimits, report: SearchReport, elapsed: float) -> Limits | None:
    """Return the next stretch of searching, or None at the limit: the hard one while the root is
    undecided."""
    simulations = seconds = None
    most_simulations, most_seconds = plan.whole_simulations, plan.whole_seconds
    if undecided(report, plan.close) or is_behind(report, plan.behind):
        most_simulations, most_seconds = plan.most_simulations, plan.most_seconds
    if plan.seconds is not None:
        left = (most_seconds or plan.seconds) - elapsed
        if left < SHORTEST_SLICE:
            return None
        seconds = min(left, max(plan.seconds / SLICES, SHORTEST_SLICE))
    if plan.simulations is not None:
        rest = (most_simulations or plan.simulations) - report.simulations
        if rest < 1:
            return None
        simulations = min(rest, max(1, plan.simulations // SLICES))
    return Limits(simulations, seconds)
