"""Playouts seen from Python, move by move with the reasons, for debugging and tests."""

from board_ext.lowlevel.types cimport PASS_VERTEX, opponent, uint64_t, vertex_to_point
from board_ext.playouts.score cimport playout_area
from board_ext.position cimport Position
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.playout.playout cimport MAX_SIMULATION_MOVES
from gtpengine.mcts.views.playouts cimport Playouts

from gtpengine.mcts.moves.reasons import NAMES
from gtpengine.mcts.params.rule_table import RULES

# Every word that a playout may give as its reason.
REASONS = frozenset([*NAMES, *(row.reason for row in RULES.values())])


def playout_from(Position position not None, params, uint64_t seed):
    """Play one playout; return ([(colour, point, reason)], Black's area lead without komi).

    ``point`` is -1 for a pass.
    """
    cdef Playouts playouts = Playouts(params, position)
    cdef Descent* d = playouts.play(seed, 0, MAX_SIMULATION_MOVES)
    moves = []
    color = position.board.to_play
    for i in range(d.record.n):
        v = d.record.vertices[i]
        moves.append((color, -1 if v == PASS_VERTEX else vertex_to_point(v, d.board.size),
                      playouts.order.reasons[d.record.reasons[i]]))
        color = opponent(color)
    return moves, playout_area(d.board)


def playout_moves_of(Position position not None, params, uint64_t first_seed, int count):
    """Return the first moves of ``count`` playouts, with the seeds from ``first_seed`` on.

    That is a dict of (point, reason) to how many of them began so; -1 is a pass.
    """
    cdef Playouts playouts = Playouts(params, position)
    cdef Descent* d
    cdef int v, i
    found = {}
    for i in range(count):
        d = playouts.play(first_seed + i, 0, 1)
        v = d.record.vertices[0]
        key = (-1 if v == PASS_VERTEX else vertex_to_point(v, d.board.size),
               playouts.order.reasons[d.record.reasons[0]])
        found[key] = found.get(key, 0) + 1
    return found
