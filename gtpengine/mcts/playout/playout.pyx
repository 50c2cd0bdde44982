"""The loop of a playout, and a move by the rules.

The rules that play by default stand here, inline, because they are asked at nearly every move. A
rule that is off by default has a file of its own (rules.pxd).
"""

from board_ext.board cimport board_liberties, is_stone
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport NO_VERTEX, STRIDE
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.uniform cimport is_playable, swap_empties
from gtpengine.mcts.moves.atari cimport atari_moves
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_take
from gtpengine.mcts.moves.pattern cimport pattern_move
from gtpengine.mcts.moves.reasons cimport (
    REASON_ATARI, REASON_OTHER_LIBERTY, REASON_PASS, REASON_TWO_LIBERTIES, REASON_UNIFORM,
)
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.moves.two_liberties cimport two_liberty_moves
from gtpengine.mcts.params.playout_values cimport PlayoutValues, playout_values
from gtpengine.mcts.playout.ko_memory cimport ko_note


cdef inline int _fewest_liberties(const Board* b, int v) noexcept nogil:
    """Return the fewest liberties among the chains of the stone at ``v`` and beside it.

    With more than two, the rules about ataris and two liberties need not look.
    """
    return min(board_liberties(b, v),
               min(min(board_liberties(b, v - STRIDE), board_liberties(b, v - 1)),
                   min(board_liberties(b, v + 1), board_liberties(b, v + STRIDE))))


# --- the rules that play by default -------------------------------------------------------------

cdef inline int _atari(Playout* playout, const Board* b, int color, int fewest) noexcept nogil:
    """Return a move that saves or captures a chain in atari, or NO_VERTEX."""
    cdef const PlayoutValues* p = playout_values(playout.params)
    cdef Candidates list
    list.n = 0
    if fewest > 1 or not chance(playout.rng, p.playout_atari_rate):
        return NO_VERTEX
    atari_moves(b, color, chance(playout.rng, p.playout_ladder_rate), &list)
    return list.vertices[rng_below(playout.rng, list.n)] if list.n else NO_VERTEX


cdef inline int _two_liberties(Playout* playout, const Board* b, int color, int fewest,
                               const Refusal* refusal) noexcept nogil:
    """Return a move that attacks or defends a chain of two liberties, or NO_VERTEX."""
    cdef const PlayoutValues* p = playout_values(playout.params)
    cdef Candidates list
    list.n = 0
    if fewest > 2 or not chance(playout.rng, p.playout_two_liberty_rate):
        return NO_VERTEX
    two_liberty_moves(b, color, p.playout_counter_atari, &list)
    return candidates_take(b, color, &list, refusal, playout.rng)


cdef inline int _pattern(Playout* playout, const Board* b, int color,
                         const Refusal* refusal) noexcept nogil:
    """Return a move by a 3x3 pattern around the last two moves, or NO_VERTEX."""
    cdef const PlayoutValues* p = playout_values(playout.params)
    if not chance(playout.rng, p.playout_pattern_rate):
        return NO_VERTEX
    return pattern_move(b, color, p.playout_second_last, refusal, playout.rng)


cdef inline int _inline_move(int reason, Playout* playout, const Board* b, int color, int fewest,
                             const Refusal* refusal) noexcept nogil:
    """Return the move of the inline rule with this reason, or NO_VERTEX."""
    if reason == REASON_ATARI:
        return _atari(playout, b, color, fewest)
    if reason == REASON_TWO_LIBERTIES:
        return _two_liberties(playout, b, color, fewest, refusal)
    return _pattern(playout, b, color, refusal)


cdef inline int _any_move(Playout* playout, Board* b, int color, const Refusal* refusal,
                          int* reason) noexcept nogil:
    """Return a random legal point that fills no own eye and is not refused, or NO_VERTEX, and set
    its reason."""
    cdef int n = b.n_empty, i, v, u
    while n > 0:
        i = rng_below(playout.rng, n)
        v = b.empties[i]
        if is_playable(b, v, color):
            if not is_refused(b, v, color, refusal):
                reason[0] = REASON_UNIFORM
                return v
            if playout.instead != NULL:
                u = playout.instead(playout, b, v, color, refusal)
                if u != NO_VERTEX:
                    reason[0] = REASON_OTHER_LIBERTY
                    return u
        n -= 1
        swap_empties(b, i, n)
    reason[0] = REASON_PASS
    return NO_VERTEX


