"""Self-tuning: each simulation has search parameters of its own, and what wins is used more.

The parameters are the exploration constant and the number of visits at which RAVE and the mean
count the same, ``rave_equivalence`` times a factor. Each side has its own; a simulation's outcome
is the reward of those that its side had. ``self_tuning`` says how they are chosen:

- ``random``: a pair of the grid by chance for each simulation (Sironi and Winands, On-line
  parameter tuning for Monte-Carlo tree search, 2019, where this beat random values for each game or
  turn);
- ``bandit``: a pair of the grid by UCB1 (self-adaptive MCTS, Sironi, Liu and Winands 2020;
  Świechowski and Mańdziuk, Self-adaptation of playing strategies, 2014; Kozelek's tuning of C
  during the search, 2009, is of its kind);
- ``evolution``: a (1+1) evolution strategy (Lucas, Samothrakis and Pérez, Fast evolutionary
  adaptation for Monte Carlo tree search, 2014): the best pair so far, changed by normal noise, is
  tried for TRIAL simulations, and kept if their mean is no worse.

It works with the tree policy rave and its default schedule. Each thread tunes for itself.
"""

from libc.math cimport cos, exp2, log, sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.rng cimport Rng, rng_below, rng_float
from board_ext.lowlevel.types cimport BLACK, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.doors.mixing cimport view_mix
from gtpengine.lab.techniques.adapting.values cimport (
    SELF_TUNING_BANDIT, SELF_TUNING_EVOLUTION, values_of,
)
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.params.selection_values cimport (
    TREE_POLICY_RAVE, SelectionValues, selection_values,
)
from gtpengine.mcts.tree.childview cimport ChildView

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "self_tuning"
PARAMS = (
    ParamSpec(
        "self_tuning", str, "off", choices=("off", "random", "bandit", "evolution"),
        doc="how each simulation gets an exploration constant and a factor on rave_equivalence: "
        "not, by chance, by UCB1, or by a (1+1) evolution strategy",
        source="Sironi and Winands 2019; Sironi, Liu and Winands 2020; Lucas, Samothrakis and "
        "Pérez 2014",
    ),
)

cdef enum:
    STEPS = 5                 # of each parameter on the grid
    TRIAL = 32                # simulations that a pair is tried for by evolution

cdef double TURN = 6.283185307179586
# Constants of exploration on the grid; factors on rave_equivalence are 2^-2 to 2^2.
cdef double[5] GRID = [0.0, 0.05, 0.1, 0.2, 0.4]
cdef double BANDIT_EXPLORATION = 0.5


cdef struct Setting:
    double exploration
    double factor             # its logarithm to the base 2


cdef struct Side:
    Setting now
    int arm                   # of the bandit
    double visits[STEPS * STEPS]
    double outcomes[STEPS * STEPS]
    Setting parent            # of evolution
    double parent_mean        # below 0 before it was tried
    double trial_n
    double trial_sum


cdef struct Tuner:
    Side sides[3]
    double log_visits         # of the node that is chosen at


cdef double _normal(Rng* rng) noexcept nogil:
    """Return a normal number, by Box and Muller."""
    return sqrt(-2.0 * log(max(<double>rng_float(rng), 1e-8))) * cos(TURN * rng_float(rng))


cdef int _best_arm(const Side* side) noexcept nogil:
    """Return the arm of the greatest UCB1 score, one without visits first."""
    cdef double total = 1.0, score, best = -1.0
    cdef int i, chosen = 0
    for i in range(STEPS * STEPS):
        if side.visits[i] == 0.0:
            return i
        total += side.visits[i]
    for i in range(STEPS * STEPS):
        score = side.outcomes[i] / side.visits[i] + BANDIT_EXPLORATION * sqrt(
            log(total) / side.visits[i])
        if score > best:
            best = score
            chosen = i
    return chosen


cdef void _evolve(Side* side, Rng* rng) noexcept nogil:
    """After a trial keep the better pair, and change it."""
    cdef double mean
    if side.trial_n < TRIAL:
        return
    mean = side.trial_sum / side.trial_n
    if mean >= side.parent_mean or side.parent_mean < 0.0:
        side.parent = side.now
        side.parent_mean = mean
    side.now.exploration = min(max(side.parent.exploration + 0.1 * _normal(rng), 0.0), 1.0)
    side.now.factor = min(max(side.parent.factor + _normal(rng), -4.0), 4.0)
    side.trial_n = 0.0
    side.trial_sum = 0.0


cdef void _begin(Door* door) noexcept nogil:
    cdef Tuner* tuner = <Tuner*>door.own
    cdef int side
    for side in range(3):
        tuner.sides[side].parent_mean = -1.0


cdef void _draw(Tuner* tuner, Descent* d) noexcept nogil:
    """Choose the parameters of both sides for a simulation."""
    cdef Side* side
    cdef int i
    for i in range(1, 3):
        side = &tuner.sides[i]
        if values_of(&d.search.params).self_tuning == SELF_TUNING_EVOLUTION:
            _evolve(side, &d.rng)
            continue
        if values_of(&d.search.params).self_tuning == SELF_TUNING_BANDIT:
            side.arm = _best_arm(side)
        else:
            side.arm = rng_below(&d.rng, STEPS * STEPS)
        side.now.exploration = GRID[side.arm % STEPS]
        side.now.factor = side.arm // STEPS - STEPS // 2


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """At the root choose the parameters; no opinion about the child."""
    cdef Tuner* tuner = <Tuner*>door.own
    if d.depth == 0:
        _draw(tuner, d)
    tuner.log_visits = log(<double>load_u32(&d.search.tree.nodes[node].visits) + 1.0)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Mix and explore by the parameters of the side to move."""
    cdef const Tuner* tuner = <const Tuner*>door.own
    cdef const Setting* now = &tuner.sides[d.board.to_play].now
    cdef const SelectionValues* values = selection_values(&d.search.params)
    cdef double n = view.visits, r = view.rave_visits, k = values.rave_equivalence
    if values.tree_policy != TREE_POLICY_RAVE or n <= 0.0:
        return
    if k > 0.0 and r > 0.0:
        view_mix(view, r / (r + n + n * r / (k * exp2(now.factor))))
    view.score += now.exploration * sqrt(tuner.log_visits / n)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit the parameters of either side with its outcome."""
    cdef Tuner* tuner = <Tuner*>door.own
    cdef Side* side
    cdef double reward
    cdef int i
    for i in range(1, 3):
        side = &tuner.sides[i]
        reward = outcome.value if i == BLACK else 1.0 - outcome.value
        side.visits[side.arm] += 1.0
        side.outcomes[side.arm] += reward
        side.trial_n += 1.0
        side.trial_sum += reward


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.begin = _begin
_door.hooks.choose = _choose
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Tuner)
DOOR = _door
