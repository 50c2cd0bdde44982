"""Another share of the RAVE mean in the score of a child."""

from gtpengine.mcts.tree.childview cimport ChildView


cdef inline void view_mix(ChildView* view, double share) noexcept nogil:
    """Mix the means of a child anew, by another share of the RAVE mean; nothing changes where one
    of them is missing."""
    cdef double n = view.visits, r = view.rave_visits
    if n > 0.0 and r > 0.0:
        view.score = view.wins / n + (
            share * (view.rave_wins / r - view.wins / n) if share > 0.0 else 0.0)