# --- a move by the rules ------------------------------------------------------------------------

cdef inline int _move_by_rules(Playout* playout, Board* b, int color, int* reason) noexcept nogil:
    """Return the move of the first rule that has one, else a random move, and set its reason."""
    cdef const PlayoutValues* p = playout_values(playout.params)
    cdef const Rule* rule = playout.order.rules
    cdef const Rule* end = rule + playout.order.n
    cdef Refusal refusal
    cdef int v, fewest = 0
    cdef bint answers = False
    # 1. Draw, once a move, whether every bad self-atari is refused. Where captures win, a stone in
    # atari may be the last one.
    refusal.strict = playout.goal != 0 or chance(playout.rng, p.playout_self_atari_rate)
    refusal.stones = p.playout_self_atari_stones
    # 2. Count liberties around the last stone: most rules are about what it did.
    if b.last_move != NO_VERTEX and is_stone(b, b.last_move):
        fewest = _fewest_liberties(b, b.last_move)
        answers = True
    # 3. The first rule with a move decides.
    while rule != end:
        if answers or not rule.answers:
            if rule.move == NULL:
                v = _inline_move(rule.reason, playout, b, color, fewest, &refusal)
            else:
                if playout.memory != NULL:
                    playout.own = playout.memory[rule - playout.order.rules]
                v = rule.move(playout, b, color, fewest, &refusal)
            if v != NO_VERTEX:
                reason[0] = rule.reason
                return v
        rule += 1
    # 4. No rule has one: a random point that is not bad by itself.
    return _any_move(playout, b, color, &refusal, reason)


# --- playouts -----------------------------------------------------------------------------------

cdef void playout_init(Playout* playout, const CParams* p, const RuleOrder* order,
                       Rng* rng) noexcept nogil:
    """Make ready for a playout by the rules, without techniques."""
    playout.params = p
    playout.order = order
    playout.rng = rng
    playout.memory = NULL
    playout.own = NULL
    playout.run = NULL
    playout.instead = NULL
    playout.ends = NULL
    playout.most = MAX_SIMULATION_MOVES
    playout.captured = 0
    playout.goal = 0
    playout.ko.point = NO_VERTEX


cdef void _run_rules(Playout* playout, Board* b, int limit, Record* record) noexcept nogil:
    """Append moves of the rules up to the end, at most ``limit``."""
    cdef int v, played = 0, reason
    ko_note(b, &playout.ko)
    while b.n_passes < 2 and played < limit:
        # 1. Choose and note a move.
        v = _move_by_rules(playout, b, b.to_play, &reason)
        record_append(record, v, reason)
        played += 1
        # 2. Play it, or pass.
        playout.captured = 0
        if v == NO_VERTEX:
            board_pass(b, b.to_play)
            continue
        playout.captured = board_play(b, v, b.to_play)
        # 3. Only a capture can make a ko.
        if playout.captured:
            ko_note(b, &playout.ko)
        # 4. Is it decided before the board is full?
        if playout.ends != NULL and playout.ends(playout, b):
            break


cdef void playout_run(Playout* playout, Board* b, int limit, Record* record) noexcept nogil:
    """Play to the end, at most ``limit`` moves and passes, and append them to ``record``.

    The end is two passes in a row, ``playout_max_moves`` a point, ``playout.most``, or where
    ``playout.ends`` says so (uniform moves do not ask).
    """
    cdef const PlayoutValues* p = playout_values(playout.params)
    limit = min(min(limit, playout.most), <int>(p.playout_max_moves * b.size * b.size))
    limit = min(limit, MAX_SIMULATION_MOVES - 2 - record.n)
    if playout.run != NULL:
        playout.run(playout, b, limit, record)
    else:
        _run_rules(playout, b, limit, record)
