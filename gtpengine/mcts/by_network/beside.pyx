"""The player by playouts, and what a network beside it changes."""

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.by_network.judging cimport (
    ask_for_judgement, deepest_judged, judge_again, note_judgement,
)
from gtpengine.mcts.by_playouts.player cimport player_by_playouts
from gtpengine.mcts.by_playouts.playing_out cimport value_by_playout
from gtpengine.mcts.doors.judgement cimport (
    is_judged, judgement_at, judgement_points, judgement_value,
)
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Search
from gtpengine.mcts.params.network_values cimport network_values

from gtpengine.base.arguments.paramspec import Player as Reader


cdef inline bint _is_worth_it(const Descent* d, uint32_t node) noexcept nogil:
    """Return whether the network judges the node where a descent stands."""
    cdef const Search* s = d.search
    cdef uint32_t least = network_values(&s.params).network_visits
    return d.depth == 0 or load_u32(&s.tree.nodes[node].visits) >= least


cdef void _widen(Descent* d, uint32_t node) noexcept nogil:
    """Let a node get more children, and be judged when it has the visits."""
    player_by_playouts().widen(d, node)
    if _is_worth_it(d, node) and not is_judged(d.search, node):
        judge_again(d, node)


cdef void _ask(Descent* d, uint32_t node) noexcept nogil:
    if not _is_worth_it(d, node):
        player_by_playouts().ask(d, node)
        return
    ask_for_judgement(d, node)
    if d.request.has_judgement:
        note_judgement(d, node, 0.0)


cdef void _evaluate(Descent* d, Outcome* outcome) noexcept nogil:
    """Mix the deepest judgement of the way with the playout."""
    cdef const Search* s = d.search
    cdef double share = network_values(&s.params).network_lambda, value
    cdef uint32_t word, judged = deepest_judged(d)
    if not judged:
        value_by_playout(d, outcome)
        return
    word = load_u32(judgement_at(s, judged))
    value = judgement_value(word)
    if share < 1.0:
        value_by_playout(d, outcome)
        outcome.value += share * (value - outcome.value)
        return
    outcome.judged = judged
    outcome.points = judgement_points(word)
    outcome.value = value


cdef Player _player = player_by_playouts()[0]
_player.reader = Reader.BESIDE.value
_player.widen = _widen
_player.ask = _ask
_player.evaluate = _evaluate


cdef const Player* player_beside() noexcept nogil:
    """Return the player."""
    return &_player
