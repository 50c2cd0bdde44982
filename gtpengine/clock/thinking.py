"""How long to search for a move: a plan, and the loop that follows it.

A search first runs to the *aim* of its plan, less when it may stop early because the best move
cannot be overtaken. Then, while the root is undecided, it goes on in slices up to the hard limit.
The root is undecided when the two best moves are close in visits, or when the most visited move
is not the one of highest value (Coulom's and Chaslot's max-robust child: search on until both are
one move; UNST and CLOSE of Baier and Winands 2016, "Time Management for Monte Carlo Tree Search").

Not done: fixed limits are not stretched unless the recommendation is ``max-robust``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gtpengine.clock.allotment import Budget
from gtpengine.config.options import EarlyStop, EngineOptions, Recommendation
from gtpengine.mcts.report.recommend import CREDIBLE
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import CannotBeOvertaken, Limits, Stopper

SLICES: Final = 4
"""Into how many parts of its aim a search is cut when it goes on."""

SHORTEST_SLICE: Final = 0.01
"""Seconds below which going on is not worth the start of the threads."""

PASS_CHECK: Final = 0.25
"""The part of a move's aim that looks at the positions after its answers may take on top."""

LATE: Final = 0.25
"""Moves or stones, as a part of the points of the board, from which a pass may come up: before them
small boards have been settled in no game of ours."""

LEAST_LOOK: Final = 200
"""Simulations below which a look at the position after an answer says nothing."""

Search = Callable[[Limits, Sequence[Stopper]], SearchReport | None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The limits of a search: simulations, seconds or both; each with its hard limit.

    ``whole_simulations`` and ``whole_seconds`` are searched through even where nothing is
    undecided, unless they are needed for a look at a pass; None is no more than the aim.
    ``stop_early``: whether time or simulations that are not needed may be left unused.
    ``close``: a best move with less than this many times the visits of the second is close.
    ``for_pass``: whether something is set aside after the aim for a look at the position after a
    pass; ``kept`` is how many of fixed simulations are.
    """

    simulations: int | None = None
    most_simulations: int | None = None
    seconds: float | None = None
    most_seconds: float | None = None
    whole_simulations: int | None = None
    whole_seconds: float | None = None
    stop_early: bool = False
    close: float = 1.5
    for_pass: bool = False
    kept: int = 0

    @property
    def limits(self) -> Limits:
        """The limits aimed at."""
        return Limits(self.simulations, self.seconds)


def make_plan(options: EngineOptions, budget: Budget | None, for_pass: bool) -> Plan:
    """The plan that the options and the budget of the clock make together.

    Fixed limits are kept to the letter, but a clock cuts them short. ``for_pass``: whether this
    move may be a pass that wants a look first, so that a part is set aside; of fixed limits, too.
    """
    simulations = options.simulations
    fixed = options.time_per_move
    # The most visited move cannot be overtaken; one of the highest value may be.
    by_visits = options.recommendation in (Recommendation.ROBUST, Recommendation.MAX_ROBUST)
    stop_early = options.early_stop is EarlyStop.ALWAYS and by_visits
    # Time that is not used now may be lost to later moves; a spare period is not.
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
    whole_seconds = seconds
    if for_pass and seconds is not None and most_seconds is not None:
        seconds = min(seconds, (most_seconds if saves else seconds) / (1 + PASS_CHECK))
        if saves and fixed is None:
            whole_seconds = seconds
    doubles = options.recommendation is Recommendation.MAX_ROBUST
    kept = 0
    if for_pass and simulations is not None and not doubles:
        kept = simulations - math.ceil(simulations / (1 + PASS_CHECK))
    return Plan(
        simulations=None if simulations is None else simulations - kept,
        most_simulations=None if simulations is None else simulations * (2 if doubles else 1),
        seconds=seconds,
        most_seconds=most_seconds,
        whole_simulations=simulations,
        whole_seconds=whole_seconds,
        stop_early=stop_early,
        close=options.time_close,
        for_pass=for_pass,
        kept=kept,
    )


def undecided(report: SearchReport, close: float) -> bool:
    """Whether more searching may well change the recommended move."""
    if len(report.moves) < 2:
        return False
    best, second = report.moves[:2]
    if best.proven:
        return False
    if best.visits < close * second.visits:
        return True
    credible = CREDIBLE * best.visits
    return any(m.visits >= credible and m.value > best.value for m in report.moves[1:])


def think(
    search: Search,
    plan: Plan,
    used: float = 0.0,
    now: Callable[[], float] = time.monotonic,
    look_is_needed: Callable[[SearchReport], bool] = lambda _: False,
) -> SearchReport | None:
    """Search as planned; ``used`` seconds of the plan are gone already.

    ``search`` goes on with one tree at each call, and reports the simulations of that call; the
    report that is returned is of all calls. ``look_is_needed`` tells whether the time that is
    set aside for a pass is needed after what has been seen. None when the first search fails.
    """
    begin = now() - used
    limits = plan.limits
    if limits.seconds is not None:
        limits = Limits(limits.simulations, max(0.0, limits.seconds - used))
    stoppers = (CannotBeOvertaken(),) if plan.stop_early else ()
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
    plan: Plan,
    report: SearchReport,
    looks: Iterable[SearchReport | None],
    elapsed: float,
    whole: bool,
) -> Limits | None:
    """The limits of the next look, None when nothing is left for it.

    ``looks`` are those made before, after the ``report`` of the search; ``elapsed`` counts from
    the begin of the move. Without ``whole`` half is left for another look.
    """
    if plan.most_simulations is not None and not plan.for_pass:
        return None  # fixed simulations of which nothing was set aside
    made = [look for look in looks if look is not None]
    left = int(PASS_CHECK * report.simulations)
    if plan.kept and plan.most_simulations is not None:
        left = plan.most_simulations - report.simulations
    left -= sum(look.simulations for look in made)
    if left <= 0 or (made and left < LEAST_LOOK):
        return None
    seconds = None
    if plan.seconds is not None and plan.most_seconds is not None:
        seconds = PASS_CHECK * plan.seconds - sum(look.seconds for look in made)
        seconds = min(seconds, plan.most_seconds - elapsed)
        if seconds <= 0:
            return None
    if not whole:
        left //= 2
        seconds = None if seconds is None else seconds / 2
    return Limits(max(LEAST_LOOK, left), seconds)


def _reached(limits: Limits, report: SearchReport) -> bool:
    """Whether the search ended at a limit; one that was told to hurry ends earlier."""
    if report.stopped_by == "simulations":
        return limits.simulations is not None and report.simulations >= limits.simulations
    return report.stopped_by == "time"


def _slice(plan: Plan, report: SearchReport, elapsed: float) -> Limits | None:
    """The next stretch of searching, None when a limit is reached: the hard one where the root is
    undecided."""
    simulations = seconds = None
    most_simulations, most_seconds = plan.whole_simulations, plan.whole_seconds
    if undecided(report, plan.close):
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
