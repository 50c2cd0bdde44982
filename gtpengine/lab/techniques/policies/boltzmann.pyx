"""Boltzmann selection: children are drawn by exp(score / temperature).

Bouzy and Helmstetter, Monte-Carlo Go developments, 2003, simulated annealing; Coulom, Efficient
selectivity and backup operators in Monte-Carlo tree search, 2006, warns against it in a tree, whose
rewards change. The child of the largest score + temperature * G, where G is Gumbel's random number,
has just this distribution, so that proofs and cuts come on top as for any other score.

Not done: the temperature stays the same during a search.
"""

from libc.math cimport log

from board_ext.lowlevel.rng cimport Rng, rng_float, rng_next, rng_seed
from board_ext.lowlevel.types cimport uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "boltzmann_temperature"
PARAMS = (
    ParamSpec(
        "boltzmann_temperature", float, 0.0, 0.0, 10.0,
        doc="children are drawn in proportion to exp(score / this); 0 takes the best",
        source="Bouzy and Helmstetter 2003; not tuned",
    ),
)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Draw the seed of the children's random numbers; no opinion about the child."""
    (<uint64_t*>door.own)[0] = <uint64_t>rng_next(&d.rng) << 32 | rng_next(&d.rng)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    cdef Rng rng
    rng_seed(&rng, (<const uint64_t*>door.own)[0], view.index)
    # The smallest number above 0 that can be drawn stands for 0.
    view.score -= values_of(&d.search.params).boltzmann_temperature * log(
        -log(max(<double>rng_float(&rng), 1e-8)))


cdef TechniqueDoor _door = TechniqueDoor()
# The noise comes on top of whatever else the score is made of.
_door.hooks.place = 3
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.own_bytes = sizeof(uint64_t)
DOOR = _door
