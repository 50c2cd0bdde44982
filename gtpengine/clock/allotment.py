"""How much of a clock the next move may take: pure functions over ``timeman.Clock``.

The main time is spread over the moves still expected, with more for the middle game. Before an
overtime it is spent faster. Strength grows about with the logarithm of the thinking time, and the
sum of logarithms is largest when a move in the main time takes e times what a move in overtime
gets; with more main time than that, it is spread over the whole game.

Sources: spreading over max(expected moves left, a minimum) is the basic formula of Huang, Coulom
and Lin 2010, "Monte-Carlo simulation balancing in practice" and "Time management for Monte-Carlo
tree search applied to the game of Go"; Baier and Winands 2016 compare such rules. The value of the
position counts in ``thinking.py`` alone. Not done: the opponent's clock is ignored.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from gtpengine.clock.timeman import Clock, TimeSystem
from gtpengine.config.options import EngineOptions

MIN_SECONDS: Final = 0.001
"""Seconds spent even when the flag is about to fall."""

MAX_SECONDS: Final = 86_400.0
"""Most seconds for a move, a day, however much a clock has."""


@dataclass(frozen=True, slots=True)
class TimePolicy:
    """How time is spread: the parameters, and what is known about lost time.

    ``lag`` seconds before the flag are never planned for. ``lag_each`` is the time that a move is
    expected to cost on the clock beyond its thinking: the way between engine and referee, and
    lateness. It is kept back for the moves to come. Of a small clock, both together take at most
    the fraction ``time_lag_share``, but never less than the ``seen_each`` that moves did lose so
    far.
    """

    options: EngineOptions
    lag: float
    lag_each: float
    seen_each: float = 0.0


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """Seconds for one move: what to aim at, and what never to exceed.

    ``saves``: whether time left unused now is available to later moves.
    """

    aim: float
    most: float
    saves: bool = True


def own_moves_left(size: int, move_number: int, policy: TimePolicy) -> float:
    """Return how many more moves a player expects to make after ``move_number`` moves of both."""
    points = size * size
    expected = (policy.options.time_game_length * points - move_number) / 2
    return max(expected, policy.options.time_end_moves * points, 4.0)


def weight(size: int, move_number: float, policy: TimePolicy) -> float:
    """Return the relative time of a move: 1, rising to ``time_middle`` in the middle game.

    It rises from the first move to ``time_middle_from``, and falls over as many moves as the
    middle game has.
    """
    part = move_number / (size * size)
    begin = policy.options.time_middle_from
    end = max(begin, policy.options.time_middle_to)
    if part < begin:
        height = part / begin
    elif part <= end:
        height = 1.0
    else:
        fall = end - begin
        height = max(0.0, 1.0 - (part - end) / fall) if fall > 0 else 0.0
    return 1.0 + (policy.options.time_middle - 1.0) * height


def share_of_move(size: int, move_number: int, policy: TimePolicy) -> float:
    """Return the fraction of the main time for the next move, above 0 and below 1."""
    moves = own_moves_left(size, move_number, policy)
    whole = int(moves)
    total = sum(weight(size, move_number + 2 * i, policy) for i in range(whole))
    total += (moves - whole) * weight(size, move_number + 2 * whole, policy)
    return weight(size, move_number, policy) / total


def allot(clock: Clock, size: int, move_number: int, policy: TimePolicy) -> TimeBudget | None:
    """Return the budget for the next move, or None without a limit.

    ``move_number`` counts the moves of both so far (or the stones of a board that was set up). A
    budget never exceeds the clock less the lag. Where the lag is a large part of a small clock,
    only the fraction ``time_lag_share`` is kept back.
    """
    if clock.settings.system is TimeSystem.NONE:
        return None
    budget = _budget(clock, size, move_number, policy)
    least = min(MIN_SECONDS, clock.left / 20)
    aim = min(max(budget.aim, least), MAX_SECONDS)
    return replace(budget, aim=aim, most=min(max(aim, budget.most), MAX_SECONDS))


def _budget(clock: Clock, size: int, move_number: int, policy: TimePolicy) -> TimeBudget:
    system = clock.settings.system
    if system is TimeSystem.FISCHER:
        return _fischer(clock, size, move_number, policy)
    if clock.stones_left:
        usable = _usable(clock.left, clock.stones_left, policy)
        share = usable / clock.stones_left
        return TimeBudget(share, _stretched(share, usable, policy), clock.stones_left > 1)
    if clock.periods_left:
        usable = _usable(clock.left, 1, policy)
        spare = clock.periods_left > 1 and move_number >= policy.options.time_middle_from * size**2
        # A hard decision may cost a spare period, but no more than one.
        return TimeBudget(usable, usable + (clock.settings.period if spare else 0.0), False)
    part = share_of_move(size, move_number, policy)
    if system is TimeSystem.ABSOLUTE:
        moves = math.ceil(own_moves_left(size, move_number, policy))
        usable = _usable(clock.left, moves, policy)
        share = usable * part
        return TimeBudget(share, _stretched(share, usable, policy))
    # Main time with overtime behind it: running over its end is no harm.
    settings = clock.settings
    stones = settings.stones or 1
    overtime = _usable(settings.period, stones, policy) / stones
    share = max(clock.left * part, policy.options.time_overtime_ratio * overtime)
    share = min(share, clock.left + overtime)
    most = min(policy.options.time_stretch * share, max(share, clock.left / 2 + overtime))
    return TimeBudget(share, most)


def _fischer(clock: Clock, size: int, move_number: int, policy: TimePolicy) -> TimeBudget:
    settings = clock.settings
    moves = own_moves_left(size, move_number, policy)
    gain = settings.increment - policy.lag_each
    # Later moves pay their lag from their increments first.
    usable = _usable(clock.left, 1 if gain >= 0 else math.ceil(moves), policy)
    total = usable + max(0.0, gain) * (moves - 1)
    share = min(total * share_of_move(size, move_number, policy), usable)
    # Time above the limit of the clock would be lost.
    overflow = min(usable, clock.left + settings.increment - settings.main_limit)
    saves = overflow < share / 2
    share = max(share, overflow)
    most = _stretched(share, usable, policy)
    longest = _usable(settings.move_limit, 1, policy)
    return TimeBudget(min(share, longest), min(most, longest), saves)


def _usable(seconds: float, moves: int, policy: TimePolicy) -> float:
    """Return the thinking time that ``moves`` moves share when ``seconds`` are left for them."""
    if math.isinf(seconds):
        return seconds
    seen = policy.seen_each * moves
    reserve = max(0.0, policy.lag + policy.lag_each * (moves - 1) - seen)
    left = max(0.0, seconds - seen)
    return left - min(reserve, policy.options.time_lag_share * left)


def _stretched(share: float, usable: float, policy: TimePolicy) -> float:
    """Return the hard limit of a move, which leaves half of the time to later moves."""
    return min(policy.options.time_stretch * share, max(share, usable / 2))
