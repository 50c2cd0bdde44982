"""TD search: a value of positions is learned by temporal differences while the search runs.

Silver, Sutton and Müller, Temporal-difference search in computer Go, Machine Learning 2012: not
whole positions are valued but their local shapes. The value is a logistic function of the sum of
the weights of the shapes that are there; after each simulation, for each of its moves in the tree
and the first ``td_search_moves`` after, the value of the position is moved towards that of the next
(TD(0)), and the last towards the outcome. Values of positions are the priors of new moves, by a
weight of ``td_search``.

Dyna-2 (Silver, Sutton and Müller, Sample-based learning and search with permanent and transient
memories, ICML 2008) has two memories. What a search learns is the transient one and is forgotten.
The permanent one is learned from games, by TD(lambda), and kept: it is the file ``td_search_file``,
which ``gtpengine patterns values`` makes. A value comes from the sum of both. Here they have the
same shapes, so the sum is kept: the weights begin as the permanent ones, and what they have moved
by is the transient memory.

``td_search_target`` = mean moves the value of a position of the tree towards the mean of its node,
the chance to win by all simulations through it, in the place of the next value (TDMC of Osaki,
Shibahara, Tajima and Kotani, An Othello evaluation function based on temporal difference learning
using probability of winning, 2008).

``td_search_rate`` is the rate at which playouts choose by value: of CANDIDATES random moves the one
whose position is worth most (Q_RLGO of Gelly and Silver 2007; a bias of the default policy by a
linear function that TD learns: Robles, Rohlfshagen and Lucas 2011).

The shapes here are single stones by point, and the 3x3 neighbourhoods of all points, wherever they
are. White's weights are Black's with colours exchanged.

Each thread learns for itself, and a search begins with the permanent weights, or none.
"""

from libc.math cimport exp

from board_ext.board cimport Board, board_color, board_copy
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport (
    BLACK, N_VERTICES, NO_VERTEX, PASS_VERTEX, STRIDE, WHITE, point_to_vertex,
)
from board_ext.playing cimport board_pass, board_play
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, Learned, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport TD_SEARCH_TARGET_MEAN, values_of
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Prior, side_at
from gtpengine.mcts.moves.patterns3 cimport PATTERN3_CODES, pattern3_code, pattern3_swapped
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule
from gtpengine.mcts.tree.node cimport node_mean

from gtpengine.base.arguments.paramspec import ParamSpec, reader
from gtpengine.lab.weights.weight_files import VALUES
from gtpengine.patterns.weight_files import KEPT

SWITCH = "td_search"
PARAMS = (
    ParamSpec(
        "td_search", float, 0.0, 0.0, 1000.0,
        doc="weight, in the prior of a new move, of a value learned by temporal differences in "
        "this search",
        source="TD search, Silver, Sutton and Müller 2012; not tuned",
    ),
    ParamSpec(
        "td_search_step", float, 0.1, 0.0, 1.0,
        doc="share of a difference by which td_search moves a value",
        source="alpha of Silver, Sutton and Müller 2012; not tuned",
    ),
    ParamSpec(
        "td_search_moves", int, 10, 0, 1000,
        doc="first moves of a playout, from which td_search learns",
        source="ours: positions are valued anew at each; not tuned",
    ),
    ParamSpec(
        "td_search_target", str, "next", choices=("next", "mean"),
        doc="what the value of a position of the tree moves towards: the next position's, or "
        "the mean of its node",
        source="Silver, Sutton and Müller 2012; TDMC, Osaki, Shibahara, Tajima and Kotani 2008",
    ),
    ParamSpec(
        "td_search_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing, in playouts, the random move whose position td_search values most",
        source="Q_RLGO, Gelly and Silver 2007; Robles, Rohlfshagen and Lucas 2011; not tuned",
    ),
    ParamSpec(
        "td_search_file", str, "none",
        reads=reader("gtpengine.lab.weights.weight_files", "VALUES.read"),
        doc="what td_search knows of positions when a search begins: nothing, or a file of "
        "gtpengine patterns values, for boards of its size",
        source="Dyna-2, Silver, Sutton and Müller 2008",
    ),
)


cdef enum:
    CANDIDATES = 8


cdef struct Values:
    float stones[N_VERTICES]      # of a stone of Black; of White's the same is taken off
    float shapes[PATTERN3_CODES]  # the same for a neighbourhood, whose swapped one is taken off


cdef struct Memory:
    Values values
    Board board               # of the simulation that is played again, or of the move after


cdef class _Permanent(Learned):
    """The values of a file."""
    cdef readonly object weights     # patterns.valuefile.ValueWeights
    cdef Values values

    def __init__(self, weights):
        cdef int p
        stones, shapes = weights.tables()
        self.weights = weights
        for p in range(weights.size ** 2):
            self.values.stones[point_to_vertex(p, weights.size)] = stones[p]
        for p in range(PATTERN3_CODES):
            # The swapped code, whose weight is the opposite, counts as well.
            self.values.shapes[p] = <float>0.5 * <float>shapes[p]
        self.data = &self.values


# The values made last: searches of one process share them.
_made = []


