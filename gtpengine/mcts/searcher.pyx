"""The searcher: owns the tree and the threads, and answers with reports."""

import threading

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from board_ext.atomics cimport (
    load_i64, load_u16, load_u32, load_u64, store_u32,
)
from board_ext.bits cimport bits_count
from board_ext.board cimport Board, board_copy, board_free, board_hash_with_ko, board_new
from board_ext.position cimport Position
from board_ext.superko cimport KO_SIMPLE
from board_ext.types cimport (
    BLACK, PASS_VERTEX, WHITE, int64_t, opponent, point_to_vertex, uint32_t, uint64_t,
)
from gtpengine.mcts.doors.digest cimport MOST_RECEIVERS, digests_reserve, take_in, tell
from gtpengine.mcts.doors.doors cimport (
    doors_attach, doors_begin_search, doors_detach, doors_node_bytes, doors_reserve,
)
from gtpengine.mcts.doors.evaluator cimport EvaluatorDoor, ModelEvaluator
from gtpengine.mcts.doors.search_state cimport MAX_DEPTH, Evaluator, Search, Worker
from gtpengine.mcts.moves.patterns3 cimport playout_params
from gtpengine.mcts.playout.rules cimport PlayoutOrder, order_from
from gtpengine.mcts.rootview cimport (
    ANY_MOVE, count_simulations, criticality_of, expected_line, owner_means, point_of, sum_tallies,
    tally_stdev,
)
from gtpengine.mcts.softmax.softmax cimport SoftmaxModel, soft_data, soft_model
from gtpengine.mcts.tree.bounds cimport (
    ScoreBounds, bounds_for, bounds_reserve, bounds_verdict, node_bounds, node_is_bounded,
    node_tighten,
)
from gtpengine.mcts.tree.node cimport (
    Node, REWARD_ONE, node_mean, node_prior_value, node_prior_weight,
)
from gtpengine.mcts.tree.transpositions cimport (
    mix_keys, transpositions_bytes, transpositions_close, transpositions_forget,
    transpositions_open,
)
from gtpengine.mcts.tree.tree cimport (
    Children, ORIGIN, Tree, children_next, children_of, tree_bytes, tree_clear, tree_close,
    tree_find_child, tree_open, tree_reroot,
)
from gtpengine.mcts.worker.solver cimport sure_bounds
from gtpengine.mcts.worker.worker cimport (
    monotonic_seconds, worker_begin, worker_expand_root, worker_free, worker_new, worker_run,
)

from board_ext.coords import PASS
from board_ext.rules import Scoring
from gtpengine.mcts.params.search_params import PlayoutPatterns, PlayoutPolicy, SearchParams
from gtpengine.mcts.report.exchange import Digest, Origin
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.patterns.weight_files import MODELS, local_weights

cdef enum:
    # Simulations of a root at which a search ends: what 32 bits hold of owners, and of RAVE visits
    # with up to three for each; fewer with more.
    MOST_SIMULATIONS = 1400000000

# How often stoppers are asked, in seconds.
LOOK_INTERVAL = 0.05
# Points by which dynamic komi may move on while the tree is kept.
KEPT_KOMI_SHIFT = 3.0


def _join(thread):
    """Wait for a thread although memory may be lacking, for it works on what a searcher frees."""
    while True:
        try:
            thread.join()
            return
        except MemoryError:
            pass


