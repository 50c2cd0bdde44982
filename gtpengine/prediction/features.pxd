"""Features of a candidate move: small whole numbers, one group of numbers for each question.

A move has at most one feature of a group. The usual answer of a group ("captures nothing") has no
number and costs nothing. features.pyx lists the groups with their meanings (``GROUPS``), in the
tradition of Coulom 2007. Shapes and ownership stand apart, in circles.pxd and ownership.pxd.

Not done: nets, seki, ko threats.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport N_VERTICES, WORDS, uint8_t, uint16_t, uint64_t
from gtpengine.prediction.circles cimport View

cdef enum:
    # First feature of each group; the next group's first feature is its end.
    F_PASS = 0                # 2
    F_CAPTURE = 2             # 13
    F_ESCAPE = 15             # 9
    F_SELF_ATARI = 24         # 5
    F_ATARI = 29              # 8
    F_PLACE = 37              # 4 * 55
    F_LAST = 257              # 64
    F_LAST2 = 321             # 64
    F_PATH = 385              # 7
    F_PATH2 = 392             # 7
    F_LIBERTIES = 399         # 6 * 5
    F_ENEMY = 429             # 4 * 6
    F_CONTACT = 453           # 16
    F_EYE = 469               # 6
    F_ANSWER = 475            # 20
    F_KO = 495                # 4
    N_FEATURES = 499
    MAX_FEATURES = 16         # that a move can have


cdef struct FeatureContext:
    # Everything that is the same for all moves of a position.
    const Board* board
    int color
    int phase                 # 0 opening to 3 endgame, by the stones on the board
    View view
    uint8_t[N_VERTICES] capture      # 1 + value of F_CAPTURE, 0 for none; likewise below
    uint8_t[N_VERTICES] escape
    uint8_t[N_VERTICES] atari
    uint8_t[N_VERTICES] path         # distance to the last move over chains, 255 if far
    uint8_t[N_VERTICES] path2
    # Codes for `local_key`. The last corner of a 19x19 board has a diagonal beyond the vertices.
    uint8_t[N_VERTICES + 4] codes
    # Liberties of the chain of the last move, and of own chains beside it with 1, 2, 3 liberties.
    uint64_t[WORDS] last_liberties
    int last_liberties_count
    uint64_t[3][WORDS] threatened
    uint8_t[N_VERTICES] ownership    # classes of ownership.pxd, for models that have them


cdef void features_look(FeatureContext* c, const Board* b, int color) noexcept nogil
cdef void features_read_chains(FeatureContext* c, const Board* b, int color) noexcept nogil
cdef void features_prepare(FeatureContext* c, const Board* b, int color) noexcept nogil
cdef int features_of_move(const FeatureContext* c, int v, uint16_t* out) noexcept nogil
cdef int features_of_pass(const FeatureContext* c, uint16_t* out) noexcept nogil


cdef inline bint runs_on_in_ladder(const FeatureContext* c, int v) noexcept nogil:
    """Return whether ``v`` is the last liberty of an own chain that a ladder captures if it runs
    on."""
    return 4 <= c.escape[v] <= 6


cdef inline bint begins_ladder(const FeatureContext* c, int v) noexcept nogil:
    """Return whether ``v`` is an atari that begins a ladder which captures."""
    return 1 <= c.atari[v] <= 3
