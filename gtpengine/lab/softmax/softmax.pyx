"""The weights of a softmax playout, kept up to date, and the draw of its moves."""

import numpy as np

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.board cimport Board, Chain, chain_first_liberty, chain_of, is_stone
from board_ext.lowlevel.bits cimport bits_has, bits_set, lowest_bit64
from board_ext.lowlevel.rng cimport Rng, rng_below
from board_ext.lowlevel.types cimport (
    EMPTY, NO_VERTEX, STRIDE, WORDS, uint16_t, uint32_t, uint64_t,
)
from board_ext.neighbours cimport AROUND, NEIGHBOURS, empties_around
from gtpengine.lab.softmax.answers cimport (
    ANSWER_ATTACK, ANSWER_DEFEND, ANSWER_NONE, MAX_NEAR, N_ANSWERS, N_PLACES, PLACE_ELSEWHERE,
    Near, near_fill,
)
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES
from gtpengine.mcts.moves.reasons cimport (
    REASON_ATARI, REASON_ELSEWHERE, REASON_NEAR, REASON_PASS, REASON_TWO_LIBERTIES,
)
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused

from gtpengine.lab.weights.local3 import class_table, swapped_codes
from gtpengine.lab.weights.playoutfile import STAKES
from gtpengine.patterns.weight_files import KEPT


cdef class SoftmaxModel:
    """The tables of one file of weights; ``weights`` (``PlayoutWeights``) must not change."""

    def __cinit__(self):
        self.data = <SoftModel*>calloc(1, sizeof(SoftModel))
        if self.data == NULL:
            raise MemoryError

    def __init__(self, weights):
        cdef int code, i, j
        cdef uint16_t[::1] black
        cdef uint16_t[::1] white
        self.weights = weights
        gammas = np.full(PATTERN3_CODES, weights.factors["other"])
        gammas[list(weights.patterns)] = list(weights.patterns.values())
        scaled = np.clip(np.rint(SOFT_ONE * gammas), 1, 65535).astype(np.uint16)
        black = scaled[class_table()]
        white = scaled[class_table()[swapped_codes()]]
        for code in range(PATTERN3_CODES):
            self.data.pattern[code][0] = black[code]
            self.data.pattern[code][1] = white[code]
        escapes = [1.0, *(weights.factors[f"escape{name}"] for name in STAKES)]
        captures = [1.0, *(weights.factors[f"capture{name}"] for name in STAKES)]
        for i in range(N_STAKES):
            for j in range(N_STAKES):
                self.data.stakes[i][j] = self.factor(escapes[i] * captures[j])
        places = [1.0, *(weights.factors[name] for name in ("beside", "diagonal", "second"))]
        answers = [1.0, *(weights.factors[name] for name in (
            "take-last", "save-by-capture", "save-by-running", "attack", "defend"))]
        for i in range(<int>N_PLACES):
            for j in range(<int>N_ANSWERS):
                self.data.near[i][j] = self.factor(places[i] * answers[j])

    def factor(self, double gamma):
        """Return a gamma in the unit of the tables."""
        return round(min(max(FACTOR_ONE * gamma, 1.0), <double>(1 << 16)))

    def __dealloc__(self):
        free(self.data)


# The tables made last: searches of one process share them.
_made = []


cdef SoftmaxModel soft_model(object weights):
    """Return the tables of a file of weights."""
    cdef SoftmaxModel model
    for model in _made:
        if model.weights is weights:
            return model
    model = SoftmaxModel(weights)
    _made.append(model)
    del _made[:-KEPT]
    return model


# --- weights ------------------------------------------------------------------------------------

cdef inline void _change(SoftState* state, Py_ssize_t v, uint64_t change) noexcept nogil:
    """Add to the weight of a point and to the sums above it."""
    state.weight[v] += change
    state.block[v >> BLOCK_SHIFT] += change
    state.region[v >> REGION_SHIFT] += change
    state.total += change


cdef inline void _set(SoftState* state, const SoftModel* m, const Board* b,
                      Py_ssize_t v) noexcept nogil:
    """Weigh the empty ``v`` anew."""
    _change(state, v, weights_of(m, b, v) - state.weight[v])


cdef void soft_begin(SoftState* state, const SoftModel* m, const Board* b) noexcept nogil:
    """Weigh every point of the board."""
    cdef int i
    memset(state, 0, sizeof(SoftState))
    for i in range(b.n_empty):
        _set(state, m, b, b.empties[i])


cdef inline void _set_around(SoftState* state, const SoftModel* m, const Board* b,
                             int v) noexcept nogil:
    """Weigh the empty points around ``v`` anew."""
    cdef int[8] found
    cdef int n = empties_around(b, v, found), i
    for i in range(n):
        _set(state, m, b, found[i])


cdef inline void _set_last_liberty(SoftState* state, const SoftModel* m, const Board* b,
                                   Py_ssize_t n) noexcept nogil:
    """Weigh the last liberty of a chain anew, if it is in atari."""
    if chain_of(b, n).n_liberties == 1:
        _set(state, m, b, chain_first_liberty(chain_of(b, n)))


cdef void _set_after_capture(SoftState* state, const SoftModel* m, const Board* b,
                             int captured) noexcept nogil:
    """Weigh all points anew that a capture of ``captured`` stones may change.

    These are the points of the stones, those around them, and the liberties of chains that the
    stones may have kept in atari.
    """
    cdef uint64_t[WORDS] touched
    cdef const Chain* chain
    cdef uint64_t word
    cdef int i, j, k, p, n
    memset(touched, 0, sizeof(touched))
    # The board appends the points it frees.
    for i in range(b.n_empty - captured, b.n_empty):
        p = b.empties[i]
        bits_set(touched, p)
        for j in range(8):
            bits_set(touched, p + AROUND[j])
        for j in range(4):
            n = p + NEIGHBOURS[j]
            chain = chain_of(b, n)
            # One that was in atari has its last liberty and the new ones, no more.
            if is_stone(b, n) and chain.n_liberties <= <uint32_t>captured + 1:
                for k in range(WORDS):
                    touched[k] |= chain.liberties[k]
    for k in range(WORDS):
        word = touched[k] & b.points[EMPTY][k]
        while word:
            _set(state, m, b, (k << 6) + lowest_bit64(word))
            word &= word - 1


