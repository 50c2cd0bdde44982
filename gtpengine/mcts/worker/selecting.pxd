"""Selecting a child where a descent stands: what the scores of all its children share."""

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.bounds cimport tree_has_bounds
from gtpengine.mcts.tree.treepolicy cimport Selection, selection_begin, selection_use_bounds


cdef inline void selection_at(Selection* selection, const Descent* d, uint32_t node) noexcept nogil:
    """Compute the part of the scores that all children share of the node where a descent stands."""
    cdef const Search* s = d.search
    selection_begin(selection, &s.params)
    # A kept tree may have bounds from an earlier search; this one may be told to ignore them.
    if s.solve and tree_has_bounds(&s.tree):
        selection_use_bounds(selection, &s.tree, node, d.board.to_play, s.komi, s.prove, s.cut)
