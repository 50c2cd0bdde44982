"""The default policy: from the leaf to the end of the game."""

from board_ext.board cimport Board
from board_ext.lowlevel.bitsets cimport bits_count
from board_ext.lowlevel.types cimport BLACK, EMPTY, PASS_VERTEX, WHITE, opponent
from board_ext.playouts.capture cimport sure_winner
from board_ext.playouts.score cimport playout_area
from board_ext.scoring cimport score_area
from gtpengine.mcts.doors.search_state cimport Search, side_at
from gtpengine.mcts.params.credit_values cimport credit_values
from gtpengine.mcts.playout.playout cimport (
    MAX_SIMULATION_MOVES, Playout, playout_init, playout_run,
)
from gtpengine.mcts.tree.bounds cimport ScoreBounds, node_bounds, node_tighten
from gtpengine.mcts.worker.solver cimport is_decided


cdef inline int _placed(const Descent* d) noexcept nogil:
    """Return Black's stones played minus White's at the leaf.

    The area score minus this is the territory score. The playout is left out, because it fills one
    side's territory as well as dame.
    """
    cdef const Search* s = d.search
    cdef int time, placed = s.placed
    for time in range(d.depth):
        if d.record.vertices[time] != PASS_VERTEX:
            placed += 1 if side_at(s, time) == BLACK else -1
    return placed


cdef inline double _within_bounds(const Descent* d, double points) noexcept nogil:
    """Return Black's lead after a playout, moved into the bounds of the leaf."""
    cdef const Search* s = d.search
    cdef ScoreBounds bounds = node_bounds(&s.tree, d.path[d.depth])
    return min(max(points, bounds.low - s.komi), bounds.high - s.komi)


cdef inline double _value(const Search* search, double points) noexcept nogil:
    """Return the value for Black, in [0, 1], of a game that ended with this lead in points."""
    cdef double weight = credit_values(&search.params).score_weight, value
    cdef double counted = points - search.komi_offset
    value = 1.0 if counted > 0.0 else (0.0 if counted < 0.0 else 0.5)
    value += weight * (0.5 + counted / (4.0 * search.root.size * search.root.size) - value)
    return min(max(value, 0.0), 1.0)


cdef void play_out(Descent* d, int limit) noexcept nogil:
    """Play from the leaf to the end of the game, at most ``limit`` moves."""
    cdef Search* s = d.search
    cdef Playout playout
    playout_init(&playout, &s.params, s.order, &d.rng)
    if d.worker.hooks != NULL:
        d.worker.hooks.playout(d, &playout)
    playout_run(&playout, d.board, limit, &d.record)


cdef bint _is_captured(const Playout* playout, const Board* b) noexcept nogil:
    return sure_winner(b, playout.goal) != EMPTY


cdef int _with_more_eyes(const Board* b) noexcept nogil:
    """Return who can fill more own eyes, once both have nothing else to play.

    A pass loses, so both fill eyes until one has to give a group away. With as many, that is the
    side to move.
    """
    cdef int eyes = playout_area(b)
    eyes -= bits_count(b.points[BLACK]) - bits_count(b.points[WHITE])
    if eyes == 0:
        return opponent(b.to_play)
    return BLACK if eyes > 0 else WHITE


cdef int _play_for_captures(Descent* d) noexcept nogil:
    """Play until a side can capture what it needs; return 1 when Black wins, else -1."""
    cdef Search* s = d.search
    cdef Board* b = d.board
    cdef Playout playout
    cdef int winner = sure_winner(b, s.goal)
    if winner != EMPTY:
        if s.solve:
            is_decided(d, d.depth)
    else:
        playout_init(&playout, &s.params, s.order, &d.rng)
        playout.goal = s.goal
        playout.ends = _is_captured
        playout_run(&playout, b, MAX_SIMULATION_MOVES, &d.record)
        winner = _with_more_eyes(b) if b.n_passes >= 2 else sure_winner(b, s.goal)
    return 1 if winner == BLACK else -1


cdef double final_lead(Descent* d) noexcept nogil:
    """Play the game to its end and return Black's lead in points, komi counted."""
    cdef Search* s = d.search
    cdef Board* b = d.board
    cdef double points
    cdef int score
    if s.goal:
        return _play_for_captures(d)
    # Under rules that count the board as it stands two passes end the game.
    if b.n_passes >= 2 and s.area_after_passes:
        score = score_area(b, NULL)
        if s.solve and d.depth:
            node_tighten(&s.tree, d.path[d.depth], score, score)
        return score - s.komi
    if b.n_passes >= 2:
        b.n_passes = 0
        if s.solve:
            # Dead stones are then taken off by agreement; unconditional life stays.
            is_decided(d, d.depth)
    play_out(d, MAX_SIMULATION_MOVES)
    points = playout_area(b) - s.komi
    if s.territory:
        return points - _placed(d)
    return _within_bounds(d, points) if s.solve else points


cdef void value_by_playout(Descent* d, Outcome* outcome) noexcept nogil:
    """Let the end of the game say what a simulation is worth."""
    outcome.played_out = True
    outcome.points = final_lead(d)
    outcome.value = _value(d.search, outcome.points)
