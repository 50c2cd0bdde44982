"""Maximum frequency: a win is what parts the best move from the others most clearly.

Imagawa and Kaneko, Enhancements in Monte Carlo tree search algorithms for biased game trees, CIG
2015: from the scores of playouts, kept for each move of the root, the threshold of a win is chosen
that makes the gap between the best move's rate of wins and the others' rates largest. So a game
where nearly all playouts win, or lose, still tells moves apart.

Ours: the threshold lies at most ``max_frequency`` points from the real one, the gap is to the mean
rate of the other moves, and only moves with FEWEST simulations are compared. It is computed anew
every INTERVAL simulations, by each thread from its own, and takes effect from then on: rewards that
the tree has keep the threshold of their time. A win by the threshold counts 1, without the share of
``score_weight``.
"""

from libc.math cimport ceil
from libc.string cimport memset

from board_ext.lowlevel.types cimport BLACK, N_VERTICES, PASS_VERTEX, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "max_frequency"
PARAMS = (
    ParamSpec(
        "max_frequency", int, 0, 0, 180,
        doc="points by which the score that counts as a win may move to tell the moves of the root "
        "apart; 0 is off",
        source="maximum frequency, Imagawa and Kaneko 2015; not tuned",
    ),
)

cdef enum:
    MOST = 180                # points on either side of the real threshold
    BINS = 2 * MOST + 2       # bin i: up to i - MOST points, above one less; the ends are open
    FEWEST = 16
    INTERVAL = 128


cdef struct Frequencies:
    # By move of the root: simulations, and how many ended with a lead of its side in each bin.
    uint32_t simulations[N_VERTICES]
    uint32_t leads[N_VERTICES][BINS]
    uint32_t above[N_VERTICES]    # while the threshold is looked for
    uint32_t since            # simulations since it was computed
    int threshold             # points by which the root's side has to lead


cdef int _best_threshold(Frequencies* f, int most) noexcept nogil:
    """Return the threshold of the largest gap; among equals the one nearest to 0."""
    cdef int threshold, v, n, best = 0
    cdef double rate, highest, total, gap, largest = -1.0
    memset(f.above, 0, sizeof(f.above))
    for v in range(N_VERTICES):
        for n in range(MOST + most + 1, BINS):
            f.above[v] += f.leads[v][n] if f.simulations[v] >= FEWEST else 0
    for threshold in range(most, -most - 1, -1):
        highest = 0.0
        total = 0.0
        n = 0
        for v in range(N_VERTICES):
            if f.simulations[v] >= FEWEST:
                # At the first threshold `above` is complete; each lower one adds a bin.
                if threshold < most:
                    f.above[v] += f.leads[v][MOST + threshold + 1]
                rate = f.above[v] / <double>f.simulations[v]
                highest = max(highest, rate)
                total += rate
                n += 1
        if n < 2:
            return 0
        gap = highest - (total - highest) / (n - 1)
        if gap > largest + 1e-9 or (gap > largest - 1e-9 and abs(threshold) < abs(best)):
            largest = gap
            best = threshold
    return best


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Count the lead for the move that the simulation began with."""
    cdef Frequencies* f = <Frequencies*>door.own
    cdef double lead = outcome.points if d.search.root.to_play == BLACK else -outcome.points
    cdef int v = d.record.vertices[0] if d.record.n else PASS_VERTEX
    cdef int bin = MOST + <int>ceil(lead)
    f.leads[v][min(max(bin, 0), BINS - 1)] += 1
    f.simulations[v] += 1
    f.since += 1
    if f.since >= INTERVAL:
        f.since = 0
        f.threshold = _best_threshold(f, values_of(&d.search.params).max_frequency)


cdef void _reward(Door* door, const Descent* d, Outcome* outcome) noexcept nogil:
    cdef int threshold = (<const Frequencies*>door.own).threshold
    cdef double over
    if threshold == 0 or not outcome.played_out:
        return
    over = outcome.points - (threshold if d.search.root.to_play == BLACK else -threshold)
    outcome.value = 1.0 if over > 0.0 else (0.0 if over < 0.0 else 0.5)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.reward = _reward
_door.hooks.own_bytes = sizeof(Frequencies)
DOOR = _door
