"""The planes and numbers of planes.pxd."""

import numpy as np

from libc.math cimport log
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from board_ext.board cimport Board, board_liberties, is_eyelike
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport (
    BLACK, EMPTY, MAX_POINTS, N_VERTICES, NO_VERTEX, PASS_VERTEX, WHITE, opponent, uint8_t,
    vertex_column, vertex_row,
)
from board_ext.position cimport Position
from board_ext.scoring cimport stones_placed
from board_ext.tactics.atari cimport liberties_after, self_atari_excused
from board_ext.tactics.eyes cimport EYE_TRUE, eye_kind
from board_ext.tactics.ladder cimport ladder_attack_moves, ladder_escapes
from gtpengine.prediction.features cimport FeatureContext
from gtpengine.prediction.movemodel cimport MoveModel, model_probabilities

from board_ext.rules import Scoring

PLANES = (
    "board", "own stones", "enemy stones",
    "own chains of 1 liberty", "of 2", "of 3",
    "enemy chains of 1 liberty", "of 2", "of 3",
    "ko: forbidden now", "last move", "move before it",
    "captures", "captures and saves an own chain", "saves an own chain from atari",
    "extends an own chain in vain", "saves an own chain from a ladder before the atari",
    "begins a ladder that captures", "atari of two chains",
    "self-atari that gains nothing", "2 liberties after the move", "3 liberties after the move",
    "own true eye", "enemy true eye",
    "own chains that cannot escape from atari", "own chains that a ladder captures",
    "enemy chains that a ladder captures",
    "what the move model expects: 127 + 8 ln p, 1 at least; 0 where no move is legal",
)

NUMBERS = (
    "komi for the side to move, in units of 10 points",
    "the same, clipped to two points to either side",
    "1 when territory is counted, not area", "1 after a pass", "1 when a ko is forbidden now",
    "share of the board with stones", "size, from 0 for 9x9 to 1 for 19x19",
    "1 for White to move",
    "what the move model expects of a pass: ln p / 16, -1 at least",
)

assert len(PLANES) == N_PLANES
assert len(NUMBERS) == N_NUMBERS

cdef enum:
    BOARD = 0
    OWN = 1
    ENEMY = 2
    OWN_LIBERTIES = 3
    ENEMY_LIBERTIES = 6
    KO = 9
    LAST = 10
    LAST2 = 11
    CAPTURES = 12
    SAVES_BY_CAPTURE = 13
    ESCAPES = 14
    IN_VAIN = 15
    FORESEES_LADDER = 16
    BEGINS_LADDER = 17
    ATARI_OF_TWO = 18
    SELF_ATARI = 19
    LEAVES_TWO = 20
    LEAVES_THREE = 21
    OWN_EYE = 22
    ENEMY_EYE = 23
    OWN_DOOMED = 24
    OWN_IN_LADDER = 25
    ENEMY_IN_LADDER = 26


cdef inline uint8_t _full(bint answer) noexcept nogil:
    return FULL if answer else 0


cdef inline int _place(const Board* b, int v) noexcept nogil:
    """Return the number of a point within a plane: rows from row 1 on, columns from A on."""
    return vertex_row(v) * b.size + vertex_column(v)


cdef void _fill_planes(const FeatureContext* context, const Board* b, uint8_t* out) noexcept nogil:
    """Write N_BINARY planes of size * size bytes, each 0 or FULL, for the side to move.

    ``context`` is of the same position and side, as ``features_read_chains`` leaves it.
    """
    cdef int area = b.size * b.size, own = b.to_play, color, v, i, place, liberties
    cdef uint8_t[MAX_POINTS] doomed       # by chain: 1 + whether a ladder or an atari captures it
    memset(out, 0, N_BINARY * area)
    memset(out, FULL, area)

    # 1. Stones, their liberties, and whether they can be saved.
    memset(doomed, 0, sizeof(doomed))
    for color in range(BLACK, WHITE + 1):
        v = bits_first(b.points[color])
        while v:
            place = _place(b, v)
            liberties = board_liberties(b, v)
            out[(OWN if color == own else ENEMY) * area + place] = FULL
            if liberties <= 3:
                i = (OWN_LIBERTIES if color == own else ENEMY_LIBERTIES) + liberties - 1
                out[i * area + place] = FULL
            if liberties <= 2 and (color == own or liberties == 2):
                if not doomed[b.chain[v]]:
                    doomed[b.chain[v]] = 1 + _is_doomed(b, v, liberties)
                if doomed[b.chain[v]] == 2:
                    i = ENEMY_IN_LADDER if color != own else (
                        OWN_DOOMED if liberties == 1 else OWN_IN_LADDER)
                    out[i * area + place] = FULL
            v = bits_next(b.points[color], v)

    # 2. What the last moves were, and the ko.
    if b.ko != NO_VERTEX and b.ko_color == own:
        out[KO * area + _place(b, b.ko)] = FULL
    if b.last_move > NO_VERTEX:
        out[LAST * area + _place(b, b.last_move)] = FULL
    if b.last_move2 > NO_VERTEX:
        out[LAST2 * area + _place(b, b.last_move2)] = FULL

    # 3. What a move would do.
    v = bits_first(b.points[EMPTY])
    while v:
        _fill_move(context, b, v, out + _place(b, v), area)
        v = bits_next(b.points[EMPTY], v)


cdef inline bint _is_doomed(const Board* b, int v, int liberties) noexcept nogil:
    """Return whether atari after atari captures the chain of ``v``, whoever of the two moves.

    A chain in atari is the side's to move and cannot escape; one of two liberties could be attacked
    next, by its enemy.
    """
    cdef int[1] moves
    if liberties == 1:
        return not ladder_escapes(b, v, NULL)
    return ladder_attack_moves(b, v, moves, 1) > 0


