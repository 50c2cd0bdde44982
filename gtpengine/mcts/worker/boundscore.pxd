"""What bounds on the score add to the score of a child, for either player.

Sure wins come before all other children, and sure losses behind them. Among children alike in this,
one is cut that cannot bring more than is sure already and may bring less (Cazenave and Saffidine
2010).
"""

from board_ext.lowlevel.types cimport BLACK, uint32_t
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.bounds cimport (
    ScoreBounds, bounds_for, bounds_verdict, node_bounds, tree_has_bounds,
)
from gtpengine.mcts.tree.tree cimport Tree

cdef enum:
    # PROOF outweighs any score: added for a proven win, taken off for a proven loss. CUT is half of
    # it, so cut children still rank above proven losses.
    PROOF = 1000
    CUT = 500
    NO_FLOOR = -1000


cdef struct BoundsView:
    # What all children of a node share.
    bint proofs               # whether wins and losses that follow from bounds count
    int side                  # the side to move
    double komi               # points that it has to lead by
    int floor                 # points that it is sure of; children that bring no more are cut


cdef inline void bounds_ignored(BoundsView* view) noexcept nogil:
    """Let no bounds count."""
    view.proofs = False
    view.side = BLACK
    view.komi = 0.0
    view.floor = NO_FLOOR


cdef inline void bounds_counted(BoundsView* view, const Tree* tree, uint32_t parent, int side,
                                double komi, bint proofs, bint cuts) noexcept nogil:
    """Let the bounds of the children count; ``side`` is to move, ``komi`` is what White gets."""
    view.side = side
    view.komi = komi if side == BLACK else -komi
    view.proofs = proofs
    view.floor = bounds_for(node_bounds(tree, parent), side).low if cuts else NO_FLOOR


cdef inline void bounds_at(BoundsView* view, const Descent* d, uint32_t node) noexcept nogil:
    """Let the bounds of a node's children count as the search where a descent stands says."""
    cdef const Search* s = d.search
    # A kept tree may have bounds from an earlier search; this one may be told to ignore them.
    if s.solve and tree_has_bounds(&s.tree):
        bounds_counted(view, &s.tree, node, d.board.to_play, s.komi, s.prove, s.cut)
    else:
        bounds_ignored(view)


cdef inline double bounds_score(const Tree* tree, uint32_t child,
                                const BoundsView* view) noexcept nogil:
    """Return what the bounds of a child add to its score."""
    cdef ScoreBounds bounds = bounds_for(node_bounds(tree, child), view.side)
    cdef double added = 0.0
    if view.proofs:
        added = PROOF * bounds_verdict(bounds, view.komi)
    if bounds.high <= view.floor and bounds.low < view.floor:
        added -= CUT
    return added
