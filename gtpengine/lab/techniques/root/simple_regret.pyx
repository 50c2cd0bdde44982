"""SR+CR: at the root moves are chosen to find the best one, below it to play well.

Tolpin and Shimony, MCTS based on simple regret, AAAI 2012. The move that is played in the end
matters at the root, not the moves that are tried; so the root explores more than the tree below,
where the usual policy stays. ``half-greedy`` follows the child of the best mean half of the time
and any other else; ``ucb-sqrt`` has a bonus that grows with the root of the visits: mean +
``ucb_exploration`` * sqrt(sqrt(N) / n).

Liu and Tsuruoka, Asymmetric move selection strategies in Monte-Carlo tree search, CIG 2015, choose
so at all nodes where the root's side is to move, and as usual at the opponent's nodes:
``simple_regret_at`` = own.
"""

from libc.math cimport sqrt

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.rng cimport rng_below, rng_float
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.policies.values cimport values_of as policies_values
from gtpengine.lab.techniques.root.values cimport (
    SIMPLE_REGRET_AT_ROOT, SIMPLE_REGRET_HALF_GREEDY, values_of,
)
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "simple_regret"
PARAMS = (
    ParamSpec(
        "simple_regret", str, "off", choices=("off", "half-greedy", "ucb-sqrt"),
        doc="how the root alone chooses: as the rest of the tree; half of the time the child of "
        "the best mean, else any other; by a bonus that grows with the root of the visits",
        source="SR+CR, Tolpin and Shimony 2012",
    ),
    ParamSpec(
        "simple_regret_at", str, "root", choices=("root", "own"),
        doc="where simple_regret chooses: at the root, or at all nodes with its side to move",
        source="Liu and Tsuruoka 2015",
    ),
)


cdef uint32_t _half_greedy(Descent* d, uint32_t node) noexcept nogil:
    """Return the child of the best mean at a rate of one half, else any of the others."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef uint32_t best = 0
    cdef double highest = -1.0, mean
    cdef int n = 0, wanted
    while children_next(tree, &children):
        mean = node_mean(&tree.nodes[children.index])
        n += 1
        if mean > highest:
            highest = mean
            best = children.index
    if n < 2 or rng_float(&d.rng) < 0.5:
        return best
    wanted = rng_below(&d.rng, n - 1)
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        if children.index == best:
            continue
        if wanted == 0:
            return children.index
        wanted -= 1
    return best


cdef uint32_t _ucb_sqrt(Descent* d, uint32_t node) noexcept nogil:
    """Return the child of the best score; one without visits is first."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef double root = sqrt(<double>load_u32(&tree.nodes[node].visits)), best = -1.0, score
    cdef uint32_t chosen = 0, n
    while children_next(tree, &children):
        n = load_u32(&tree.nodes[children.index].visits)
        if n == 0:
            return children.index
        score = (node_mean(&tree.nodes[children.index])
                 + policies_values(&d.search.params).ucb_exploration * sqrt(root / n))
        if score > best:
            best = score
            chosen = children.index
    return chosen


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    if d.depth and (
            d.depth & 1 or values_of(&d.search.params).simple_regret_at == SIMPLE_REGRET_AT_ROOT):
        return 0
    if values_of(&d.search.params).simple_regret == SIMPLE_REGRET_HALF_GREEDY:
        return _half_greedy(d, node)
    return _ucb_sqrt(d, node)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
DOOR = _door