cdef class Searcher:
    """Monte-Carlo tree search from one position at a time.

    One thread owns a searcher and calls its methods, except `stop` and `snapshot`, which any thread
    may call at any time. With one thread and a limit in simulations, equal seeds give equal trees.
    """

    cdef Search* search_state
    cdef Worker** workers
    cdef int n_workers
    cdef object params
    cdef object lock              # held while the root changes or is read
    cdef uint64_t memory_bytes
    cdef int receivers            # of digests, 0 without
    cdef tuple layout             # what the tree was opened for, of `_layout`
    cdef bint has_position
    # How the root came about: the set-up and the moves since; and how many of these had been
    # played where the tree has its origin, and by whom the next one was.
    cdef Board* start
    cdef list moves
    cdef int origin_moves
    cdef int origin_side
    cdef object terms             # (rules, komi, handicap)
    cdef double tree_offset       # the shift of komi at the first search of the tree
    cdef EvaluatorDoor asked      # the evaluator that was set, None for the move model
    cdef EvaluatorDoor evaluator  # what search_state.evaluator points into
    cdef list techniques          # what search_state.techniques was made from
    cdef SoftmaxModel soft        # the same for search_state.soft
    cdef PlayoutOrder order       # and for search_state.order
    cdef tuple noticed            # what `notices` returns
    cdef double started
    cdef double ended             # 0.0 while a search runs
    cdef str stopped_by

    def __cinit__(self, params=None, int threads=1, int memory_mb=512, seed=1):
        self.search_state = <Search*>calloc(1, sizeof(Search))
        self.start = board_new()
        if self.search_state == NULL or self.start == NULL:
            raise MemoryError
        self.search_state.root = board_new()
        if self.search_state.root == NULL:
            raise MemoryError

    def __init__(self, params=None, int threads=1, int memory_mb=512, seed=1):
        self.lock = threading.Lock()
        self.moves = []
        self.noticed = ()
        self.stopped_by = "nothing searched"
        self.set_memory(memory_mb)
        self.set_params(SearchParams() if params is None else params)
        self.set_threads(threads)
        self.set_seed(seed)

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_workers):
            worker_free(self.workers[i])
        free(self.workers)
        if self.search_state != NULL:
            tree_close(&self.search_state.tree)
            transpositions_close(&self.search_state.transpositions)
            doors_detach(self.search_state)
            board_free(self.search_state.root)
            free(self.search_state.history)
            free(self.search_state)
        board_free(self.start)

    # --- settings: each forgets the tree when it changes what the tree means ---

    def set_params(self, params):
        """Use these parameters from the next search on."""
        self.params = params.copy()
        self.search_state.params = playout_params(self.params)
        self.techniques = doors_attach(self.search_state, self.params)
        self.order = order_from(self.params)
        self.search_state.order = &self.order.order
        self._forget()

    def _forget(self):
        """Forget the tree, and lay it out anew if something else has memory beside its nodes."""
        # Techniques that were attached anew need their slots anew.
        if self._layout() != self.layout or any(doors_node_bytes(self.search_state)):
            with self.lock:
                self._open_tree(self.memory_bytes)
        self.clear()

    def keep_digests(self, int receivers=1):
        """Keep what so many receivers of digests know (0 to 8; 32 bytes a node for each, within the
        memory limit), and forget the tree. None are kept at first."""
        if not 0 <= receivers <= MOST_RECEIVERS:
            raise ValueError(f"receivers {receivers}: give 0 to {MOST_RECEIVERS}")
        self.receivers = receivers
        self._forget()

    def set_threads(self, int threads):
        """Search with this many threads (1 to 1024) from now on."""
        cdef Worker** workers
        cdef int i
        if not 1 <= threads <= 1024:
            raise ValueError(f"threads {threads}: give 1 to 1024")
        if threads == self.n_workers:
            return
        workers = <Worker**>calloc(threads, sizeof(Worker*))
        if workers == NULL:
            raise MemoryError
        for i in range(threads):
            workers[i] = worker_new(self.search_state)
            if workers[i] == NULL:
                while i:
                    i -= 1
                    worker_free(workers[i])
                free(workers)
                raise MemoryError(f"no memory for {threads} threads")
        for i in range(self.n_workers):
            worker_free(self.workers[i])
        free(self.workers)
        self.workers = workers
        self.n_workers = threads
        self.search_state.n_threads = threads

    def set_evaluator(self, EvaluatorDoor evaluator):
        """Ask this evaluator for priors and values from the next position on; None is the move
        model."""
        self.asked = evaluator
        self.clear()

    cdef EvaluatorDoor _evaluator_for(self, int size, list notices):
        """Return the evaluator for boards of a size; None without one."""
        if self.asked is not None:
            return self.asked
        if self.search_state.params.prior_model <= 0.0:
            return None
        loaded, found = MODELS.serving(self.params.prior_model_file, size)
        notices.extend(found)
        return None if loaded is None else ModelEvaluator(loaded.model)

    def set_memory(self, int memory_mb):
        """Limit the tree, with its table of transpositions, to this many megabytes (2**20 bytes);
        it never takes more, lists of its nodes while it is moved included."""
        cdef uint64_t size
        if not 1 <= memory_mb <= 1 << 20:
            raise ValueError(f"memory {memory_mb} MB: give 1 to {1 << 20}")
        size = <uint64_t>memory_mb << 20
        if size == self.memory_bytes:
            return
        with self.lock:
            self._open_tree(size)

    cdef tuple _layout(self):
        """Return what has memory beside the nodes or takes part of it, as the parameters ask."""
        cdef Search* s = self.search_state
        return (bool(s.params.transpositions), bool(s.params.solver), doors_node_bytes(s),
                self.receivers)

    cdef _open_tree(self, uint64_t size):
        cdef Search* s = self.search_state
        self.memory_bytes = size
        self.layout = self._layout()
        # The new tree has its origin nowhere until a position is set.
        self.has_position = False
        tree_close(&s.tree)
        transpositions_close(&s.transpositions)
        if s.params.transpositions:
            size -= transpositions_open(&s.transpositions, size)
        if s.params.solver:
            bounds_reserve(&s.tree)
        doors_reserve(s)
        if self.receivers:
            digests_reserve(&s.tree, self.receivers)
        if not tree_open(&s.tree, size):
            transpositions_close(&s.transpositions)
            tree_open(&s.tree, 1 << 20)
            self.memory_bytes = 1 << 20
            raise MemoryError(f"the system refuses {size >> 20} MB; give a smaller --memory")

    cdef uint64_t _table_bytes(self) noexcept:
        return transpositions_bytes(&self.search_state.transpositions)

    def set_seed(self, seed):
        """Start the random streams anew and forget the tree, so that equal play follows."""
        self.search_state.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.search_state.next_simulation = 0
        self.clear()

    def clear(self):
        """Forget the tree."""
        with self.lock:
            tree_clear(&self.search_state.tree)
            transpositions_forget(&self.search_state.transpositions)
            self.has_position = False

    # --- the position ---

    def set_position(self, Position position not None, avoid=None, double komi_offset=0.0):
        """Search from ``position`` next, keeping what is known of it from earlier searches: of
        positions that follow those searched, and of those between them after taking moves back.

        ``avoid`` maps (colour, point) to the depth, counted from 1 at the root, up to which that
        move is left out. What was searched under other restrictions is forgotten. ``komi_offset``
        is added to komi where simulations are won or lost, and not in scores (dynamic komi); what
        was searched under one that differs by more than ``KEPT_KOMI_SHIFT`` is forgotten.
        """
        cdef Search* s = self.search_state
        cdef uint64_t* history
        cdef int n = position.history_len
        cdef uint32_t node
        cdef EvaluatorDoor evaluator
        cdef SoftmaxModel soft
        cdef ScoreBounds bounds
        notices = []
        evaluator = self._evaluator_for(position.board.size, notices)
        soft = soft_model(self.params, position.board.size, notices)
        if (self.params.playout_patterns is not PlayoutPatterns.HANDMADE
                and self.params.playout_policy is PlayoutPolicy.RULES):
            notices.extend(local_weights()[1])
        moves = [(position.played[i].vertex, position.played[i].color)
                 for i in range(position.board.move_number)]
        rules = position.rules
        avoid = {} if avoid is None else dict(avoid)
        # Depths count from the root, so a tree with restrictions serves its own root alone.
        terms = (rules, position.komi, position.handicap, avoid, len(moves) if avoid else 0)
        history = <uint64_t*>malloc((n + 1) * sizeof(uint64_t))
        if history == NULL:
            raise MemoryError
        memcpy(history, position.history, n * sizeof(uint64_t))
        with self.lock:
            node = self._find_root(position, moves, terms)
            if abs(komi_offset - self.tree_offset) > KEPT_KOMI_SHIFT:
                node = 0
            if node and self._table_bytes() and not self._children_legal(node, position):
                node = 0
            if node == 0 or s.tree.used > s.tree.capacity // 2:
                if node == 0:
                    tree_clear(&s.tree)
                    self.tree_offset = komi_offset
                else:
                    tree_reroot(&s.tree, node)
                self.origin_moves = len(moves)
                self.origin_side = position.board.to_play
            else:
                s.tree.root = node
            transpositions_forget(&s.transpositions)
            board_copy(self.start, &position.start)
            board_copy(s.root, &position.board)
            self.moves = moves
            self.terms = terms
            self.has_position = True
            free(s.history)
            s.history = history
            s.n_history = n
            self.evaluator = evaluator
            self.soft = soft
            self.noticed = tuple(notices)
            s.soft = soft_data(soft)
            memset(&s.evaluator, 0, sizeof(Evaluator))
            if evaluator is not None:
                s.evaluator = evaluator.door
            s.ko_rule = position.ko_rule
            s.komi = position.komi + rules.handicap_bonus.points(position.handicap)
            s.komi_offset = komi_offset
            s.territory = rules.scoring is Scoring.TERRITORY
            s.placed = (bits_count(s.root.points[BLACK]) + s.root.prisoners[WHITE]
                        - bits_count(s.root.points[WHITE]) - s.root.prisoners[BLACK])
            s.area_after_passes = not rules.removes_dead
            self._restrict(avoid)
            # Shared children may lack a move that superko forbids on the way to one parent alone,
            # so what follows from all of them holds for that parent alone.
            s.solve = (s.params.solver and rules.scoring is Scoring.AREA and not avoid
                       and komi_offset == 0.0
                       and (s.ko_rule == KO_SIMPLE or not s.params.transpositions))
            bounds = sure_bounds(s.root, s.area_after_passes)
            # Where the root is decided already, the score is all there is to play for.
            s.prove = bounds_verdict(bounds, s.komi) == 0
            s.cut = s.params.score_bounds
            s.solve = s.solve and (s.prove or s.cut)
            if s.solve:
                node_tighten(&s.tree, s.tree.root, bounds.low, bounds.high)
            store_u32(&s.stop, 0)
            self.stopped_by = "nothing searched"
            self._forget_counters()

    def notices(self):
        """Return what the user should know of how the last position set is searched: files that
        cannot be used, for one."""
        return self.noticed

    cdef _restrict(self, dict avoid):
        cdef Search* s = self.search_state
        cdef int vertex
        memset(s.avoid_until, 0, sizeof(s.avoid_until))
        s.avoid_depth = 0
        for (color, point), depth in avoid.items():
            depth = min(max(depth, 0), MAX_DEPTH)
            vertex = PASS_VERTEX if point == PASS else point_to_vertex(point, s.root.size)
            s.avoid_until[<int>color][vertex] = depth
            s.avoid_depth = max(s.avoid_depth, <int>depth)

    def keep_move_ownership(self, bint keep):
        """Count owners for each move of the root, too, from the next search on."""
        self.search_state.keep_move_owners = keep

    cdef void _forget_counters(self) noexcept:
        cdef int i
        for i in range(self.n_workers):
            self.workers[i].simulations = 0
            self.workers[i].moves = 0
            self.workers[i].depths = 0
            memset(self.workers[i].owner, 0, sizeof(self.workers[i].owner))
            memset(self.workers[i].winner_owner, 0, sizeof(self.workers[i].winner_owner))
            self.workers[i].wins = 0
            memset(self.workers[i].tallies, 0, sizeof(self.workers[i].tallies))
            free(self.workers[i].move_owners)
            self.workers[i].move_owners = NULL

    cdef uint32_t _find_root(self, Position position, list moves, object terms):
        """Return the node of the tree that is the new position, or 0."""
        cdef Search* s = self.search_state
        cdef uint32_t node = ORIGIN
        cdef int side = self.origin_side, known = self.origin_moves
        if (not self.has_position or terms != self.terms or position.board.size != s.root.size
                or len(moves) < known or moves[:known] != self.moves[:known]
                or self.start.hash != position.start.hash):
            return 0
        for vertex, color in moves[known:]:
            if color != side:
                return 0
            node = tree_find_child(&s.tree, node, vertex)
            if node == 0:
                return 0
            side = opponent(side)
        return node if side == position.board.to_play else 0

    cdef bint _children_legal(self, uint32_t node, Position position) except -1:
        """Are the moves that another order of moves found for this node legal by this one?"""
        cdef const Tree* tree = &self.search_state.tree
        cdef Children children = children_of(&tree.nodes[node])
        cdef int move
        while children_next(tree, &children):
            move = tree.nodes[children.index].move
            if move != PASS_VERTEX and not position.is_legal(point_of(move, position.board.size)):
                return False
        return True

    # --- searching ---

    def search(self, limits, stop_conditions=()):
        """Search until a limit is reached, a stopper says so or `stop` is called.

        Blocks; other Python threads run meanwhile. Raises RuntimeError without a position and
        MemoryError when there is no room for the moves of the root.
        """
        cdef Search* s = self.search_state
        cdef int i
        cdef uint64_t most
        if not self.has_position:
            raise RuntimeError("set_position comes before search")
        with self.lock:
            self.started = monotonic_seconds()
            self.ended = 0.0
            s.deadline = 0.0 if limits.seconds is None else self.started + limits.seconds
            if limits.seconds is not None and s.deadline <= 0.0:
                s.deadline = 1e-9
            # An analysis that nobody ends must not run over the counters of the root's children.
            most = <uint64_t>max(<int64_t>1,
                                 3 * <int64_t>MOST_SIMULATIONS
                                 // max(3, s.params.rave_distance_levels)
                                 // (2 if self.receivers else 1)
                                 - s.tree.nodes[s.tree.root].visits)
            if limits.simulations is not None:
                most = min(most, <uint64_t>limits.simulations)
            s.end_simulation = s.next_simulation + most
            s.tree_full = 0
            doors_begin_search(s)
            for i in range(self.n_workers):
                if not worker_begin(self.workers[i]):
                    raise MemoryError
            if not self._expand_root():
                raise MemoryError("no memory for the moves of the root; give a larger --memory")
        threads = []
        reason = None
        cut_short = True
        try:
            for i in range(self.n_workers):
                thread = threading.Thread(target=self._run, args=(i,), daemon=True)
                thread.start()
                threads.append(thread)
            while reason is None and (running := [t for t in threads if t.is_alive()]):
                running[0].join(LOOK_INTERVAL)
                if stop_conditions and running[0].is_alive():
                    report = self.snapshot()
                    for condition in stop_conditions:
                        if condition(report, limits):
                            reason = condition.name
                            break
            cut_short = reason is not None
        finally:
            # By a condition, or by an exception that passes by, for which memory may be lacking.
            if cut_short:
                store_u32(&s.stop, 1)
            for thread in threads:
                _join(thread)
            if cut_short:
                # That was not meant for a search that goes on from here.
                store_u32(&s.stop, 0)
            with self.lock:
                self.ended = monotonic_seconds()
                # Every thread took one number too many.
                if s.next_simulation > s.end_simulation:
                    s.next_simulation = s.end_simulation
        if reason is None:
            if limits.simulations is not None and self._count() >= <uint64_t>limits.simulations:
                reason = "simulations"
            elif limits.seconds is not None and self.ended >= s.deadline:
                reason = "time"
            else:
                reason = "stop"
        self.stopped_by = reason
        return self.snapshot()

    cdef bint _expand_root(self) except -1:
        """Give the root all its children; where the tree that was kept leaves no room for them,
        begin it anew."""
        cdef Search* s = self.search_state
        if worker_expand_root(self.workers[0]):
            return True
        tree_clear(&s.tree)
        transpositions_forget(&s.transpositions)
        self.origin_moves = len(self.moves)
        self.origin_side = s.root.to_play
        self.tree_offset = s.komi_offset
        s.tree_full = 0
        return worker_begin(self.workers[0]) and worker_expand_root(self.workers[0])

    def _run(self, int i):
        with nogil:
            worker_run(self.workers[i])

    def stop(self):
        """Make the search that runs return within some milliseconds; harmless when none does."""
        store_u32(&self.search_state.stop, 1)

    cdef uint64_t _count(self) noexcept:
        return count_simulations(self.workers, self.n_workers)

    # --- exchange with other searches ---

    cdef object _origin(self):
        """Return what searches must have in common to take in each other's digests."""
        cdef Search* s = self.search_state
        cdef uint64_t situation = board_hash_with_ko(s.root, s.root.to_play)
        situation = mix_keys(situation, s.root.n_passes)
        situation = mix_keys(situation, s.ko_rule)
        situation = mix_keys(situation, s.area_after_passes)
        situation = mix_keys(situation, <uint64_t>s.placed if s.territory else <uint64_t>1 << 32)
        return Origin(situation, s.root.move_number, s.root.size, s.komi)

    cdef _check_exchange(self, int receiver):
        if not self.has_position:
            raise RuntimeError("set_position comes before digests")
        if not 0 <= receiver < self.receivers:
            raise ValueError(f"receiver {receiver}: keep_digests asked for {self.receivers}")

    def digest(self, double least_share=0.001, int max_depth=MAX_DEPTH, int receiver=0):
        """Return what has changed, since the last digest to this receiver, at the root and at nodes
        below it that have at least ``least_share`` of its visits; not what came from him."""
        if not 0.0 <= least_share <= 1.0:
            raise ValueError(f"least_share {least_share}: give 0 to 1")
        with self.lock:
            self._check_exchange(receiver)
            return Digest(self._origin(),
                          tell(self.search_state, receiver, least_share, max_depth))

    def absorb(self, digest, int receiver=0):
        """Add a digest that this receiver has sent, also while a search runs. Return the part that
        finds no place yet, because the tree does not have its nodes: absorb that again later."""
        with self.lock:
            self._check_exchange(receiver)
            origin = self._origin()
            if digest.origin != origin:
                raise ValueError("the digest is of another position or other rules: "
                                 f"{digest.origin}, here {origin}")
            return Digest(origin, take_in(self.search_state, receiver, digest.entries))

    # --- reporting ---

    def virtual_losses(self):
        """Return the sum of the virtual losses in the tree: 0 while no search runs.
        For tests."""
        cdef const Tree* tree = &self.search_state.tree
        cdef uint64_t i, total = 0
        # Blocks are used from the front; what of the last ones is not used yet is clear.
        for i in range(ORIGIN, tree.used):
            total += load_u16(&tree.nodes[i].virtual_losses)
        return total

    def snapshot(self):
        """Return the state of the search, running or ended."""
        with self.lock:
            if not self.has_position:
                raise RuntimeError("set_position comes before snapshot")
            return self._report()

    def variation(self, point):
        """Return what is expected after a move of the root, that move first, as (point, visits)."""
        cdef Search* s = self.search_state
        cdef uint32_t node
        cdef int move
        with self.lock:
            if not self.has_position:
                raise RuntimeError("set_position comes before variation")
            move = PASS_VERTEX if point == PASS else point_to_vertex(point, s.root.size)
            node = tree_find_child(&s.tree, s.tree.root, move)
            if node == 0:
                raise ValueError(f"{point} is no move of the root")
            return ((point, load_u32(&s.tree.nodes[node].visits)),
                    *expected_line(&s.tree, node, s.root.size))

    def move_ownership(self, point):
        """Return the ownership after a move of the root, from this search alone; shape and meaning
        as in the report. None unless `keep_move_ownership` was asked for before the search."""
        cdef Search* s = self.search_state
        cdef int move
        with self.lock:
            if not self.has_position:
                raise RuntimeError("set_position comes before move_ownership")
            if self.workers[0].move_owners == NULL:
                return None
            move = PASS_VERTEX if point == PASS else point_to_vertex(point, s.root.size)
            return owner_means(self.workers, self.n_workers, s.root.size, move)

    def criticality(self):
        """Return how much more often than by chance the winner of a simulation of this search
        owned each point (Coulom 2009), in [-0.5, 0.5], shape (size, size), row 0 at the bottom."""
        with self.lock:
            if not self.has_position:
                raise RuntimeError("set_position comes before criticality")
            return criticality_of(self.workers, self.n_workers, self.search_state.root.size)

    cdef object _report(self):
        cdef Search* s = self.search_state
        cdef const Node* root = &s.tree.nodes[s.tree.root]
        cdef Children children = children_of(root)
        cdef int size = s.root.size, to_play = s.root.to_play, i
        cdef uint32_t visits = load_u32(&root.visits)
        cdef uint64_t simulations = self._count(), moves = 0, depths = 0
        cdef double sign = 1.0 if to_play == BLACK else -1.0
        stats = []
        while children_next(&s.tree, &children):
            if not s.avoid_until[to_play][s.tree.nodes[children.index].move]:
                stats.append(self._move_stats(&s.tree.nodes[children.index], size, sign))
        stats.sort(key=lambda move: (-move.visits, -move.value, move.point))
        for i in range(self.n_workers):
            moves += load_u64(&self.workers[i].moves)
            depths += load_u64(&self.workers[i].depths)
        now = self.ended if self.ended > 0.0 else monotonic_seconds()
        return SearchReport(
            to_play=to_play, size=size, moves=tuple(stats), visits=visits,
            value=1.0 - node_mean(root) if visits else 0.5,
            score=sign * load_i64(&root.score) / (2.0 * visits) if visits else 0.0,
            simulations=simulations,
            seconds=max(0.0, now - self.started) if self.started > 0.0 else 0.0,
            ownership=owner_means(self.workers, self.n_workers, size, ANY_MOVE),
            pv=tuple(point for point, _ in expected_line(&s.tree, s.tree.root, size)),
            nodes=load_u64(&s.tree.used),
            memory_bytes=tree_bytes(&s.tree) + self._table_bytes(),
            mean_depth=depths / <double>simulations if simulations else 0.0,
            mean_length=moves / <double>simulations if simulations else 0.0,
            tree_full=load_u32(&s.tree_full) != 0, stopped_by=self.stopped_by,
            score_stdev=tally_stdev(sum_tallies(self.workers, self.n_workers, ANY_MOVE)),
        )

    cdef object _move_stats(self, const Node* node, int size, double sign):
        cdef uint32_t visits = load_u32(&node.visits), rave = load_u32(&node.amaf_visits)
        cdef const Search* s = self.search_state
        cdef uint32_t index = <uint32_t>(node - s.tree.nodes)
        cdef int verdict = 0, side = s.root.to_play
        cdef double komi = s.komi if side == BLACK else -s.komi
        cdef ScoreBounds bounds
        cdef object lead = None
        if s.solve and node_is_bounded(&s.tree, index):
            bounds = bounds_for(node_bounds(&s.tree, index), side)
            verdict = bounds_verdict(bounds, komi) if s.prove else 0
            lead = (bounds.low - komi, bounds.high - komi)
        # By place, in the order of the fields: a report has hundreds of them.
        return MoveStats(
            point_of(node.move, size), visits, node_mean(node), rave,
            load_i64(&node.amaf_reward) / (<double>REWARD_ONE * rave) if rave else 0.5,
            node_prior_value(node), node_prior_weight(node),
            sign * load_i64(&node.score) / (2.0 * visits) if visits else 0.0,
            tally_stdev(sum_tallies(self.workers, self.n_workers, node.move)),
            None if verdict == 0 else verdict > 0,
            lead,
        )
