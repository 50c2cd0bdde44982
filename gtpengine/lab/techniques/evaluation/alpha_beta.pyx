"""Alpha-beta: a leaf is worth what a minimax search of some moves finds, without a playout.

Knuth and Moore, An analysis of alpha-beta pruning, 1975, with a simple evaluation: who is nearer to
each point (`influence.pxd`). At the leaves of a tree that grows it takes the place of playouts
(MC-alpha-beta, Winands and Björnsson 2011, whose playouts are such searches of two moves). With the
preset ``alpha-beta``, where the tree is the root alone, it is the player of full width that Go
programs were before 2006. ``alpha_beta`` is the depth; the moves are all legal ones that fill no
own eye, and the pass; those next to the last move come first.

MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms, 1996),
``alpha_beta_mtdf``, finds the same value by searches with a window of one point, from the
evaluation of the leaf on.

With ``alpha_beta_prior`` leaves are played out, and a search of ``alpha_beta`` moves, the new one
included, says the priors of new moves: a hybrid of UCT and minimax (MCTS-IP-M of Baier and Winands,
MCTS-minimax hybrids with state evaluations, 2018).

Not done: no table of positions, so that MTD(f) searches nodes again; superko is not looked at.
"""

from board_ext.board cimport Board, board_copy
from board_ext.lowlevel.types cimport BLACK
from board_ext.neighbours cimport is_around
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.influence cimport influence_lead, influence_value
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Prior

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "alpha_beta"
PARAMS = (
    ParamSpec(
        "alpha_beta", int, 0, 0, 4,
        doc="moves that an alpha-beta search looks ahead at each leaf, in the place of a playout; "
        "0 is off",
        source="Knuth and Moore 1975; Winands and Björnsson 2011; not tuned",
    ),
    ParamSpec(
        "alpha_beta_mtdf", bool, False,
        doc="find the value of alpha_beta by searches with a window of one point",
        source="MTD(f), Plaat, Schaeffer, Pijls and de Bruin 1996",
    ),
    ParamSpec(
        "alpha_beta_prior", float, 0.0, 0.0, 1000.0,
        doc="weight, in the prior of a new move, of what alpha_beta finds; leaves are then played "
        "out; 0 is off",
        source="MCTS-IP-M, Baier and Winands 2018; not tuned",
    ),
)

cdef enum:
    MAX_PLIES = 4
    INFINITE = 10000          # points, more than any lead


cdef struct Plies:
    Board boards[MAX_PLIES + 1]


cdef int _evaluate(const Board* b) noexcept nogil:
    """Return the lead of the side to move, without komi."""
    cdef int lead = influence_lead(b)
    return lead if b.to_play == BLACK else -lead


cdef int _try(Plies* p, int ply, int left, int v, int alpha, int beta) noexcept nogil:
    """Return what a move is worth to its side; the pass for a ``v`` of 0."""
    cdef Board* b = &p.boards[ply + 1]
    board_copy(b, &p.boards[ply])
    if v:
        board_play(b, v, b.to_play)
    else:
        board_pass(b, b.to_play)
    return -_search(p, ply + 1, left - 1, -beta, -alpha)


cdef int _search(Plies* p, int ply, int left, int alpha, int beta) noexcept nogil:
    """Return the lead of the side to move after ``left`` best moves, without komi: exact between
    alpha and beta, else a bound (fail soft)."""
    cdef const Board* b = &p.boards[ply]
    cdef int i, v, value, best = -INFINITE, near
    if left == 0 or b.n_passes >= 2:
        return _evaluate(b)
    # The moves around the last one first, then the others, the pass last.
    for near in range(1, -1, -1):
        for i in range(b.n_empty):
            v = b.empties[i]
            if is_around(v, b.last_move) == near and is_playable(b, v, b.to_play):
                value = _try(p, ply, left, v, max(alpha, best), beta)
                best = max(best, value)
                if best >= beta:
                    return best
    return max(best, _try(p, ply, left, 0, max(alpha, best), beta))


cdef int _mtdf(Plies* p, int depth) noexcept nogil:
    """Return the value of the first board by searches with a window of one point."""
    cdef int guess = _evaluate(&p.boards[0]), low = -INFINITE, high = INFINITE, beta
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = _search(p, 0, depth, beta - 1, beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess


cdef void _prior(Door* door, const Descent* d, int move, Prior* prior) noexcept nogil:
    """Let the search after a new move say what it is worth."""
    cdef Plies* p = <Plies*>door.own
    cdef double weight = values_of(&d.search.params).alpha_beta_prior, lead
    if weight <= 0.0:
        return
    board_copy(&p.boards[0], d.board)
    lead = _try(p, 0, values_of(&d.search.params).alpha_beta, move, -INFINITE, INFINITE)
    lead -= d.search.komi if d.board.to_play == BLACK else -d.search.komi
    prior.wins += weight * influence_value(lead, values_of(&d.search.params).playout_cut_scale)
    prior.weight += weight


cdef bint _value(Door* door, Descent* d, Outcome* outcome) noexcept nogil:
    cdef Plies* p = <Plies*>door.own
    cdef int depth = values_of(&d.search.params).alpha_beta, lead
    if d.board.n_passes >= 2 or values_of(&d.search.params).alpha_beta_prior > 0.0:
        return False
    board_copy(&p.boards[0], d.board)
    if values_of(&d.search.params).alpha_beta_mtdf:
        lead = _mtdf(p, depth)
    else:
        lead = _search(p, 0, depth, -INFINITE, INFINITE)
    outcome.points = (lead if d.board.to_play == BLACK else -lead) - d.search.komi
    outcome.value = influence_value(outcome.points - d.search.komi_offset,
                                    values_of(&d.search.params).playout_cut_scale)
    outcome.played_out = False
    return True


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.prior = _prior
_door.hooks.value = _value
_door.hooks.own_bytes = sizeof(Plies)
DOOR = _door
