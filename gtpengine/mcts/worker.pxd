"""One thread of the search, and what the threads share."""

from board_ext.board cimport Board
from board_ext.rng cimport Rng
from board_ext.types cimport N_VERTICES, int32_t, int64_t, uint32_t, uint64_t
from gtpengine.mcts.amaf cimport AmafMap
from gtpengine.mcts.cparams cimport CParams
from gtpengine.mcts.playout cimport Record
from gtpengine.mcts.tree cimport Tree, TreeArena

cdef enum:
    MAX_DEPTH = 500


cdef struct Search:
    # Written between searches only, unless a comment says otherwise.
    Tree tree
    CParams params
    Board* root
    uint64_t* history         # situations of the game, superko.pxd
    int n_history
    int ko_rule
    double komi               # what White gets in the end, handicap included
    bint area_after_passes    # two passes end the game with all stones alive
    uint64_t seed
    double deadline           # of the monotonic clock, in seconds; 0 is none
    uint64_t first_simulation    # number of the first simulation of this search
    uint64_t end_simulation
    # Changed by all threads, relaxed: the number of the next simulation.
    uint64_t next_simulation
    # Set by any thread, relaxed, never cleared during a search.
    uint32_t stop
    uint32_t tree_full


cdef struct Worker:
    Search* search
    Board* board
    TreeArena arena
    Rng rng
    AmafMap amaf
    Record record
    uint64_t* keys            # situations of the game and of the descent
    int n_keys
    int depth
    uint32_t path[MAX_DEPTH + 1]
    # Written by the worker's thread alone, read by others at any time, all relaxed: simulations,
    # moves played in them, the sum of their depths, and for each vertex how often it ended up
    # Black's minus how often White's.
    uint64_t simulations
    uint64_t moves
    uint64_t depths
    int32_t owner[N_VERTICES]


cdef Worker* worker_new(Search* search) noexcept nogil
cdef void worker_free(Worker* w) noexcept nogil
cdef bint worker_begin(Worker* w) noexcept nogil
cdef bint worker_expand_root(Worker* w) noexcept nogil
cdef void worker_run(Worker* w) noexcept nogil
cdef double monotonic_seconds() noexcept nogil
