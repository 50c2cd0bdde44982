"""The structs of a search: what its threads share, what each has for itself, one simulation on its
way, and the doors by which techniques and evaluators take part (`doors.pxd`, `evaluator.pxd`)."""

from board_ext.board cimport Board
from board_ext.lowlevel.rng cimport Rng
from board_ext.lowlevel.types cimport (
    N_VERTICES, int32_t, int64_t, opponent, uint8_t, uint16_t, uint32_t, uint64_t,
)
from gtpengine.mcts.params.cparams cimport CParams
from gtpengine.mcts.playout.playout cimport Playout, Record, RuleOrder
from gtpengine.mcts.tree.amaf cimport AMAF_MOVES, AmafMap
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport Tree, TreeArena
from gtpengine.prediction.features cimport FeatureContext

cdef struct Search
cdef struct Worker
cdef struct Descent
cdef struct Request
cdef struct Player

cdef enum:
    MAX_DEPTH = 500
    COLLECTIONS = 64          # a power of two


cdef struct Prior:
    double wins               # sum of value * weight
    double weight
    double probability        # by the policy


cdef struct Outcome:
    # How a simulation ended.
    double value              # for Black, in [0, 1]
    double points             # Black's lead, komi counted; of the playout, where there was one
    bint played_out
    uint32_t judged           # the node whose judgement is the value; 0 where none is


cdef struct Hooks:
    # What a simulation asks the techniques that are on, all of them together. `doors.pxd` says when
    # each is called, by which players, and what it may do.
    bint (*open)(Worker*) noexcept nogil
    void (*close)(Worker*) noexcept nogil
    void (*prior)(const Descent*, int move, Prior*) noexcept nogil
    uint32_t (*same_position)(Descent*, uint32_t node) noexcept nogil
    void (*expanded)(const Descent*, uint32_t node) noexcept nogil
    uint32_t (*choose)(Descent*, uint32_t node) noexcept nogil
    bint (*stops)(Descent*, int move) noexcept nogil
    void (*evidence)(const Descent*, ChildView*) noexcept nogil
    void (*score)(const Descent*, ChildView*) noexcept nogil
    void (*reach)(const Descent*, uint32_t node, double*) noexcept nogil
    void (*question)(const Descent*, uint32_t node, Request*) noexcept nogil
    bint (*value)(Descent*, Outcome*) noexcept nogil
    void (*reward)(const Descent*, Outcome*) noexcept nogil
    bint (*credit)(const Descent*, AmafMap*) noexcept nogil
    void (*playout)(Descent*, Playout*) noexcept nogil
    void (*learn)(const Descent*, const Outcome*) noexcept nogil


cdef struct Evaluator:
    # Who is asked about a position (evaluator.pxd): its policy, and a judgement if one is wanted.
    void* context
    void (*judge)(void* context, Request* request) noexcept nogil    # NULL: nobody is asked
    # What each worker needs to ask, which `judge` finds as `Request.scratch`: made when a search
    # begins, NULL without memory. NULL where nothing is needed.
    void* (*open)(const void* context) noexcept nogil
    void (*close)(void* scratch) noexcept nogil
    bint judges               # whether it has judgements for those who want them (judging.pxd)


cdef struct Player:
    # A way to search: what a simulation asks, step by step (`worker/worker.pyx`). There are those
    # of `by_network/` and of `by_playouts/`; `search/terms` says which of them searches a position.
    int reader                # its bit of `gtpengine.base.arguments.paramspec.Player`
    bint has_policy           # whether its children keep the probabilities that a policy gave them
    # Selection: the child of a node to follow, where no technique says so.
    uint32_t (*choose)(Descent*, uint32_t node) noexcept nogil
    # Expansion: give a node without children some; False where it stays a leaf for now.
    bint (*grow)(Descent*, uint32_t node) noexcept nogil
    # The same for a node that has children, and may get more.
    void (*widen)(Descent*, uint32_t node) noexcept nogil
    # Ask about the position of the node where the descent stands: its `request` has the answer.
    void (*ask)(Descent*, uint32_t node) noexcept nogil
    # Simulation: what the leaf is worth, where no technique says so.
    void (*evaluate)(Descent*, Outcome*) noexcept nogil
    # Backpropagation to what is no mean of a node of the way, before those; may be NULL. The reward
    # is Black's, in units of REWARD_ONE.
    void (*credit)(const Descent*, int64_t black_reward) noexcept nogil
    # After a worker's last simulation of a search; may be NULL.
    void (*end)(Worker*) noexcept nogil


