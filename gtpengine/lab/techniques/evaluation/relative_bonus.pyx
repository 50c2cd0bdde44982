"""Relative bonus: a win in a game shorter than usual is worth more.

Pepels, Tak, Lanctot and Winands, Quality-based rewards for Monte-Carlo tree search simulations,
ECAI 2014: with the length D of a simulation from the root, the mean and the deviation s of the
lengths of those that the same side won, l = (mean - D) / s; the winner gets ``relative_bonus`` *
(-1 + 2 / (1 + exp(-k l))) more, with k = ``relative_bonus_steepness``. Means and deviations are
those of this search and this thread.

Ours: rewards stay within [0, 1], which takes the bonus of a win from what a whole win is worth.
"""

from libc.math cimport exp, sqrt

from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "relative_bonus"
PARAMS = (
    ParamSpec(
        "relative_bonus", float, 0.0, 0.0, 0.5,
        doc="most that a win is worth more, and less, for the length of the simulation",
        source="Pepels, Tak, Lanctot and Winands 2014; 0.25 there",
    ),
    ParamSpec(
        "relative_bonus_steepness", float, 3.0, 0.0, 100.0,
        doc="how soon relative_bonus is reached, for each deviation of the length from its mean",
        source="Pepels, Tak, Lanctot and Winands 2014; not tuned",
    ),
)

cdef enum:
    FEWEST = 30               # simulations before the bonus begins


cdef struct Lengths:
    # Of the simulations that one side won, by Welford's method.
    double n
    double mean
    double squares


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    cdef Lengths* lengths
    cdef double length = d.record.n, apart, deviation, bonus = 0.0
    cdef bint black = outcome.points > 0.0
    if not outcome.played_out or outcome.points == 0.0:
        return
    lengths = &(<Lengths*>door.own)[1 if black else 0]
    if lengths.n >= FEWEST and lengths.squares > 0.0:
        deviation = sqrt(lengths.squares / lengths.n)
        bonus = values_of(&d.search.params).relative_bonus * (-1.0 + 2.0 / (1.0 + exp(
            -values_of(&d.search.params).relative_bonus_steepness
            * (lengths.mean - length) / deviation)))
    lengths.n += 1.0
    apart = length - lengths.mean
    lengths.mean += apart / lengths.n
    lengths.squares += apart * (length - lengths.mean)
    # A whole win is worth 1 - relative_bonus, so that there is room for the bonus.
    bonus -= values_of(&d.search.params).relative_bonus
    outcome.value = min(max(outcome.value + (bonus if black else -bonus), 0.0), 1.0)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.reward = _reward
_door.hooks.own_bytes = 2 * sizeof(Lengths)
DOOR = _door
