"""Heavy playouts: one list of rules, tried in order, and a uniform move when none applies.

The order is MoGo's (Gelly, Wang, Munos and Teytaud 2006): save or capture what the last move put at
stake, the vital point of a small eye space, a 3x3 pattern beside the last two moves, and then
anything that is no bad self-atari and fills no own eye.
"""

from board_ext.board cimport Board
from board_ext.rng cimport Rng
from board_ext.types cimport int64_t, uint8_t, uint16_t
from gtpengine.mcts.cparams cimport CParams

cdef enum:
    # Moves and passes of one simulation, tree included.
    MAX_SIMULATION_MOVES = 4096
    MAX_CANDIDATES = 64


cdef enum Reason:
    # Why a playout played a move.
    REASON_TREE = 0
    REASON_ATARI = 1
    REASON_NAKADE = 2
    REASON_PATTERN = 3
    REASON_UNIFORM = 4
    REASON_PASS = 5
    REASON_TWO_LIBERTIES = 6


cdef struct Candidates:
    int n
    uint16_t vertices[MAX_CANDIDATES]


# The game after the root of one simulation: vertices (PASS_VERTEX for a pass) and reasons.
# Colours alternate from the root's side to move.
cdef struct Record:
    int n
    uint16_t vertices[MAX_SIMULATION_MOVES]
    uint8_t reasons[MAX_SIMULATION_MOVES]


cdef inline void candidates_add(Candidates* list, int v) noexcept nogil:
    """Add a vertex that is not yet listed; a full list stays as it is."""
    cdef int i
    if list.n == MAX_CANDIDATES:
        return
    for i in range(list.n):
        if list.vertices[i] == v:
            return
    list.vertices[list.n] = v
    list.n += 1


cdef void atari_moves(const Board* b, int color, bint read_ladders,
                      Candidates* out) noexcept nogil
cdef void two_liberty_moves(const Board* b, int color, Candidates* out) noexcept nogil
cdef void nakade_moves(const Board* b, int color, Candidates* out) noexcept nogil
cdef void pattern_moves(const Board* b, int around, int color, Candidates* out) noexcept nogil
cdef int playout_move(Board* b, int color, const CParams* p, Rng* rng, int* reason) noexcept nogil
cdef void playout_run(Board* b, const CParams* p, Rng* rng, Record* record) noexcept nogil
