"""What the threads of a search share, and what each has for itself."""

from board_ext.board cimport Board
from board_ext.rng cimport Rng
from board_ext.types cimport (
    N_VERTICES, int32_t, int64_t, opponent, uint8_t, uint16_t, uint32_t, uint64_t,
)
from gtpengine.mcts.amaf cimport AMAF_MOVES, AmafMap
from gtpengine.mcts.cparams cimport CParams
from gtpengine.mcts.playout cimport Record
from gtpengine.mcts.pool cimport Pool
from gtpengine.mcts.replies cimport Replies
from gtpengine.mcts.softmax cimport SoftModel
from gtpengine.mcts.transpositions cimport Transpositions
from gtpengine.mcts.tree cimport Tree, TreeArena
from gtpengine.prediction.movemodel cimport MoveModelData

cdef enum:
    MAX_DEPTH = 500
    CRITICALITY_INTERVAL = 256
    COLLECTIONS = 64          # a power of two


cdef struct Search:
    # Written between searches only, unless a comment says otherwise.
    Tree tree
    Transpositions transpositions    # without entries unless they are switched on
    CParams params
    const MoveModelData* model    # for boards of the root's size; NULL without
    const SoftModel* soft         # the same for the policy softmax
    Board* root
    uint64_t* history         # situations of the game, superko.pxd
    int n_history
    int ko_rule
    double komi               # what White gets in the end, handicap included
    double komi_offset        # added for the reward alone: dynamic komi, for White
    bint territory            # stones do not count
    int placed                # with it: those Black has placed so far less those of White
    bint area_after_passes    # two passes end the game with all stones alive
    bint solve                # bounds on the score are looked for
    bint prove                # sure wins and losses that follow from them count
    bint cut                  # and so do better scores
    uint64_t seed
    double deadline           # of the monotonic clock, in seconds; 0 is none
    uint64_t end_simulation
    # Moves kept out of the search: those of a colour at a depth (0 is the root) below this.
    uint16_t avoid_until[3][N_VERTICES]
    int avoid_depth           # the greatest of them; 0 when every move is searched
    bint keep_move_owners     # whether workers count owners for each move of the root
    int n_threads
    # Changed by all threads, relaxed: the number of the next simulation. It has a cache line of its
    # own, since the rest is read all the time.
    uint8_t before[64]
    uint64_t next_simulation
    uint8_t after[64]
    # Set by any thread, relaxed, never cleared during a search.
    uint32_t stop
    uint32_t tree_full


cdef struct MoveTally:
    # The simulations that began with one move of the root; scores in half points, for Black.
    uint64_t simulations
    int64_t score
    uint64_t score_squares


cdef struct Collection:
    # By move: what simulations, so many, have for the RAVE means of the children of ``node`` (an
    # index; 0 is none) that is not added yet (backup.pxd). 32 bits hold 64 rewards of REWARD_ONE
    # with a weight of 17, the greatest.
    uint32_t node
    uint32_t simulations
    uint32_t visits[AMAF_MOVES]
    uint32_t reward[AMAF_MOVES]


cdef struct Worker:
    Search* search
    Board* board
    Board* leaf               # where several playouts begin; NULL with one a leaf
    TreeArena arena
    Rng rng
    AmafMap amaf
    Record record
    uint64_t* keys            # situations of the game and of the descent
    int n_keys
    # Of the moves up to the last capture on the way down, and how many keys that covers.
    uint64_t capture_key
    int n_capture_keys
    int depth
    # GRAVE: for either side, the last node on the way down that had visits enough, the one that
    # `grave` was filled from, and by move the index of its child.
    uint32_t grave_node[3]
    uint32_t grave_filled[3]
    uint32_t grave[3][AMAF_MOVES]
    uint32_t path[MAX_DEPTH + 1]
    Collection* collections   # COLLECTIONS of them, a node's by its index; NULL with one thread
    # Written by the worker's thread alone, read by others at any time, all relaxed: simulations,
    # moves played in them, the sum of their depths, and for each vertex how often it ended up
    # Black's minus how often White's.
    uint64_t simulations
    uint64_t moves
    uint64_t depths
    int32_t owner[N_VERTICES]
    # The same, counted negative where White won; and wins of Black minus those of White.
    int32_t winner_owner[N_VERTICES]
    int64_t wins
    # By the vertex of the first move, 0 for the pass; `move_owners` has a row of N_VERTICES, like
    # `owner`, for each, and is NULL unless they are kept.
    MoveTally tallies[N_VERTICES]
    int32_t* move_owners
    # From these counts, every CRITICALITY_INTERVAL simulations; the worker's alone.
    float criticality[N_VERTICES]
    # What the playouts remember, each of its rule's file.
    Replies* replies          # NULL without
    Pool pool


cdef inline int side_at(const Search* s, int time) noexcept nogil:
    """Return who plays the move number ``time`` of a simulation."""
    return opponent(s.root.to_play) if time & 1 else s.root.to_play
