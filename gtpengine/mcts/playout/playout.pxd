"""Playouts: a list of rules, tried in order, and a random move when no rule has one.

A rule proposes moves and knows nothing of the others. rules.pxd says how to add one, and makes the
order in which a playout asks them.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport Rng, rng_float
from board_ext.lowlevel.types cimport uint16_t
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.playout.ko_memory cimport KoMemory

cdef enum:
    # Moves and passes of one simulation, tree included.
    MAX_SIMULATION_MOVES = 4096


# The game after the root of one simulation: vertices (PASS_VERTEX for a pass) and reasons
# (`reasons.pxd`). Colours alternate from the root's side to move.
cdef struct Record:
    int n
    uint16_t vertices[MAX_SIMULATION_MOVES]
    uint16_t reasons[MAX_SIMULATION_MOVES]


cdef struct Playout


# A rule's function: return its move, or NO_VERTEX. ``fewest`` is the smallest number of liberties
# among the last stone's chain and the chains beside it, 0 without a last stone. ``refusal`` says
# which self-ataris are refused. The board must not change.
ctypedef int (*RuleMove)(Playout* playout, const Board* b, int color, int fewest,
                         const Refusal* refusal) noexcept nogil


cdef struct Rule:
    RuleMove move             # NULL: the rule stands in `playout.pyx`, which knows it by `reason`
    bint answers              # looks at the last stone, so is not asked after a pass
    uint16_t reason


cdef struct RuleOrder:
    int n
    Rule* rules


cdef struct Playout:
    # What rules look at besides the board. Playouts may share all pointers except `rng`.
    const CParams* params
    const RuleOrder* order
    Rng* rng
    # By rule of the order: the memory of the technique that the rule belongs to; NULL where no
    # rule belongs to one. `own` is the memory of the rule that is asked now.
    void** memory
    const void* own
    # Plays the moves in the place of the rules, at most ``limit``; NULL: the rules.
    void (*run)(Playout*, Board*, int limit, Record*) noexcept nogil
    const void* policy        # what `run` plays by
    # Asked for a random point that is refused as a bad self-atari: another one, or NO_VERTEX. NULL:
    # nothing is played instead.
    int (*instead)(Playout*, const Board*, int v, int color, const Refusal*) noexcept nogil
    # Asked after each move that is no pass: whether the playout ends there. NULL: not before time.
    bint (*ends)(const Playout*, const Board*) noexcept nogil
    int most                  # moves and passes that it has at most
    KoMemory ko
    int goal                  # stones to capture for a win; 0: the game is counted
    int captured              # stones that the playout's last move took


cdef inline bint chance(Rng* rng, double rate) noexcept nogil:
    """Return True at the given rate; rates of 0 and 1 draw no random number."""
    return rate > 0.0 and (rate >= 1.0 or rng_float(rng) < rate)


cdef inline void record_append(Record* record, int v, int reason) noexcept nogil:
    """Append a move to the record."""
    record.vertices[record.n] = v
    record.reasons[record.n] = reason
    record.n += 1


cdef void playout_init(Playout* playout, const CParams* p, const RuleOrder* order,
                       Rng* rng) noexcept nogil
cdef void playout_run(Playout* playout, Board* b, int limit, Record* record) noexcept nogil
