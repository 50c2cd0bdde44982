"""What each rule of the order is asked, and the loop over the moves of a playout."""

from libc.string cimport memset

from board_ext.bits cimport bits_count
from board_ext.board cimport board_liberties, board_pass, board_play, is_stone
from board_ext.rng cimport rng_below, rng_float
from board_ext.shapes cimport MAX_NAKADE
from board_ext.types cimport BLACK, CELL_EMPTY, NO_VERTEX, STRIDE, WHITE, uint64_t
from board_ext.uniform cimport Parked, is_playable, uniform_move, update_parked
from gtpengine.mcts.candidates cimport Candidates, candidates_take
from gtpengine.mcts.cparams cimport (
    PLAYOUT_PATTERNS_LEARNED, PLAYOUT_PATTERNS_WEIGHTED, PLAYOUT_POLICY_UNIFORM,
)
from gtpengine.mcts.reasons cimport (
    REASON_ATARI, REASON_CAPTURE, REASON_EYE, REASON_FEW_LIBERTIES, REASON_FILL, REASON_KO,
    REASON_LADDER, REASON_NAKADE, REASON_OTHER_LIBERTY, REASON_PASS, REASON_PATTERN, REASON_POOL,
    REASON_RACE, REASON_REPLY, REASON_TWO_LIBERTIES, REASON_UNIFORM,
)
from gtpengine.mcts.refusal cimport Refusal, is_refused
from gtpengine.mcts.rule_anywhere cimport any_move, fill_move
from gtpengine.mcts.rule_atari cimport atari_moves, capture_anywhere
from gtpengine.mcts.rule_eye cimport eye_moves
from gtpengine.mcts.rule_ko cimport ko_move, ko_note
from gtpengine.mcts.rule_ladder cimport ladder_move
from gtpengine.mcts.rule_nakade cimport MIN_NAKADE, nakade_after_capture, nakade_moves
from gtpengine.mcts.rule_numbers cimport (
    FIRST_ANSWER, LAST_ANSWER, RULE_ATARI, RULE_CAPTURE, RULE_EYE, RULE_FEW_LIBERTIES, RULE_FILL,
    RULE_KO, RULE_LADDER, RULE_NAKADE, RULE_NAKADE_AFTER_CAPTURE, RULE_PATTERN, RULE_POOL,
    RULE_RACE, RULE_REPLY, RULE_TWO_LIBERTIES,
)
from gtpengine.mcts.rule_pattern cimport pattern_move, weighted_move
from gtpengine.mcts.rule_race cimport race_moves
from gtpengine.mcts.rule_two_liberties cimport few_liberty_moves, two_liberty_moves
from gtpengine.mcts.softmax cimport SoftModel, SoftState, soft_begin, soft_move, soft_played


cdef inline bint _chance(Rng* rng, double rate) noexcept nogil:
    """True at the rate; rates of 0 and 1 draw nothing."""
    return rate > 0.0 and (rate >= 1.0 or rng_float(rng) < rate)


