"""Other liberties: for a random self-atari that is refused, the other liberty beside it is played.

From Pachi, ``selfatari_other`` of playout/moggy.c. The liberty is one of a chain, of either colour,
that has two; a stone there must not be refused itself.
"""

from board_ext.board cimport Board, Chain, chain_first_liberty, chain_of, is_stone
from board_ext.lowlevel.bitsets cimport bits_next
from board_ext.lowlevel.rng cimport rng_below
from board_ext.lowlevel.types cimport NO_VERTEX
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.playouts.uniform cimport is_playable
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.moves.refusing cimport is_refused
from gtpengine.mcts.playout.playout cimport Playout

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "playout_other_liberty_rate"
PARAMS = (
    ParamSpec(
        "playout_other_liberty_rate", float, 0.0, 0.0, 1.0,
        doc="rate of playing, for a refused random self-atari, the other liberty of a chain with "
        "two beside it",
        source="Pachi (playout/moggy.c), selfatari_other",
    ),
)


cdef int _instead(Playout* playout, const Board* b, int v, int color,
                  const Refusal* refusal) noexcept nogil:
    """Return the other liberty of a chain beside the refused ``v``, or NO_VERTEX."""
    cdef double rate = values_of(playout.params).playout_other_liberty_rate
    cdef int i, n, u
    cdef const Chain* chain
    if rng_below(playout.rng, 1024) >= <int>(1024 * rate):
        return NO_VERTEX
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if not is_stone(b, n):
            continue
        chain = chain_of(b, n)
        if chain.n_liberties != 2:
            continue
        u = chain_first_liberty(chain)
        if u == v:
            u = bits_next(chain.liberties, u)
        if is_playable(b, u, color) and not is_refused(b, u, color, refusal):
            return u
    return NO_VERTEX


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    playout.instead = _instead


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
DOOR = _door
