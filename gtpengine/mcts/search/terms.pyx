"""The terms of a position: found out first, which may fail, then applied as a whole."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from board_ext.lowlevel.atomics cimport store_u32
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, WHITE, point_to_vertex
from board_ext.scoring cimport stones_placed
from board_ext.superko cimport KO_SIMPLE
from gtpengine.mcts.by_network.beside cimport player_beside
from gtpengine.mcts.by_network.network_evaluator cimport NetworkEvaluator
from gtpengine.mcts.by_network.player cimport player_by_network
from gtpengine.mcts.by_playouts.player cimport player_by_playouts
from gtpengine.mcts.doors.evaluator cimport ModelEvaluator
from gtpengine.mcts.doors.search_state cimport MAX_DEPTH, Evaluator, Player
from gtpengine.mcts.params.network_values cimport NETWORK_ROLE_LEADS, network_values
from gtpengine.mcts.params.solver_values cimport solver_values
from gtpengine.mcts.tree.bounds cimport ScoreBounds, bounds_verdict, node_tighten
from gtpengine.mcts.worker.solver cimport game_bounds

from board_ext.coords import PASS
from board_ext.rules import Scoring
from gtpengine.mcts.params.players import remarks
from gtpengine.mcts.params.switches import taking_the_lead
from gtpengine.network.serving import serving
from gtpengine.patterns.weight_files import MODELS


cdef double LATE = 0.4        # of the points are empty where a game is late


cdef class Terms:
    """What a search is told of its position. It owns what the search then points to."""

    def __dealloc__(self):
        free(self.history)

    cdef int _copy_history(self, Position position) except -1:
        self.n_history = position.history_len
        self.history = <uint64_t*>malloc((self.n_history + 1) * sizeof(uint64_t))
        if self.history == NULL:
            raise MemoryError
        memcpy(self.history, position.history, self.n_history * sizeof(uint64_t))
        return 0

    cdef int _avoid(self, dict avoid, int size) except -1:
        """Leave out moves: (colour, point) -> the depth, 1 at the root, up to which they are."""
        cdef int vertex
        for (color, point), depth in avoid.items():
            if color not in (BLACK, WHITE) or point != PASS and not 0 <= point < size * size:
                raise ValueError(f"avoid {(color, point)}: no such move on a board of {size}")
            depth = min(max(depth, 0), MAX_DEPTH)
            vertex = PASS_VERTEX if point == PASS else point_to_vertex(point, size)
            self.avoid_until[<int>color][vertex] = depth
            self.avoid_depth = max(self.avoid_depth, <int>depth)
        self.restricted = bool(avoid)
        return 0

    cdef void apply(self, Search* s) noexcept:
        """Tell a search, of which the root has been set. From here on it needs this object."""
        s.history = self.history
        s.n_history = self.n_history
        self.techniques.teach(self.learned)
        memset(&s.evaluator, 0, sizeof(Evaluator))
        if self.evaluator is not None:
            s.evaluator = self.evaluator.door
        s.ko_rule = self.ko_rule
        s.komi = self.komi
        s.komi_offset = self.komi_offset
        s.territory = not self.area
        s.placed = stones_placed(s.root)
        s.area_after_passes = self.area_after_passes
        s.goal = self.goal
        s.player = _player_of(s, self.takes_the_lead)
        self.techniques.meet(s)
        memcpy(s.avoid_until, self.avoid_until, sizeof(s.avoid_until))
        s.avoid_depth = self.avoid_depth
        _choose_proofs(s, self)
        store_u32(&s.stop, 0)


cdef const Player* _player_of(const Search* s, bint takes_the_lead) noexcept:
    """Return who plays a search, which has all but the bounds of its root."""
    if not s.evaluator.judges or s.judgements == 0:
        return player_by_playouts()
    # Where captures win, a network knows what territory is worth, and playouts who captures.
    if network_values(&s.params).network_role != NETWORK_ROLE_LEADS or s.goal:
        return player_beside()
    # What most techniques learn or change are playouts and RAVE.
    if takes_the_lead:
        return player_beside()
    # Networks have learned that dead stones are taken off. Where they have to be captured, playouts
    # know better in the end.
    if s.area_after_passes and s.root.n_empty <= LATE * s.root.size * s.root.size:
        return player_beside()
    return player_by_network()


cdef void _choose_proofs(Search* s, Terms terms) noexcept:
    """Decide what bounds on the score are good for; give the root those that are sure."""
    cdef ScoreBounds bounds
    # Shared children may lack a move that superko forbids on the way to one parent alone, so what
    # follows from all of them holds for that parent alone.
    s.solve = (solver_values(&s.params).solver and terms.area and not terms.restricted
               and s.komi_offset == 0.0 and (s.ko_rule == KO_SIMPLE or not s.shares))
    bounds = game_bounds(s.root, s)
    # Where the root is decided already, the score is all there is to play for.
    s.prove = bounds_verdict(bounds, s.komi) == 0
    s.cut = solver_values(&s.params).score_bounds
    s.solve = s.solve and (s.prove or s.cut)
    if s.solve:
        node_tighten(&s.tree, s.tree.root, bounds.low, bounds.high)


cdef EvaluatorDoor _evaluator_for(params, EvaluatorDoor asked, Position position,
                                  double komi_offset, list notices):
    """Return the evaluator that was asked for, else the network or the move model for boards of a
    size; None without one."""
    cdef int size = position.board.size
    if asked is not None:
        return asked
    if params.prior_model <= 0.0:
        return None
    loaded, found = MODELS.serving(params.prior_model_file, size)
    notices.extend(found)
    if loaded is None:
        return None
    network, found = serving(params.network, size)
    notices.extend(found)
    if network is None:
        return ModelEvaluator(loaded.model)
    komi = position.komi + position.rules.handicap_bonus.points(position.handicap) + komi_offset
    if position.rules.capture:
        komi = 0.0
    territory = position.rules.scoring is Scoring.TERRITORY
    return NetworkEvaluator(network, loaded.model, komi, territory, params.network_prior)


cdef Terms terms_of(Position position, avoid, double komi_offset, params, Techniques techniques,
                    EvaluatorDoor asked):
    """Return the terms on which to search a position; learned files are read here."""
    cdef Terms terms = Terms()
    cdef int size = position.board.size
    rules = position.rules
    notices = []
    terms.evaluator = _evaluator_for(params, asked, position, komi_offset, notices)
    terms.techniques = techniques
    terms.learned = techniques.learned(params, size, notices)
    terms.takes_the_lead = bool(taking_the_lead(params))
    if asked is None:
        notices.extend(remark.told() for remark in remarks(params, size, rules.removes_dead))
    terms.notices = tuple(notices)
    terms.moves = [(position.played[i].vertex, position.played[i].color)
                   for i in range(position.board.move_number)]
    avoid = {} if avoid is None else dict(avoid)
    # Depths count from the root, so a tree with restrictions serves its own root alone.
    terms.game = (rules, position.komi, position.handicap, avoid,
                  len(terms.moves) if avoid else 0)
    terms._copy_history(position)
    terms._avoid(avoid, size)
    terms.ko_rule = position.ko_rule
    terms.komi = 0.0 if rules.capture else (
        position.komi + rules.handicap_bonus.points(position.handicap))
    terms.komi_offset = komi_offset
    terms.area = rules.scoring is Scoring.AREA
    terms.area_after_passes = not rules.removes_dead
    terms.goal = rules.capture
    return terms
