"""Playouts: a list of rules, tried in order, and a random move when none applies.

Each rule is a file (``rule_*.pxd``) that proposes moves and knows nothing of the others. The
parameter ``playout_order`` has their order, of which the kernel sees those with a rate above 0.
"""

from board_ext.board cimport Board
from board_ext.rng cimport Rng
from board_ext.types cimport uint8_t, uint16_t
from gtpengine.mcts.cparams cimport CParams
from gtpengine.mcts.pool cimport Pool
from gtpengine.mcts.replies cimport Replies
from gtpengine.mcts.rule_ko cimport KoMemory
from gtpengine.mcts.softmax cimport SoftModel

cdef enum:
    # Moves and passes of one simulation, tree included.
    MAX_SIMULATION_MOVES = 4096


# The game after the root of one simulation: vertices (PASS_VERTEX for a pass) and reasons
# (`reasons.pxd`). Colours alternate from the root's side to move.
cdef struct Record:
    int n
    uint16_t vertices[MAX_SIMULATION_MOVES]
    uint8_t reasons[MAX_SIMULATION_MOVES]


cdef struct Playout:
    # What the rules look at besides the board. The pointers but `rng` may be shared by playouts.
    const CParams* params
    Rng* rng
    const Replies* replies    # NULL: none
    const Pool* pool          # NULL: none
    const SoftModel* soft     # the weights of the policy softmax, NULL for the rules
    KoMemory ko
    int captured              # stones that the playout's last move took


cdef void playout_init(Playout* playout, const CParams* p, const SoftModel* soft,
                       Rng* rng) noexcept nogil
cdef int playout_move(Playout* playout, Board* b, int color, int* reason) noexcept nogil
cdef void playout_run(Playout* playout, Board* b, Record* record) noexcept nogil
