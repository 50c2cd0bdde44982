"""NST: playouts prefer moves that did well after the moves before.

Tak, Winands and Björnsson, N-grams and the last-good-reply policy applied in general game playing,
2012: the mean outcome of each sequence of one, two and three moves in a row, over all simulations
of the search. A move is worth the mean of its means as the end of the sequences that end now; a
sequence seen fewer than ``nst_visits`` times does not count, and a move of no sequence is worth 1.
A playout plays the best of ``nst_candidates`` random moves, at a rate of ``nst_rate``, which is 1 -
epsilon: 0.8 for the epsilon of 0.2 of the paper.

Ours: candidates in the place of all moves, which would cost too much; sequences share a table by a
hash, so that two of them may be mixed up; and the tactical rules are asked first
(``playout_order=nst`` leaves them out).
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport mix64
from board_ext.lowlevel.types cimport NO_VERTEX, PASS_VERTEX, opponent, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.statistics.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.lab.techniques.statistics.weighed cimport (
    Weighed, random_move, weighed_add, weighed_best,
)
from gtpengine.lab.techniques.statistics.tally cimport Tally, tally_credit

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "nst_rate"
PARAMS = (
    ParamSpec(
        "nst_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing the random move that did best after the last two moves",
        source="NST, Tak, Winands and Björnsson 2012",
    ),
    ParamSpec(
        "nst_candidates", int, 8, 1, 32,
        doc="random moves of which the best is played", source="ours, for speed; not tuned",
    ),
    ParamSpec(
        "nst_visits", int, 7, 1, 1_000_000,
        doc="fewest times that a sequence was played before it counts",
        source="NST, Tak, Winands and Björnsson 2012",
    ),
)

cdef enum:
    ENTRIES = 1 << 16         # a power of two


cdef struct Nst:
    Tally of_length[3][ENTRIES]


cdef inline uint32_t _entry(int length, int color, int move, int last, int last2) noexcept nogil:
    """Return where a sequence that ends with a move is kept."""
    cdef uint64_t key = <uint64_t>color << 32 | <uint64_t>move
    if length > 0:
        key |= <uint64_t>last << 10
    if length > 1:
        key |= <uint64_t>last2 << 20
    return <uint32_t>(mix64(key) & (ENTRIES - 1))


cdef inline double _worth(const Nst* nst, int color, int move, int last, int last2,
                          uint32_t fewest) noexcept nogil:
    """Return the mean of the means of the sequences that a move would end."""
    cdef double total = 0.0
    cdef const Tally* sequence
    cdef int length, n = 0
    for length in range(3):
        sequence = &nst.of_length[length][_entry(length, color, move, last, last2)]
        if sequence.visits >= fewest:
            total += sequence.outcomes / sequence.visits
            n += 1
    return total / n if n else 1.0


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return the best of some random moves, the first among equals, or NO_VERTEX."""
    cdef const Nst* nst = <const Nst*>playout.own
    cdef Weighed list
    cdef int _, v
    if nst == NULL or b.n_empty == 0 or not chance(playout.rng, values_of(playout.params).nst_rate):
        return NO_VERTEX
    list.n = 0
    for _ in range(values_of(playout.params).nst_candidates):
        v = random_move(b, color, refusal, playout.rng)
        if v != NO_VERTEX:
            weighed_add(&list, v, _worth(nst, color, v, b.last_move, b.last_move2,
                                         values_of(playout.params).nst_visits))
    return weighed_best(&list)


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Credit each sequence of the simulation, moves of the tree included, with its outcome."""
    cdef Nst* nst = <Nst*>door.own
    cdef int time, v, length, color = d.search.root.to_play
    cdef int last = d.search.root.last_move, last2 = d.search.root.last_move2
    for time in range(d.record.n):
        v = d.record.vertices[time]
        if v != PASS_VERTEX:
            for length in range(3):
                tally_credit(&nst.of_length[length][_entry(length, color, v, last, last2)],
                             outcome, color)
        last2 = last
        last = v
        color = opponent(color)


RULE = PlayoutRule(
    name="nst", reason="NST", parameter="nst_rate", place=155, answers=False,
).plays(move)

cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Nst)
DOOR = _door
