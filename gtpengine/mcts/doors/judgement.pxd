"""A judgement: what a network says who wins at a node, kept beside the tree's node.

A judgement is one word. The word 0 means no judgement. Who makes them: `by_network/judging.pxd`.
"""

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.tree.tree cimport Tree, tree_beside, tree_is_touched, tree_reserve

cdef enum:
    VALUE_STEPS = 65534       # of the upper 16 bits of a word, which are 1 to 65535
    SCORE_BIAS = 32768        # added to Black's lead in half points, the lower 16 bits


cdef inline uint32_t* judgement_at(const Search* s, uint32_t node) noexcept nogil:
    """Return the place of a node's judgement, for a tree that keeps judgements.

    It is one word: value and points for Black, packed.
    """
    return <uint32_t*>tree_beside(&s.tree, s.judgements, node)


cdef inline int judgements_reserve(Tree* tree) noexcept nogil:
    """Keep judgements in a tree that is opened next; return their slot."""
    return tree_reserve(tree, sizeof(uint32_t))


cdef inline double judgement_value(uint32_t word) noexcept nogil:
    """Return Black's probability to win."""
    return ((word >> 16) - 1) * (1.0 / VALUE_STEPS)


cdef inline double judgement_points(uint32_t word) noexcept nogil:
    """Return Black's lead, komi counted."""
    return 0.5 * (<int>(word & 0xFFFF) - SCORE_BIAS)


cdef inline bint is_judged(const Search* s, uint32_t node) noexcept nogil:
    """Return whether a node of a tree that keeps judgements has one."""
    return (tree_is_touched(&s.tree, s.judgements)
            and load_u32(judgement_at(s, node)) != 0)