cdef struct Search:
    # Written between searches only, unless a comment says otherwise.
    Tree tree
    CParams params
    const Player* player
    Evaluator evaluator
    const Hooks* hooks        # of the techniques that are on; NULL where none is
    void* techniques          # theirs
    # Of those that the player asks:
    bint weighs               # whether one of them may change the score of a child
    bint shares               # whether one of them lets nodes share their children
    const RuleOrder* order        # of the playout rules
    Board* root
    int judgements            # the slot of judgement.pxd, 0 without
    uint64_t root_era         # another one for each root, and whenever nodes have gone or moved
    uint64_t* history         # situations of the game, superko.pxd
    int n_history
    int ko_rule
    double komi               # what White gets in the end, handicap included
    double komi_offset        # added for the reward alone: dynamic komi, for White
    bint territory            # territory is counted, not area
    int placed                # then: stones Black has placed so far minus White's
    bint area_after_passes    # two passes end the game with all stones alive
    int goal                  # stones to capture for a win; 0: the game is counted
    bint solve                # bounds on the score are looked for
    bint prove                # sure wins and losses that follow from them count
    bint cut                  # moves that cannot bring more than is sure are cut
    uint64_t seed
    double deadline           # of the monotonic clock, in seconds; 0 is none
    uint64_t begin_simulation    # number of the first simulation of this search
    uint64_t end_simulation
    # Moves kept out of the search: moves of a colour at a depth (0 is the root) below this.
    uint16_t avoid_until[3][N_VERTICES]
    int avoid_depth           # the greatest of them; 0 when every move is searched
    bint keep_move_owners     # whether workers count owners for each move of the root
    int n_threads
    # Changed by all threads, relaxed: the number of the next simulation. It has a cache line of its
    # own, since the rest is read all the time.
    uint8_t before[64]
    uint64_t next_simulation
    uint8_t after[64]
    # Set by any thread, relaxed; never cleared during a search.
    uint32_t stop
    uint32_t tree_full


cdef struct MoveTally:
    # The simulations that began with one move of the root; scores in half points, for Black.
    uint64_t simulations
    int64_t score
    uint64_t score_squares


cdef struct Collection:
    # RAVE updates for the children of a node that are collected and not added yet (rave.pxd), one
    # entry for each move. 32 bits hold 64 rewards of REWARD_ONE with the greatest weight, 17.
    uint32_t node             # index; 0 while the collection is unused
    uint32_t simulations      # how many are collected
    uint32_t visits[AMAF_MOVES]
    uint32_t reward[AMAF_MOVES]


cdef struct Request:
    # A question to an evaluator (evaluator.pxd), and its answer.
    const Board* board        # what is asked about
    void* scratch             # of the worker that asks, see `Evaluator.open`
    bint wants_judgement      # said before asking
    # Of the board that a network sees, or ALL_SYMMETRIES (turning.pxd); said before asking.
    int symmetry
    bint has_policy
    float probability[N_VERTICES]    # of each legal move, the pass at 0; with `has_policy`
    FeatureContext features          # what the move model read of the board
    bint has_features
    bint has_judgement        # whether there are a value and points
    float value               # expected reward of the side to move, in [0, 1]
    float points              # its expected lead, komi counted


cdef struct Descent:
    # One simulation: the way from the root to a leaf, and the game from there to its end.
    Worker* worker
    Search* search            # the worker's
    Board* board              # at the end of the way, later at the end of the game
    Board* leaf               # where several playouts begin; NULL where the worker has one a leaf
    Rng rng
    Record record
    uint64_t* keys            # situations of the game and of the way (superko.pxd)
    int n_keys
    int playouts              # how many begin at the leaf
    int depth                 # of the leaf; 0 is the root
    uint32_t path[MAX_DEPTH + 1]
    Request request


cdef struct Worker:
    Search* search
    Descent* descent
    const Hooks* hooks        # of the techniques that the player asks; NULL where it asks none
    void* doors               # theirs
    void* scratch             # of the evaluator, NULL without
    void (*close_scratch)(void* scratch) noexcept nogil
    int playouts              # from each leaf: 1, unless the `begin` of a technique asks for more
    # Plays them in another way than one after the other in this thread; NULL without.
    void (*play_leaf)(Descent*) noexcept nogil
    void* leaf_team           # for `play_leaf`
    void** rule_memory        # what `Playout.memory` points to
    TreeArena arena
    AmafMap amaf              # of the simulation that is backed up
    Collection* collections   # COLLECTIONS of them, a node's by its index; NULL with one thread
    # Counts of the simulations, relaxed: written by this worker's thread only, read by others at
    # any time.
    uint64_t simulations
    uint64_t moves            # played in them
    uint64_t depths           # sum of the depths of their leaves
    int32_t owner[N_VERTICES]          # how often a vertex ended as Black's minus how often White's
    int32_t winner_owner[N_VERTICES]   # the same, with the sign changed where White won
    int64_t wins              # Black's minus White's
    # By the vertex of the first move, 0 for the pass. `move_owners` has a row like `owner` for
    # each; NULL unless they are kept.
    MoveTally tallies[N_VERTICES]
    int32_t* move_owners


cdef inline int side_at(const Search* s, int time) noexcept nogil:
    """Return the side that plays move number ``time`` of a simulation."""
    return opponent(s.root.to_play) if time & 1 else s.root.to_play