cdef inline void _fill_move(const FeatureContext* c, const Board* b, int v, uint8_t* out,
                            int area) noexcept nogil:
    """Write the planes of a move of the side to play, at its place ``out`` of the first plane."""
    cdef int own = b.to_play, after
    cdef int capture = c.capture[v], escape = c.escape[v], atari = c.atari[v]
    if is_eyelike(b, v, own):
        out[OWN_EYE * area] = _full(eye_kind(b, v, own) == EYE_TRUE)
    elif is_eyelike(b, v, opponent(own)):
        out[ENEMY_EYE * area] = _full(eye_kind(b, v, opponent(own)) == EYE_TRUE)
    if not board_is_legal(b, v, own):
        return
    if capture:
        out[CAPTURES * area] = FULL
        out[SAVES_BY_CAPTURE * area] = _full(capture <= 3)
    if escape:
        out[(ESCAPES if escape <= 3 else IN_VAIN if escape <= 6 else FORESEES_LADDER) * area] = FULL
    if atari:
        out[BEGINS_LADDER * area] = _full(atari <= 3)
        out[ATARI_OF_TWO * area] = _full(atari == 7)
    after = liberties_after(b, v, own, 4)
    if after == 2 or after == 3:
        out[(LEAVES_TWO + after - 2) * area] = FULL
    elif after < 2:
        out[SELF_ATARI * area] = _full(after == 0 or not self_atari_excused(b, v, own))


cdef void _fill_expected(const float* probability, const Board* b, uint8_t* out) noexcept nogil:
    """Write the plane of the move model, size * size bytes, from the probabilities of its moves by
    vertex: 127 + 8 ln p, rounded, LEAST_EXPECTED at least; 0 where no move is legal. Without
    probabilities, which are NULL then, each legal move gets FULL."""
    cdef int v = bits_first(b.points[EMPTY])
    memset(out, 0, b.size * b.size)
    while v:
        if probability == NULL:
            out[_place(b, v)] = _full(board_is_legal(b, v, b.to_play))
            v = bits_next(b.points[EMPTY], v)
            continue
        # The model gives every legal move a share; one too small for a float is still a move.
        if probability[v] > 0 or board_is_legal(b, v, b.to_play):
            out[_place(b, v)] = _expected(probability[v])
        v = bits_next(b.points[EMPTY], v)


cdef inline uint8_t _expected(double probability) noexcept nogil:
    if probability <= 0:
        return LEAST_EXPECTED
    return <uint8_t>max(<double>LEAST_EXPECTED,
                        min(<double>FULL, FULL + EXPECTED_STEPS * log(probability) + 0.5))


cdef void _fill_numbers(const Board* b, double komi, double pass_probability,
                        float* out) noexcept nogil:
    """Write the N_NUMBERS numbers of the whole position, for the side to move.

    ``pass_probability`` is the move model's.
    """
    cdef double owed = komi if b.to_play == WHITE else -komi
    cdef int area = b.size * b.size
    out[0] = <float>(owed / 10.0)
    out[1] = <float>(min(max(owed, -2.0), 2.0) / 2.0)
    out[2] = 0  # the komi that comes here is for the area
    out[3] = b.n_passes > 0
    out[4] = b.ko != NO_VERTEX and b.ko_color == b.to_play
    out[5] = <float>(area - b.n_empty) / area
    out[6] = <float>(b.size - 9) / 10
    out[7] = b.to_play == WHITE
    out[8] = -1
    if pass_probability > 0:
        out[8] = <float>max(-1.0, log(pass_probability) / PASS_UNITS)


cdef void input_fill(const FeatureContext* context, const float* probability, const Board* b,
                     double komi, uint8_t* planes, float* numbers) noexcept nogil:
    """Write what a network sees: N_PLANES planes of size * size bytes, and N_NUMBERS numbers.

    ``probability`` is the move model's, by vertex, or NULL for a network that does without the
    model: the last plane then tells which moves are legal. ``komi`` is for the area score.
    """
    _fill_planes(context, b, planes)
    _fill_expected(probability, b, planes + N_BINARY * b.size * b.size)
    _fill_numbers(b, komi, 0.0 if probability == NULL else probability[PASS_VERTEX], numbers)


def planes_at(MoveModel model not None, Position position not None):
    """Return the planes (uint8, (N_PLANES, size, size)) and numbers (float32, (N_NUMBERS,)) of a
    position, as a network sees them without a symmetry.

    ``model`` is the move model of its board size. Where territory is counted, komi is for the
    area score, as in ``net_evaluate``.
    """
    cdef const Board* b = &position.board
    cdef FeatureContext* context = <FeatureContext*>malloc(sizeof(FeatureContext))
    cdef float[N_VERTICES] probability
    cdef double komi = position.komi
    cdef uint8_t[::1] planes
    cdef float[::1] numbers
    if context == NULL:
        raise MemoryError
    found = np.zeros(N_PLANES * b.size * b.size, np.uint8), np.zeros(N_NUMBERS, np.float32)
    planes, numbers = found
    if position.rules.scoring is Scoring.TERRITORY:
        komi += stones_placed(b)
    model_probabilities(&model.data, b, b.to_play, probability, context, NULL)
    input_fill(context, probability, b, komi, &planes[0], &numbers[0])
    free(context)
    return found[0].reshape(N_PLANES, b.size, b.size), found[1]
