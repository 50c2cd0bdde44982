"""Bounds on the final score of a node (Cazenave and Saffidine 2010), beside the tree's nodes.

With best play the area of Black less that of White ends up between ``low`` and ``high``, komi left
out; whether that is a proven win is then a matter of komi. Few nodes have bounds, those of late
endgames. A tree without room for them (`bounds_reserve`) has none; nothing may be noted in it.

Races: both bounds are one word, 0 without any, and a thread puts in only what is tighter than what
it has seen, so none is lost. The flag follows the word. Of two threads that tighten two children at
once each may miss the other's when it bounds the parent: the next news below repairs that.
"""

from board_ext.atomics cimport load_acquire_u8, load_u32, or_u8, swap_if_u32
from board_ext.types cimport BLACK, MAX_POINTS, uint32_t
from gtpengine.mcts.tree.node cimport NODE_BOUNDED
from gtpengine.mcts.tree.tree cimport Tree, tree_beside, tree_is_touched, tree_reserve, tree_touch

cdef enum:
    BIAS = 512                # half of the range of a bound's sixteen bits that is used


cdef struct ScoreBounds:
    int low                   # points; for whom, says who has made it
    int high


cdef inline uint32_t _packed(int low, int high) noexcept nogil:
    return <uint32_t>(low + BIAS) << 16 | <uint32_t>(high + BIAS)


cdef inline ScoreBounds _unpacked(uint32_t word) noexcept nogil:
    cdef ScoreBounds bounds
    bounds.low = <int>(word >> 16) - BIAS if word else -MAX_POINTS
    bounds.high = <int>(word & 0xFFFF) - BIAS if word else MAX_POINTS
    return bounds


cdef inline void bounds_reserve(Tree* tree) noexcept nogil:
    """Keep bounds in a tree, which is opened next."""
    tree.bounds = tree_reserve(tree, sizeof(uint32_t))


cdef inline bint tree_has_bounds(const Tree* tree) noexcept nogil:
    """Return whether any node may have bounds."""
    return tree_is_touched(tree, tree.bounds)


cdef inline uint32_t* _word(const Tree* tree, uint32_t index) noexcept nogil:
    return <uint32_t*>tree_beside(tree, tree.bounds, index)


cdef inline bint node_is_bounded(const Tree* tree, uint32_t index) noexcept nogil:
    return (load_acquire_u8(&tree.nodes[index].flags) & NODE_BOUNDED) != 0


cdef inline ScoreBounds node_bounds(const Tree* tree, uint32_t index) noexcept nogil:
    """Return the bounds for Black; those of any game where none are known."""
    return _unpacked(load_u32(_word(tree, index)) if node_is_bounded(tree, index) else 0)


cdef inline ScoreBounds bounds_for(ScoreBounds black, int color) noexcept nogil:
    """Return the bounds for ``color`` of those for Black."""
    cdef ScoreBounds bounds
    if color == BLACK:
        return black
    bounds.low = -black.high
    bounds.high = -black.low
    return bounds


cdef inline int bounds_verdict(ScoreBounds bounds, double komi) noexcept nogil:
    """Return 1 for a sure win of the side whose bounds these are, -1 for a loss, 0 for neither;
    ``komi`` is what it has to lead by."""
    return (bounds.low > komi) - (bounds.high < komi)


cdef inline bint node_tighten(Tree* tree, uint32_t index, int low, int high) noexcept nogil:
    """Note that the score for Black is within these bounds; return whether that was news."""
    cdef ScoreBounds known
    cdef uint32_t* place = _word(tree, index)
    cdef uint32_t word = load_u32(place)
    while True:
        known = _unpacked(word)
        if low <= known.low and high >= known.high:
            return False
        tree_touch(tree, tree.bounds)
        if swap_if_u32(place, &word, _packed(max(low, known.low), min(high, known.high))):
            break
    if not node_is_bounded(tree, index):
        or_u8(&tree.nodes[index].flags, NODE_BOUNDED)
    return True
