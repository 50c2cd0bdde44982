"""The moves of a position on the way of a proof-number search: listing them, and playing one."""

from board_ext.board cimport Board
from board_ext.lowlevel.bits cimport bits_zero
from board_ext.solvers.fights.fight cimport Fight
from board_ext.solvers.fights.fightbits cimport grow
from board_ext.solvers.proofs.prooftable cimport ProofTable
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport EMPTY, WORDS, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MAX_PLIES = 56
    NO_PLY = 255
    MAX_REPLIES = 64


cdef struct Reply:
    uint64_t key              # of the position after it
    uint64_t twin             # the same with the way to it
    uint32_t cost             # delta that it begins with
    uint16_t vertex           # PASS_VERTEX for a pass
    uint8_t weight            # what it adds to the effort of refuting all, while it is open
    uint8_t repeats           # the ply whose position it brings back, or NO_PLY
    uint8_t winner            # of that repetition


cdef struct Ply:
    Board board
    int n
    uint64_t key
    uint64_t way              # hash of the positions before this one, in any order
    int retaken               # how often the ko master has taken back at once on the way
    int retake                # where the ko master may, though the ko rule forbids it; or NO_VERTEX
    uint64_t free[WORDS]      # points of the fight that are empty
    Reply replies[MAX_REPLIES]


cdef struct Solver:
    Fight fight
    int master                # of kos; EMPTY: nobody
    bint eyes                 # the defender needs two eyes: a seki is no life
    int keeper                # the colour that a repetition serves
    uint64_t base             # what turns a board's hash into a key
    uint64_t nodes
    uint64_t limit            # of nodes
    bint together             # with the team's other threads: nodes are counted for all
    bint repeats              # a disproof in the table rests on a repetition
    ProofTable table
    Ply* plies                # the way from the root
    Ply* shadows              # the way of the proof that is tried elsewhere


cdef inline void free_points(const Solver* s, const Board* b, int color,
                             uint64_t* free) noexcept nogil:
    """Set ``free`` to the empty points on which a colour plays."""
    cdef const Fight* fight = &s.fight
    cdef int i
    bits_zero(free)
    if color != fight.defender:
        grow(fight, free, b.points[fight.defender])
    for i in range(WORDS):
        free[i] = b.points[EMPTY][i] & (fight.points[i] | (free[i] & fight.border[i]))


cdef inline uint64_t way_key(const Solver* s, uint64_t way, uint64_t key) noexcept nogil:
    """Return the key of what holds for one way to a position, with one ko master."""
    return mix_keys(way, key ^ s.table.mark)


cdef bint may_pass(const Solver* s, const Board* b, int color) noexcept nogil
cdef int forced_liberty(const Solver* s, const Board* b, int color) noexcept nogil
cdef void list_replies(Solver* s, int ply, int color) noexcept nogil
cdef void play_reply(const Solver* s, const Ply* p, Ply* next, const Reply* reply,
                     int color) noexcept nogil
