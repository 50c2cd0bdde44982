"""Evaluated moves: where no rule has a move, an evaluation chooses among random ones.

The evaluation is the learned weight of the 3x3 pattern around a move, which `learned_patterns.pyx`
has, and ``playout_evaluation`` says how it is used:

- ``branching``: of b random moves the best is played, where b is drawn anew from 1 to
  ``playout_branching`` (the playoutBranchingFactor of Benbassat and Sipper, EvoMCTS, 2013);
- ``greedy``: of ``playout_branching`` random moves the best;
- ``corrective``: a move that is less likely than one elsewhere (a weight below 1) is drawn again,
  ``playout_branching`` - 1 times at most;
- ``mixed``: corrective while more than half of the board is empty, then greedy (Winands and
  Björnsson, Evaluation function based Monte-Carlo LOA, 2010, where greedy and corrective are from,
  too).
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport TechniqueDoor
from gtpengine.lab.techniques.playouts.learned_patterns cimport WEIGHT3_ONE, pattern3_weight
from gtpengine.lab.techniques.playouts.values cimport (
    PLAYOUT_EVALUATION_BRANCHING, PLAYOUT_EVALUATION_CORRECTIVE, PLAYOUT_EVALUATION_MIXED,
    values_of,
)
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "playout_branching"
PARAMS = (
    ParamSpec(
        "playout_branching", int, 0, 0, 361,
        doc="most random moves that an evaluation chooses from, where no rule has one; 0 is off",
        source="Benbassat and Sipper 2013; not tuned",
    ),
    ParamSpec(
        "playout_evaluation", str, "branching",
        choices=("branching", "greedy", "corrective", "mixed"),
        doc="how playout_branching chooses: the best of a random number of moves, the best of "
        "all, any move that is not bad, or first such a move and then the best",
        source="Benbassat and Sipper 2013; Winands and Björnsson 2010",
    ),
)


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return one of some random moves by its evaluation, or NO_VERTEX."""
    cdef int tries = values_of(playout.params).playout_branching
    cdef int way = values_of(playout.params).playout_evaluation
    cdef int _, v, weight, highest = -1, best = NO_VERTEX
    cdef bint corrective = way == PLAYOUT_EVALUATION_CORRECTIVE or (
        way == PLAYOUT_EVALUATION_MIXED and 2 * b.n_empty > b.size * b.size)
    if b.n_empty == 0:
        return NO_VERTEX
    if way == PLAYOUT_EVALUATION_BRANCHING:
        tries = 1 + rng_below(playout.rng, tries)
    for _ in range(tries):
        v = b.empties[rng_below(playout.rng, b.n_empty)]
        if not is_playable(b, v, color) or is_refused(b, v, color, refusal):
            continue
        weight = pattern3_weight(b, v, color)
        if weight > highest:
            highest = weight
            best = v
        if corrective and weight >= WEIGHT3_ONE:
            break
    return best


RULE = PlayoutRule(
    name="evaluated", reason="evaluated", parameter="playout_branching", place=160, answers=False,
).plays(move)

DOOR = TechniqueDoor()
