"""Decisive and anti-decisive moves: a pass that wins is played at once, one that loses is not.

Teytaud and Teytaud, On the huge benefit of decisive moves in Monte-Carlo tree search algorithms,
CIG 2010: where a move wins at once it is played without a look at others, else one that keeps the
opponent from winning at once. In Go the pass alone ends a game, where the rules count the board as
it stands: after a pass of the opponent it wins for the side that leads (decisive), and where the
opponent leads, and could so end the game, it is put behind all other moves (anti-decisive). At the
root this is the look for a won or lost move before the search.

Playouts pass only where no other move is left, so that the rule would never speak in them.
"""

from board_ext.board cimport Board
from board_ext.scoring cimport score_area
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, uint32_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport tree_find_child

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "decisive_passes"
PARAMS = (
    ParamSpec(
        "decisive_passes", bool, False,
        doc="pass at once where that wins the game, and not where the opponent could then pass and "
        "win, under rules that count the board as it stands",
        source="Teytaud and Teytaud 2010",
    ),
)

cdef enum:
    LOSES = 100               # taken off a score: more than any score, less than a proof


cdef inline double _lead(const Search* s, const Board* b, int side) noexcept nogil:
    """Return the points by which a side leads as the board stands, komi counted."""
    cdef double lead = score_area(b, NULL) - s.komi
    return lead if side == BLACK else -lead


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Return the pass where it wins at once, else 0."""
    cdef const Board* b = d.board
    if (d.search.area_after_passes and b.n_passes == 1
            and _lead(d.search, b, b.to_play) > 0.0):
        return tree_find_child(&d.search.tree, node, PASS_VERTEX)
    return 0


cdef void _score(Door* door, const Descent* d, ChildView* view) noexcept nogil:
    """Put a pass behind the other moves where it lets the opponent win at once."""
    cdef const Board* b = d.board
    if (view.node.move == PASS_VERTEX and d.search.area_after_passes
            and _lead(d.search, b, b.to_play) < 0.0):
        view.score -= LOSES


cdef TechniqueDoor _door = TechniqueDoor()
# On top of whatever policy makes the score.
_door.hooks.place = 2
_door.hooks.choose = _choose
_door.hooks.score = _score
DOOR = _door
