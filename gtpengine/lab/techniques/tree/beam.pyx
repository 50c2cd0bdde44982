"""Beam Monte-Carlo tree search: of each level of the tree the most visited nodes stay.

Baier and Winands, Beam Monte-Carlo tree search, CIG 2012: when ``beam_simulations`` simulations
have passed a depth, the ``beam_width`` most visited nodes of that depth are kept and all others
pruned, for the rest of the search; each depth once. It is the beam search of Lowerre (The Harpy
speech recognition system, 1976) with visits for the heuristic.

Ours: a pruned node is put behind its siblings, so that where all of them are pruned the best is
followed. Once in ``explore_interval`` visits it is looked at all the same.

Races: one thread prunes at a time; others may follow a node that is about to be pruned.
"""

from board_ext.lowlevel.atomics cimport add_u32, load_u32, store_release_u32, store_u32, swap_if_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, MAX_DEPTH, Outcome
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "beam_width"
PARAMS = (
    ParamSpec(
        "beam_width", int, 0, 0, 1000,
        doc="nodes of each depth that stay when the depth is pruned, the most visited; 0 is no "
        "beam",
        source="BMCTS, Baier and Winands 2012; not tuned",
    ),
    ParamSpec(
        "beam_simulations", int, 1000, 1, 1_000_000_000,
        doc="simulations that pass a depth before it is pruned to beam_width nodes",
        source="BMCTS, Baier and Winands 2012; not tuned",
    ),
)

cdef enum:
    MOST = 1000
    PRUNED = 100              # taken off a score: more than any score, less than a proof


cdef struct Beam:
    uint32_t busy             # 1 while a thread prunes
    uint32_t passed[MAX_DEPTH + 1]    # simulations that have passed each depth
    # Of the depth that is pruned: the visits of the best nodes, most first.
    int n
    uint32_t visits[MOST]


cdef inline uint32_t _mark(const Door* door) noexcept nogil:
    """Return what lies beside a pruned node: another number for each root, never 0."""
    return <uint32_t>door.worker.search.root_era * 2 + 1


cdef inline bint _is_pruned(const Door* door, uint32_t node) noexcept nogil:
    return load_u32(<const uint32_t*>beside(door, node)) == _mark(door)


cdef void _note(Beam* beam, uint32_t visits, int most) noexcept nogil:
    """Put a node's visits among the most, if they are."""
    cdef int place
    if beam.n == most and visits <= beam.visits[most - 1]:
        return
    place = min(beam.n, most - 1)
    while place > 0 and beam.visits[place - 1] < visits:
        beam.visits[place] = beam.visits[place - 1]
        place -= 1
    beam.visits[place] = visits
    beam.n = min(beam.n + 1, most)


cdef void _walk(const Door* door, Beam* beam, uint32_t node, int depth, int* spare) noexcept nogil:
    """Go ``depth`` levels down to the nodes that are not pruned.

    Without ``spare`` their visits are noted. With it those below the last of the beam are pruned,
    and of those that equal it all but as many as it says.
    """
    cdef Tree* tree = &door.worker.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef uint32_t visits
    while children_next(tree, &children):
        if _is_pruned(door, children.index):
            continue
        if depth > 1:
            _walk(door, beam, children.index, depth - 1, spare)
            continue
        visits = load_u32(&tree.nodes[children.index].visits)
        if spare == NULL:
            _note(beam, visits, values_of(&door.worker.search.params).beam_width)
        elif visits == beam.visits[beam.n - 1] and spare[0] > 0:
            spare[0] -= 1
        elif visits <= beam.visits[beam.n - 1]:
            store_u32(<uint32_t*>beside(door, children.index), _mark(door))


cdef void _prune(Door* door, uint32_t root, int depth) noexcept nogil:
    """Keep the most visited nodes of a depth."""
    cdef Beam* beam = <Beam*>door.shared
    cdef int spare = 0, i
    beam.n = 0
    _walk(door, beam, root, depth, NULL)
    if beam.n < values_of(&door.worker.search.params).beam_width:
        return
    for i in range(beam.n):
        spare += beam.visits[i] == beam.visits[beam.n - 1]
    _walk(door, beam, root, depth, &spare)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    cdef Beam* beam = <Beam*>door.shared
    cdef uint32_t limit = values_of(&d.search.params).beam_simulations, free
    cdef int depth
    for depth in range(1, d.depth + 1):
        if add_u32(&beam.passed[depth], 1) + 1 == limit:
            free = 0
            if swap_if_u32(&beam.busy, &free, 1):
                _prune(door, d.path[0], depth)
                store_release_u32(&beam.busy, 0)


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    if _is_pruned(door, view.index):
        view.score -= PRUNED


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.score = _score
_door.hooks.learn = _learn
_door.hooks.shared_bytes = sizeof(Beam)
_door.hooks.node_bytes = sizeof(uint32_t)
DOOR = _door
