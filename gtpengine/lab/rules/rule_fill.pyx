"""Playout rule: a point amid an empty area, "fill the board".

From Chaslot, Fiter, Hoock, Rimmel and Teytaud 2010.
"""

from board_ext.board cimport Board
from board_ext.neighbours cimport AROUND
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport CELL_EMPTY, NO_VERTEX
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_fill_tries", int, 0, 0, 100,
        doc="random points that are tried, before a random move, to find a point amid an empty "
        "area",
        source="Chaslot et al. 2010, fill the board",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return the first of some random points that is empty with all eight points around it.

    Points on the first line never are, because the border is not empty.
    """
    cdef int _, i, v
    if b.n_empty < 9:
        return NO_VERTEX
    for _ in range(values_of(playout.params).playout_fill_tries):
        v = b.empties[rng_below(playout.rng, b.n_empty)]
        for i in range(8):
            if b.cell[v + AROUND[i]] != CELL_EMPTY:
                break
        else:
            return v
    return NO_VERTEX


RULE = PlayoutRule(
    name="fill", reason="fill", parameter="playout_fill_tries", place=140, answers=False,
).plays(move)
