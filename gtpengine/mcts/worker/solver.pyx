"""Bounds at a leaf, and the bounds that follow from them above it."""

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.bitsets cimport bits_count
from board_ext.lowlevel.types cimport BLACK, EMPTY, MAX_POINTS, WHITE, WORDS, opponent, uint64_t
from board_ext.playouts.capture cimport sure_winner
from board_ext.scoring cimport benson_alive, score_area
from gtpengine.mcts.params.solver_values cimport solver_values
from gtpengine.mcts.tree.bounds cimport (
    bounds_for, bounds_verdict, node_bounds, node_is_bounded, node_tighten,
)
from gtpengine.mcts.tree.tree cimport Children, children_next, children_of


cdef inline int _sure_points(const Board* b, int color) noexcept nogil:
    """Return the stones and territory of ``color`` that live unconditionally."""
    cdef uint64_t alive[WORDS]
    cdef uint64_t territory[WORDS]
    cdef int i
    benson_alive(b, color, alive, territory)
    for i in range(WORDS):
        alive[i] |= territory[i]
    return bits_count(alive)


cdef ScoreBounds sure_bounds(const Board* b, bint area_after_passes) noexcept nogil:
    """Return the bounds for Black that unconditional life gives.

    With ``area_after_passes`` two passes end the game with all stones alive. A pass may then leave
    dead stones on the board, so after one the side to move may end the game at the score as it
    stands.
    """
    cdef ScoreBounds bounds
    cdef int score, points = b.size * b.size
    # With s sure points of its own, a side leads by at least s - (points - s).
    bounds.low = 2 * _sure_points(b, BLACK) - points
    bounds.high = points - 2 * _sure_points(b, WHITE)
    if area_after_passes and b.n_passes:
        # The side to move can end the game.
        score = score_area(b, NULL)
        if b.to_play == WHITE:
            bounds.low = min(bounds.low, score)
        else:
            bounds.high = max(bounds.high, score)
    return bounds


cdef ScoreBounds game_bounds(const Board* b, const Search* s) noexcept nogil:
    """Return the bounds for Black that hold on a board before any search."""
    cdef ScoreBounds bounds
    if not s.goal:
        return sure_bounds(b, s.area_after_passes)
    bounds.low = -MAX_POINTS
    bounds.high = MAX_POINTS
    return bounds


cdef bint _climb(Tree* tree, uint32_t index, int side) noexcept nogil:
    """Bound a node where ``side`` is to move by its children; return whether that was news."""
    cdef ScoreBounds child, best
    cdef Children children = children_of(&tree.nodes[index])
    best.low = -MAX_POINTS
    best.high = -MAX_POINTS
    while children_next(tree, &children):
        child = bounds_for(node_bounds(tree, children.index), side)
        best.low = max(best.low, child.low)
        best.high = max(best.high, child.high)
    if children.end == 0:
        # A move that is no child yet may be better than all.
        best.high = MAX_POINTS
    best = bounds_for(best, side)
    return node_tighten(tree, index, best.low, best.high)


cdef void bound_path(Tree* tree, const uint32_t* path, int depth, int root_side) noexcept nogil:
    """Carry the bounds of the last node of a path, if it has any, towards the root.

    ``root_side`` is to move at the root.
    """
    cdef int side
    if not node_is_bounded(tree, path[depth]):
        return
    while depth > 0:
        depth -= 1
        side = opponent(root_side) if depth & 1 else root_side
        if not _climb(tree, path[depth], side):
            return


cdef void _see_capture(Descent* d, int depth) noexcept nogil:
    """Bound the node at ``depth``, where the board stands, if a side has won by captures or does.

    The root keeps its moves, the winning one too, so it is bounded by them alone.
    """
    cdef int winner = sure_winner(d.board, d.search.goal), score = 1 if winner == BLACK else -1
    if depth and winner != EMPTY:
        node_tighten(&d.search.tree, d.path[depth], score, score)


cdef bint is_decided(Descent* d, int depth) noexcept nogil:
    """Return whether the result of the node at ``depth`` of the way is certain.

    The board must stand there. Certain is the score, or, where the search proves wins, the winner.
    """
    cdef Search* s = d.search
    cdef const Board* b = d.board
    cdef uint32_t index = d.path[depth]
    cdef ScoreBounds bounds
    if s.goal:
        _see_capture(d, depth)
    elif not node_is_bounded(&s.tree, index):
        if b.n_empty > solver_values(&s.params).solver_empty * b.size * b.size:
            return False
        bounds = sure_bounds(b, s.area_after_passes)
        node_tighten(&s.tree, index, bounds.low, bounds.high)
    bounds = node_bounds(&s.tree, index)
    return (s.prove and bounds_verdict(bounds, s.komi) != 0) or bounds.low >= bounds.high


cdef bint ends_at(Descent* d) noexcept nogil:
    """Return whether the node where a descent stands, which has no children, can get none: its game
    is over, its result is certain, or there is no room."""
    cdef Search* s = d.search
    return (load_u32(&s.tree_full) or is_over(d)
            or (s.solve and is_decided(d, d.depth)))