cdef inline int _reply(const Playout* playout, const Board* b, int color,
                       const Refusal* refusal) noexcept nogil:
    """Return the last good reply to the last two moves, or to the last one, or NO_VERTEX."""
    cdef int v = playout.replies.two[color][b.last_move][b.last_move2]
    if (v != NO_VERTEX and b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    v = playout.replies.one[color][b.last_move]
    if (v != NO_VERTEX and b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    return NO_VERTEX


cdef inline int _fewest_liberties(const Board* b, int v) noexcept nogil:
    """Return the least liberties of the chains of the stone at ``v`` and beside it: where there are
    more than two, the rules about ataris and about two liberties need not look."""
    return min(board_liberties(b, v),
               min(min(board_liberties(b, v - STRIDE), board_liberties(b, v - 1)),
                   min(board_liberties(b, v + 1), board_liberties(b, v + STRIDE))))


cdef inline int _from_pool(const Playout* playout, const Board* b, int color,
                           const Refusal* refusal) noexcept nogil:
    """Return a random move of the pool if it can be played, or NO_VERTEX."""
    cdef const Pool* pool = playout.pool
    cdef int v
    if pool.color != color or pool.n == 0:
        return NO_VERTEX
    v = pool.vertices[rng_below(playout.rng, pool.n)]
    if (b.cell[v] == CELL_EMPTY and is_playable(b, v, color)
            and not is_refused(b, v, color, refusal)):
        return v
    return NO_VERTEX


cdef inline int _by_rule(Playout* playout, Board* b, int color, int rule, int fewest,
                         const Refusal* refusal, int* reason) noexcept nogil:
    """Return the move of one rule of the order, or NO_VERTEX; rules that answer the last move find
    a stone there, and ``fewest`` of `_fewest_liberties`."""
    cdef const CParams* p = playout.params
    cdef Rng* rng = playout.rng
    cdef Refusal every
    cdef Candidates list
    cdef int v = NO_VERTEX
    list.n = 0
    if rule == RULE_ATARI:
        if fewest <= 1 and _chance(rng, p.playout_atari_rate):
            atari_moves(b, color, _chance(rng, p.playout_ladder_rate), &list)
            if list.n:
                v = list.vertices[rng_below(rng, list.n)]
        reason[0] = REASON_ATARI
    elif rule == RULE_TWO_LIBERTIES:
        if fewest <= 2 and _chance(rng, p.playout_two_liberty_rate):
            two_liberty_moves(b, color, p.playout_counter_atari, &list)
            v = candidates_take(b, color, &list, refusal, rng)
        reason[0] = REASON_TWO_LIBERTIES
    elif rule == RULE_PATTERN:
        if _chance(rng, p.playout_pattern_rate):
            if p.playout_patterns == PLAYOUT_PATTERNS_LEARNED:
                v = weighted_move(b, color, p.playout_pattern_elsewhere, refusal, rng)
            else:
                v = pattern_move(b, color, p.playout_patterns == PLAYOUT_PATTERNS_WEIGHTED,
                                 p.playout_second_last, refusal, rng)
        reason[0] = REASON_PATTERN
    elif rule == RULE_KO:
        if p.playout_ko_rate > 0.0:
            v = ko_move(b, color, &playout.ko, p.playout_ko_age)
            if v != NO_VERTEX and (rng_float(rng) >= p.playout_ko_rate
                                   or is_refused(b, v, color, refusal)):
                v = NO_VERTEX
        reason[0] = REASON_KO
    elif rule == RULE_REPLY:
        if playout.replies != NULL and _chance(rng, p.playout_reply_rate):
            v = _reply(playout, b, color, refusal)
        reason[0] = REASON_REPLY
    elif rule == RULE_LADDER:
        if fewest <= 2 and _chance(rng, p.playout_ladder_attack_rate):
            v = ladder_move(b)
            if v != NO_VERTEX and is_refused(b, v, color, refusal):
                v = NO_VERTEX
        reason[0] = REASON_LADDER
    elif rule == RULE_RACE:
        if _chance(rng, p.playout_race_rate):
            race_moves(b, color, p.playout_race_liberties, &list)
            v = candidates_take(b, color, &list, refusal, rng)
        reason[0] = REASON_RACE
    elif rule == RULE_NAKADE_AFTER_CAPTURE:
        if (playout.captured >= MIN_NAKADE and playout.captured <= MAX_NAKADE
                and _chance(rng, p.playout_nakade_after_capture)):
            v = nakade_after_capture(b, color, playout.captured)
            every.strict = True
            every.stones = 0
            if v != NO_VERTEX and is_refused(b, v, color, &every):
                v = NO_VERTEX
        reason[0] = REASON_NAKADE
    elif rule == RULE_FEW_LIBERTIES:
        if _chance(rng, p.playout_few_liberties_rate):
            few_liberty_moves(b, color, p.playout_few_liberties, &list)
            v = candidates_take(b, color, &list, refusal, rng)
        reason[0] = REASON_FEW_LIBERTIES
    elif rule == RULE_EYE:
        if _chance(rng, p.playout_eye_rate):
            eye_moves(b, color, &list)
            v = candidates_take(b, color, &list, refusal, rng)
        reason[0] = REASON_EYE
    elif rule == RULE_NAKADE:
        if _chance(rng, p.playout_nakade_rate):
            nakade_moves(b, color, &list)
            every.strict = True
            every.stones = 0
            v = candidates_take(b, color, &list, &every, rng)
        reason[0] = REASON_NAKADE
    elif rule == RULE_POOL:
        if playout.pool != NULL and _chance(rng, p.playout_pool_rate):
            v = _from_pool(playout, b, color, refusal)
        reason[0] = REASON_POOL
    elif rule == RULE_CAPTURE:
        if _chance(rng, p.playout_capture_rate):
            capture_anywhere(b, color, &list)
            v = candidates_take(b, color, &list, refusal, rng)
        reason[0] = REASON_CAPTURE
    elif rule == RULE_FILL:
        if p.playout_fill_tries:
            v = fill_move(b, p.playout_fill_tries, rng)
        reason[0] = REASON_FILL
    return v


cdef inline int _soft_move(Playout* playout, const SoftState* state, const Board* b, int color,
                           int* reason) noexcept nogil:
    cdef Refusal refusal
    refusal.strict = _chance(playout.rng, playout.params.playout_self_atari_rate)
    refusal.stones = playout.params.playout_self_atari_stones
    return soft_move(state, playout.soft, b, color, &refusal, playout.rng, reason)


cdef int playout_move(Playout* playout, Board* b, int color, int* reason) noexcept nogil:
    """Return the move of a playout (PASS_VERTEX when nothing is left) and why it was chosen."""
    cdef const CParams* p = playout.params
    cdef Rng* rng = playout.rng
    cdef Refusal refusal
    cdef uint64_t order = p.playout_order
    cdef int v, rule, fewest = 0
    cdef bint redirected = False, answers = True
    cdef SoftState state
    if playout.soft != NULL:
        soft_begin(&state, playout.soft, b)
        return _soft_move(playout, &state, b, color, reason)
    if p.playout_policy == PLAYOUT_POLICY_UNIFORM:
        refusal.strict = False
        refusal.stones = 0
        v = any_move(b, color, &refusal, 0.0, rng, &redirected)
        reason[0] = REASON_UNIFORM if v != NO_VERTEX else REASON_PASS
        return v
    refusal.strict = _chance(rng, p.playout_self_atari_rate)
    refusal.stones = p.playout_self_atari_stones
    if b.last_move != NO_VERTEX and is_stone(b, b.last_move):
        fewest = _fewest_liberties(b, b.last_move)
    else:
        answers = False
    while order:
        rule = order & 15
        order >>= 4
        if answers or rule < FIRST_ANSWER or rule > LAST_ANSWER:
            v = _by_rule(playout, b, color, rule, fewest, &refusal, reason)
            if v != NO_VERTEX:
                return v
    v = any_move(b, color, &refusal, p.playout_other_liberty_rate, rng, &redirected)
    if v == NO_VERTEX:
        reason[0] = REASON_PASS
    else:
        reason[0] = REASON_OTHER_LIBERTY if redirected else REASON_UNIFORM
    return v


cdef void playout_init(Playout* playout, const CParams* p, const SoftModel* soft,
                       Rng* rng) noexcept nogil:
    """Make ready for a playout without replies and pool. ``soft``, from `soft_model`, replaces the
    rules."""
    playout.params = p
    playout.rng = rng
    playout.replies = NULL
    playout.pool = NULL
    playout.soft = soft
    playout.captured = 0
    playout.ko.point = NO_VERTEX


cdef inline void _append(Record* record, int v, int reason) noexcept nogil:
    record.vertices[record.n] = v
    record.reasons[record.n] = reason
    record.n += 1


cdef void _run_uniform(Playout* playout, Board* b, int limit, Record* record) noexcept nogil:
    """Append uniformly random moves to the end, or ``limit`` of them."""
    cdef Parked parked
    cdef int v, played = 0, color
    memset(&parked, 0, sizeof(Parked))
    while b.n_passes < 2 and played < limit:
        color = b.to_play
        v = uniform_move(b, color, playout.rng, &parked)
        _append(record, v, REASON_UNIFORM if v != NO_VERTEX else REASON_PASS)
        played += 1
        if v == NO_VERTEX:
            board_pass(b, color)
        else:
            board_play(b, v, color)
            update_parked(b, &parked, v, color)


cdef inline bint _has_mercy(const Board* b, int mercy) noexcept nogil:
    """Is the lead in stones beyond ``mercy``, unless that is 0?"""
    cdef int lead
    if mercy == 0:
        return False
    lead = bits_count(b.points[BLACK]) - bits_count(b.points[WHITE])
    return lead > mercy or -lead > mercy


cdef void _run_softmax(Playout* playout, Board* b, int limit, int mercy,
                       Record* record) noexcept nogil:
    """Append moves drawn by their weights to the end, or ``limit`` of them."""
    cdef SoftState state
    cdef int v, captured, played = 0, reason
    soft_begin(&state, playout.soft, b)
    while b.n_passes < 2 and played < limit:
        v = _soft_move(playout, &state, b, b.to_play, &reason)
        _append(record, v, reason)
        played += 1
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
            continue
        captured = board_play(b, v, b.to_play)
        soft_played(&state, playout.soft, b, captured)
        if captured and _has_mercy(b, mercy):
            break


cdef void playout_run(Playout* playout, Board* b, Record* record) noexcept nogil:
    """Play to the end and append the moves to ``record``.

    The end is two passes in a row, ``playout_max_moves`` a point, or (not with uniform moves) a
    lead in stones beyond ``mercy``.
    """
    cdef const CParams* p = playout.params
    cdef int limit = <int>(p.playout_max_moves * b.size * b.size), played = 0, v, reason
    cdef int mercy = <int>(p.mercy * b.size * b.size)
    limit = min(limit, MAX_SIMULATION_MOVES - 2 - record.n)
    if p.playout_policy == PLAYOUT_POLICY_UNIFORM:
        _run_uniform(playout, b, limit, record)
        return
    if playout.soft != NULL:
        _run_softmax(playout, b, limit, mercy, record)
        return
    ko_note(b, &playout.ko)
    while b.n_passes < 2 and played < limit:
        v = playout_move(playout, b, b.to_play, &reason)
        _append(record, v, reason)
        played += 1
        playout.captured = 0
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
            continue
        playout.captured = board_play(b, v, b.to_play)
        # Only captures can make a lead, or a ko.
        if playout.captured:
            ko_note(b, &playout.ko)
            if _has_mercy(b, mercy):
                break
