"""Playout rule: capture anything in atari, anywhere.

From Fuego, the global captures of gouct/GoUctPlayoutPolicy.h.
"""

from board_ext.board cimport Board, Chain, chain_first_liberty, stone_bit
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.types cimport NO_VERTEX, opponent
from board_ext.neighbours cimport NEIGHBOURS
from gtpengine.lab.rules.values cimport values_of
from gtpengine.mcts.moves.candidates cimport Candidates, candidates_add, candidates_take
from gtpengine.mcts.moves.refusal cimport Refusal
from gtpengine.mcts.playout.playout cimport Playout, chance
from gtpengine.mcts.playout.rules cimport PlayoutRule

from gtpengine.base.arguments.paramspec import ParamSpec

PARAMS = (
    ParamSpec(
        "playout_capture_rate", float, 0.0, 0.0, 1.0,
        doc="rate of looking for captures on the whole board before a random move",
        source="Fuego (gouct/GoUctPlayoutPolicy.h), global captures",
    ),
)


cdef void _add_moves(const Board* b, int color, Candidates* out) noexcept nogil:
    """Add the captures of all enemy chains in atari."""
    cdef int enemy = stone_bit(opponent(color)), number, i, n, v
    cdef const Chain* chain
    for number in range(1, b.n_chains_used):
        chain = &b.chains[number]
        if chain.n_liberties != 1:
            continue
        v = chain_first_liberty(chain)
        for i in range(4):
            n = v + NEIGHBOURS[i]
            # Numbers no longer in use keep their old liberties: ask the board.
            if b.chain[n] == number and b.cell[n] & enemy:
                if board_is_legal(b, v, color):
                    candidates_add(out, v)
                break


cdef int move(Playout* playout, const Board* b, int color, int fewest,
              const Refusal* refusal) noexcept nogil:
    cdef Candidates list
    list.n = 0
    if not chance(playout.rng, values_of(playout.params).playout_capture_rate):
        return NO_VERTEX
    _add_moves(b, color, &list)
    return candidates_take(b, color, &list, refusal, playout.rng)


RULE = PlayoutRule(
    name="capture", reason="capture", parameter="playout_capture_rate", place=130, answers=False,
).plays(move)
