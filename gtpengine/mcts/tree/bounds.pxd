"""Bounds on the final score of a node (Cazenave and Saffidine 2010), beside the tree's nodes.

With best play Black's area minus White's ends up between ``low`` and ``high``, without komi; komi
decides whether that proves a win. Only nodes of late endgames have bounds. A tree without room for
them (``bounds_reserve``) has none, and nothing may be noted in it.

Races: both bounds are one word, 0 where there are none. A thread only replaces a word it has seen
by a tighter one, so no bound is lost. The flag is set after the word. When two threads tighten two
children at once, each may miss the other's bound when it bounds the parent; the next news below
repairs that.
"""

from board_ext.lowlevel.atomics cimport load_acquire_u8, load_u32, or_u8, swap_if_u32
from board_ext.lowlevel.types cimport BLACK, MAX_POINTS, uint32_t
from gtpengine.mcts.tree.node cimport NODE_BOUNDED
from gtpengine.mcts.tree.tree cimport Tree, tree_beside, tree_is_touched, tree_reserve, tree_touch

cdef enum:
    BIAS = 512                # added to a bound, so that its sixteen bits hold negative ones


cdef struct ScoreBounds:
    int low                   # points, for the colour that the maker of the struct names
    int high


cdef inline uint32_t _packed(int low, int high) noexcept nogil:
    """Return both bounds as one word, never 0."""
    return <uint32_t>(low + BIAS) << 16 | <uint32_t>(high + BIAS)


cdef inline ScoreBounds _unpacked(uint32_t word) noexcept nogil:
    """Return the bounds of a word; 0 stands for the widest ones."""
    cdef ScoreBounds bounds
    bounds.low = <int>(word >> 16) - BIAS if word else -MAX_POINTS
    bounds.high = <int>(word & 0xFFFF) - BIAS if word else MAX_POINTS
    return bounds


cdef inline void bounds_reserve(Tree* tree) noexcept nogil:
    """Keep bounds in a tree that is opened next."""
    tree.bounds = tree_reserve(tree, sizeof(uint32_t))


cdef inline bint tree_has_bounds(const Tree* tree) noexcept nogil:
    """Return whether any node may have bounds."""
    return tree_is_touched(tree, tree.bounds)


cdef inline uint32_t* _word(const Tree* tree, uint32_t index) noexcept nogil:
    """Return the place of a node's bounds."""
    return <uint32_t*>tree_beside(tree, tree.bounds, index)


cdef inline bint node_is_bounded(const Tree* tree, uint32_t index) noexcept nogil:
    """Return whether the node has bounds."""
    return (load_acquire_u8(&tree.nodes[index].flags) & NODE_BOUNDED) != 0


cdef inline ScoreBounds node_bounds(const Tree* tree, uint32_t index) noexcept nogil:
    """Return the bounds for Black; where none are known, the bounds of any game."""
    return _unpacked(load_u32(_word(tree, index)) if node_is_bounded(tree, index) else 0)


cdef inline ScoreBounds bounds_for(ScoreBounds black, int color) noexcept nogil:
    """Return bounds for Black as bounds for ``color``."""
    cdef ScoreBounds bounds
    if color == BLACK:
        return black
    bounds.low = -black.high
    bounds.high = -black.low
    return bounds


cdef inline int bounds_verdict(ScoreBounds bounds, double komi) noexcept nogil:
    """Return 1 when the side with these bounds surely wins, -1 when it surely loses, else 0.

    ``komi`` is what that side has to lead by.
    """
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