cdef class _TdDoor(TechniqueDoor):
    cdef Learned learned(self, object params, int size, list notices):
        """Return the values of ``td_search_file``; without any a search begins with none."""
        cdef _Permanent permanent
        if params.td_search_file == "none":
            return None
        weights, found = VALUES.serving(params.td_search_file, size)
        notices.extend(found)
        if weights is None:
            return None
        for permanent in _made:
            if permanent.weights is weights:
                return permanent
        permanent = _Permanent(weights)
        _made.append(permanent)
        del _made[:-KEPT]
        return permanent


cdef double _sum(const Memory* m, const Board* b) noexcept nogil:
    """Return the sum of the weights of a position, for Black."""
    cdef double total = 0.0
    cdef int row, column, v, color, code
    for row in range(b.size):
        for column in range(b.size):
            v = (row + 1) * STRIDE + column + 1
            color = board_color(b, v)
            code = pattern3_code(b, v)
            total += m.values.shapes[code] - m.values.shapes[pattern3_swapped(code)]
            if color == BLACK:
                total += m.values.stones[v]
            elif color == WHITE:
                total -= m.values.stones[v]
    return total


cdef inline double _value(const Memory* m, const Board* b) noexcept nogil:
    """Return the value of a position for Black, in [0, 1]."""
    return 1.0 / (1.0 + exp(-_sum(m, b)))


cdef void _move(Memory* m, const Board* b, double difference) noexcept nogil:
    """Move the value of a position by a difference, shared out among its shapes.

    A value near one half changes by a quarter of what the sum does, and each shape counts twice.
    """
    cdef float part = <float>(2.0 * difference / (b.size * b.size))
    cdef int row, column, v, color, code
    for row in range(b.size):
        for column in range(b.size):
            v = (row + 1) * STRIDE + column + 1
            color = board_color(b, v)
            code = pattern3_code(b, v)
            m.values.shapes[code] += part
            m.values.shapes[pattern3_swapped(code)] -= part
            if color == BLACK:
                m.values.stones[v] += part
            elif color == WHITE:
                m.values.stones[v] -= part


cdef void _play(Board* b, int v) noexcept nogil:
    if v == PASS_VERTEX:
        board_pass(b, b.to_play)
    else:
        board_play(b, v, b.to_play)


cdef double _mean(const Descent* d, int depth) noexcept nogil:
    """Return the mean of a node of the way, for Black."""
    cdef double mean = node_mean(&d.search.tree.nodes[d.path[depth]])
    return mean if side_at(d.search, depth - 1) == BLACK else 1.0 - mean


cdef void _begin(Door* door) noexcept nogil:
    """Begin with what is known for good."""
    if door.learned != NULL:
        (<Memory*>door.own).values = (<const Values*>door.learned)[0]


cdef void _learn(Door* door, const Descent* d, const Outcome* outcome) noexcept nogil:
    """Play the simulation again, and move the value of each position towards the next."""
    cdef Memory* m = <Memory*>door.own
    cdef Board before
    cdef double step = values_of(&d.search.params).td_search_step, value, next_value
    cdef bint means = values_of(&d.search.params).td_search_target == TD_SEARCH_TARGET_MEAN
    cdef int time, end = min(d.record.n, d.depth + values_of(&d.search.params).td_search_moves)
    board_copy(&m.board, d.search.root)
    value = _value(m, &m.board)
    for time in range(end):
        board_copy(&before, &m.board)
        _play(&m.board, d.record.vertices[time])
        next_value = _value(m, &m.board)
        if means and 0 < time <= d.depth:
            next_value = _mean(d, time)
        _move(m, &before, step * (next_value - value))
        value = _value(m, &m.board)
    _move(m, &m.board, step * (outcome.value - value))


cdef void _prior(Door* door, const Descent* d, int move, Prior* prior) noexcept nogil:
    """Let the value of the position after a move be its prior."""
    cdef Memory* m = <Memory*>door.own
    cdef double value, weight = values_of(&d.search.params).td_search
    board_copy(&m.board, d.board)
    _play(&m.board, move)
    value = _value(m, &m.board)
    prior.wins += weight * (value if d.board.to_play == BLACK else 1.0 - value)
    prior.weight += weight


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    """Return the random move whose position is worth most to its side, or NO_VERTEX."""
    cdef const Memory* m = <const Memory*>playout.own
    cdef Board after
    cdef int _, v, best = NO_VERTEX
    cdef double worth, highest = -1e30
    if (
            m == NULL or b.n_empty == 0
            or not chance(playout.rng, values_of(playout.params).td_search_rate)):
        return NO_VERTEX
    for _ in range(CANDIDATES):
        v = b.empties[rng_below(playout.rng, b.n_empty)]
        if is_playable(b, v, color) and not is_refused(b, v, color, refusal):
            board_copy(&after, b)
            board_play(&after, v, color)
            worth = _sum(m, &after)
            if color != BLACK:
                worth = -worth
            if worth > highest:
                highest = worth
                best = v
    return best


RULE = PlayoutRule(
    name="td", reason="TD", parameter="td_search_rate", place=159, answers=False,
).plays(move)

cdef TechniqueDoor _door = _TdDoor()
_door.hooks.begin = _begin
_door.hooks.prior = _prior
_door.hooks.learn = _learn
_door.hooks.own_bytes = sizeof(Memory)
DOOR = _door
