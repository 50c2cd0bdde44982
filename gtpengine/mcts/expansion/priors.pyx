"""The providers of priors."""

from libc.math cimport exp2, pow, sqrt

from board_ext.board cimport (
    board_liberties, board_stones, is_eyelike, is_true_eye, stone_bit,
)
from board_ext.lowlevel.bits cimport bits_has
from board_ext.lowlevel.bitsets cimport bits_dilate
from board_ext.lowlevel.types cimport (
    BLACK, CELL_STONE, NO_VERTEX, WHITE, WORDS, vertex_column, vertex_row,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.atari cimport is_bad_self_atari, is_self_atari, liberties_after
from gtpengine.mcts.moves.patterns3 cimport is_pattern3
from gtpengine.mcts.params.prior_values cimport PriorValues, prior_values
from gtpengine.prediction.features cimport begins_ladder, features_prepare, runs_on_in_ladder

cdef enum:
    FARTHEST = 10             # distance from the last move that has a prior

# By distance, written once, at import: a half for two steps.
cdef double[FARTHEST + 1] NEARNESS
for _distance in range(FARTHEST + 1):
    NEARNESS[_distance] = exp2((2 - _distance) * 0.5)


cdef void priors_prepare(PriorContext* context, const Board* b, const CParams* p,
                         Request* answer) noexcept nogil:
    """Look at everything that concerns all moves of the side to move.

    ``answer`` is the evaluator's. Where it has not read the ladders, they are read here.
    """
    cdef uint64_t wide[WORDS]
    cdef int i
    context.board = b
    context.params = p
    context.color = b.to_play
    context.answer = answer
    for i in range(WORDS):
        wide[i] = b.points[BLACK][i] | b.points[WHITE][i]
    bits_dilate(context.near_stones, wide)
    bits_dilate(wide, context.near_stones)
    bits_dilate(context.near_stones, wide)
    if not answer.has_features and prior_values(p).prior_ladder > 0.0:
        features_prepare(&answer.features, b, b.to_play)
        answer.has_features = True


cdef inline void _add_tactics(const PriorContext* context, int v, Prior* prior) noexcept nogil:
    """Add captures, escapes, ataris, bad self-ataris, and ladders where they were read."""
    cdef const Board* b = context.board
    cdef const PriorValues* p = prior_values(context.params)
    cdef int color = context.color, own = stone_bit(color), enemy = CELL_STONE ^ own
    cdef int i, n, liberties, captured = 0
    cdef bint escapes = False, ataris = False
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if not (b.cell[n] & CELL_STONE):
            continue
        liberties = board_liberties(b, n)
        if b.cell[n] & enemy:
            if liberties == 1:
                captured += board_stones(b, n)
            elif liberties == 2:
                ataris = True
        elif liberties == 1:
            escapes = True
    if captured:
        prior_add(prior, 1.0, p.prior_capture * (min(captured, 5) + 1) * 0.5)
    liberties = liberties_after(b, v, color, 3)
    if escapes and liberties >= 2:
        if context.answer.has_features and runs_on_in_ladder(&context.answer.features, v):
            prior_add(prior, 0.0, p.prior_ladder)
        else:
            prior_add(prior, 1.0, p.prior_escape)
    if liberties == 1:
        if is_bad_self_atari(b, v, color):
            prior_add(prior, 0.0, p.prior_self_atari)
    elif ataris:
        prior_add(prior, 1.0, p.prior_atari)
        if context.answer.has_features and begins_ladder(&context.answer.features, v):
            prior_add(prior, 1.0, p.prior_ladder)


cdef inline void _add_place(const PriorContext* context, int v, Prior* prior) noexcept nogil:
    """Add the distance to the last move, and the line in empty areas."""
    cdef const Board* b = context.board
    cdef const PriorValues* p = prior_values(context.params)
    cdef int row = vertex_row(v), column = vertex_column(v), rows, columns, line, distance
    if b.last_move != NO_VERTEX:
        rows = abs(row - vertex_row(b.last_move))
        columns = abs(column - vertex_column(b.last_move))
        # "Gridcular" distance: 2 beside, 3 diagonally, 4 two steps away.
        distance = rows + columns + max(rows, columns)
        if distance <= FARTHEST:
            prior_add(prior, 1.0, p.prior_near_last * NEARNESS[distance])
    if not bits_has(context.near_stones, v):
        line = min(min(row, b.size - 1 - row), min(column, b.size - 1 - column))
        prior_add(prior, 0.0 if line < 2 else 1.0, p.prior_empty_area)


cdef inline double _share(const PriorValues* p, double probability) noexcept nogil:
    """Return the probability to the power of ``prior_model_exponent``; its default takes a root."""
    return (sqrt(probability) if p.prior_model_exponent == 0.5
            else pow(probability, p.prior_model_exponent))


cdef Prior prior_of_move(const PriorContext* context, int v) noexcept nogil:
    """Return the prior of a legal move, from all providers."""
    cdef const Board* b = context.board
    cdef const PriorValues* p = prior_values(context.params)
    cdef double share
    cdef Prior prior, rules
    prior.wins = 0.5 * p.prior_even
    prior.weight = p.prior_even
    if is_eyelike(b, v, context.color) and is_true_eye(b, v, context.color):
        prior_add(&prior, 0.0, p.prior_own_eye)
        return prior
    if context.answer.has_policy:
        prior_add(&prior, 1.0,
                  p.prior_model * _share(p, context.answer.probability[v]))
        if p.prior_model_rules == 0.0:
            return prior
    rules.wins = 0.0
    rules.weight = 0.0
    _add_tactics(context, v, &rules)
    _add_place(context, v, &rules)
    if is_pattern3(b, v) and not is_self_atari(b, v, context.color):
        prior_add(&rules, 1.0, p.prior_pattern)
    share = p.prior_model_rules if context.answer.has_policy else 1.0
    prior.wins += share * rules.wins
    prior.weight += share * rules.weight
    return prior


cdef Prior prior_of_pass(const PriorContext* context) noexcept nogil:
    """Return the prior of the pass."""
    cdef Prior prior
    prior.wins = 0.5 * prior_values(context.params).prior_even
    prior.weight = prior_values(context.params).prior_even
    prior_add(&prior, 0.0, prior_values(context.params).prior_pass)
    return prior