cdef void soft_played(SoftState* state, const SoftModel* m, const Board* b,
                      int captured) noexcept nogil:
    """Update the weights after ``board_play`` of the last move, which captured ``captured`` stones.
    """
    cdef Py_ssize_t v = b.last_move
    _change(state, v, -state.weight[v])
    _set_around(state, m, b, v)
    # Liberties lost may have put chains in atari; own chains that were so had their liberty at v.
    _set_last_liberty(state, m, b, v - STRIDE)
    _set_last_liberty(state, m, b, v - 1)
    _set_last_liberty(state, m, b, v + 1)
    _set_last_liberty(state, m, b, v + STRIDE)
    _set_last_liberty(state, m, b, v)
    if captured:
        _set_after_capture(state, m, b, captured)


# --- moves --------------------------------------------------------------------------------------

cdef inline int _find(const uint64_t* sums, int first, int color, int* draw) noexcept nogil:
    """Return the index, from ``first`` on, whose sum ``draw`` falls into; the rest stays in
    ``draw``."""
    cdef int i = first, weight = weight_for(sums[first], color)
    while draw[0] >= weight:
        draw[0] -= weight
        i += 1
        weight = weight_for(sums[i], color)
    return i


cdef inline int _draw_any(const SoftState* state, int color, Rng* rng) noexcept nogil:
    """Return a vertex drawn by the weights alone, by the tree of sums."""
    cdef int draw = rng_below(rng, weight_for(state.total, color))
    cdef int region = _find(state.region, 0, color, &draw)
    cdef int block = _find(state.block, region << (REGION_SHIFT - BLOCK_SHIFT), color, &draw)
    return _find(state.weight, block << BLOCK_SHIFT, color, &draw)


cdef inline bint _is_listed(const Near* near, int v) noexcept nogil:
    """Return whether ``v`` is among the points near the last moves."""
    cdef int i
    cdef bint found = False
    for i in range(near.n):
        found |= near.vertices[i] == v
    return found


cdef int _draw_elsewhere(const SoftState* state, const Board* b, int color, const Near* near,
                         const uint64_t* refused, int sum_of, Rng* rng) noexcept nogil:
    """Return a vertex that is neither near nor refused, drawn by the weights.

    ``sum_of`` is the sum of their weights.
    """
    cdef int _, i, v, draw
    for _ in range(SOFT_DRAWS):
        v = _draw_any(state, color, rng)
        if not _is_listed(near, v) and not bits_has(refused, v):
            return v
    # Most of the weight is near the last moves, or refused.
    draw = rng_below(rng, sum_of)
    for i in range(b.n_empty):
        v = b.empties[i]
        if not _is_listed(near, v) and not bits_has(refused, v):
            draw -= weight_for(state.weight[v], color)
            if draw < 0:
                return v
    return NO_VERTEX


cdef inline int _reason(int place, int answer) noexcept nogil:
    """Return the reason of a move with this place and answer."""
    if answer == ANSWER_ATTACK or answer == ANSWER_DEFEND:
        return REASON_TWO_LIBERTIES
    if answer != ANSWER_NONE:
        return REASON_ATARI
    return REASON_NEAR if place != PLACE_ELSEWHERE else REASON_ELSEWHERE


cdef int soft_move(const SoftState* state, const SoftModel* m, const Board* b, int color,
                   const Refusal* refusal, Rng* rng, int* reason) noexcept nogil:
    """Return a move drawn by the weights, or PASS_VERTEX where all are refused, and set its reason.

    Refused moves are drawn without replacement: the others keep the same chances relative to each
    other.
    """
    cdef Near near
    cdef int[MAX_NEAR] weights
    cdef uint64_t[WORDS] refused
    cdef uint32_t weight
    cdef int i, v, draw, nearby = 0, elsewhere = weight_for(state.total, color)
    near_fill(b, color, &near)
    memset(refused, 0, sizeof(refused))
    for i in range(near.n):
        weight = weight_for(state.weight[near.vertices[i]], color)
        elsewhere -= weight
        weights[i] = near_weight(m, weight, near.places[i], near.answers[i])
        nearby += weights[i]
    if b.ko != NO_VERTEX and b.ko_color == color:
        for i in range(near.n):
            if near.vertices[i] == b.ko:
                nearby -= weights[i]
                weights[i] = 0
                break
        else:
            elsewhere -= weight_for(state.weight[b.ko], color)
            bits_set(refused, b.ko)
    while nearby + elsewhere > 0:
        draw = rng_below(rng, nearby + elsewhere)
        if draw < nearby:
            i = 0
            while draw >= weights[i]:
                draw -= weights[i]
                i += 1
            v = near.vertices[i]
            if not is_refused(b, v, color, refusal):
                reason[0] = _reason(near.places[i], near.answers[i])
                return v
            nearby -= weights[i]
            weights[i] = 0
        else:
            v = _draw_elsewhere(state, b, color, &near, refused, elsewhere, rng)
            if not is_refused(b, v, color, refusal):
                reason[0] = REASON_ELSEWHERE
                return v
            elsewhere -= weight_for(state.weight[v], color)
            bits_set(refused, v)
    reason[0] = REASON_PASS
    return NO_VERTEX
