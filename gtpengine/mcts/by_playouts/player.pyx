"""The search by playouts, step by step; see `Player` of doors/search_state.pxd."""

from board_ext.lowlevel.atomics cimport load_u32
from board_ext.lowlevel.types cimport uint32_t
from gtpengine.mcts.by_playouts.playing_out cimport value_by_playout
from gtpengine.mcts.by_playouts.rave cimport add_collected, credit
from gtpengine.mcts.by_playouts.treepolicy cimport (
    Selection, select_child, select_least_visited, select_weighed, selection_begin,
)
from gtpengine.mcts.doors.evaluator cimport ask
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.expansion.expansion cimport expand, first_children, widen
from gtpengine.mcts.params.growth_values cimport growth_values
from gtpengine.mcts.params.selection_values cimport selection_values
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.worker.boundscore cimport bounds_at
from gtpengine.mcts.worker.solver cimport ends_at

from gtpengine.base.arguments.paramspec import Player as Reader


cdef uint32_t _choose(Descent* d, uint32_t index) noexcept nogil:
    """Follow the child of the best score; once in an interval the one with the fewest visits."""
    cdef const Search* s = d.search
    cdef const Node* node = &s.tree.nodes[index]
    cdef Selection selection
    cdef uint32_t interval = selection_values(&s.params).explore_interval
    cdef uint32_t playouts = d.worker.playouts
    # Visits grow by the playouts of a leaf at a time, so an interval has to be long enough to leave
    # room for other choices.
    if interval and playouts > 1:
        interval = max(interval, 2 * playouts)
    if interval and load_u32(&node.visits) % interval + playouts >= interval:
        return select_least_visited(&s.tree, node)
    selection_begin(&selection, &s.params)
    bounds_at(&selection.bounds, d, index)
    if s.weighs:
        return select_weighed(d, index, &selection)
    return select_child(&s.tree, &s.params, node, &selection)


cdef bint _grow(Descent* d, uint32_t index) noexcept nogil:
    """Give a leaf with enough visits its first children."""
    cdef Search* s = d.search
    cdef Node* node = &s.tree.nodes[index]
    if load_u32(&node.visits) < <uint32_t>growth_values(&s.params).expand_visits or ends_at(d):
        return False
    return expand(d, node, first_children(s))


cdef void _widen(Descent* d, uint32_t index) noexcept nogil:
    widen(d, &d.search.tree.nodes[index])


cdef void _ask(Descent* d, uint32_t node) noexcept nogil:
    """Ask the model of moves for its policy."""
    d.request.wants_judgement = False
    ask(&d.search.evaluator, &d.request, d.board)


cdef Player _player
_player.reader = Reader.ALONE.value
_player.choose = _choose
_player.grow = _grow
_player.widen = _widen
_player.ask = _ask
_player.evaluate = value_by_playout
_player.credit = credit
_player.end = add_collected


cdef const Player* player_by_playouts() noexcept nogil:
    """Return the player."""
    return &_player
