"""MC-PNS: the way down leads to the node that proves, or refutes, a win of the root soonest.

Saito, Chaslot, Uiterwijk and van den Herik, Monte-Carlo proof-number search for computer Go, 2006:
proof-number search (Allis, van der Meulen and van den Herik 1994) whose leaves begin with the
result of playouts, so that of two leaves the one that looks more like a win is looked at first. A
leaf with the mean p for the side that moves at the root has the proof number 1 - p and the
disproof number p, at least LEAST. Where that side moves, a node's proof number is the smallest of
its children's and its disproof number their sum; where the opponent moves, the other way round. A
proven win has 0 and infinity. The way down follows the smallest proof number, or disproof number
where the opponent moves. Without ``mc_pns_playouts`` all leaves begin alike: proof-number search.

It finds proofs where the solver can: with ``solver``, under rules of area. What is played follows
from visits, as ever; a search that proves nothing is no good guide.

Races: a number is stored and loaded whole, and follows from the children, so the last of two
threads to climb repairs the other's.
"""

from board_ext.lowlevel.atomics cimport load_u32, store_u32
from board_ext.lowlevel.types cimport BLACK, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor, beside
from gtpengine.lab.techniques.tree.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, side_at
from gtpengine.mcts.tree.bounds cimport (
    bounds_for, bounds_verdict, node_bounds, node_is_bounded, tree_has_bounds,
)
from gtpengine.mcts.tree.node cimport node_mean
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "mc_pns"
PARAMS = (
    ParamSpec(
        "mc_pns", bool, False,
        doc="simulations go to the node that proves or refutes a win of the root soonest, by proof "
        "numbers that begin with the results of playouts",
        source="Saito, Chaslot, Uiterwijk and van den Herik 2006",
    ),
    ParamSpec(
        "mc_pns_playouts", bool, True,
        doc="the numbers of a leaf begin with the result of its playouts; without it all leaves "
        "begin alike",
        source="Allis, van der Meulen and van den Herik 1994",
    ),
)

cdef enum:
    ONE = 1 << 16             # fixed point; what is kept is one more, 0 is unknown
    INFINITE = 1 << 30
    LEAST = 655               # 0.01


cdef struct Numbers:
    # Beside a node, for a win of the side that moves at the root.
    uint32_t proof
    uint32_t disproof


cdef struct Pair:
    uint32_t proof
    uint32_t disproof


cdef Pair _numbers(const Door* door, uint32_t node) noexcept nogil:
    """Return the numbers of a node; an unknown one is even."""
    cdef const Numbers* kept = <const Numbers*>beside(door, node)
    cdef uint32_t proof = load_u32(&kept.proof)
    cdef Pair pair
    pair.proof = proof - 1 if proof else ONE // 2
    pair.disproof = load_u32(&kept.disproof) - 1 if proof else ONE // 2
    return pair


cdef Pair _of_leaf(const Door* door, const Descent* d, int depth) noexcept nogil:
    """Return the numbers of the node at a depth by its playouts, or by what is proven."""
    cdef const Tree* tree = &d.search.tree
    cdef int side = d.search.root.to_play, verdict = 0
    cdef double mean = node_mean(&tree.nodes[d.path[depth]])
    cdef Pair pair
    if d.search.solve and tree_has_bounds(tree) and node_is_bounded(tree, d.path[depth]):
        verdict = bounds_verdict(bounds_for(node_bounds(tree, d.path[depth]), side),
                                 d.search.komi if side == BLACK else -d.search.komi)
    if verdict:
        pair.proof = 0 if verdict > 0 else INFINITE
        pair.disproof = INFINITE if verdict > 0 else 0
        return pair
    if not values_of(&d.search.params).mc_pns_playouts:
        pair.proof = pair.disproof = ONE // 2   # as one that is not visited
        return pair
    # The mean is for the side that moved there.
    if depth and side_at(d.search, depth - 1) != side:
        mean = 1.0 - mean
    pair.proof = max(<uint32_t>LEAST, <uint32_t>((1.0 - mean) * ONE))
    pair.disproof = max(<uint32_t>LEAST, <uint32_t>(mean * ONE))
    return pair


cdef Pair _of_children(const Door* door, const Tree* tree, uint32_t node,
                       bint own) noexcept nogil:
    """Return the numbers of a node by its children's; ``own``: the root's side moves."""
    cdef Children children = children_of(&tree.nodes[node])
    cdef unsigned long long proofs = 0, disproofs = 0
    cdef uint32_t least_proof = INFINITE, least_disproof = INFINITE
    cdef Pair pair
    while children_next(tree, &children):
        pair = _numbers(door, children.index)
        least_proof = min(least_proof, pair.proof)
        least_disproof = min(least_disproof, pair.disproof)
        proofs += pair.proof
        disproofs += pair.disproof
    pair.proof = least_proof if own else <uint32_t>min(proofs, <unsigned long long>INFINITE)
    pair.disproof = <uint32_t>min(disproofs, <unsigned long long>INFINITE) if own else (
        least_disproof)
    return pair


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Carry the numbers of the leaf to the root."""
    cdef const Tree* tree = &d.search.tree
    cdef Numbers* kept
    cdef Pair pair
    cdef int depth
    for depth in range(d.depth, -1, -1):
        pair = _of_leaf(door, d, depth)
        if pair.proof and pair.disproof and children_of(&tree.nodes[d.path[depth]]).end:
            pair = _of_children(door, tree, d.path[depth], depth & 1 == 0)
        kept = <Numbers*>beside(door, d.path[depth])
        store_u32(&kept.disproof, pair.disproof + 1)
        store_u32(&kept.proof, pair.proof + 1)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Return the child with the smallest number of the side to move, the first among equals."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[node])
    cdef uint32_t least = 0xFFFFFFFF, chosen = 0, number
    cdef Pair pair
    while children_next(tree, &children):
        pair = _numbers(door, children.index)
        number = pair.disproof if d.depth & 1 else pair.proof
        if number < least:
            least = number
            chosen = children.index
    return chosen


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.learn = _learn
_door.hooks.node_bytes = sizeof(Numbers)
DOOR = _door
